"""Whether this machine slept, or the loop stood still for other reasons: what boards said meanwhile may be lost."""

import sys
import time
from collections.abc import Callable
from typing import Final

SLEPT_S: Final = 2.0
"""Of sleep so much counts (chosen: two plies take less, and clocks do not differ by it)."""
STALLED_S: Final = 60.0
"""So long a loop that is awake stands still only if the machine was stopped (chosen). For less, what boards say waits
in the system's buffers; to doubt it would only cost a busy machine more time. On Windows sleep looks the same."""


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

    def __init__(
        self,
        clock: Callable[[], float] = clock_that_sleeps_not,
        waking_clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._waking_clock = waking_clock
        self._last = clock(), waking_clock()

    def look(self) -> float | None:
        """For how many seconds the machine slept or the loop stood still, if that is too long."""
        now = self._clock(), self._waking_clock()
        still_s, awake_s = now[0] - self._last[0], now[1] - self._last[1]
        self._last = now
        return still_s if still_s - awake_s > SLEPT_S or still_s > STALLED_S else None
