"""A journal's file that was cut short, as by a copy broken off: read as far as it goes.

SQLite refuses a file that has fewer pages than its first page says. A copy with empty pages in their place it reads,
and finds only those damaged.
"""

import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

_HEADER: Final = 100
"""Bytes of the file's header (SQLite file format, 1.3), of which these are used here."""
_MAGIC: Final = b"SQLite format 3\x00"
_PAGE_SIZE: Final = slice(16, 18)
_PAGES: Final = slice(28, 32)
_CHANGES: Final = slice(24, 28)
_PAGES_AS_OF: Final = slice(92, 96)
_LARGEST_PAGE: Final = 65536
"""Bytes; written as 1."""
_SMALLEST_PAGE: Final = 512
_MOST_MISSING: Final = 1 << 32
"""Bytes that are put in at most (chosen): a header may say anything. They take no room where files may have holes."""


class Lengths(NamedTuple):
    """Of a file that was cut short, in bytes."""

    whole: int
    """Up to the end of its last whole page."""
    said: int
    """What its header says."""


def cut_short(path: Path) -> Lengths | None:
    """How far a file goes and how far it should; None where its header says nothing that can be held against it."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
            length = file.seek(0, 2)
    except OSError:
        return None  # whoever opens it says why
    if len(header) < _HEADER or not header.startswith(_MAGIC) or header[_CHANGES] != header[_PAGES_AS_OF]:
        return None
    size = int.from_bytes(header[_PAGE_SIZE], "big")
    size = _LARGEST_PAGE if size == 1 else size
    if size < _SMALLEST_PAGE or size & (size - 1):
        return None
    lengths = Lengths(length - length % size, size * int.from_bytes(header[_PAGES], "big"))
    return lengths if 0 < lengths.said - lengths.whole <= _MOST_MISSING else None


class _OfACopy(sqlite3.Connection):
    """A connection to a copy that goes with it."""

    copy: TemporaryDirectory[str] | None = None

    def close(self) -> None:
        super().close()
        if self.copy is not None:
            self.copy.cleanup()


def open_lengthened(path: Path, lengths: Lengths) -> sqlite3.Connection:
    """A connection to a copy as long as it should be, gone when it is closed; sqlite3.Error where it cannot be made."""
    folder = TemporaryDirectory(prefix="journal-")
    try:
        copy = Path(folder.name) / "copy"
        shutil.copyfile(path, copy)
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name("copy-wal"))
        with copy.open("r+b") as file:
            file.truncate(lengths.whole)
            file.truncate(lengths.said)
        db: Any = sqlite3.connect(copy, factory=_OfACopy, isolation_level=None)
        db.copy = folder
    except OSError as error:
        folder.cleanup()
        raise sqlite3.OperationalError(f"it is cut short, and no copy can be made of it: {error}") from error
    return db  # type: ignore[no-any-return]  # of the class that the factory names
