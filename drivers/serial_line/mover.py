"""What moves the bytes of one open line: one interface for the loop (`descriptors`) and for threads (`threads`)."""

from typing import Protocol

from drivers.serial_line.gate import Cleared


class Mover(Protocol):
    """Moves the bytes of one opened line. Called by the loop's thread only; no call blocks."""

    @property
    def waiting(self) -> int:
        """Bytes to send that the port has not taken yet."""

    def send(self, data: Cleared) -> bytes:
        """Send all of this, now or later; what was sent already. OSError if the port is gone."""

    def taken(self, count: int) -> None:
        """The loop has taken so many bytes that were left for it."""

    def sent(self, count: int) -> None:
        """The loop was told that so many bytes were sent."""

    def drop_waiting(self) -> None:
        """Forget what waits to be sent."""

    def stop(self) -> None:
        """Release the port."""
