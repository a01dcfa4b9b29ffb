"""What can go wrong with a line, said so that somebody can act on it.

LineError           a line cannot be opened or used
+-- ForbiddenWriteError  bytes that must never go out on a line of this kind
"""

import errno
import re
import socket
import stat
import sys
from pathlib import Path

_THERE_IS_NONE = frozenset({errno.ENOENT, errno.ENXIO, errno.ENODEV})
_NO_PERMISSION = frozenset({errno.EACCES, errno.EPERM})
_HELD = frozenset({errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK})
_NO_SERIAL_PORT = frozenset({errno.ENOTTY, errno.EINVAL, errno.EISDIR})
_NO_ANSWER = frozenset({errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN})
_VANISHED = frozenset({errno.EIO, errno.ENXIO, errno.ENODEV, errno.EBADF})
_CLOSED_THERE = frozenset({errno.ECONNRESET, errno.EPIPE, errno.ECONNABORTED})
_TOO_MANY = frozenset({errno.EMFILE, errno.ENFILE})

NOT_TAKEN = "what is sent is not taken: is the board or the adapter stuck?"
"""Why a line that does not take what is written is given up."""

FLOODED = "far more bytes come than boards can send: is something else connected there?"
"""Why a line that sends without end is given up."""
CLOSED_THERE = "the other side closed the connection"
CLOSED_AT_ONCE = (
    f"{CLOSED_THERE} at once: does another monitor hold the board? Or, where rfc2217:// is written, is it a plain TCP "
    "port (socket://)?"
)
"""Why a connection that was taken ends before a byte comes: serial servers serve one guest at a time."""
HELD = "is held by another program (LiveChess, or a second monitor?): close that one"
"""Why a port that is there cannot be opened: a serial port has one user."""
NO_PERMISSION = "no permission"
"""How the reason begins where the system does not let this user open a port."""
VANISHED = "the port has vanished: was the cable or the adapter unplugged?"
_VANISHED_TEXTS = ("device disconnected", "ClearCommError", "GetOverlappedResult", "reader thread died")
"""How pyserial words it on POSIX, on Windows (twice) and over RFC 2217."""
_NUMBER_IN_TEXT = re.compile(r"(?:Error\(|\[Errno |\()(\d+)")
"""An error number where pyserial keeps only the text, as it does on Windows."""
_LONGEST_TEXT = 200
"""Characters kept of a text from outside."""


class LineError(Exception):
    """A line that cannot be opened or used; `text` says why and what to do."""

    def __init__(self, port: str, text: str) -> None:
        super().__init__(f"{printable(port)}: {text}")
        self.port = port
        self.text = text


class ForbiddenWriteError(LineError):
    """Bytes that must never go out on a line of this kind were refused, all of them."""


def printable(text: str) -> str:
    """A text from outside on one line, without anything that a terminal would obey, cut to 200 characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST_TEXT])


def why_not_opened(url: str, error: BaseException, platform: str = sys.platform) -> str:
    """Why this could not be opened and what to do about it, from what pyserial or the system raised."""
    number = _number(error)
    if any(isinstance(link, socket.gaierror) for link in _chain(error)):
        return "no machine of this name is known: check the address"
    if number in _NO_PERMISSION:
        return _permission(url, platform)
    if number in _THERE_IS_NONE or "no ports found" in str(error):
        return "is not there: plug it in, or check its name"
    if number in _HELD:
        return HELD
    if number in _NO_SERIAL_PORT:
        return "is no serial port"
    if number == errno.ECONNREFUSED:
        return "nobody listens there: check the port number, and that the adapter or simulator runs"
    if number in _NO_ANSWER or isinstance(error, TimeoutError) or "timed out" in str(error):
        return no_answer()
    if number in _CLOSED_THERE:
        return CLOSED_AT_ONCE
    if number in _TOO_MANY:
        return "this process may open no more files: raise its limit (ulimit -n)"
    return f"cannot be opened: {printable(str(error)) or type(error).__name__}"


def no_answer() -> str:
    """What to say of an address that lets wait."""
    return "does not answer: check the address, the network and the adapter's power"


def why_lost(error: BaseException) -> str:
    """Why an open line went away."""
    if isinstance(error, EOFError):
        return printable(str(error))
    if "Write timeout" in str(error):
        return NOT_TAKEN
    if _number(error) in _VANISHED or any(words in str(error) for words in _VANISHED_TEXTS):
        return VANISHED
    if _number(error) in _CLOSED_THERE:
        return CLOSED_THERE
    return f"lost: {printable(str(error)) or type(error).__name__}"


def _permission(url: str, platform: str) -> str:
    if platform.startswith("win"):
        return HELD
    if not platform.startswith("linux"):
        return f"{NO_PERMISSION} to open it: check who owns it and its rights"
    group = _group_of(url)
    if group is None:
        return f"{NO_PERMISSION} to open it: only root may; check its rights (ls -l) and the udev rules"
    return f"{NO_PERMISSION}: add yourself to its group (sudo usermod -aG {group} $USER), then log out and in again"


def _group_of(path: str) -> str | None:
    """The group whose members may read and write a device; None if there is none. `dialout` if it cannot be told."""
    try:
        import grp  # POSIX only

        status = Path(path).stat()
        if not status.st_mode & stat.S_IRGRP or not status.st_mode & stat.S_IWGRP or not status.st_gid:
            return None
        return grp.getgrgid(status.st_gid).gr_name
    except (ImportError, OSError, KeyError, ValueError):
        return "dialout"


def _number(error: BaseException) -> int | None:
    """The system's number of an error, wherever pyserial left it."""
    for link in _chain(error):
        number = getattr(link, "errno", None) or (link.args[0] if link.args else None)
        if isinstance(number, int) and not isinstance(link, socket.gaierror):
            return number
    found = _NUMBER_IN_TEXT.search(str(error))
    return int(found[1]) if found else None


def _chain(error: BaseException | None) -> list[BaseException]:
    """An error and those that led to it."""
    links: list[BaseException] = []
    while error is not None and error not in links:
        links.append(error)
        error = error.__cause__ or error.__context__
    return links
