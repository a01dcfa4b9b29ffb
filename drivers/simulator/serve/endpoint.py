"""What is served: the far end of one line, with a board on it or several."""

from typing import Protocol


class Endpoint(Protocol):
    """The far end of a line. It knows nothing of sockets and owns no clock; times never go back."""

    @property
    def up(self) -> bool:
        """False while the line is cut: whoever was on it is hung up on, and nobody gets in. It changes by `advance`."""

    @property
    def due_s(self) -> float | None:
        """When `advance` may have something to say if nobody does anything; None or inf: not before that."""

    def receive(self, t_s: float, data: bytes) -> object:
        """Bytes came from the monitor at `t_s`; any bytes. What they lead to comes out of `advance`."""

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """All that has come over the line up to and at `t_s` and was not told yet, in order."""
