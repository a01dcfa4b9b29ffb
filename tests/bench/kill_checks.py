"""What is held against each other after a kill: the stream, the journal, and the hall that follows from it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import BoardView
from dgt_monitor.journal import schema
from dgt_monitor.journal.reading import Journal, chain_faults, integrity_faults, read_journal, value_of
from dgt_monitor.journal.schema import EmptyJournalError, open_to_write
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from tests.bench.killing import migrate

COMPARED: dict[str, tuple[str, ...]] = {
    "move": ("game", "ply", "uci", "san", "count", "count_max", "status", "sure", "provenance"),
    "alert": ("id", "rule", "game"),
    "alert_cleared": ("id", "rule", "game"),
    "board": ("state", "port", "serial"),
    "ruling": ("number", "ruling", "state"),
}
SUFFIXES = ("", "-wal", "-shm")


def copied(path: Path, name: str) -> Path | None:
    """The journal as the kill left it, under another name; None where no file was made yet."""
    if not path.exists():
        return None
    copy = path.with_name(name)
    for suffix in SUFFIXES:
        beside, other = (each.with_name(each.name + suffix) for each in (path, copy))
        other.unlink(missing_ok=True)
        if beside.exists() and suffix != "-shm":
            shutil.copy(beside, other)
    return copy


def key_of(event: dict[str, Any]) -> tuple[Any, ...]:
    """What of an event is compared, whether it was told for the first time or once more."""
    kind = event["kind"]
    return (kind, event["board"], *(event.get(name) for name in COMPARED.get(kind, ("game",))))


def shown_keys(journal: Journal) -> set[tuple[Any, ...]]:
    keys = set()
    for row in journal.rows:
        if row.kind == "shown":
            fields = value_of(row)._asdict()
            fields["kind"] = row.form
            if row.form == "move":
                fields["count"], fields["count_max"] = fields["least"], fields["most"]
            keys.add(key_of(fields))
    return keys


def read_killed(copy: Path) -> Journal:
    """The journal; an empty one where it was killed before its tables were made."""
    try:
        return read_journal(copy)
    except EmptyJournalError:
        return Journal("", [], [])


def faults_of(journal: Journal, told: list[dict[str, Any]]) -> list[str]:
    """What is wrong after a kill; nothing, if all is well."""
    out = [str(damage) for damage in (*journal.damage, *chain_faults(journal))]
    keys = shown_keys(journal)
    out += [
        f"told, and not in the journal: {event}"
        for event in told
        if event["kind"] != "clock" and key_of(event) not in keys
    ]
    rebuilt = rebuild(journal)
    out += [str(damage) for damage in rebuilt.damage]
    out += [str(difference) for difference in rebuilt.comparison.differences]
    return out or other_way(journal, rebuilt.hall)


def other_way(journal: Journal, hall: Hall) -> list[str]:
    """A restart goes through the last games only: it must lead to the same hall."""
    whole, short = hall.view(), rebuild_last_games(journal).hall.view()
    out = [f"alerts after a restart: {short.alerts}, but {whole.alerts}"] if short.alerts != whole.alerts else []
    for one, other in zip(whole.boards, short.boards, strict=True):
        if _lasting(one) != _lasting(other):
            out.append(f"board {one.board} after a restart: {other}, but {one}")
    return out


def _lasting(view: BoardView) -> BoardView:
    """A board but for what a restart counts anew: how much was heard of it, and when; which squares sense badly."""
    return view._replace(heard_t_s=None, spoken=0, bad_squares=())


def faults_of_migrating(before: Path, after: Path) -> list[str]:
    """A kill while the tables are brought to another version leaves the old ones or the new ones, and every row."""
    rows = read_journal(before).rows
    with closing(sqlite3.connect(after)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        out = integrity_faults(db)[0]
    if version not in (1, 2):
        out.append(f"the tables have version {version}")
    with _of_version(2):
        if read_journal(after).rows != rows:
            out.append("rows are others")
        if version == 1:
            open_to_write(after, "", {1: migrate}).close()
        again = read_journal(after)
        if again.rows != rows or again.damage:
            out.append("rows are others after it was brought to the end")
    return out


@contextmanager
def _of_version(number: int) -> Iterator[None]:
    known = schema.SCHEMA
    schema.SCHEMA = number  # type: ignore[misc]
    try:
        yield
    finally:
        schema.SCHEMA = known  # type: ignore[misc]
