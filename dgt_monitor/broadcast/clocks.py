"""Clocks between moves, each kept for as long as its delay. Pure."""

from collections import deque
from math import inf
from typing import Final

from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.events import Clock
from dgt_monitor.hall.public import PublicClock

EVERY_S: Final = 10.0
"""So often clocks are told that only count down (chosen: a page counts down meanwhile)."""
KEPT: Final = 1_000
"""Clocks of a board that wait at most (chosen: more than come in two hours); the oldest are forgotten."""


class WaitingClocks:
    """The clocks of all boards, on their way out. With a delay in moves they go out with the moves alone."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[PublicClock]] = {}
        self._last: dict[str, Clock] = {}

    def take(self, clock: Clock) -> None:
        """A board's clocks were read."""
        last = self._last.get(clock.board)
        if last is not None and last.running == clock.running and 0 <= clock.t - last.t < EVERY_S:
            return
        self._last[clock.board] = clock
        public = PublicClock(clock.t, clock.board, clock.white, clock.black, clock.running)
        self._waiting.setdefault(clock.board, deque(maxlen=KEPT)).append(public)

    def due(self, now_s: float, delays: Delays) -> list[PublicClock]:
        """Of every board the latest that may be out by now, if it is not yet."""
        out = []
        for waiting in self._waiting.values():
            last = None
            while waiting:
                out_s = delays.out_s(waiting[0].t, (), inf)
                if now_s < out_s < inf:
                    break
                first = waiting.popleft()  # one that was read under a delay in moves never goes out
                last = first if out_s < inf else last
            if last is not None:
                out.append(last)
        return out
