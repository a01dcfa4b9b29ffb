"""Many lines at once, a board alone on each, as one stream of stamped readings."""

import os
import re
import time
from collections.abc import Callable, Iterable
from math import inf
from typing import Literal, Protocol

from drivers.live.station import Station, Step
from drivers.readings import Request
from drivers.serial_line import LineEvent, LineHub, LineSettings
from drivers.source import Stamped

OnTrouble = Callable[[str], None]
SCHEMES = ("socket", "rfc2217", "hwgrep", "loop")
"""Of pyserial's URLs those that are lines; the others wrap one and write files or standard error."""
_ADDRESS = re.compile(r"[^/]+:[0-9]{1,5}(/.*)?")


class Tap(Protocol):
    """Who wants every byte of every line."""

    def write(self, t_s: float, port: str, kind: Literal["up", "down", "rx", "tx"], data: bytes = b"") -> None:
        """Something happened on a line."""


class WrongLineError(Exception):
    """A line that cannot be watched; says which, why, and what to do."""

    def __init__(self, port: str, text: str) -> None:
        super().__init__(f"{port}: {text}")
        self.port = port
        self.text = text


class Hub(Protocol):
    """What is asked of `serial_line.LineHub`."""

    def add(self, settings: LineSettings) -> None:
        """Take on a line."""

    def poll(self, timeout_s: float) -> list[LineEvent]:
        """What happened."""

    def write(self, port: str, data: bytes) -> bool:
        """Send whole commands."""

    def close(self) -> None:
        """Release every line."""


class LiveLines:
    """Follows the board on each line; what cannot be opened or goes away is tried again until it comes.

    Every line carries one board in single-board mode: the commands that are sent would throw a bus line into that mode.
    Raises WrongLineError for URLs that are none of such a line, or given twice.
    """

    def __init__(
        self,
        urls: Iterable[str],
        on_trouble: OnTrouble | None = None,
        tap: Tap | None = None,
        hub: Hub | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_trouble = on_trouble
        self._tap = tap
        self._stations: dict[str, Station] = {}
        for url in check_lines(urls):
            self._stations[url] = Station()
        self._clock = clock
        self._began_s = clock()
        self._hub: Hub = LineHub(clock) if hub is None else hub
        for url in self._stations:
            self._hub.add(LineSettings(url, kind="single"))

    @property
    def now_s(self) -> float:
        """Seconds since the lines were taken on."""
        return self._clock() - self._began_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, as soon as there is anything, at the latest after so many seconds."""
        due_s = min((station.due_s for station in self._stations.values()), default=inf)
        out: list[Stamped] = []
        for event in self._hub.poll(max(0.0, min(timeout_s, due_s - self.now_s))):
            self._take(event, out)
        now_s = self.now_s
        for port, station in self._stations.items():
            if station.due_s <= now_s:
                self._do(now_s, port, station.tick(now_s), out)
        return out

    def request(self, port: str, request: Request) -> list[Stamped]:
        """Somebody wants something of the board on a line; a port that is none of these is passed over."""
        out: list[Stamped] = []
        station = self._stations.get(port)
        if station is not None:
            self._do(self.now_s, port, station.request(self.now_s, request), out)
        return out

    def close(self) -> None:
        """Release every line."""
        self._hub.close()

    def _take(self, event: LineEvent, out: list[Stamped]) -> None:
        t_s, port, station = max(0.0, event.t_s - self._began_s), event.port, self._stations[event.port]
        if self._tap is not None:
            self._tap.write(t_s, port, event.kind, event.data)
        if event.kind == "tx":
            out += [Stamped(t_s, port, None, reading) for reading in station.tx(event.data)]
        elif event.kind == "rx":
            self._do(t_s, port, station.rx(t_s, event.data), out)
        elif event.kind == "up":
            self._do(t_s, port, station.up(t_s), out)
        else:
            if self._on_trouble is not None:
                self._on_trouble(f"{port}: {event.reason}; tried again until it is there")
            self._do(t_s, port, station.down(t_s, event.reason), out)

    def _do(self, t_s: float, port: str, step: Step, out: list[Stamped]) -> None:
        out += [Stamped(t_s, port, None, reading) for reading in step.readings]
        if step.send:
            self._hub.write(port, step.send)


def check_lines(urls: Iterable[str]) -> list[str]:
    """The same, if all of them are lines that can be watched; WrongLineError for the first that is none."""
    good: list[str] = []
    for url in urls:
        _check(url, good)
        good.append(url)
    return good


def _check(url: str, known: Iterable[str]) -> None:
    scheme, parted, rest = url.lower().partition("://")
    if not url.strip():
        raise WrongLineError("''", "no port; name one, such as /dev/ttyUSB0 or COM3")
    if scheme.startswith("bus+"):
        raise WrongLineError(url, "lines with several boards are not followed live yet; a recording of one is replayed")
    if scheme == "sim":
        raise WrongLineError(url, "a simulated hall is watched alone, its time being its own; name no other line")
    if parted and scheme not in SCHEMES:
        raise WrongLineError(
            url, f"not the URL of a line; there are {', '.join(SCHEMES)}, and ports such as /dev/ttyUSB0"
        )
    if scheme == "socket" and not _ADDRESS.fullmatch(rest):
        raise WrongLineError(url, "no address; it should read socket://HOST:PORT")
    if any(_same(url, other) for other in known):
        raise WrongLineError(url, "named twice")


def _same(one: str, other: str) -> bool:
    """Whether two names are one port: the same text, or paths to the same device."""
    if "://" in one or "://" in other:
        return one == other
    return os.path.realpath(one) == os.path.realpath(other)
