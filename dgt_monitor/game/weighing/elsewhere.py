"""Plies that may have been others, by where their pieces were seen or missing beside them."""

from collections.abc import Iterable
from operator import ne
from typing import Final

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighing.lines import Link
from dgt_monitor.game.weighing.noted import Passed
from dgt_monitor.game.weighing.standing import Debt

NOBODY: frozenset[int] = frozenset()
BOTH_SQUARES: Final = 2
"""What differs where one piece stands elsewhere."""
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


def recounted(link: Link, placed: list[str], unsure: frozenset[int]) -> frozenset[int]:
    """The plies that came after one that is not sure to a position that may have stood before; `placed`: after `link`.

    How often it stood hangs on where the piece of the ply before was.
    """
    before = link.before
    own = before and before.before
    after = ((before, placed), (own, link.expected))
    return frozenset(one.number + 1 for one, at in after if one and one.number in unsure and _may_repeat(one, at))


def _may_repeat(ply: Link, placed: list[str]) -> bool:
    """Whether these pieces stood so before, but for one: it stood elsewhere than where this ply has put it."""
    target = ply.move.to_square
    piece, line = placed[target], ply.before
    for _ in range(REPEATS_PLY):
        if line is None:
            break
        stood = line.expected
        if line.board.turn == ply.board.turn and stood[target] == EMPTY:
            differs = list(map(ne, stood, placed))
            if sum(differs) == BOTH_SQUARES and differs[target]:
                differs[target] = False
                other = differs.index(True)
                if stood[other] == piece and placed[other] == EMPTY:
                    return True
        line = line.before
    return False
