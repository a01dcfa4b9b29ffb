"""One watch writes into a journal: who has it, and the lock that is gone when its process is, however it ended."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from dgt_monitor.journal.schema import JournalError

WHO_BYTES: Final = 400
"""What the lock's file may say of its owner."""
LOCKED_AT: Final = 1 << 20
"""On Windows a byte far behind the text is locked: a locked one could not be read."""


class JournalLock:
    """Held from the beginning until `release`, or until the process ends. JournalError names who has it.

    The file beside the journal stays, unless there is no journal after all (`withdraw`).
    """

    def __init__(self, journal: Path, who: str) -> None:
        self.journal = journal = _real(journal)
        """Under the name it has itself: another name that leads there is no second lock."""
        _check_names(journal)
        self._path = journal.with_name(f"{journal.name}-lock")
        self._is_new = not self._path.exists()
        while not self._take():
            pass  # somebody withdrew it in the moment between
        try:
            os.ftruncate(self._file, 0)
            os.write(self._file, who.encode("utf-8", "backslashreplace")[:WHO_BYTES])
        except OSError:
            pass  # a full disk: the lock holds all the same, only nobody can say whose it is

    def _take(self) -> bool:
        """Whether it is held now; not if its file was taken away meanwhile. JournalError where others have it."""
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise JournalError(self.journal, f"cannot be written there: {error.strerror}; name another file") from error
        if not _taken(self._file):
            other = os.read(self._file, WHO_BYTES).decode("utf-8", "replace").strip()
            os.close(self._file)
            by = f" ({other})" if other else ""
            raise JournalError(self.journal, f"another watch writes into it{by}: end that one, or name another file")
        held = os.fstat(self._file)
        if identity(self._path) == (held.st_dev, held.st_ino):
            return True
        os.close(self._file)
        return False

    def withdraw(self) -> None:
        """There is no journal here: leave nothing behind that was not there before, and release."""
        if self._is_new and self._file >= 0:
            with suppress(OSError):  # Windows removes no file that is open
                self._path.unlink()
        self.release()

    def release(self) -> None:
        """Let others have it. Twice does no harm."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file stands there, whatever it is called; None if there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _check_names(journal: Path) -> None:
    """A file with two names would have two locks, and two write-ahead logs that know nothing of each other."""
    with suppress(OSError):
        names = journal.stat().st_nlink
        if names > 1:
            raise JournalError(
                journal,
                f"has {names} names (hard links), and another watch may write under one of them: remove the others, "
                "or name another file",
            )


def check_writable(journal: Path) -> None:
    """JournalError for a file that is there and may not be written: SQLite says so only when something is.

    Without opening it: closing a file lets go of what SQLite has locked of it in the same process.
    """
    as_who = {"effective_ids": True} if os.access in os.supports_effective_ids else {}
    if journal.exists() and not os.access(journal, os.W_OK, **as_who):
        raise JournalError(journal, "cannot be used: it may not be written. Make it writable, or name another file")


def _real(journal: Path) -> Path:
    try:
        real = journal.resolve()
    except (OSError, RuntimeError) as error:  # a link that leads to itself
        raise JournalError(journal, f"leads to no file: {error}; name another file") from error
    if not real.name or real.is_symlink():
        raise JournalError(journal, "leads to no file; name another file")
    return real


if sys.platform == "win32":  # pragma: no cover - not run here
    import msvcrt

    def _taken(file: int) -> bool:
        try:
            os.lseek(file, LOCKED_AT, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _taken(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
