"""A journal read back: its rows, its chain, and what is wrong with it."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.forms import FORMS
from dgt_monitor.journal.rows import COLUMNS, Draft, Row, first_link, link, wrong_column
from dgt_monitor.journal.schema import open_to_read

MOST_LOOKED_FOR: Final = 1000
"""SQLite looks for no more faults than these (chosen)."""
MOST_TOLD: Final = 10
"""So many of them are told one by one (chosen)."""
_OF_A_BOARD: Final = """SELECT {} FROM rows WHERE board = ? OR board IS NULL
OR form = 'Identity' AND port IN (SELECT port FROM rows WHERE board = ? AND port IS NOT NULL) ORDER BY seq"""


class Damage(NamedTuple):
    """Something that is not as it was written."""

    seq: int
    """The first row that it concerns."""
    text: str
    until: int = 0
    """Of rows that are missing, the last one."""


def value_of(row: Row) -> Any:
    """What a row says; UnreadableError if that is nothing this program knows."""
    return _decoded(row.kind, row.form, row.body)


@lru_cache(maxsize=16_384)
def _decoded(kind: str, form: str, body: str) -> Any:
    """The same squares change all day: what was decoded once is the same value again, and none of them ever changes."""
    forms = FORMS.get(kind)
    if forms is None:
        raise UnreadableError(f"{kind!r} is no kind of row this version of the program knows")
    return forms.decode(form, body)


class Journal(NamedTuple):
    """All rows of a journal, those that could not be read told."""

    epoch: str
    rows: list[Row]
    damage: list[Damage]


def read_journal(path: Path) -> Journal:
    """All rows, in their order; JournalError if there is no journal, `damage` for what cannot be read of it."""
    with closing(open_to_read(path)) as db:
        return read_rows(db)


def read_rows(db: sqlite3.Connection) -> Journal:
    """The same from an open connection."""
    damage: list[Damage] = []
    epoch = epoch_of(db)
    rows: list[Row] = []
    if not _take(db, "SELECT {} FROM rows ORDER BY seq", rows):
        later: list[Row] = []
        _take(db, "SELECT {} FROM rows ORDER BY seq DESC", later)
        last = rows[-1].seq if rows else 0
        tail = [row for row in reversed(later) if row.seq > last]
        until = f"to {tail[0].seq - 1}" if tail else "on"
        lost = f"the file is damaged: the rows from {last + 1} {until} are lost"
        damage.append(Damage(last + 1, lost, tail[0].seq - 1 if tail else 0))
        rows += tail
    wrong = {row.seq: name for row in rows if (name := wrong_column(row)) is not None}
    damage += [
        Damage(seq, f"row {seq} is damaged: its {name} is nothing that goes there") for seq, name in wrong.items()
    ]
    return Journal(epoch, [row for row in rows if row.seq not in wrong], damage)


def read_board(path: Path, board: str) -> list[Row]:
    """The rows that tell of the board of this name, and those of no board; JournalError if there is no journal.

    Who told there who it is, too: before that the board had no such name.
    """
    rows: list[Row] = []
    with closing(open_to_read(path)) as db:
        _take(db, _OF_A_BOARD, rows, board, board)
    return [row for row in rows if wrong_column(row) is None]


def _take(db: sqlite3.Connection, statement: str, rows: list[Row], *values: str) -> bool:
    """Add the rows, as far as they can be read; whether all could."""
    try:
        for row in db.execute(statement.format(COLUMNS), values):
            rows.append(Row._make(row))  # noqa: PERF401 - those before the first that cannot be read are kept
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False
    return True


def epoch_of(db: sqlite3.Connection) -> str:
    """The name of the journal among all others; empty where it cannot be read."""
    try:
        found = db.execute("SELECT value FROM about WHERE name = 'epoch'").fetchone()
    except sqlite3.DatabaseError:
        found = None
    return str(found[0]) if found else ""


def integrity_faults(db: sqlite3.Connection) -> tuple[list[str], int]:
    """What SQLite itself finds wrong with the file: lines, of the first faults; and how many faults it finds."""
    try:
        found = [str(text) for (text,) in db.execute(f"PRAGMA integrity_check({MOST_LOOKED_FOR:d})")]
    except sqlite3.DatabaseError as error:
        return [f"the file is damaged: {error}"], 1
    # SQLite puts many faults into one text, below a heading
    faults = [line for text in found for line in text.splitlines() if line.strip() and not line.startswith("***")]
    if faults == ["ok"]:
        return [], 0
    lines = [f"the file is damaged: {fault}" for fault in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        lines.append(f"the file is damaged: {len(faults) - MOST_TOLD} more faults of its pages")
    return lines, len(faults)


def chain_faults(journal: Journal) -> Iterator[Damage]:
    """Where the running numbers or the checksums do not go on."""
    chain, expected = first_link(journal.epoch), 1
    for row in journal.rows:
        if row.seq != expected:
            missing = f"row {expected} is" if row.seq == expected + 1 else f"rows {expected} to {row.seq - 1} are"
            yield Damage(expected, f"{missing} missing or damaged", row.seq - 1)
        elif not _fits(chain, row):
            yield Damage(row.seq, f"row {row.seq} or the chain before it was changed after it was written")
        chain, expected = row.chain, row.seq + 1


def _fits(before: bytes, row: Row) -> bool:
    try:
        return link(before, row.seq, Draft(*row[1:9])) == row.chain
    except (TypeError, ValueError):
        return False  # a column holds what never goes into it


def untold(faults: Iterable[Damage], told: Iterable[Damage]) -> list[Damage]:
    """Of these faults those that are not, to the last row, told as damage already."""
    spans = sorted((damage.seq, max(damage.seq, damage.until)) for damage in told)
    return [fault for fault in faults if not _covered(fault.seq, max(fault.seq, fault.until), spans)]


def _covered(first: int, last: int, spans: Iterable[tuple[int, int]]) -> bool:
    for begin, end in spans:
        if begin <= first <= end:
            first = end + 1
    return first > last
