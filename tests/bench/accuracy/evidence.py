"""How much of what was done the board told, and what was done at a ply."""

from math import inf

import chess

from tests.bench.accuracy.playing import Played


def complete_until(played: Played) -> int:
    """Of how many plies from the first on the board has told the landing while the piece stood there."""
    touches = [touch for turn in played.turns for touch in turn.touches]
    updates = played.updates
    for number, (move, turn) in enumerate(zip(played.game.moves, played.turns, strict=True)):
        landing = [touch for touch in turn.touches if touch.square == move.to_square][-1:]
        if not landing:
            continue  # castling as king takes rook
        (came_s, square, piece), begun_s = landing[0], turn.touches[0].t_s
        left_s = min((t_s for t_s, on, now in touches if t_s > came_s and on == square and now != piece), default=inf)
        if not any(begun_s <= t_s <= left_s and (on, now) == (square, piece) for t_s, on, now in updates):
            return number
    return len(played.turns)


def situations(played: Played, number: int) -> list[str]:
    """What a ply was beside a plain move: its kind, and the habits that showed in it and in those next to it."""
    turns, moves = played.turns, played.game.moves
    if not 1 <= number <= len(turns):
        return ["after the end"]
    board = played.game.start.copy()
    for move in moves[: number - 1]:
        board.push(move)
    found = [_kind(board, moves[number - 1]), *turns[number - 1].habits]
    for beside, where in ((number - 1, "before"), (number + 1, "after")):
        if 1 <= beside <= len(turns):
            found += [f"{habit} {where}" for habit in turns[beside - 1].habits]
    return found


def _kind(board: chess.Board, move: chess.Move) -> str:
    if board.is_castling(move):
        return "castling"
    if board.is_en_passant(move):
        return "en passant"
    if move.promotion:
        return "promotion"
    return "capture" if board.is_capture(move) else "plain move"
