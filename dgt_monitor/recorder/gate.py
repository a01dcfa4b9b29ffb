"""The gate between concluding and telling: nothing leaves before what it rests on is recorded."""

from typing import Protocol

from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Entry, Ruling


class Gate(Protocol):
    """The record as the loop sees it."""

    def record(self, entry: Entry | Ruling) -> None:
        """Take an entry for the record, in order."""

    def release(self, events: list[Event]) -> list[Event]:
        """Those conclusions, of these and of earlier ones held back, whose entries are safely recorded now."""


class OpenGate:
    """The gate where the record already exists: a replayed capture needs no second one."""

    def record(self, entry: Entry | Ruling) -> None:
        """The capture holds it."""

    def release(self, events: list[Event]) -> list[Event]:
        """Everything may leave."""
        return events
