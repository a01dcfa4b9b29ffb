"""Open ports: what moves bytes, however it was opened.

All of them answer alike: `receive` gives b"" when there is nothing for now and raises OSError or EOFError when the
port is gone. A port with a descriptor never blocks and is read by the loop; one without is read and written by
threads, and waits at most `WAIT_S` in `receive`.
"""

import contextlib
import os
import socket
from typing import Protocol

import serial

from drivers.serial_line.errors import CLOSED_THERE, VANISHED
from drivers.serial_line.gate import Cleared

READ_BYTES = 4096
"""Most bytes of one line taken at once: what a pty gives, four seconds of a full 9600-baud line."""
WAIT_S = 0.25
"""Seconds after which a thread that waits for bytes looks whether it is to stop, where it cannot be woken."""


class Port(Protocol):
    """An open port."""

    def fileno(self) -> int | None:
        """A descriptor that a selector takes; None: it needs threads."""

    def receive(self) -> bytes:
        """Up to `READ_BYTES` bytes, b"" if there are none for now; OSError or EOFError if the port is gone."""

    def send(self, data: Cleared) -> int:
        """How many of these bytes it took; OSError if the port is gone."""

    def kept(self) -> int:
        """Bytes received that it keeps in memory of its own, outside the system's buffers."""

    def cancel(self) -> None:
        """Before it is closed in a hurry: wake a thread that waits in it, forget what has not gone out yet."""

    def close(self) -> None:
        """Release it."""


class DescriptorPort:
    """A serial port or pty by its raw descriptor (POSIX)."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        os.set_blocking(fd, False)

    def fileno(self) -> int | None:
        """The descriptor."""
        return self._fd

    def receive(self) -> bytes:
        """What has come; a port that vanished is readable and gives nothing."""
        try:
            data = os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return b""
        if not data:
            raise EOFError(VANISHED)
        return data

    def send(self, data: Cleared) -> int:
        """What the system takes without waiting."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def kept(self) -> int:
        """None: they stay with the system."""
        return 0

    def cancel(self) -> None:
        """What the system still keeps to be sent is forgotten: closing would wait for it, up to half a minute."""
        import termios  # POSIX only

        with contextlib.suppress(OSError, ValueError, termios.error):
            termios.tcflush(self._fd, termios.TCOFLUSH)

    def close(self) -> None:
        """Release it, and the exclusive use with it."""
        fd, self._fd = self._fd, -1  # the system gives its number to the next who opens something
        if fd >= 0:
            with contextlib.suppress(OSError):
                os.close(fd)


class SocketPort:
    """A TCP connection; read by the loop, or by threads if it is to block."""

    def __init__(self, connection: socket.socket, *, blocking: bool = False) -> None:
        self._socket = connection
        self._blocking = blocking
        connection.settimeout(WAIT_S if blocking else 0)

    def fileno(self) -> int | None:
        """The descriptor, unless it blocks."""
        return None if self._blocking else self._socket.fileno()

    def receive(self) -> bytes:
        """What has come."""
        try:
            data = self._socket.recv(READ_BYTES)
        except (BlockingIOError, TimeoutError):
            return b""
        if not data:
            raise EOFError(CLOSED_THERE)
        return data

    def send(self, data: Cleared) -> int:
        """What the system takes, without waiting or within `WAIT_S`."""
        try:
            return self._socket.send(data)
        except (BlockingIOError, TimeoutError):
            return 0

    def kept(self) -> int:
        """None: they stay with the system."""
        return 0

    def cancel(self) -> None:
        """Whoever waits finds the connection ended."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the connection."""
        with contextlib.suppress(OSError):
            self._socket.close()


class PyserialPort:
    """Whatever pyserial opened, by its own blocking calls: Windows, RFC 2217, and the rest of its URLs."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def fileno(self) -> int | None:
        """None: it is not for a selector."""
        return None

    def receive(self) -> bytes:
        """What has come, or the first byte that comes within `WAIT_S`."""
        return bytes(self._port.read(min(self._port.in_waiting, READ_BYTES) or 1))

    def send(self, data: Cleared) -> int:
        """All of it, once the port has taken it."""
        self._port.write(data)
        return len(data)

    def kept(self) -> int:
        """What waits in pyserial or in the system: it does not tell which."""
        return int(self._port.in_waiting)

    def cancel(self) -> None:
        """Ports of a system can be woken, others look for themselves."""
        for name in ("cancel_read", "cancel_write"):
            with contextlib.suppress(Exception):  # the port may be gone in the middle of it
                getattr(self._port, name, _nothing)()

    def close(self) -> None:
        """Release it; an RFC 2217 port takes its time over that."""
        with contextlib.suppress(Exception):  # a port that vanished cannot even be closed on some systems
            self._port.close()


def _nothing() -> None:
    """What a port does that cannot be woken."""
