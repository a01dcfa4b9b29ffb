"""A damaged journal made whole again, as far as it is good: what is lost is said, and nothing is thrown away."""

import sqlite3
from contextlib import closing, suppress
from glob import escape
from pathlib import Path
from typing import Final

from dgt_monitor.journal.note_forms import NOTES, Note
from dgt_monitor.journal.reading import Journal, read_rows
from dgt_monitor.journal.rows import Draft, first_link, link
from dgt_monitor.journal.schema import (
    COMPANIONS,
    DiskError,
    EmptyJournalError,
    JournalError,
    open_to_read,
    open_to_write,
)
from dgt_monitor.journal.writing import INSERT

_NEW: Final = ".mended-"
"""In the name of the file that will be the journal when it is whole."""


def mend(path: Path, stamp: str) -> str | None:
    """Put what can be read of a damaged journal into a new file of its name; what was done, None if it is whole.

    The damaged file stays beside it, with `stamp` in its name. JournalError where there is nothing to be read. It gives
    its name away only when the new one is on the disk: where that cannot be written, everything is as it was.
    """
    _finish(path)
    if not path.exists() or not path.stat().st_size:
        return None
    try:
        with closing(open_to_read(path)) as db:
            if _is_sound(db):
                return None
            journal, created = read_rows(db), _created(db)
    except EmptyJournalError:
        return None
    aside = path.with_name(f"{path.name}.damaged-{stamp}")
    if aside.exists():
        raise JournalError(path, f"is damaged, and so it was before: {aside.name} is there already; name another file")
    lost = "; ".join(damage.text for damage in journal.damage) or "its rows could all be read"
    text = f"the journal was damaged: {lost}; what was good goes on here, the damaged file is {aside.name}"
    new = path.with_name(f"{path.name}{_NEW}{stamp}")
    try:
        _write(new, journal, created, text)
    except (OSError, sqlite3.Error) as error:
        _remove(new)
        why = f"is damaged ({lost}), and what is good cannot be written anew: {error}"
        raise DiskError(path, f"{why}. Make room, or see to the disk; nothing was changed") from error
    for suffix in (*COMPANIONS, ""):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + suffix))
    new.rename(path)
    return text


def _finish(path: Path) -> None:
    """What was broken off: the damaged file has given its name away and the new one has not got it, or neither."""
    for new in sorted(path.parent.glob(f"{escape(path.name)}{_NEW}*")):
        if path.exists():
            _remove(new)
        elif not new.name.endswith(COMPANIONS):
            new.rename(path)


def _remove(new: Path) -> None:
    for suffix in ("", *COMPANIONS):
        new.with_name(new.name + suffix).unlink(missing_ok=True)


def _is_sound(db: sqlite3.Connection) -> bool:
    try:
        return [text for (text,) in db.execute("PRAGMA quick_check(1)")] == ["ok"]
    except sqlite3.DatabaseError:
        return False


def _created(db: sqlite3.Connection) -> str:
    with suppress(sqlite3.DatabaseError):
        found = db.execute("SELECT value FROM about WHERE name = 'created'").fetchone()
        if found is not None:
            return str(found[0])
    return ""


def _write(path: Path, journal: Journal, created: str, text: str) -> None:
    """The rows as they are, with their numbers and checksums, and a note of what became of the others."""
    form, body = NOTES.encode(Note(text))
    rows = journal.rows
    with closing(open_to_write(path, created)) as db:
        db.execute("BEGIN")
        if journal.epoch:
            db.execute("UPDATE about SET value = ? WHERE name = 'epoch'", (journal.epoch,))
        db.executemany(INSERT, rows)
        seq, t_s, wall_us, chain = (
            (rows[-1].seq, rows[-1].t_s, rows[-1].wall_us, rows[-1].chain)
            if rows
            else (0, 0.0, 0, first_link(journal.epoch))
        )
        note = Draft(t_s, wall_us, "note", form, None, None, None, body)
        db.execute(INSERT, (seq + 1, *note, link(chain, seq + 1, note)))
        db.execute("COMMIT")
