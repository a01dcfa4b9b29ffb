"""What the monitor takes readings from, whatever stands behind it: a capture, a line, a simulated hall."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from drivers.readings import Reading


class Stamped(NamedTuple):
    """A reading with its time and where it came from."""

    t_s: float
    """Seconds since the source began."""
    port: str
    address: int | None
    """Bus address of the board, None on the line of a single board."""
    reading: Reading


class Source(Protocol):
    """A source of readings in order of time."""

    def __iter__(self) -> Iterator[Stamped]:
        """The readings, once, as they come."""

    def close(self) -> None:
        """Let go of files and lines."""
