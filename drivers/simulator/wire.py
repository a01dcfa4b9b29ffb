"""A line with boards at its end: bytes of the monitor in, bytes of the boards out, each at its time."""

from collections import deque
from collections.abc import Sequence
from math import inf
from random import Random
from typing import Literal

from drivers.simulator.channel import BYTE_S, Channel, Said
from drivers.simulator.station import Station
from drivers.simulator.table import Table

LineKind = Literal["single", "bus"]
INCOMING_BYTES = 4096
"""Most bytes from the monitor that are on their way; what is written beyond is lost (chosen: 4 s of a full line)."""


class Wire:
    """One line and its tables: one on a single line, any number on a bus. Time only goes on.

    The same tables, seed and writes give the same bytes at the same times, however often the line is asked; what is
    said by one board alone on its line depends on no other line. ValueError: several boards on a single line.
    """

    def __init__(self, tables: Sequence[Table], kind: LineKind = "single", seed: int | str = 1) -> None:
        if kind == "single" and len(tables) != 1:
            raise ValueError(f"a single line has one board, not {len(tables)}")
        self.kind = kind
        self.tables = tuple(tables)
        self._channel = Channel()
        self._stations = [
            Station(table, self._channel, number, Random(f"{seed}/{number}/reply"))  # noqa: S311 - seeds are for repeating
            for number, table in enumerate(tables)
        ]
        self._incoming: deque[tuple[float, int]] = deque()

    @property
    def due_s(self) -> float:
        """When `advance` may have something to do; inf if nothing is to come."""
        incoming_s = self._incoming[0][0] if self._incoming else inf
        return min(incoming_s, self._channel.due_s, *(station.due_s for station in self._stations))

    def receive(self, t_s: float, data: bytes) -> None:
        """The monitor writes at `t_s`, which is not before the last `advance`."""
        free_s = max(t_s, self._incoming[-1][0]) if self._incoming else t_s
        room = max(0, INCOMING_BYTES - len(self._incoming))
        for number, byte in enumerate(data[:room], 1):
            self._incoming.append((free_s + number * BYTE_S, byte))

    def advance(self, t_s: float) -> list[Said]:
        """What has come over the line up to and at `t_s`: pieces with the time at which their last byte had come."""
        out: list[Said] = []
        while (due_s := self.due_s) < t_s:
            out += self._step(due_s)
        return out + self._step(t_s)

    def _step(self, t_s: float) -> list[Said]:
        """What happens at one time; nothing was to happen before it."""
        for station in self._stations:
            station.advance(t_s)
        while self._incoming and self._incoming[0][0] <= t_s:
            _, byte = self._incoming.popleft()
            for station in self._stations:
                station.hear(t_s, byte)
        return self._channel.advance(t_s)
