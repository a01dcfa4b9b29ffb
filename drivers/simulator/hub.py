"""Lines of virtual boards as `drivers.live.lines.Hub` and `drivers.serial_line.LineHub` know them, in simulated time.

Nothing waits here: `poll` lets simulated time pass. Who wants it to pass as real time does overrides `wait_until`.
"""

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Literal, NamedTuple

from drivers.serial_line import LineEvent, LineKind, LineSettings, gate
from drivers.simulator.faults import Fault
from drivers.simulator.wire import Wire

_STALE = 4
"""Times as many entries as lines make a list of what is due be cleared of those that no longer hold (chosen)."""


class Move(NamedTuple):
    """What is plugged into one port is pulled out, and plugged into another some time later."""

    t_s: float
    port: str
    to_port: str
    away_s: float = 1.0
    carries_power: bool = False
    """The boards live on the power of this cable."""


class _Due(NamedTuple):
    """When the wire in a port wants to be told the time; inf if nothing is to come."""

    t_s: float
    number: int
    port: str


class _Line:
    """A port that the monitor has taken on."""

    def __init__(self, settings: LineSettings) -> None:
        self.settings = settings
        self.kind: LineKind = settings.kind
        self.up = False
        self.openings = 0
        self.given_up_until_s = -inf


class VirtualHub:
    """Opens lines, reads all of them, writes what may be written; its `clock` is the time.

    `wires` are what is plugged into which port. A port without one, or whose wire is cut, is one that cannot be opened:
    it comes up as soon as there is something. Events are in order of time.
    """

    def __init__(self, wires: Mapping[str, Wire]) -> None:
        self.t_s = 0.0
        self.closed = False
        self._wires = dict(wires)
        self._lines: dict[str, _Line] = {}
        self._events: list[LineEvent] = []
        self._numbers = count()
        self._planned: list[tuple[float, int, Callable[[], object]]] = []
        self._due: list[_Due] = []
        """When which port's wire wants to be told the time; of several entries of a port the one in `_due_of` holds."""
        self._due_of: dict[str, _Due] = {}
        for port in self._wires:
            self._note_due(port)

    def clock(self) -> float:
        """It is now."""
        return self.t_s

    @property
    def due_s(self) -> float:
        """When something happens next; inf if nothing is to come."""
        while self._due and self._due_of.get(self._due[0].port) != self._due[0]:
            heappop(self._due)
        return min(self._planned[0][0] if self._planned else inf, self._due[0].t_s if self._due else inf)

    def add(self, settings: LineSettings) -> None:
        """Take on a line; it is opened at once if there is something to open."""
        if settings.url in self._lines or self.closed:
            raise ValueError(f"{settings.url}: the hub is closed or has this line already")
        self._lines[settings.url] = _Line(settings)
        self._look_at(settings.url)

    def remove(self, port: str) -> None:
        """Release a line for good; a last `down` is told if it was up."""
        line = self._lines.pop(port)
        if line.up:
            self._tell(port, "down", reason="closed")

    def set_kind(self, port: str, kind: LineKind) -> bool:
        """Tell what was found on a line; it holds until the line goes down. False if the line is not up."""
        line = self._lines[port]
        if line.up:
            line.kind = kind
        return line.up

    def write(self, port: str, data: bytes) -> bool:
        """Send whole commands; False if the line is not up. ForbiddenWriteError for what must not go out there."""
        line = self._lines[port]
        if not line.up:
            return False
        cleared = gate.clear(port, line.kind, data)
        if cleared:
            self._tell(port, "tx", cleared)
            self._wires[port].receive(self.t_s, cleared)
            self._note_due(port)
        return True

    def give_up(self, port: str, reason: str) -> None:
        """Release a line that cannot be used as it is; it is opened again after a pause."""
        line = self._lines[port]
        if line.up:
            line.given_up_until_s = self.t_s + line.settings.pause_s(1)
            self._down(port, line, reason)
            self.plan(line.given_up_until_s, lambda: self._look_at(port))

    def poll(self, timeout_s: float) -> list[LineEvent]:
        """What happened, as soon as anything has, at the latest after so many seconds."""
        until_s = self.t_s + timeout_s
        while not self._events:
            next_s = max(self.t_s, min(self.due_s, until_s))
            self.wait_until(next_s)
            self._happen()
            if next_s >= until_s:
                break
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Release every line; what is still to be told can be polled afterwards."""
        for port in list(self._lines):
            self.remove(port)
        self.closed = True

    def wait_until(self, t_s: float) -> None:
        """Let the time come."""
        self.t_s = t_s

    # --- what happens to the lines --------------------------------------------------------------------------

    def plan(self, t_s: float, act: Callable[[], object]) -> None:
        """Something is to be done at this time, after what the boards say at it."""
        heappush(self._planned, (t_s, next(self._numbers), act))

    def plan_move(self, move: Move) -> None:
        """A plug is to be moved to another port. What is in that port then is pulled out of it before."""

        def pull() -> None:
            power = move.carries_power
            wire = self.unplug(move.port, carries_power=power)
            if wire is not None:
                self.plan(self.t_s + move.away_s, lambda: self.plug(move.to_port, wire, carries_power=power))

        self.plan(move.t_s, pull)

    def fault(self, port: str, fault: Fault) -> None:
        """Something is to go wrong with what is plugged into a port; what lies in the past happens at once."""
        self._wires[port].plan(fault)
        self._note_due(port)

    def unplug(self, port: str, *, carries_power: bool = False) -> Wire | None:
        """Pull out what is in a port now, and answer it; what was on its way is lost."""
        wire = self._wires.get(port)
        if wire is not None:
            for _, data in [*wire.advance(self.t_s), *wire.cut(self.t_s, carries_power=carries_power)]:
                self.say(port, data)
            del self._wires[port]
            self._due_of.pop(port, None)
            self._look_at(port)
        return wire

    def plug(self, port: str, wire: Wire, *, carries_power: bool = False) -> None:
        """Plug a wire that was pulled out into a port, the same or another."""
        self.unplug(port)
        wire.advance(self.t_s)
        wire.join(self.t_s, carries_power=carries_power)
        self._wires[port] = wire
        self._look_at(port)
        self._note_due(port)

    def say(self, port: str, data: bytes) -> None:
        """Bytes come over a line, whoever sent them."""
        line = self._lines.get(port)
        if line is not None and line.up and data:
            self._tell(port, "rx", data)

    def _happen(self) -> None:
        """Everything that was to happen by now: what boards say first."""
        while self.due_s <= self.t_s:
            if self._due and self._due[0].t_s <= self.t_s:
                self._advance(heappop(self._due).port)
            else:
                heappop(self._planned)[2]()

    def _advance(self, port: str) -> None:
        wire = self._wires[port]
        for _, data in wire.advance(self.t_s):
            self.say(port, data)
        self._look_at(port)
        self._note_due(port)

    def _note_due(self, port: str) -> None:
        due = _Due(max(self.t_s, self._wires[port].due_s), next(self._numbers), port)
        self._due_of[port] = due
        heappush(self._due, due)
        if len(self._due) > _STALE * len(self._due_of):
            self._due = sorted(self._due_of.values())

    def _look_at(self, port: str) -> None:
        """Tell if a line came or went."""
        line, wire = self._lines.get(port), self._wires.get(port)
        if line is None:
            return
        up = wire is not None and wire.up and self.t_s >= line.given_up_until_s
        if line.up is up:
            return
        if not up:
            self._down(port, line, "pulled")
            return
        line.up = True
        line.openings += 1
        self._tell(port, "up", reason=f"opened again, {line.openings - 1}x" if line.openings > 1 else "")

    def _down(self, port: str, line: _Line, reason: str) -> None:
        line.up = False
        line.kind = line.settings.kind
        self._tell(port, "down", reason=reason)

    def _tell(self, port: str, kind: Literal["up", "down", "rx", "tx"], data: bytes = b"", *, reason: str = "") -> None:
        self._events.append(LineEvent(self.t_s, port, kind, data, reason))
