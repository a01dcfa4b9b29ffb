"""The gate between concluding and telling: nothing leaves before what it rests on is recorded."""

from typing import Protocol

from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known, Ruling
from drivers.readings import Reading


class Gate(Protocol):
    """The record as the loop sees it."""

    def record(self, t_s: float, port: str, address: int | None, reading: Reading) -> None:
        """Take a stamped reading for the record, in order."""

    def rule(self, ruling: Ruling) -> None:
        """Take a ruling for the record, in order."""

    def learn(self, t_s: float, known: Known) -> None:
        """Take what is known from now on for the record, in order."""

    def finish(self, t_s: float) -> None:
        """The input ends at this time."""

    def release(self, events: list[Event]) -> list[Event]:
        """Those conclusions, of these and of earlier ones held back, whose entries are safely recorded now."""
