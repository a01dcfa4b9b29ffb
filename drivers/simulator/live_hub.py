"""Lines that end in this process, for `drivers.live`: virtual boards behind the same calls as real ports."""

import time
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from math import inf

from drivers.serial_line import LineEvent, LineSettings
from drivers.serial_line.gate import clear
from drivers.simulator.serve.endpoint import Endpoint

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


class LiveHub:
    """`drivers.live.lines.Hub` over far ends, by the names of their ports. Its `clock` is the hall's own time.

    `poll` is what lets that time pass. Every command goes through the gate of the real lines: what may not be sent to
    a board is refused here too (ForbiddenWriteError).
    """

    def __init__(self, endpoints: Mapping[str, Endpoint], pace: Pace) -> None:
        self._endpoints = endpoints
        self._pace = pace
        self._t_s = 0.0
        self._up: dict[str, LineSettings] = {}
        self._events: list[LineEvent] = []
        self._dues: list[tuple[float, str]] = []
        self._due_of: dict[str, float] = {}

    def clock(self) -> float:
        """Seconds since the hall was made."""
        return self._t_s

    def add(self, settings: LineSettings) -> None:
        """Take on a line; KeyError if there is none of this name."""
        port = settings.url
        self._up[port] = settings
        self._due_of[port] = inf
        self._events.append(LineEvent(self._t_s, port, "up"))
        self._note_due(port, self._endpoints[port])

    def write(self, port: str, data: bytes) -> bool:
        """Send whole commands; they are on their way at once."""
        settings = self._up.get(port)
        if settings is None:
            return False
        endpoint = self._endpoints[port]
        self._hear(port, endpoint)
        endpoint.receive(self._t_s, clear(port, settings.kind, data))
        self._events.append(LineEvent(self._t_s, port, "tx", data))
        self._note_due(port, endpoint)
        return True

    def poll(self, timeout_s: float) -> list[LineEvent]:
        """What happened, as soon as anything has, at the latest after so many seconds of the hall."""
        until_s = self._t_s + timeout_s
        while not self._events and self._t_s < until_s:
            self._advance(min(self._dues[0][0] if self._dues else inf, until_s))
        if not self._events:
            self._advance(self._t_s)
        self._pace.until(self._t_s)
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Nothing is to be released."""
        self._up.clear()

    def _advance(self, t_s: float) -> None:
        """It is `t_s`: whatever is due by then happens."""
        self._t_s = t_s = max(t_s, self._t_s)
        due: list[str] = []
        while self._dues and self._dues[0][0] <= t_s:
            due_s, port = heappop(self._dues)
            if due_s == self._due_of[port]:
                self._due_of[port] = inf
                due.append(port)
        for port in due:
            endpoint = self._endpoints[port]
            self._hear(port, endpoint)
            self._note_due(port, endpoint)

    def _hear(self, port: str, endpoint: Endpoint) -> None:
        for said_s, data in endpoint.advance(self._t_s):
            if port in self._up:
                self._events.append(LineEvent(said_s, port, "rx", data))

    def _note_due(self, port: str, endpoint: Endpoint) -> None:
        due_s = endpoint.due_s
        if due_s is not None and due_s < self._due_of[port]:
            self._due_of[port] = due_s
            heappush(self._dues, (due_s, port))
