"""How well the presses of the clock fit the plies of a line, one for one: that tells lines of different lengths apart.

Every ply is closed by one press of its side, a little before or after the board has told it. A line that has plies too
many or too few can be in step with the presses before them or after them, and not both.
"""

from bisect import bisect_left
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


class PressSeen(NamedTuple):
    """The lever was moved, and whose turn it has been by it since."""

    t_s: float
    white_to_move: bool


class Way(NamedTuple):
    """A press that may have closed the first ply that is looked at."""

    at: int
    off_s: float
    """By so much the plies before two lines part are out of step then."""


def ways_of(first_s: float, first_white: bool, before_s: Sequence[float], presses: "Heard") -> list[Way]:
    """Which press may have closed the first ply, made by this side, the likeliest first.

    `before_s`: the plies that are common to all lines, in order; presses are in order, and the sides of both alternate.
    """
    after = bisect_left(presses.times_s, first_s)
    beginnings = range(max(0, after - 2 * BEGINNINGS), min(len(presses.times_s), after + 2 * BEGINNINGS))
    found = [at for at in beginnings if presses.to_white[at] != first_white]
    found.sort(key=lambda at: abs(at - after))
    return [Way(at, _off_by_s(before_s, presses.times_s[at:])) for at in found]


def misfit_s(
    before_s: list[float], plies_s: list[float], ways: list[Way], presses_s: list[float], now_s: float
) -> float | None:
    """By how many seconds presses are out of step with plies, where they fit best; None if it cannot be told.

    `plies_s` are those after `before_s`.
    """
    least: float | None = None
    common = len(before_s)
    for at, common_s in ways:
        if least is not None and common_s >= least:
            continue  # what follows only adds to it
        off_s = _off_by_s(plies_s, presses_s[at + common :], common_s)
        heard, plies = len(presses_s) - at, common + len(plies_s)
        if heard < plies:  # not pressed for yet
            waiting_s = plies_s[heard - common :] if heard >= common else [*before_s[heard:], *plies_s]
        else:
            waiting_s = presses_s[at + plies :]
        off_s += _off_by_s(waiting_s, [max(now_s, t_s) for t_s in waiting_s])
        if least is None or off_s < least:
            least = off_s
    return least


def _off_by_s(plies_s: Sequence[float], presses_s: Sequence[float], off_s: float = 0.0) -> float:
    """`off_s` and how far each ply and its press are apart, as far as that counts."""
    return sum(
        [
            0.0 if (by_s := abs(press_s - ply_s) - IN_STEP_S) <= 0.0 else min(MOST_OFF_S, by_s)
            for ply_s, press_s in zip(plies_s, presses_s, strict=False)
        ],
        off_s,
    )


class Heard(NamedTuple):
    """Presses as they are looked through."""

    last: PressSeen
    times_s: list[float]
    to_white: list[bool]

    @staticmethod
    def of(presses: Sequence[PressSeen]) -> "Heard":
        """These presses, of which there is one at least."""
        return Heard(presses[-1], [press.t_s for press in presses], [press.white_to_move for press in presses])


class Step:
    """The presses of a game, and when the plies before a root landed."""

    __slots__ = ("_before_s", "_begun", "_first_ply", "_heard", "_presses", "_root_ply")

    def __init__(self, before_s: Sequence[float], root_ply: int, plies: int, presses: Sequence[PressSeen]) -> None:
        self._before_s, self._root_ply, self._presses = before_s, root_ply, presses
        self._first_ply = plies - len(before_s)
        """`before_s` are those of the plies after this one."""
        self._heard: Heard | None = None
        self._begun: dict[int, Begun] = {}
        """By the identity of the ply before two lines part, until a press comes: what both have in common."""

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
        heard = self._presses_heard()
        if heard is None:
            return None
        turn, own_plies_s = parting.board.turn, [*[link.landed_s for link in own], *tail]
        theirs_plies_s = [*[link.landed_s for link in theirs], *tail]
        begun = self._begun_at(parting.before, turn, heard)
        own_s = begun.misfit_s(own_plies_s, heard, now_s)
        theirs_s = begun.misfit_s(theirs_plies_s, heard, now_s)
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

    def _presses_heard(self) -> Heard | None:
        """All presses, looked through once until another one comes."""
        presses = self._presses
        if not presses:
            return None
        heard = self._heard
        if heard is None or heard.last is not presses[-1]:
            heard = self._heard = Heard.of(presses)
            self._begun.clear()
        return heard

    def _begun_at(self, link: Link | None, turn: bool, heard: Heard) -> "Begun":
        begun = self._begun.get(id(link))
        if begun is None or begun.link is not link:  # else it is of a board that was copied
            begun = self._begun[id(link)] = Begun(link, turn, self._landed_before(link), heard)
        return begun

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


class Begun:
    """What all lines have in common that part after one ply, held against the presses once."""

    __slots__ = ("_before_s", "_first_white", "_ways", "link")

    def __init__(self, link: Link | None, turn: bool, before_s: list[float], heard: Heard) -> None:
        self.link = link
        """Kept, so that no other has its identity."""
        self._before_s = before_s
        self._first_white = turn if len(before_s) % 2 == 0 else not turn
        """`turn`: the side that goes on after it."""
        self._ways = ways_of(before_s[0], self._first_white, before_s, heard) if before_s else None

    def misfit_s(self, plies_s: list[float], heard: Heard, now_s: float) -> float | None:
        """`misfit_s` of a line that goes on with these plies."""
        ways = self._ways
        if ways is None:
            if not plies_s:
                return None
            ways = ways_of(plies_s[0], self._first_white, (), heard)
        return misfit_s(self._before_s, plies_s, ways, heard.times_s, now_s)
