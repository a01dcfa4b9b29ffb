"""Ways in to a virtual line: a TCP port of the loopback, or a pseudo terminal. Who comes in is a guest.

A guest answers as a line does: `receive` gives what has come, b"" if there is nothing, None if the guest has gone;
`send` gives how many bytes were taken without waiting, and raises OSError if the guest has gone.
"""

import contextlib
import errno
import os
import socket
from collections.abc import Callable, Sequence
from typing import Protocol

HOST = "127.0.0.1"
"""Only this machine can reach a virtual hall."""
HIGHEST_PORT = 65_535
READ_BYTES = 256
"""Most bytes taken of a guest at once (chosen); a board buffers ten (protocol 1.3)."""
WAITING_BYTES = 65_536
"""Most bytes that wait for a guest on TCP who does not read (chosen): more than a minute of a full 9600-baud line."""


class ServeError(Exception):
    """A hall that cannot be served; says why, and what to do. `usage`: it was asked for what no machine has."""

    def __init__(self, text: str, *, usage: bool = False) -> None:
        super().__init__(text)
        self.usage = usage


class Guest(Protocol):
    """Somebody who has opened a line."""

    waiting_bytes: int
    """Above so many bytes that the guest does not take, what comes next is lost, as on any serial line."""

    def fileno(self) -> int:
        """What a selector takes."""

    def receive(self) -> bytes | None:
        """Up to `READ_BYTES` bytes."""

    def send(self, data: bytes) -> int:
        """Pass these bytes on."""

    def close(self) -> None:
        """Hang up."""


class Door(Protocol):
    """A way in to one line."""

    url: str
    """What `dgt-monitor watch` is given to come in here."""

    def fileno(self) -> int | None:
        """What becomes readable when somebody wants to come in; None: whoever comes is in already."""

    def enter(self) -> Guest | None:
        """Whoever has come; None if it was nobody after all."""

    def close(self) -> None:
        """Let nobody in any more."""


class TcpGuest:
    """A connection."""

    waiting_bytes = WAITING_BYTES

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection

    def fileno(self) -> int:
        """The descriptor of the connection."""
        return self._socket.fileno()

    def receive(self) -> bytes | None:
        """What has come."""
        try:
            return self._socket.recv(READ_BYTES) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def send(self, data: bytes) -> int:
        """What the system takes."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """End the connection."""
        self._socket.close()


class TcpDoor:
    """A listening socket of the loopback."""

    def __init__(self, port: int) -> None:
        self._listener = socket.create_server((HOST, port), backlog=8)
        self._listener.setblocking(False)
        self.url = f"socket://{HOST}:{self._listener.getsockname()[1]}"

    def fileno(self) -> int | None:
        """The descriptor of the listener."""
        return self._listener.fileno()

    def enter(self) -> Guest | None:
        """Take the connection that waits."""
        connection = None
        try:
            connection, _ = self._listener.accept()
            return TcpGuest(connection)
        except OSError:  # gone again already, or no descriptor left: the others are served on
            if connection is not None:
                connection.close()
            return None

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()


class PtyDoor:
    """A pseudo terminal, which is door and guest in one: nobody can tell when a program opens its other end.

    This end holds the other one open too, so that it never reads as hung up while nobody is there. What is said
    meanwhile stays in the system's small buffer, which a program that opens a serial port empties first.
    """

    waiting_bytes = 0
    """Nothing is kept beside the system's buffer: it would come late and out of date to whoever opens the line."""

    def __init__(self) -> None:
        import tty  # POSIX only

        self._fd, self._line_end = os.openpty()
        tty.setraw(self._line_end)
        os.set_blocking(self._fd, False)
        self.url = os.ttyname(self._line_end)

    def fileno(self) -> int | None:
        """Whoever comes is in already."""
        return None

    def enter(self) -> Guest | None:
        """The guest that stands for all who open the terminal, one after the other."""
        return _PtyGuest(self._fd)

    def close(self) -> None:
        """Whoever has it open finds it gone."""
        for fd in (self._fd, self._line_end):
            with contextlib.suppress(OSError):
                os.close(fd)


class _PtyGuest:
    waiting_bytes = PtyDoor.waiting_bytes

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def fileno(self) -> int:
        return self._fd

    def receive(self) -> bytes | None:
        try:
            return os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def send(self, data: bytes) -> int:
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """The terminal belongs to the door."""


def open_tcp(lines: int, first_port: int | None = None) -> list[Door]:
    """A TCP port for each of so many lines: `first_port` and the following, or whichever are free.

    ServeError if they cannot be had; then none is left open.
    """
    if first_port is None:
        return _all_or_none([lambda: TcpDoor(0)] * lines)
    if first_port + lines - 1 > HIGHEST_PORT:
        raise ServeError(f"{lines} ports from {first_port} on go beyond {HIGHEST_PORT}; begin lower", usage=True)
    return _all_or_none([_tcp(port) for port in range(first_port, first_port + lines)])


def open_ptys(lines: int) -> list[Door]:
    """A pseudo terminal for each of so many lines; ServeError if they cannot be had, then none is left open."""
    if not hasattr(os, "openpty"):
        raise ServeError("there are no pseudo terminals on this system; serve the hall over TCP")
    return _all_or_none([PtyDoor] * lines)


def _tcp(port: int) -> Callable[[], Door]:
    def listen() -> Door:
        try:
            return TcpDoor(port)
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                raise
            raise ServeError(f"TCP port {port} cannot be had: {error.strerror}; name another first port") from error

    return listen


def _all_or_none(openings: Sequence[Callable[[], Door]]) -> list[Door]:
    doors: list[Door] = []
    with contextlib.ExitStack() as opened:
        for opening in openings:
            try:
                door = opening()
            except OSError as error:
                text = f"only {len(doors)} of {len(openings)} lines could be opened: {error.strerror}"
                raise ServeError(text) from error
            opened.callback(door.close)
            doors.append(door)
        opened.pop_all()
    return doors
