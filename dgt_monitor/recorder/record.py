"""The record of a watch: a journal begun, or one gone on with, and the hall as it left it."""

import errno
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import dgt_monitor
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.link import NOT_RUNNING
from dgt_monitor.journal.lock import JournalLock, check_writable
from dgt_monitor.journal.mending import mend
from dgt_monitor.journal.note_forms import NOTES, Anew, Note, Session
from dgt_monitor.journal.reading import Journal, read_journal
from dgt_monitor.journal.rows import Row, storable
from dgt_monitor.journal.schema import DiskError, JournalError
from dgt_monitor.journal.writing import JournalWriter
from dgt_monitor.recorder.comparing import Difference
from dgt_monitor.recorder.earlier import EarlierGames
from dgt_monitor.recorder.journalled import JournalGate, wall_us_now
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.rebuilding import Rebuilt, rebuild_last_games
from dgt_monitor.recorder.standing import standing
from drivers.readings import LineDown
from drivers.urls import without_secrets

LONGEST_AWAY_S: Final = 30 * 86_400.0
"""The hall's time goes on by what the time of day says, but by no more: a machine's clock may have been wrong (chosen).
"""
DIFFERENCES_TOLD: Final = 20
"""Of more only how many there are; the journal has all of them (chosen)."""
_NOT_WRITABLE: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
OnTrouble = Callable[[str], None]


class Record(NamedTuple):
    """What a watch needs of its journal."""

    hall: Hall
    gate: JournalGate
    base_s: float
    """The hall's time when the watch begins."""
    opening: list[Event]
    """What stands: told before anything new."""
    differences: list[Difference]
    writer: JournalWriter
    lock: JournalLock

    def close(self) -> int:
        """Write what is left and let others have the journal; how many rows could not be written. Twice is no harm."""
        unwritten = self.writer.close()
        self.lock.release()
        return unwritten


def open_record(
    path: Path,
    on_trouble: OnTrouble = lambda _: None,
    known: Known | None = None,
    *,
    wall_us: Callable[[], int] = wall_us_now,
    monotonic_s: Callable[[], float] = time.monotonic,
) -> Record:
    """Begin a journal, or go on with one; JournalError if that is not possible."""
    lock = JournalLock(path, _who())
    try:
        return _opened(lock.journal, lock, on_trouble, known, wall_us, monotonic_s)
    except (sqlite3.Error, OSError) as error:
        lock.withdraw()
        raise _cannot_be_used(path, error) from error
    except JournalError:
        lock.withdraw()
        raise
    except BaseException:
        lock.release()
        raise


def _cannot_be_used(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    """The reason, and what to do."""
    text = str(error.strerror or error) if isinstance(error, OSError) else str(error)
    if getattr(error, "errno", None) in _NOT_WRITABLE or "readonly" in text:
        return JournalError(path, f"cannot be used: {text}. Make it writable, or name another file")
    return DiskError(path, f"cannot be used: {text}. Make room, see to the disk, or name another file")


def _opened(
    path: Path,
    lock: JournalLock,
    on_trouble: OnTrouble,
    known: Known | None,
    wall_us: Callable[[], int],
    monotonic_s: Callable[[], float],
) -> Record:
    now = datetime.now(UTC)
    check_writable(path)
    mended = mend(path, f"{now:%Y%m%dT%H%M%SZ}")
    if mended is not None:
        on_trouble(f"{path}: {mended}")
    writer = JournalWriter(path, now.isoformat(timespec="seconds"), on_trouble)
    try:
        journal = read_journal(path)
        rebuilt = rebuild_last_games(journal, known)
        for damage in rebuilt.damage:
            on_trouble(f"{path}: {damage.text}")
        hall = rebuilt.hall
        hall.correcting.before.earlier = EarlierGames(path, known)
        gate = JournalGate(hall, writer, wall_us)
        base_s = _base_s(hall, journal.rows, wall_us())
        session = Session(dgt_monitor.__version__, sqlite3.sqlite_version, monotonic_s(), _who())
        gate.note(base_s, *NOTES.encode(session))
        if not journal.rows:
            gate.learn(base_s, known or Known())
        _tell_differences(path, gate, rebuilt, on_trouble)
        opening = _opening(hall, gate, rebuilt.events)
    except BaseException:
        writer.close()
        raise
    return Record(hall, gate, base_s, opening, rebuilt.comparison.differences, writer, lock)


def _opening(hall: Hall, gate: JournalGate, events: list[Event]) -> list[Event]:
    """Nothing was seen of any board from the last row on; what stands then."""
    told: list[Event] = []
    recorder = Recorder(hall, [told.extend], gate)
    for port, address in hall.lines_heard():
        recorder.take(hall.t_s, port, address, LineDown(NOT_RUNNING))
    while gate.holds:
        gate.wait(1.0)
        recorder.release()
    return standing([*events, *told])


def _base_s(hall: Hall, rows: list[Row], now_us: int) -> float:
    if not rows:
        return 0.0
    away_s = (now_us - rows[-1].wall_us) / 1e6
    return hall.t_s + min(max(0.0, away_s), LONGEST_AWAY_S)


def _tell_differences(path: Path, gate: JournalGate, rebuilt: Rebuilt, on_trouble: OnTrouble) -> None:
    """What is shown from now on is not what was shown before: in the open, and for the record."""
    differences, untold, differing = rebuilt.comparison
    t_s = rebuilt.hall.t_s
    for difference in differences:
        gate.note(t_s, *NOTES.encode(Note(str(difference))), storable(difference.board))
    for number, difference in enumerate(differences):
        if number < DIFFERENCES_TOLD:
            on_trouble(f"{path}: {difference}")
    if len(differences) > DIFFERENCES_TOLD:
        on_trouble(f"{path}: {len(differences) - DIFFERENCES_TOLD} more differences; `dgt-monitor history` has them")
    for board, events in differing.items():
        count = sum(difference.board == board for difference in differences)
        gate.note(t_s, *NOTES.encode(Anew(count)), storable(board))
        gate.show(events)
    gate.show(untold)


def _who() -> str:
    command = " ".join([Path(sys.argv[0]).name, *(without_secrets(each) for each in sys.argv[1:])])
    return f"process {os.getpid()}: {command}"[:300]


__all__ = ["Journal", "JournalError", "Record", "open_record"]
