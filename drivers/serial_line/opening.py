"""From a URL to an open port. Takes seconds where an address does not answer, so it runs in a thread of its own."""

import os
import re
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import serial

from drivers.serial_line.errors import LineError, why_not_opened
from drivers.serial_line.ports import WAIT_S, DescriptorPort, Port, PyserialPort, SocketPort
from drivers.serial_line.settings import LineSettings

Opener = Callable[[LineSettings], Port]
"""Opens a port, and may take its time; LineError if it cannot."""

CONNECT_S = 5.0
"""Seconds for a TCP connection to be made; as long as pyserial gives it."""
KEEP_ALIVE_S = (10, 5, 3)
"""Seconds of silence before a TCP connection is probed, seconds between probes, and probes unanswered until it is lost;
a choice. Without it an adapter that lost its power would look like a quiet board."""

_NATIVE = frozenset({"", "hwgrep"})
"""Schemes behind which pyserial's own class for the system's ports stands."""
_PTY = re.compile(r"/dev/(pts/|ttys)\d+")
"""Not `ttyS0`, which is a real port."""


def open_port(settings: LineSettings) -> Port:
    """Open what these settings name; LineError says why not and what to do."""
    scheme = settings.url.partition("://")[0].lower() if "://" in settings.url else ""
    try:
        if scheme == "socket":
            return SocketPort(_connect(settings.url), blocking=settings.force_threads)
        port = _open_pyserial(settings, scheme)
        if os.name == "posix" and scheme in _NATIVE:
            return _native(port, settings)
        return PyserialPort(port)
    except LineError:
        raise
    except Exception as error:  # pyserial lets pass whatever its platforms and URL handlers raise
        raise LineError(settings.url, why_not_opened(settings.url, error)) from error


def _connect(url: str) -> socket.socket:
    """A TCP connection of our own: pyserial's uses `select`, so it ends at descriptor 1024, throws away the first
    bytes, and sleeps when it is closed."""
    parts = urlsplit(url)
    try:
        address = (parts.hostname, parts.port)
    except ValueError:
        address = (None, None)
    if not address[0] or not address[1] or parts.query or parts.path.strip("/"):
        raise LineError(url, "is no address: write socket://HOST:PORT")
    connection = socket.create_connection((address[0], address[1]), timeout=CONNECT_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in zip(("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT"), KEEP_ALIVE_S, strict=True):
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return connection


def _open_pyserial(settings: LineSettings, scheme: str) -> serial.Serial:
    port = serial.serial_for_url(
        settings.url,
        do_not_open=True,
        baudrate=settings.baud,
        timeout=WAIT_S,
        exclusive=True if settings.exclusive else None,
    )
    if scheme != "rfc2217":  # which refuses to have one
        port.write_timeout = settings.write_timeout_s
    port.dtr = settings.modem_line(settings.dtr)
    port.rts = settings.modem_line(settings.rts)
    port.open()
    return port


def _native(port: serial.Serial, settings: LineSettings) -> Port:
    """A POSIX port: for the loop its descriptor alone, since pyserial keeps four more for each port."""
    import termios  # POSIX only

    try:
        if settings.exclusive:
            _refuse_others(port.fileno(), str(port.port))
        if settings.force_threads:
            return PyserialPort(port)
        fd = os.dup(
            port.fileno()
        )  # shares the lock and the modem lines, which last until the last descriptor is closed
    except BaseException:
        port.close()
        raise
    port.close()
    try:
        attributes = termios.tcgetattr(fd)
        attributes[6][termios.VMIN] = 1  # so that "nothing for now" and "gone" read differently
        termios.tcsetattr(fd, termios.TCSANOW, attributes)
        return DescriptorPort(fd)
    except BaseException:
        os.close(fd)
        raise


def _refuse_others(fd: int, path: str) -> None:
    """Shut out programs that know nothing of pyserial's lock, such as a modem prober: its "AT" is two commands to a
    board (protocol 2.3). Not on a pty, where this would outlive us as long as its other end is open."""
    import fcntl  # POSIX only
    import termios

    if not is_pty(path):
        fcntl.ioctl(fd, termios.TIOCEXCL)


def is_pty(path: str) -> bool:
    """Whether a path leads to a pseudo terminal (Linux, macOS)."""
    return _PTY.fullmatch(str(Path(path).resolve())) is not None
