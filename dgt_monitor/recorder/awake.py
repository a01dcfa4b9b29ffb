"""Whether this machine slept, or the loop stood still for other reasons: what boards said meanwhile may be lost."""

import sys
import time
from collections.abc import Callable
from typing import Final

STALLED_S: Final = 10.0
"""So long the loop never stands still of itself (chosen: it goes round five times a second)."""


def clock_that_sleeps_not() -> float:
    """Seconds by a clock that goes on while the machine sleeps and that nobody sets.

    Python's monotonic clock stands still in sleep on Linux and macOS, and goes on on Windows.
    """
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


class Awake:
    """Told again and again that the loop goes round; says when it had stood still."""

    def __init__(self, clock: Callable[[], float] = clock_that_sleeps_not) -> None:
        self._clock = clock
        self._last_s = clock()

    def look(self) -> float | None:
        """For how many seconds the loop has stood still, if that is too long."""
        now_s = self._clock()
        still_s, self._last_s = now_s - self._last_s, now_s
        return still_s if still_s > STALLED_S else None
