"""Where a recorder is found: a socket and a file about it, in a folder that only its user can read.

The names follow from the journal, so whoever knows the journal finds the recorder. What a killed recorder left behind
is known by a socket at which nobody answers.
"""

import hashlib
import json
import os
import secrets
import socket
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from dgt_monitor.journal.codec import TEXT, WHOLE, Form, UnreadableError, form

FOLDER: Final = "dgt-monitor"
WAITING: Final = 16
"""Screens that may knock at the same moment (chosen)."""
KNOCK_S: Final = 2.0
"""Who does not open within this is not there (chosen: it is the same machine)."""
SOCKET_MAX_BYTES: Final = 100
"""A longer name of a socket is none on some systems (104 bytes on macOS, 108 on Linux, with a zero at the end)."""
ABOUT_MAX_BYTES: Final = 64 * 1024
LOOPBACK: Final = "127.0.0.1"
UNIX: Final = hasattr(socket, "AF_UNIX") and sys.platform != "win32"


class PlaceError(Exception):
    """A recorder cannot be found or attached to; the text says what to do."""


class About(NamedTuple):
    """What a recorder's file says of it."""

    pid: int
    journal: str
    """Its whole path; empty without one."""
    event: str
    """The same of the tournament file."""
    token: str
    """Who attaches must know it."""
    socket: str
    """The name of the socket beside this file; empty: `port` of the loopback."""
    port: int


_ABOUT: Final[Form] = form(About, pid=WHOLE, journal=TEXT, event=TEXT, token=TEXT, socket=TEXT, port=WHOLE)


class Place(NamedTuple):
    """A recorder, as its file tells it."""

    file: Path
    about: About

    def connect(self) -> socket.socket:
        """A connection to it; OSError if nobody is there."""
        return _connected(self.file.parent, self.about)

    @property
    def name(self) -> str:
        """The recorder for people."""
        return self.about.journal or f"process {self.about.pid}"


def folders(environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Where recorders of this user may be found, the best place first."""
    if sys.platform == "win32":
        return [Path(environ.get("LOCALAPPDATA") or tempfile.gettempdir()) / FOLDER]
    own = Path(tempfile.gettempdir()) / f"{FOLDER}-{os.getuid()}"
    runtime = environ.get("XDG_RUNTIME_DIR")
    return [Path(runtime) / FOLDER, own] if runtime else [own]


def key_of(journal: Path | None) -> str:
    """By which name a recorder of this journal is found, however its path is written."""
    if journal is None:
        return f"process-{os.getpid()}"
    return hashlib.sha256(str(journal.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:24]


class Door:
    """A recorder's place, from when others may attach until `close`."""

    def __init__(self, place: Place, listener: socket.socket, stale: str | None) -> None:
        self.place = place
        self.listener = listener
        self.stale = stale
        """Whose remains were in the way, and are gone."""

    def close(self) -> None:
        """Nobody can attach any more."""
        self.listener.close()
        with suppress(OSError), _alone(self.place.file.parent):
            if _about(self.place.file) == self.place.about:
                _remove(self.place.file)


def open_door(journal: Path | None, event: Path | None, *, among: list[Path] | None = None, unix: bool = UNIX) -> Door:
    """A place at which screens find this recorder; PlaceError if there can be none."""
    why = "there is no folder for it"
    for folder in folders() if among is None else among:
        try:
            _make_private(folder)
            return _opened(folder, journal, event, unix=unix)
        except (OSError, PlaceError) as error:
            why = str(error)
    raise PlaceError(f"no desk can attach: {why}")


def _opened(folder: Path, journal: Path | None, event: Path | None, *, unix: bool) -> Door:
    key = key_of(journal)
    file, path = folder / f"{key}.json", folder / f"{key}.sock"
    unix = unix and len(os.fsencode(path)) + len(".new") <= SOCKET_MAX_BYTES
    listener = socket.socket(socket.AF_UNIX if unix else socket.AF_INET, socket.SOCK_STREAM)
    try:
        with _alone(folder):
            left = _about(file)
            if left is not None or path.exists():
                _remove(file)
            if unix:
                _listen(listener, path)
            else:
                listener.bind((LOOPBACK, 0))
                listener.listen(WAITING)
            about = About(
                os.getpid(), told_path(journal), told_path(event), secrets.token_hex(16), path.name if unix else "",
                0 if unix else listener.getsockname()[1],
            )  # fmt: skip
            _write(file, about)
    except BaseException:
        listener.close()
        raise
    stale = None if left is None else f"process {left.pid} has left a socket behind; it is removed"
    return Door(Place(file, about), listener, stale)


def told_path(path: Path | None) -> str:
    """A path as a recorder's file tells it."""
    return "" if path is None else str(path.resolve()).encode("utf-8", "backslashreplace").decode()


def _listen(listener: socket.socket, path: Path) -> None:
    """Under its name only when it listens: at a socket that is found, somebody answers or is dead."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    listener.bind(str(new))
    new.chmod(0o600)
    listener.listen(WAITING)
    new.replace(path)


def _write(file: Path, about: About) -> None:
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        json.dump(_ABOUT.encode(about), out)
    new.replace(file)


def _make_private(folder: Path) -> None:
    """A folder that is this user's and nobody else's; PlaceError if it cannot be."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if sys.platform == "win32":
        return
    kept = folder.lstat()
    if not stat.S_ISDIR(kept.st_mode) or kept.st_uid != os.getuid():
        raise PlaceError(f"{folder} is not a folder of this user's own; remove it")
    if kept.st_mode & 0o077:
        folder.chmod(0o700)


def _is_private(folder: Path) -> bool:
    """Whether what stands there can be believed."""
    try:
        kept = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(kept.st_mode) and (sys.platform == "win32" or kept.st_uid == os.getuid())


def _about(file: Path) -> About | None:
    """What a recorder's file says; None if there is none that can be read."""
    try:
        with file.open("rb") as stream:
            told: Any = _ABOUT.decode(json.loads(stream.read(ABOUT_MAX_BYTES)))
    except (OSError, ValueError, RecursionError, UnreadableError):
        return None
    about: About = told
    inside = about.socket in ("", f"{file.stem}.sock") and 0 <= about.port < 1 << 16
    return about if inside and about.token.isascii() else None


def _connected(folder: Path, about: About) -> socket.socket:
    unix = bool(about.socket)
    made = socket.socket(socket.AF_UNIX if unix else socket.AF_INET, socket.SOCK_STREAM)
    try:
        made.settimeout(KNOCK_S)
        made.connect(str(folder / about.socket) if unix else (LOOPBACK, about.port))
    except BaseException:
        made.close()
        raise
    return made


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.with_suffix(".sock").unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else puts anything there or takes it away meanwhile."""
    if sys.platform == "win32":  # pragma: no cover - not run here
        yield
        return
    import fcntl

    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def living(
    tell: Callable[[str], None] = lambda _: None,
    among: list[Path] | None = None,
    wanted: Callable[[About], bool] = lambda _: True,
) -> list[Place]:
    """Every wanted recorder of this user at which somebody answers; what killed ones left is removed, and told."""
    out = []
    for folder in folders() if among is None else among:
        if not _is_private(folder):
            continue
        for file in sorted(folder.glob("*.json")):
            about = _about(file)
            if about is not None and wanted(about) and _answers(Place(file, about), tell):
                out.append(Place(file, about))
    return out


def _answers(place: Place, tell: Callable[[str], None]) -> bool:
    try:
        place.connect().close()
    except (ConnectionRefusedError, FileNotFoundError):
        with suppress(OSError), _alone(place.file.parent):
            if _about(place.file) == place.about:
                _remove(place.file)
                tell(f"{place.name}: the recorder (process {place.about.pid}) was killed; its socket is removed")
        return False
    except OSError:
        return True  # it is there, and too busy to open
    return True
