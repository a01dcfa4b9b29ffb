"""A line with boards at its end: bytes of the monitor in, bytes of the boards out, each at its time."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from heapq import heappop, heappush
from math import inf
from random import Random
from typing import Literal

from drivers.simulator.channel import BYTE_S, Channel, Said
from drivers.simulator.faults import ClockAway, Cut, Damage, Fault, Garbage, Noise, PowerLoss, Silence
from drivers.simulator.station import Station
from drivers.simulator.table import Table

WireKind = Literal["single", "bus"]
INCOMING_BYTES = 4096
"""Most bytes from the monitor that are on their way; what is written beyond is lost (chosen: 4 s of a full line)."""

Deed = Callable[[float], list[Said]]
"""Something done to the line at a time; what has come over it by that."""


class Wire:
    """One line and its tables: one on a single line, any number on a bus. Time only goes on.

    The same tables, seed, faults and writes give the same bytes at the same times, however often the line is asked, and
    whatever happens on other lines. ValueError: several boards on a single line, a fault of a board that is not there.
    """

    def __init__(
        self, tables: Sequence[Table], kind: WireKind = "single", seed: int | str = 1, faults: Iterable[Fault] = ()
    ) -> None:
        if not tables or (kind == "single" and len(tables) != 1):
            raise ValueError(f"a {kind} line has {'one board' if kind == 'single' else 'boards'}, not {len(tables)}")
        self.kind = kind
        self.tables = tuple(tables)
        self._seed = seed
        self._channel = Channel()
        self._stations = [
            Station(table, self._channel, number, self._chance(f"{number}/reply"))
            for number, table in enumerate(tables)
        ]
        self._incoming: deque[tuple[float, int]] = deque()
        self._t_s = -inf
        self._cuts = 0
        self._to_boards, self._to_monitor = Damage(self._chance("noise in")), Damage(self._chance("noise out"))
        self._deeds: list[tuple[float, int, Deed]] = []
        self._planned = 0
        for fault in faults:
            self.plan(fault)

    def _chance(self, what: str) -> Random:
        return Random(f"{self._seed}/{what}")  # noqa: S311 - seeds are for repeating

    @property
    def up(self) -> bool:
        """Whether the monitor's port is there: it was not cut."""
        return not self._cuts

    @property
    def due_s(self) -> float:
        """When `advance` may have something to do; inf if nothing is to come."""
        return self._due_s([station.due_s for station in self._stations])

    def _due_s(self, of_stations: Sequence[float]) -> float:
        incoming_s = self._incoming[0][0] if self._incoming else inf
        deed_s = self._deeds[0][0] if self._deeds else inf
        return min(incoming_s, deed_s, self._channel.due_s, *of_stations)

    def receive(self, t_s: float, data: bytes) -> None:
        """The monitor writes at `t_s`, which is not before the last `advance`. Lost while the line is cut."""
        if not self.up:
            return
        free_s = max(t_s, self._incoming[-1][0]) if self._incoming else t_s
        room = max(0, INCOMING_BYTES - len(self._incoming))
        for number, byte in enumerate(data[:room], 1):
            self._incoming.append((free_s + number * BYTE_S, byte))

    def advance(self, t_s: float) -> list[Said]:
        """What has come over the line up to and at `t_s`: pieces with the time at which their last byte had come."""
        out: list[Said] = []
        while True:
            dues = [station.due_s for station in self._stations]
            step_s = min(t_s, max(self._t_s, self._due_s(dues)))
            out += self._step(step_s, dues)
            if step_s >= t_s:
                return out

    def cut(self, t_s: float, *, carries_power: bool = False) -> list[Said]:
        """The monitor's port goes, now; the last that came over it. After `advance`. Several cuts add up."""
        out = self._come(self._channel.interrupt(t_s))
        self._cuts += 1
        self._incoming.clear()
        if carries_power:
            for station in self._stations:
                station.power_off(t_s)
        return out

    def join(self, t_s: float, *, carries_power: bool = False) -> list[Said]:
        """One cut is mended, now; nothing comes of it at once. After `advance`."""
        self._channel.interrupt(t_s)  # said to nobody
        self._cuts -= 1
        if carries_power:
            for station in self._stations:
                station.power_on(t_s)
        return []

    def plan(self, fault: Fault) -> None:
        """Something is to go wrong; what lies in the past happens at once."""
        stations = self._concerned(fault)
        match fault:
            case Cut(from_s, to_s, carries_power):
                self._do(from_s, partial(self.cut, carries_power=carries_power))
                self._do(to_s, partial(self.join, carries_power=carries_power))
            case Noise(one_in, from_s, to_s):
                self._do(from_s, lambda _: self._set_noise(one_in))
                self._do(to_s, lambda _: self._set_noise(0))
            case PowerLoss(from_s, to_s):
                self._do_each(from_s, stations, Station.power_off)
                self._do_each(to_s, stations, Station.power_on)
            case Silence(from_s, to_s, _, deaf):
                self._do_each(from_s, stations, partial(Station.silence, begins=True, deaf=deaf))
                self._do_each(to_s, stations, partial(Station.silence, begins=False, deaf=deaf))
            case ClockAway(from_s, to_s):
                self._do_each(from_s, stations, Station.unplug_clock)
                self._do_each(to_s, stations, Station.plug_clock)
            case Garbage(t_s, size):
                data = self._chance(f"garbage {self._planned}").randbytes(size)
                self._do_each(t_s, stations, lambda station, at_s: station.say(at_s, data))

    def _concerned(self, fault: Fault) -> list[Station]:
        board = None if isinstance(fault, Cut | Noise) else fault.board
        if board is None:
            return self._stations
        if not 0 <= board < len(self._stations):
            raise ValueError(f"no board {board} on this line, which has {len(self._stations)}: {fault}")
        return [self._stations[board]]

    def _do_each(self, t_s: float, stations: Sequence[Station], deed: Callable[[Station, float], None]) -> None:
        def to_each(at_s: float) -> list[Said]:
            for station in stations:
                deed(station, at_s)
            return []

        self._do(t_s, to_each)

    def _do(self, t_s: float, deed: Deed) -> None:
        if t_s < inf:
            heappush(self._deeds, (t_s, self._planned, deed))
            self._planned += 1

    def _step(self, t_s: float, dues: Sequence[float]) -> list[Said]:
        """What happens at one time, to boards that are due by then and on the line; nothing was to happen before."""
        self._t_s = t_s
        deeds = bool(self._deeds) and self._deeds[0][0] <= t_s
        for station, due_s in zip(self._stations, dues, strict=True):
            if deeds or due_s <= t_s:
                station.advance(t_s)
        while self._incoming and self._incoming[0][0] <= t_s:
            _, byte = self._incoming.popleft()
            (byte,) = self._to_boards.pass_on(bytes((byte,)))
            for station in self._stations:
                station.hear(t_s, byte)
        out = self._come(self._channel.advance(t_s))
        while self._deeds and self._deeds[0][0] <= t_s:
            out += heappop(self._deeds)[2](t_s) + self._come(self._channel.advance(t_s))
        return out

    def _come(self, said: list[Said]) -> list[Said]:
        """What of this gets to the monitor."""
        return [(t_s, self._to_monitor.pass_on(data)) for t_s, data in said] if self.up else []

    def _set_noise(self, one_in: int) -> list[Said]:
        self._to_boards.set(one_in)
        self._to_monitor.set(one_in)
        return []
