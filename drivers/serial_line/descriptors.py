"""The loop moves the bytes of a line itself, by the port's descriptor."""

from selectors import EVENT_READ, EVENT_WRITE, BaseSelector

from drivers.serial_line.gate import NOTHING, Cleared, joined, left
from drivers.serial_line.line import Line
from drivers.serial_line.ports import Port


class LoopMover:
    """By the loop itself, which watches the port's descriptor."""

    def __init__(self, port: Port, selector: BaseSelector, line: Line) -> None:
        self.line = line
        """Whose port this is."""
        self.receive = port.receive
        self._port = port
        self._selector = selector
        self._rest = NOTHING
        fd = port.fileno()
        if fd is None:
            raise ValueError("a port without a descriptor")
        self._fd = fd
        selector.register(fd, EVENT_READ, self)

    @property
    def waiting(self) -> int:
        """Bytes to send that the port has not taken yet."""
        return len(self._rest)

    def send(self, data: Cleared) -> bytes:
        """Send all of this, now or later; what was sent already."""
        if self._rest:
            self._rest = joined(self._rest, data)
            return b""
        return self._send(data)

    def flush(self) -> bytes:
        """Send what waits, as far as the port takes it; what was sent."""
        return self._send(self._rest)

    def _send(self, data: Cleared) -> bytes:
        count = self._port.send(data)
        self._keep(left(data, count))
        return data[:count]

    def _keep(self, rest: Cleared) -> None:
        if bool(rest) != bool(self._rest):
            self._selector.modify(self._fd, EVENT_READ | EVENT_WRITE if rest else EVENT_READ, self)
        self._rest = rest

    def taken(self, count: int) -> None:
        """Nothing: the loop takes bytes as it reads them."""

    def sent(self, count: int) -> None:
        """Nothing: the loop knows."""

    def drop_waiting(self) -> None:
        """Forget what waits to be sent."""
        self._keep(NOTHING)

    def stop(self) -> None:
        """Release the port."""
        self._selector.unregister(self._fd)
        if self._rest:
            self._port.cancel()
        self._port.close()
