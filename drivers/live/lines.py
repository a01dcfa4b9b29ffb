"""Many lines at once, a board alone or a bus on each, as one stream of stamped readings."""

import time
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from math import inf
from typing import Protocol

from drivers.live.bus_station import BusStation, BusStep
from drivers.live.finder import PortFinder
from drivers.live.line import BoardAlone, LiveLine
from drivers.live.lines_named import check_lines, port_of
from drivers.live.numbers import OF_NUMBERS, RESTLESS, Numbers
from drivers.live.search import Search
from drivers.live.tape import Tap, Tape
from drivers.readings import LineDown, LineUp, Reading, Request
from drivers.serial_line import (
    Choice,
    LineError,
    LineEvent,
    LineHub,
    LineKind,
    LineSettings,
    has_own_usb,
)
from drivers.source import Stamped

OnTrouble = Callable[[str], None]
CLOSED = "closed"
"""The hub's reason for a `down` that was asked for."""
_new_tuple = tuple.__new__
"""Makes a named tuple in half the time its own constructor takes."""


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

    def give_up(self, port: str, reason: str) -> None:
        """Release a line that cannot be used as it is; it is opened again."""

    def remove(self, port: str) -> None:
        """Release a line for good."""

    def close(self) -> None:
        """Release every line."""


class LiveLines:
    """Follows the boards on each line; what cannot be opened or goes away is tried again until it comes.

    A line with `bus+` in front is a bus; every other one carries one board in single-board mode: the commands that are
    sent there would throw a bus into that mode. Readings are stamped with the port, without `bus+`. With a `finder`
    every port that it finds is taken on, too, and what is on it is found out. Raises WrongLineError for URLs that are
    none of a line, or given twice.
    """

    def __init__(
        self,
        urls: Iterable[str],
        on_trouble: OnTrouble | None = None,
        tap: Tap | None = None,
        hub: Hub | None = None,
        clock: Callable[[], float] = time.monotonic,
        finder: PortFinder | None = None,
    ) -> None:
        self._on_trouble = on_trouble
        self._tape = None if tap is None else Tape(tap, self._say)
        self._finder = finder
        self._numbers = Numbers()
        self._lines: dict[str, LiveLine] = {}
        self._settings: dict[str, LineSettings] = {}
        self._reopening: set[str] = set()
        """Ports closed only to be opened otherwise."""
        self._told: dict[str, LineKind] = {}
        """What the hub holds each line for."""
        self._due: list[tuple[float, str]] = []
        """When which line wants to be told the time, earliest first; a line that is due later by now is asked again."""
        self._planned: dict[str, float] = {}
        """The earliest time at which each line stands in `_due`."""
        checked = check_lines(urls)
        self._clock = clock
        self._began_s = clock()
        self._hub: Hub = LineHub(clock) if hub is None else hub
        for url in checked:
            self._take_on(url)
        if finder is not None:
            finder.start()

    def _take_on(self, url: str) -> None:
        port = port_of(url)
        if port == url:
            self._add(LineSettings(port, kind="single"), BoardAlone())
        else:
            self._add(LineSettings(port, dtr=False, rts=False), BusStation(named=True))  # low on a bus (protocol 1.2)

    def _add(self, settings: LineSettings, line: LiveLine) -> None:
        self._lines[settings.url] = line
        self._settings[settings.url] = settings
        self._told[settings.url] = settings.kind
        self._planned[settings.url] = inf
        self._hub.add(settings)

    @property
    def now_s(self) -> float:
        """Seconds since the lines were taken on."""
        return self._clock() - self._began_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, as soon as there is anything, at the latest after so many seconds."""
        if self._finder is not None:
            self._look(self._finder)
        due_s = self._due[0][0] if self._due else inf
        out: list[Stamped] = []
        for event in self._hub.poll(max(0.0, min(timeout_s, due_s - self.now_s))):
            self._take(event, out)
        if self._due and self._due[0][0] <= self.now_s:
            self._tick(self.now_s, out)
        return out

    def _tick(self, now_s: float, out: list[Stamped]) -> None:
        """Tell the time to every line that is due, once."""
        for port in self._due_ports(now_s):
            line = self._lines[port]
            if line.due_s <= now_s:
                self._do(now_s, port, line.tick(now_s), out)
            else:
                self._plan(port, line.due_s)

    def _due_ports(self, now_s: float) -> list[str]:
        due: list[str] = []
        while self._due and self._due[0][0] <= now_s:
            due_s, port = heappop(self._due)
            if due_s == self._planned.get(port):  # else it was planned earlier since, or is released
                self._planned[port] = inf
                due.append(port)
        return due

    def _plan(self, port: str, due_s: float) -> None:
        if due_s < self._planned[port]:
            self._planned[port] = due_s
            heappush(self._due, (due_s, port))

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:
        """Somebody wants something of a board, of a bus by its address; a port that is none of these is passed over."""
        out: list[Stamped] = []
        line = self._lines.get(port)
        if line is not None:
            self._do(self.now_s, port, line.request(self.now_s, address, request), out)
        return out

    def close(self) -> None:
        """Release every line."""
        if self._finder is not None:
            self._finder.close()
        self._hub.close()

    # --- ports that come and go -----------------------------------------------------------------------------

    def _look(self, finder: PortFinder) -> None:
        found = finder.take()
        if isinstance(found, LineError):
            self._say(str(found))
        elif found is not None:
            self._found(found)

    def _found(self, found: Choice) -> None:
        for port, reason in found.passed_over:
            self._say(f"{port.device}: passed over: {reason}; name it if there is a board")
        for port in found.wanted:
            if port.device not in self._lines:
                search = Search(port.device, raised=has_own_usb(port))
                if self._tape is not None:
                    self._tape.keep(port.device)
                self._add(search.settings, search)
        there = {port.device for port in found.wanted}
        for device, line in list(self._lines.items()):
            if isinstance(line, Search) and device not in there and not line.ever_heard:
                self._hub.remove(device)
                del self._lines[device], self._planned[device]
        if not self._lines:
            self._say("no serial port with a board is there yet; plug one in, ports are looked for all the time")

    def _reopen(self, port: str, settings: LineSettings) -> None:
        self._settings[port] = settings
        self._told[port] = settings.kind
        self._reopening.add(port)
        self._hub.remove(port)
        self._hub.add(settings)

    # --- what happens ---------------------------------------------------------------------------------------

    def _take(self, event: LineEvent, out: list[Stamped]) -> None:
        t_s, port, line = max(0.0, event.t_s - self._began_s), event.port, self._lines.get(event.port)
        if line is None:
            return  # what is left of a line that was released
        if self._tape is not None:
            self._tape.write(t_s, port, event.kind, event.data, event.reason if event.kind == "down" else "")
        if event.kind == "tx":
            asked, restless = line.tx(event.data), self._numbers.restless
            out += [Stamped(t_s, port, *each) for each in asked if (port, each.address) not in restless]
        elif event.kind == "rx":
            self._do(t_s, port, line.rx(t_s, event.data), out)
        elif event.kind == "up":
            self._reopening.discard(port)
            self._do(t_s, port, line.up(t_s), out)
        elif port not in self._reopening or event.reason != CLOSED:
            self._down(t_s, event, line, out)

    def _down(self, t_s: float, event: LineEvent, line: LiveLine, out: list[Stamped]) -> None:
        port = event.port
        self._told[port] = self._settings[port].kind
        self._say(f"{port}: {event.reason}; tried again until it is there")
        self._do(t_s, port, line.down(t_s, event.reason), out)
        if self._tape is not None and isinstance(line, Search):
            self._tape.keep(port)

    def _do(self, t_s: float, port: str, step: BusStep, out: list[Stamped]) -> None:
        restless = self._numbers.restless
        for address, reading in step.readings:
            if type(reading) in OF_NUMBERS:
                self._number(t_s, port, address, reading, out)
            if not restless or (port, address) not in restless:
                out.append(_new_tuple(Stamped, (t_s, port, address, reading)))
        for text in step.troubles:
            self._say(f"{port}: {text}")
        line = self._lines[port]
        if isinstance(line, Search):
            self._searched(t_s, port, line)
        if line.kind != self._told[port] and self._hub.set_kind(port, line.kind):
            self._told[port] = line.kind
        if step.send:
            self._send(port, step.send)
        self._plan(port, line.due_s)

    def _send(self, port: str, data: bytes) -> None:
        """What must not go out there is told, and the line begins anew: no fault of one ends the watch of all."""
        try:
            self._hub.write(port, data)
        except LineError as error:
            self._hub.give_up(port, error.text)

    def _number(self, t_s: float, port: str, address: int | None, reading: Reading, out: list[Stamped]) -> None:
        """Who tells one number after another is away, for all others: nothing more is told of him."""
        trouble, follow = self._numbers.take(t_s, port, address, reading)
        if trouble is not None:
            self._say(f"{port}: {trouble}")
        if follow is None:
            return
        out.append(Stamped(t_s, port, address, LineUp() if follow else LineDown(RESTLESS)))
        if follow:
            self._do(t_s, port, self._lines[port].request(t_s, address, Request.DUMP), out)

    def _searched(self, t_s: float, port: str, line: Search) -> None:
        if line.settings != self._settings[port]:
            self._reopen(port, line.settings)
        if line.heard and self._tape is not None:
            self._tape.known(t_s, port, line.kind)

    def _say(self, text: str) -> None:
        if self._on_trouble is not None:
            self._on_trouble(text)
