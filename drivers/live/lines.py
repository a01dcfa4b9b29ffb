"""Many lines at once, a board alone or a bus on each, as one stream of stamped readings."""

import os
import re
import time
from collections.abc import Callable, Iterable
from math import inf
from typing import Literal, Protocol

from drivers.live.bus_station import BusStation, BusStep
from drivers.live.line import BoardAlone, LiveLine
from drivers.readings import Request
from drivers.serial_line import LineEvent, LineHub, LineKind, LineSettings
from drivers.source import Stamped

OnTrouble = Callable[[str], None]
SCHEMES = ("socket", "rfc2217", "hwgrep", "loop")
"""Of pyserial's URLs those that are lines; the others wrap one and write files or standard error."""
BUS = "bus+"
"""In front of the URL of a line with several boards."""
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

    def set_kind(self, port: str, kind: LineKind) -> bool:
        """Tell what was found on a line."""

    def close(self) -> None:
        """Release every line."""


class LiveLines:
    """Follows the boards on each line; what cannot be opened or goes away is tried again until it comes.

    A line with `bus+` in front is a bus; every other one carries one board in single-board mode: the commands that are
    sent there would throw a bus into that mode. Readings are stamped with the port, without `bus+`. Raises
    WrongLineError for URLs that are none of a line, or given twice.
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
        self._lines: dict[str, LiveLine] = {}
        self._buses: set[str] = set()
        """Ports told to the hub as buses since they were opened."""
        checked = check_lines(urls)
        self._clock = clock
        self._began_s = clock()
        self._hub: Hub = LineHub(clock) if hub is None else hub
        for url in checked:
            self._take_on(url)

    def _take_on(self, url: str) -> None:
        port = port_of(url)
        if port != url:
            self._lines[port] = BusStation()
            self._hub.add(LineSettings(port, dtr=False, rts=False))  # low on a bus (protocol 1.2)
        else:
            self._lines[port] = BoardAlone()
            self._hub.add(LineSettings(port, kind="single"))

    @property
    def now_s(self) -> float:
        """Seconds since the lines were taken on."""
        return self._clock() - self._began_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, as soon as there is anything, at the latest after so many seconds."""
        due_s = min((line.due_s for line in self._lines.values()), default=inf)
        out: list[Stamped] = []
        for event in self._hub.poll(max(0.0, min(timeout_s, due_s - self.now_s))):
            self._take(event, out)
        now_s = self.now_s
        for port, line in self._lines.items():
            if line.due_s <= now_s:
                self._do(now_s, port, line.tick(now_s), out)
        return out

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:
        """Somebody wants something of a board, of a bus by its address; a port that is none of these is passed over."""
        out: list[Stamped] = []
        line = self._lines.get(port)
        if line is not None:
            self._do(self.now_s, port, line.request(self.now_s, address, request), out)
        return out

    def close(self) -> None:
        """Release every line."""
        self._hub.close()

    def _take(self, event: LineEvent, out: list[Stamped]) -> None:
        t_s, port, line = max(0.0, event.t_s - self._began_s), event.port, self._lines[event.port]
        if self._tap is not None:
            self._tap.write(t_s, port, event.kind, event.data)
        if event.kind == "tx":
            out += [Stamped(t_s, port, address, reading) for address, reading in line.tx(event.data)]
        elif event.kind == "rx":
            self._do(t_s, port, line.rx(t_s, event.data), out)
        elif event.kind == "up":
            self._do(t_s, port, line.up(t_s), out)
        else:
            self._buses.discard(port)
            self._trouble(port, f"{event.reason}; tried again until it is there")
            self._do(t_s, port, line.down(t_s, event.reason), out)

    def _do(self, t_s: float, port: str, step: BusStep, out: list[Stamped]) -> None:
        out += [Stamped(t_s, port, address, reading) for address, reading in step.readings]
        for text in step.troubles:
            self._trouble(port, text)
        if self._lines[port].is_bus and port not in self._buses and self._hub.set_kind(port, "bus"):
            self._buses.add(port)
        if step.send:
            self._hub.write(port, step.send)

    def _trouble(self, port: str, text: str) -> None:
        if self._on_trouble is not None:
            self._on_trouble(f"{port}: {text}")


def port_of(url: str) -> str:
    """The port of a line: its URL without `bus+`."""
    return url[len(BUS) :] if url.lower().startswith(BUS) else url


def bus_ports(urls: Iterable[str]) -> frozenset[str]:
    """The ports among these that are bus lines."""
    return frozenset(port_of(url) for url in urls if port_of(url) != url)


def check_lines(urls: Iterable[str]) -> list[str]:
    """The same, if all of them are lines that can be watched; WrongLineError for the first that is none."""
    good: list[str] = []
    for url in urls:
        _check(url, good)
        good.append(url)
    return good


def _check(url: str, known: Iterable[str]) -> None:
    port = port_of(url)
    scheme, parted, rest = port.lower().partition("://")
    if not port.strip():
        raise WrongLineError(url or "''", "no port; name one, such as /dev/ttyUSB0 or COM3")
    if scheme == "sim":
        raise WrongLineError(url, "a simulated hall is watched alone, its time being its own; name no other line")
    if parted and scheme not in SCHEMES:
        raise WrongLineError(
            url, f"not the URL of a line; there are {', '.join(SCHEMES)}, and ports such as /dev/ttyUSB0"
        )
    if scheme == "socket" and not _ADDRESS.fullmatch(rest):
        raise WrongLineError(url, "no address; it should read socket://HOST:PORT")
    if any(_same(port, port_of(other)) for other in known):
        raise WrongLineError(url, "named twice")


def _same(one: str, other: str) -> bool:
    """Whether two names are one port: the same text, or paths to the same device."""
    if "://" in one or "://" in other:
        return one == other
    return os.path.realpath(one) == os.path.realpath(other)
