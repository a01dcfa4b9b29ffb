"""How much of what was done the board told, and what was done at a ply."""

from collections.abc import Iterator
from math import inf

import chess

from tests.bench.accuracy.playing import Played


def complete_until(played: Played) -> int:
    """Of how many plies from the first on the board has told the landing while the piece stood there."""
    return next((ply - 1 for ply, told_s in enumerate(landings_s(played), 1) if told_s == inf), len(played.turns))


def in_order_until(played: Played) -> int:
    """Of how many plies from the first on it has told them in the order in which they were played.

    A board reads its squares in an order of its own, so two landings within a scan may be told the other way round; so
    are those of a piece that was not felt at first.
    """
    last_s = -inf
    for ply, told_s in enumerate(landings_s(played)):
        if told_s is not None and told_s <= last_s:
            return ply
        last_s = last_s if told_s is None else told_s
    return len(played.turns)


def landings_s(played: Played) -> Iterator[float | None]:
    """When the board first told each ply's landing while the piece stood there; `inf` if never.

    None for castling that is played as king takes rook.
    """
    touches = [touch for turn in played.turns for touch in turn.touches]
    updates = played.updates
    for move, turn in zip(played.game.moves, played.turns, strict=True):
        landing = [touch for touch in turn.touches if touch.square == move.to_square][-1:]
        if not landing:
            yield None
            continue
        (came_s, square, piece), begun_s = landing[0], turn.touches[0].t_s
        left_s = min((t_s for t_s, on, now in touches if t_s > came_s and on == square and now != piece), default=inf)
        yield min(
            (t_s for t_s, on, now in updates if begun_s <= t_s <= left_s and (on, now) == (square, piece)), default=inf
        )


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
