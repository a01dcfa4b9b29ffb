"""What a board makes of the bytes that come in: whole commands, as many as its buffer holds.

Bytes with bit 7 set begin a command of the bus (protocol 4.2), all others are commands of a board alone; a few of these
have bytes that follow, told by a size byte.
"""

from collections import deque
from collections.abc import Callable
from math import inf

from drivers.dgt.bus_codec import decode_request
from drivers.dgt.bus_messages import REQUEST_BYTES, BusRequest
from drivers.dgt.commands import SIZED

BUFFER_BYTES = 10
"""What a board in single-board mode keeps of commands that wait (protocol 1.3)."""
PAUSE_S = 0.05
"""After such a pause inside a command its beginning is forgotten (chosen; its bytes come back to back)."""

Order = BusRequest | bytes
"""A command of the bus, or one of a board alone with all that belongs to it."""


class Intake:
    """A board's input buffer. It holds `BUFFER_BYTES`, or exactly one command of the bus (protocol 1.3).

    Commands that `concerns` says are not for this board are forgotten at once.
    """

    def __init__(self, concerns: Callable[[Order], bool]) -> None:
        self._concerns = concerns
        self._orders: deque[tuple[float, Order]] = deque()
        self._waiting_bytes = 0
        self._begun = b""
        self._heard_s = -inf

    @property
    def first_s(self) -> float:
        """When the first command that waits was complete; inf if none waits."""
        return self._orders[0][0] if self._orders else inf

    def hear(self, t_s: float, byte: int, *, on_bus: bool, busy: bool) -> None:
        """A byte has come to a board that listens to the bus or not, and is at work on a command or not.

        What the buffer cannot hold is lost.
        """
        if byte & 0x80 or t_s - self._heard_s > PAUSE_S:
            self._begun = b""
        self._heard_s = t_s
        self._begun += bytes((byte,))
        order = _whole(self._begun)
        if order is None:
            return
        size, self._begun = len(self._begun), b""
        full = busy or bool(self._orders) if on_bus else self._waiting_bytes + size > BUFFER_BYTES
        if order and not full and self._concerns(order):
            self._orders.append((t_s, order))
            self._waiting_bytes += _size(order)

    def take(self) -> Order:
        """The first command that waits; there must be one."""
        _, order = self._orders.popleft()
        self._waiting_bytes -= _size(order)
        return order

    def clear(self) -> None:
        """Forget what waits: the board has lost its power."""
        self._orders.clear()
        self._waiting_bytes = 0


def _whole(data: bytes) -> Order | None:
    """The command that these bytes are; None if more must come, empty if they can be none."""
    if data[0] & 0x80:
        if len(data) < REQUEST_BYTES:
            return None
        request = decode_request(data)
        return request if isinstance(request, BusRequest) else b""
    if data[0] in SIZED and (len(data) < 2 or len(data) < 2 + data[1]):
        return None
    return data


def _size(order: Order) -> int:
    """What it takes of the buffer; the bytes that follow a command are used as they come."""
    return REQUEST_BYTES if isinstance(order, BusRequest) else 1
