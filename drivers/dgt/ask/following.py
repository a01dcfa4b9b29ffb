"""Whether the board tells its changes, and how one notices that it has stopped."""

from typing import NamedTuple

from drivers.dgt.ask.findings import Followed
from drivers.readings import Clock

UNTOLD_S = 3.0
"""Seconds without a clock message after which a clock that ran says that the board tells nothing any more, if it has
gone on: one is sent for each second it shows (protocol 2.7)."""
UNTOLD_CLOCK_S = 2
"""By so much it must have gone on: an answer may be one second ahead of what was told; chosen."""

CLOCK_LAG_S = 1.5
"""By so much it may have gone on less than the silence lasted: it shows whole seconds, and its data are up to a second
old (protocol 1.3); chosen."""


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
        # Where the line only held back what was told, the first message after the silence is from its beginning.
        gone_s = _seconds_gone(last.clock, clock)
        return last.t_s if gone_s >= max(UNTOLD_CLOCK_S, t_s - last.t_s - CLOCK_LAG_S) else None


def _seconds_gone(before: Clock, now: Clock) -> int:
    """By how much both clocks went down; one that was pressed may also have gone up by its increment."""
    if before.left_s is None or before.right_s is None or now.left_s is None or now.right_s is None:
        return 0
    return max(0, before.left_s - now.left_s) + max(0, before.right_s - now.right_s)
