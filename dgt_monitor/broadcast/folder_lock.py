"""One watch writes live games into a folder: whose it is, and the lock that is gone when its process is."""

import errno
import os
import sys
from pathlib import Path
from typing import Final

LOCK_NAME: Final = ".dgt-monitor-lock"
"""A file of the folder that stays there; whose name begins so is shown by few servers."""
WHO_BYTES: Final = 100
"""What it may say of its owner."""
LOCKED_AT: Final = 1 << 20
"""On Windows a byte far behind the text is locked: a locked one could not be read."""
_TAKEN: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})


_OWN: Final = "process {}"


class HeldHereError(BlockingIOError):
    """This process has it itself."""


class FolderLock:
    """Of one folder. Where a file system knows no locks there is none, and nothing is held up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = -1

    def take(self) -> None:
        """Have it from now on; OSError that names who has it, or says why nothing can be written there."""
        if self._file >= 0:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        file = os.open(self._folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if not _taken(file):
                who = os.read(file, WHO_BYTES).decode("utf-8", "replace").strip()
                by = f" ({who})" if who.isprintable() and who else ""
                if who == _OWN.format(os.getpid()):
                    raise HeldHereError("this watch writes into it already")
                raise BlockingIOError(f"another watch writes into it{by}")
            os.ftruncate(file, 0)
            os.write(file, _OWN.format(os.getpid()).encode())
        except BaseException:
            os.close(file)
            raise
        self._file = file

    def release(self) -> None:
        """Let others have it. Twice does no harm."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


if sys.platform == "win32":  # pragma: no cover - not run here
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, LOCKED_AT, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _taken(file: int) -> bool:
    """Whether nobody else has it."""
    try:
        _lock(file)
    except OSError as error:
        return error.errno not in _TAKEN
    return True
