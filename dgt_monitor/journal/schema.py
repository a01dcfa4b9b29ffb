"""The journal's file: its tables, their version, and how an older one becomes today's."""

import secrets
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from dgt_monitor.journal.cut_short import cut_short, open_lengthened

APPLICATION_ID: Final = 0x44475421
"""Marks the file as a journal of this program (`DGT!`), for `file` and for us."""
SCHEMA: Final = 1
"""The version of the tables below. It goes up by one with each change, and `MIGRATIONS` gets a step."""
BUSY_S: Final = 5.0
"""So long it is waited for another program that has the file (chosen): only a reader can, and reads hold up nobody."""

TABLES: Final = """
CREATE TABLE about (
  name  TEXT PRIMARY KEY NOT NULL,  -- 'epoch': names this journal among all others; 'created': RFC 3339
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE rows (
  seq     INTEGER PRIMARY KEY,  -- 1, 2, .. without a hole
  t_s     REAL    NOT NULL,     -- seconds of the hall, monotonic over all watches of the event
  wall_us INTEGER NOT NULL,     -- time of day: microseconds since 1970, UTC
  kind    TEXT    NOT NULL,     -- reading | ruling | note | shown
  form    TEXT    NOT NULL,     -- which fields the body has: dgt_monitor/journal/forms.py
  port    TEXT,                 -- of a reading: where it came from
  address INTEGER,              -- and from which board of a bus line
  board   TEXT,                 -- the board's name then, where it had one
  body    TEXT    NOT NULL,     -- a JSON list, the fields in their order
  chain   BLOB    NOT NULL      -- checksum of this row and of the chain before it
);
"""


COMPANIONS: Final = ("-wal", "-shm")
"""What SQLite keeps beside a file while it is open, or was not closed."""


def files_of(path: Path) -> list[Path]:
    """The journal's file and what may stand beside it."""
    real = path.resolve()
    return [path, *(real.with_name(f"{real.name}{suffix}") for suffix in (*COMPANIONS, "-lock") if real.name)]


class JournalError(Exception):
    """A journal that cannot be used; says which, why, and what to do."""

    def __init__(self, path: str | Path, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.text = text


class DiskError(JournalError):
    """The disk fails, or is full: another time the same journal may do."""


class EmptyJournalError(JournalError):
    """A file in which nothing stands yet: whoever began it was broken off."""


class _NoDatabaseError(JournalError):
    """A file that SQLite does not take for one of its own."""


Migration = Callable[[sqlite3.Connection], None]
MIGRATIONS: Mapping[int, Migration] = {}
"""From the version that is the key to the next one. Rows are never changed by it, so the chain stays whole."""


def open_to_write(path: Path, created: str, migrations: Mapping[int, Migration] = MIGRATIONS) -> sqlite3.Connection:
    """The one connection that writes: made, or brought to today's tables, in one transaction. May raise sqlite3.Error.

    Before SQLite 3.51.3 two connections that write or check-point at once can damage a WAL: so only this one does.
    """
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        _bring_up(db, path, created, migrations)
    except BaseException:
        db.close()
        raise
    return db


def _bring_up(db: sqlite3.Connection, path: Path, created: str, migrations: Mapping[int, Migration]) -> None:
    newest = max([SCHEMA, *(number + 1 for number in migrations)])
    db.execute("BEGIN IMMEDIATE")
    try:
        version = _version(db, path)
        if version == 0:
            _make(db, created)
            version = SCHEMA
        while version < newest:
            migrations[version](db)
            version += 1
            db.execute(f"PRAGMA user_version={version:d}")
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # where the disk fails SQLite may have done so itself
            db.execute("ROLLBACK")
        raise


def _make(db: sqlite3.Connection, created: str) -> None:
    for statement in TABLES.split(";\n"):
        db.execute(statement)
    about = {"epoch": secrets.token_hex(16), "created": created}
    db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
    db.execute(f"PRAGMA application_id={APPLICATION_ID:d}")
    db.execute(f"PRAGMA user_version={SCHEMA:d}")


def _version(db: sqlite3.Connection, path: Path) -> int:
    """0 for a file with nothing in it; JournalError for one that is not ours or too new."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not version:
        return 0
    if application != APPLICATION_ID:
        raise JournalError(path, "is another program's database; name another file")
    if version < 1:
        raise JournalError(path, f"is damaged: its tables have no version ({version}); name another file")
    if version > SCHEMA:
        raise JournalError(
            path, f"was written by a newer version of this program (tables {version}, known {SCHEMA}); use that one"
        )
    return int(version)


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, also beside one that writes; JournalError if there is no journal."""
    if not path.is_file():
        raise JournalError(path, "no such file")
    lengths = cut_short(path)
    if lengths is None:
        return _open_to_read(path)
    if _has_log(path):
        with suppress(_NoDatabaseError):
            return _open_to_read(path)  # it is shorter for a moment while another program checkpoints it
    return _checked(open_lengthened(path, lengths), path)


def _has_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _open_to_read(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    try:
        return _checked(sqlite3.connect(f"{uri}?mode=ro", timeout=BUSY_S, uri=True, isolation_level=None), path)
    except sqlite3.OperationalError as error:
        if path.with_name(f"{path.name}-wal").exists():
            raise DiskError(path, f"cannot be read: {error}") from error
    try:  # on a medium that cannot be written, where nobody else can be at work
        return _checked(sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None), path)
    except sqlite3.Error as error:
        raise JournalError(path, f"cannot be read: {error}") from error


def _checked(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        if _version(db, path) == 0:
            raise EmptyJournalError(path, "is empty")
        db.execute("PRAGMA query_only=1")
        db.execute("PRAGMA wal_autocheckpoint=0")
    except sqlite3.OperationalError:
        db.close()
        raise
    except sqlite3.DatabaseError as error:
        db.close()
        raise _NoDatabaseError(path, f"is no journal, or its first page is damaged: {error}") from error
    except JournalError:
        db.close()
        raise
    return db


def back_up(path: Path, target: Path) -> None:
    """A copy as it stands at one moment, also while it is written; JournalError if that is not possible."""
    if target.exists():
        raise JournalError(target, "exists; name a file that does not")
    try:
        with closing(open_to_read(path)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without companions
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise JournalError(target, f"cannot be written: {error}") from error
