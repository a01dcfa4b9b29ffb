"""A line with whatever is on it, in one form: one board alone, or a bus of many."""

from collections.abc import Mapping
from typing import Protocol

from drivers.dgt.bus_interpret import Addressed
from drivers.dgt.quick import UPDATES
from drivers.live.bus_station import BusStep
from drivers.live.station import Station, Step
from drivers.readings import FieldUpdate, Reading, Request
from drivers.serial_line import LineKind


class LiveLine(Protocol):
    """What is asked of a `BusStation`, and of a board alone."""

    @property
    def due_s(self) -> float:
        """When `tick` wants to be called; inf if nothing is to come."""

    @property
    def kind(self) -> LineKind:
        """What is known to be on it."""

    def up(self, t_s: float) -> BusStep:
        """The line was opened."""

    def down(self, t_s: float, reason: str) -> BusStep:
        """The line was lost."""

    def rx(self, t_s: float, data: bytes) -> BusStep:
        """Bytes came."""

    def tx(self, data: bytes) -> list[Addressed]:
        """Bytes went out: what was asked by them."""

    def request(self, t_s: float, address: int | None, request: Request) -> BusStep:
        """Somebody wants something of a board."""

    def tick(self, t_s: float) -> BusStep:
        """It is now `t_s`."""


PLAIN_STEPS: Mapping[FieldUpdate, BusStep] = {
    update: BusStep(readings=(Addressed(None, update),)) for update in set(UPDATES.values())
}
"""What follows from a field update to which nothing is to be said, made once."""


class BoardAlone:
    """A `Station` as a `LiveLine`: nothing it says has an address."""

    __slots__ = ("_station",)

    kind: LineKind = "single"

    def __init__(self) -> None:
        self._station = Station()

    @property
    def due_s(self) -> float:
        """When `tick` wants to be called."""
        return self._station.due_s

    def up(self, t_s: float) -> BusStep:
        """The line was opened."""
        return _step(self._station.up(t_s))

    def down(self, t_s: float, reason: str) -> BusStep:
        """The line was lost."""
        return _step(self._station.down(t_s, reason))

    def rx(self, t_s: float, data: bytes) -> BusStep:
        """Bytes came."""
        update = self._station.rx_plain(t_s, data)
        return _step(self._station.rx(t_s, data)) if update is None else PLAIN_STEPS[update]

    def tx(self, data: bytes) -> list[Addressed]:
        """Bytes went out."""
        return _told(self._station.tx(data))

    def request(self, t_s: float, address: int | None, request: Request) -> BusStep:  # noqa: ARG002 - it has none
        """Somebody wants something of the board."""
        return _step(self._station.request(t_s, request))

    def tick(self, t_s: float) -> BusStep:
        """It is now `t_s`."""
        return _step(self._station.tick(t_s))


def _step(step: Step) -> BusStep:
    return BusStep(step.send, _told(step.readings))


def _told(readings: list[Reading]) -> list[Addressed]:
    return [Addressed(None, reading) for reading in readings]
