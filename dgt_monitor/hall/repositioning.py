"""Whose move it is where the record of a game begins, and which rights exist there or after a ply: a person says so."""

import chess

from dgt_monitor.events import Event
from dgt_monitor.game.correcting import restate
from dgt_monitor.game.story import Story
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.refusing import NO_GAME, NOTHING_SAID, OTHER_TURN, RefusedError, no_ply, no_position


def said_position(start: chess.Board, ruling: Ruling) -> chess.Board:
    """The first position of a game with the turn and the rights of a ruling; RefusedError where it cannot be."""
    board = start.copy(stack=False)
    board.turn = start.turn if not ruling.turn else ruling.turn == "white"
    try:
        board.set_castling_fen(ruling.castling.replace("-", "") or "-")
        board.ep_square = chess.parse_square(ruling.en_passant) if ruling.en_passant else None
    except ValueError as error:
        raise RefusedError(no_position(str(error))) from None
    if board.castling_rights != board.clean_castling_rights():
        raise RefusedError(no_position("king and rook do not stand for castling"))
    if board.ep_square is not None and not board.has_legal_en_passant():
        raise RefusedError(no_position("nothing can be captured en passant there"))
    if not board.is_valid():
        raise RefusedError(no_position("the side that is not to move is in check, or it is no position of a game"))
    return board


def said_after(story: Story, ruling: Ruling) -> chess.Board:
    """The position after the ply of a ruling, with its rights; RefusedError where it cannot be.

    Whose turn it is follows there from the moves.
    """
    back = len(story.plies) - ruling.ply
    if back < 0:
        raise RefusedError(no_ply(ruling.ply))
    if not (ruling.turn or ruling.castling or ruling.en_passant):
        raise RefusedError(NOTHING_SAID())
    board, _ = story.before(back)
    if ruling.turn and board.turn != (ruling.turn == "white"):
        raise RefusedError(OTHER_TURN(ply=ruling.ply))
    return said_position(board, ruling)


def reposition(board: HallBoard, t_s: float, ruling: Ruling, out: list[Event]) -> None:
    """The game begins, or goes on after a ply, with the position as it is said now; what has landed since is understood
    from there.
    """
    story = board.tracker.story
    if story is None:
        raise RefusedError(NO_GAME())
    if ruling.ply:
        said = said_after(story, ruling)
        board.play.follow(t_s, board.name, restate(board.tracker, t_s, ruling.ply, said), out)
        return
    if not (ruling.turn or ruling.castling or ruling.en_passant):
        raise RefusedError(NOTHING_SAID())
    start = said_position(board.tracker.first_position, ruling)
    changes = board.tracker.begin_with(t_s, start)
    board.play.begin_again(start)
    board.play.follow(t_s, board.name, changes, out)
