"""How well the presses of the clock fit the plies of a line, one for one: that tells lines of different lengths apart.

Every ply is closed by one press of its side, a little before or after the board has told it. A line that has plies too
many or too few can be in step with the presses before them or after them, and not both.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from dgt_monitor.game.weighing.lines import NEVER_S, Link, number_of

IN_STEP_S: Final = 0.2
"""A press that is heard so long before or after the landing of its ply is in step with it (a scan, and the way of
both: protocol 1.3)."""
MOST_OFF_S: Final = 1.0
"""A press counts as out of step by so much at most: one that is forgotten tells no more (chosen)."""
BEGINNINGS: Final = 3
"""Presses before and after the first ply that may be its own (chosen)."""
PLIES_BEFORE: Final = 12
"""Plies before two lines part that are held against the presses too (chosen)."""
CYCLE_PLY: Final = 4
"""Plies by which both sides go and come back."""
DECIDED_S: Final = 1.5
DECIDED_TIMES: Final = 2.0
"""The presses speak for a line if another one is out of step by so much more, and so many times as much (chosen: two
plies too many are half a second off each, from there on)."""


class Landing(NamedTuple):
    """A ply of a line, as far as the clock knows of it."""

    t_s: float
    white: bool


class PressSeen(NamedTuple):
    """The lever was moved, and whose turn it has been by it since."""

    t_s: float
    white_to_move: bool


def misfit_s(plies: Sequence[Landing], presses: Sequence[PressSeen], now_s: float) -> float | None:
    """By how many seconds the presses are out of step with these plies, where they fit best; None if it cannot be told.

    Plies and presses are in order; the sides of both alternate.
    """
    if not plies or not presses:
        return None
    first = plies[0]
    after = sum(1 for press in presses if press.t_s < first.t_s)
    beginnings = range(max(0, after - 2 * BEGINNINGS), min(len(presses), after + 2 * BEGINNINGS))
    found = [_misfit_from(plies, presses, at, now_s) for at in beginnings if presses[at].white_to_move != first.white]
    return min(found, default=None)


def _misfit_from(plies: Sequence[Landing], presses: Sequence[PressSeen], at: int, now_s: float) -> float:
    """The same where the first ply was closed by this press."""
    heard = len(presses) - at
    off_s = sum([_off_s(press.t_s - ply.t_s) for ply, press in zip(plies, presses[at:], strict=False)])
    off_s += sum([_off_s(max(0.0, now_s - ply.t_s)) for ply in plies[heard:]])  # not pressed for yet
    return off_s + sum([_off_s(max(0.0, now_s - press.t_s)) for press in presses[at + len(plies) :]])


def _off_s(apart_s: float) -> float:
    return min(MOST_OFF_S, max(0.0, abs(apart_s) - IN_STEP_S))


class Step:
    """The presses of a game, and when the plies before a root landed."""

    __slots__ = ("_before_s", "_first_ply", "_presses", "_root_ply")

    def __init__(self, before_s: Sequence[float], root_ply: int, plies: int, presses: Sequence[PressSeen]) -> None:
        self._before_s, self._root_ply, self._presses = before_s, root_ply, presses
        self._first_ply = plies - len(before_s)
        """`before_s` are those of the plies after this one."""

    def prefers(self, own: list[Link], theirs: list[Link], last: Link | None, now_s: float) -> bool | None:
        """Whether the presses fit a line that has `own` and ends with `last`, and not one that has `theirs` there.

        False: it is the other way round; None: they tell too little.
        """
        parting = (own or theirs)[0]
        since = own[-1] if own else parting.before
        tail: list[float] = []
        while last is not None and last is not since:
            tail.append(last.landed_s)
            last = last.before
        tail.reverse()
        before_s, presses = self._landed_before(parting.before), tuple(self._presses)
        turn = parting.board.turn
        own_s = misfit_s(_landings(before_s, own, tail, turn), presses, now_s)
        theirs_s = misfit_s(_landings(before_s, theirs, tail, turn), presses, now_s)
        if own_s is None or theirs_s is None or abs(theirs_s - own_s) < DECIDED_S:
            return None
        if max(own_s, theirs_s) < DECIDED_TIMES * min(own_s, theirs_s):
            return None
        return own_s < theirs_s

    def denies_cycle(self, number: int, last: Link | None, now_s: float) -> bool:
        """Whether the presses fit the line that ends with `last`, not four more plies before that of this number."""
        after = last
        while after is not None and after.number > number:
            after = after.before
        if not self._presses or after is None or after.number != number or after.before is None:
            return False
        since_s, until_s = after.before.landed_s, after.landed_s
        if since_s == NEVER_S:
            return False
        more = [after._replace(landed_s=since_s + (until_s - since_s) * n / CYCLE_PLY) for n in range(CYCLE_PLY)]
        return self.prefers([], more, last, now_s) is True

    def _landed_before(self, link: Link | None) -> list[float]:
        found: list[float] = []
        while link is not None and link.landed_s != NEVER_S and len(found) < PLIES_BEFORE:
            found.append(link.landed_s)
            link = link.before
        if len(found) < PLIES_BEFORE:
            until = self._root_ply + number_of(link) - self._first_ply
            found += reversed(self._before_s[max(0, until - PLIES_BEFORE + len(found)) : max(0, until)])
        found.reverse()
        since_s = self._presses[0].t_s + MOST_OFF_S if self._presses else 0.0
        return [t_s for t_s in found if t_s >= since_s]


def _landings(before_s: list[float], links: list[Link], tail_s: list[float], turn: bool) -> list[Landing]:
    """The plies of a line one after the other; `turn`: the side that made the first of the links."""
    times_s = [*before_s, *[link.landed_s for link in links], *tail_s]
    first = turn if len(before_s) % 2 == 0 else not turn
    return [Landing(t_s, first == (n % 2 == 0)) for n, t_s in enumerate(times_s)]
