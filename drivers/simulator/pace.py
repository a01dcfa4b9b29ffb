"""The time of a hall against real time."""

import time
from collections.abc import Callable, Mapping

from drivers.simulator.hub import VirtualHub
from drivers.simulator.wire import Wire

BEHIND_S = 1.0
"""Real seconds that a hall may be late before it goes on from where it is (chosen): after a laptop has slept, or on a
machine that is too slow, it does not race."""


class Pace:
    """Seconds of a hall against real ones: `speed` of them to one; None: as fast as they can be worked out."""

    def __init__(
        self,
        speed: float | None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed = speed
        self._clock = clock
        self._wait = wait
        self._origin_s: float | None = None
        """The real time at which the hall's was 0; None before the first wait."""

    def until(self, t_s: float) -> None:
        """Return when it is `t_s` in the hall, or later."""
        if self._speed is None:
            return
        real_s = self._clock()
        if self._origin_s is None or real_s > self._origin_s + t_s / self._speed + BEHIND_S:
            self._origin_s = real_s - t_s / self._speed
        left_s = self._origin_s + t_s / self._speed - real_s
        if left_s > 0:
            self._wait(left_s)


class PacedHub(VirtualHub):
    """Lines of virtual boards whose time passes as a pace lets it."""

    def __init__(self, wires: Mapping[str, Wire], pace: Pace) -> None:
        super().__init__(wires)
        self._pace = pace

    def wait_until(self, t_s: float) -> None:
        """Let the time come, and no earlier than the pace has it."""
        self._pace.until(t_s)
        super().wait_until(t_s)
