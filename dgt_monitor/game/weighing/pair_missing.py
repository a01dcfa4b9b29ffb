"""Two plies that nobody saw, by the presses of the clock: before them one for one they fit, after them two later."""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.game.weighing.aligning import BEGINNINGS, DECIDED_S, DECIDED_TIMES, IN_STEP_S, MOST_OFF_S
from dgt_monitor.game.weighing.lines import NEVER_S, Link
from dgt_monitor.game.weighing.noted import Press

LAST_PLY: Final = 24
"""The last plies that are held against the presses (chosen: a scramble's worth)."""
FIRST_PLY: Final = 4
"""So many plies in step at least come before them (chosen: a press that is late at first is none too many)."""
PAIR_PLY: Final = 2
"""A ply of each side."""


def pair_missing(line: Link | None, presses: Sequence[Press], now_s: float) -> Link | None:
    """The ply of a line after which the presses fit two plies more, and do not fit the line as it is; None if none."""
    links: list[Link] = []
    since_s = presses[0].t_s + MOST_OFF_S if presses else 0.0
    while line is not None and line.landed_s >= since_s and line.landed_s != NEVER_S and len(links) < LAST_PLY:
        links.append(line)
        line = line.before
    links.reverse()
    if len(links) < FIRST_PLY or not presses:
        return None
    plies_s = [link.landed_s for link in links]
    white = links[0].board.turn
    after = sum(1 for press in presses if press.t_s < plies_s[0])
    beginnings = range(max(0, after - BEGINNINGS), min(len(presses), after + BEGINNINGS + 1))
    heard = [[press.t_s for press in presses[at:]] for at in beginnings if presses[at].white_to_move != white]
    ways = [(presses_s, _apart_s(plies_s, presses_s, now_s)) for presses_s in heard]
    as_it_is = min([sum(apart_s) for _, apart_s in ways], default=0.0)
    if as_it_is < DECIDED_S:
        return None
    with_more, after_ply = min(_with_more(plies_s, presses_s, apart_s, now_s) for presses_s, apart_s in ways)
    decided = as_it_is - with_more >= DECIDED_S and as_it_is >= DECIDED_TIMES * with_more
    return links[after_ply - 1] if decided else None


def _with_more(plies_s: list[float], presses_s: list[float], as_it_is: list[float], now_s: float) -> tuple[float, int]:
    """How far presses are out of step with two plies more after so many of these, where that is least."""
    later = _apart_s(plies_s, presses_s[PAIR_PLY:], now_s)
    least, after_ply, off_s = float("inf"), 0, sum(later)
    for n in range(1, len(plies_s) + 1):
        off_s += as_it_is[n - 1] - later[n - 1]
        if n >= FIRST_PLY and off_s < least:
            least, after_ply = off_s, n
    return least, after_ply


def _apart_s(plies_s: list[float], presses_s: list[float], now_s: float) -> list[float]:
    """By how much each ply and its press are apart, as far as that counts; and what presses are left over."""
    padded = [*presses_s, *[max(now_s, t_s) for t_s in plies_s[len(presses_s) :]]]
    found = [_off_s(press_s - ply_s) for ply_s, press_s in zip(plies_s, padded, strict=False)]
    return found + [_off_s(now_s - press_s) for press_s in presses_s[len(plies_s) :]]


def _off_s(apart_s: float) -> float:
    by_s = abs(apart_s) - IN_STEP_S
    return 0.0 if by_s <= 0.0 else min(MOST_OFF_S, by_s)
