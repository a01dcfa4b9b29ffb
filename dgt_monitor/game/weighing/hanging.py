"""Plies that are no surer than others: what they are was told from those."""

from collections.abc import Collection
from itertools import pairwise
from typing import Final

from dgt_monitor.game.weighing.lines import NEVER_S, Link

BETWEEN_PLY: Final = 2
"""So many plies at most between two in doubt (chosen: a ply of each side)."""
GOES_ON_S: Final = 0.5
"""A piece that leaves so soon the square it was put on was seen there only in passing (chosen: two scans)."""


def hanging(line: Link | None, doubts: Collection[int], root_ply: int) -> list[int]:
    """The plies of the game that are in doubt because one of `doubts` is.

    A ply that nobody saw land, captured at once by one in doubt; and one that goes on from where one in doubt put its
    piece just before.
    """
    found: list[int] = []
    answer: Link | None = None
    while doubts and line is not None and line.landed_s != NEVER_S:
        number, own = root_ply + line.number, line.before and line.before.before
        if line.hidden and answer is not None and number + 1 in doubts and _takes(answer, line):
            found.append(number)
        if own is not None and number - 2 in doubts and _goes_on(line, own):
            found.append(number)
        answer, line = line, line.before
    return found


def between(doubts: Collection[int]) -> list[int]:
    """The plies that lie between plies in doubt that are near each other: no clock says how many there were."""
    numbers = sorted(doubts)
    gaps = (range(first + 1, last) for first, last in pairwise(numbers))
    return [number for gap in gaps if len(gap) <= BETWEEN_PLY for number in gap]


def _takes(answer: Link, link: Link) -> bool:
    return answer.move.to_square == link.move.to_square


def _goes_on(link: Link, own: Link) -> bool:
    return link.move.from_square == own.move.to_square and link.lifted_s - own.landed_s < GOES_ON_S
