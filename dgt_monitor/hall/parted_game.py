"""A game as it left a board: it can be made again wherever it comes to."""

from collections.abc import Iterator
from math import inf
from typing import Final, NamedTuple

from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Known, WhiteClock
from dgt_monitor.hall.placing import Stretch
from dgt_monitor.hall.refeeding import Checkpoint, FedBoard, Feeding, Fresh, keep_times
from dgt_monitor.hall.slices import Arrived, Placed, Slice

_Rests = tuple[frozenset[int], tuple[tuple[Placed, ...], ...]]
"""Which rulings do not count, and which on the past are placed in the slices."""


Followed = tuple[Slice, Checkpoint | Fresh, Known | None, WhiteClock | None]
"""What the game of a board is fed again from: its slice, how it was then, and what of the hall was learnt since."""
FOLLOWED: Final = ("kept", "_checkpoint", "learnt", "named_clock")
"""The same, as fields of a board."""


class SliceBefore(NamedTuple):
    """A slice that another one has followed, with all that it began with."""

    was: Followed
    since: Slice


class PartedGame:
    """A game as it left a board: it follows from that board's slice up to there."""

    def __init__(
        self, t_s: float, live: HallBoard, kept: Slice, begun: "Checkpoint | Fresh", until: int | None = None
    ) -> None:
        self.kept = kept
        self._begun = begun
        self.until = len(kept) if until is None else until
        self._came = kept.came
        self.name, self.game, self._t_s = live.name, live.play.game, t_s
        self.rotated = live.tracker.rotated
        self.told, self.seen = live.alerts.told, live.alerts.taken_back
        """What was told of it there, and which of that somebody had seen."""
        self._plies = list(plies_of(live.tracker.story))
        self._fed: tuple[_Rests, Checkpoint] | None = None
        """What it was made to last, and on what that rested."""

    @property
    def plies(self) -> int:
        """Half-moves played when it left."""
        return len(self._plies)

    def board(self) -> FedBoard:
        """A board of its own, on which it stands as it did then.

        Made once for all that rest on it: a game that came and went often is a chain of games that each rest on more.
        """
        rests = self._rests()
        if self._fed is not None and self._fed[0] == rests:
            return self._fed[1].board()
        fed = Feeding(self.kept, until=self.until).board(self._begun.board(), self.told, self._t_s)
        keep_times(fed, self._plies)
        self._fed = rests, Checkpoint(fed)
        return fed

    def _rests(self) -> "_Rests":
        """On which rulings it rests, beside the entries of slices, which stay."""
        there, waiting = [self.kept], [self.kept]
        while waiting:
            came = (what.game.kept for what in waiting.pop().others if isinstance(what, Arrived))
            new = [kept for kept in dict.fromkeys(came) if kept not in there]
            there += new
            waiting += new
        return frozenset(self.kept.undone), tuple(tuple(kept.placed) for kept in there)

    def stretches(self) -> Iterator[Stretch]:
        """What tells of it, board by board."""
        came, begun = self._came, self._begun.raw
        if came is not None and isinstance(came[1].game, PartedGame):
            yield from came[1].game.stretches()
        first, since_s = (0, -inf) if came is None else (came[0] + 1, self.kept.times[came[0]])
        yield Stretch(self.kept, begun, self.rotated, first, self.until, since_s)
