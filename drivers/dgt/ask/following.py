"""Whether the board tells its changes, and how one notices that it has stopped."""

from typing import NamedTuple

from drivers.dgt.ask.findings import Followed
from drivers.readings import Clock

UNTOLD_S = 3.0
"""Seconds without a clock message after which a clock that ran says that the board tells nothing any more, if it has
gone on: one is sent for each second it shows (protocol 2.7)."""
UNTOLD_CLOCK_S = 2
"""By so much it must have gone on: an answer may be one second ahead of what was told; chosen."""


class _Seen(NamedTuple):
    t_s: float
    clock: Clock


class Following:
    """Told or blind, and since when."""

    def __init__(self) -> None:
        self.told = False
        """Every change is told."""
        self.mode_set = False
        """The command to tell changes was sent, and none that ends it since."""
        self._blind_since_s: float | None = None
        self._before: str | None = None
        self._clock: _Seen | None = None

    @property
    def clock_runs(self) -> bool:
        """Whether the clock ran when it was last heard."""
        return self._clock is not None and self._clock.clock.running

    def blind(self, since_s: float, squares: str | None) -> None:
        """From this time on changes are not told; `squares` is what stood then."""
        self.mode_set = False
        if self.told:
            self.told = False
            self._blind_since_s = since_s
            self._before = squares

    def another_board(self) -> None:
        """What was known was that of another board."""
        self.told = self.mode_set = False
        self._blind_since_s = self._before = self._clock = None

    def sees(self, squares: str) -> list[Followed]:
        """A dump that counts, asked for after the mode was set: from now on nothing is missed."""
        if self.told or not self.mode_set:
            return []
        before = self._before or squares
        changed = tuple(square for square in range(64) if before[square] != squares[square])
        self.told = True
        return [Followed(self._blind_since_s, changed)]

    def clock(self, t_s: float, clock: Clock) -> float | None:
        """A clock message; since when nothing was told if it has gone on in a silence, else None."""
        last, self._clock = self._clock, _Seen(t_s, clock)
        if last is None or not self.told or not last.clock.running or t_s - last.t_s < UNTOLD_S:
            return None
        return last.t_s if _seconds_apart(last.clock, clock) >= UNTOLD_CLOCK_S else None


def _seconds_apart(one: Clock, other: Clock) -> int:
    if one.left_s is None or one.right_s is None or other.left_s is None or other.right_s is None:
        return 0
    return abs(one.left_s - other.left_s) + abs(one.right_s - other.right_s)
