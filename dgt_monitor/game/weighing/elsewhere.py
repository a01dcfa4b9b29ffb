"""Plies that may have been others, by where their pieces were seen or missing beside them."""

from collections.abc import Iterable
from typing import Final

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighing.lines import Link
from dgt_monitor.game.weighing.noted import Passed
from dgt_monitor.game.weighing.standing import Debt

NOBODY: frozenset[int] = frozenset()
REPEATS_PLY: Final = 12
"""Plies before in which a piece may have stood where it perhaps stands again (chosen: three times to and fro)."""


def taken_instead(line: Link | None, square: int, debt: Debt) -> frozenset[int]:
    """The ply just before a piece was missed, if its piece might have gone there and taken it."""
    while line is not None and line.landed_s >= debt.since_s:
        line = line.before
    if line is None or debt.shown != EMPTY or debt.late:
        return NOBODY
    victim = line.board.color_at(square)
    if victim is None or victim == line.board.turn or line.move.to_square == square:
        return NOBODY
    takes = chess.Move(line.move.from_square, square)
    return frozenset({line.number}) if line.board.is_legal(takes) else NOBODY


def back_again(line: Link | None, square: int, piece: str) -> frozenset[int]:
    """The plies that brought a piece here and one step on, if it is seen here again: it may stand between the two."""
    for _ in range(2):
        if line is None:
            break
        move = line.move
        if move.from_square == square and line.expected[square] == piece:
            if chess.square_distance(square, move.to_square) > 1:
                break
            own = line.before and line.before.before
            came = own is not None and own.move.to_square == square
            return frozenset(range(line.number - 2, line.number + 1)) if came else NOBODY
        line = line.before
    return NOBODY


def stepped_by(link: Link, passed: Iterable[Passed]) -> bool:
    """Whether a pawn that went two squares was seen on the one between: it may have been put there first."""
    origin, target = link.move.from_square, link.move.to_square
    piece = link.expected[origin]
    if piece not in "Pp":
        return False
    return any(one.piece == piece and BETWEEN[origin][target] & BITS[one.square] for one in passed)


def may_repeat(stop: Link) -> bool:
    """Whether a ply of which it is not sure where it went may have gone where such a piece came from or went before."""
    origin, target = stop.move.from_square, stop.move.to_square
    line, piece = stop.before, stop.expected[origin]
    for _ in range(REPEATS_PLY):
        if line is None:
            break
        if line.expected[line.move.from_square] == piece:
            for square in (line.move.from_square, line.move.to_square):
                other = chess.Move(origin, square)
                if square not in (origin, target) and stop.board.is_legal(other):
                    return True
        line = line.before
    return False
