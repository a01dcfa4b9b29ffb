"""The one writer of a journal: a thread that commits whenever it is free, and at the latest after 20 ms."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from dgt_monitor.journal.lock import identity
from dgt_monitor.journal.note_forms import NOTES, Note
from dgt_monitor.journal.reading import epoch_of
from dgt_monitor.journal.rows import CHAIN_BYTES, SEQ_MOST, Draft, first_link, link
from dgt_monitor.journal.schema import JournalError, open_to_write

LINGER_S: Final = 0.02
"""So long rows for which nobody waits are gathered into one commit (issue: at the latest after 20 ms)."""
MOST_AT_ONCE: Final = 5_000
"""Rows in one commit (chosen: after a long failure, others are to be let in between)."""
RETRY_S: Final = 1.0
"""After a failure it is tried again so much later (chosen)."""
MOST_WAITING: Final = 500_000
"""Rows that wait while nothing can be written: some 200 MB, an afternoon of a hall of 200 boards (chosen)."""
LOW_BYTES: Final = 500 * 1024 * 1024
"""With less room left on its disk it is told: ten days of a hall of 200 boards (chosen)."""
LOOK_EVERY_S: Final = 30.0
"""So often it is looked how much room there is (chosen)."""
FLUSH_S: Final = 10.0
"""At the end it is waited so long for the last commit (chosen)."""

PUT_BACK: Final = (
    "What happens is written into the old one as long as this watch runs: put it back if it was moved, else begin "
    "another journal soon"
)
"""What to do about a file whose name was taken away."""
INSERT: Final = "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
OnState = Callable[[str | None], None]


class JournalState(NamedTuple):
    """How a journal is doing, for whoever watches."""

    name: Literal["good", "low", "failing"]
    text: str


def free_bytes(path: Path) -> int:
    """Room on the disk of this file."""
    return shutil.disk_usage(path.absolute().parent).free


class JournalWriter:
    """Takes rows from the loop and commits them, in order, in a thread of its own.

    Raises sqlite3.Error or JournalError if the journal cannot be opened; nothing raises afterwards. While it cannot be
    written `failing` says why, rows wait, and it is tried again and again. `on_trouble` is told, in the writer's
    thread, of what somebody has to see to, and that it is over.
    """

    def __init__(
        self,
        path: Path,
        created: str,
        on_trouble: Callable[[str], None] = lambda _: None,
        *,
        room: Callable[[Path], int] = free_bytes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.failing: str | None = None
        """Why nothing can be written now."""
        self.gone: str | None = None
        """What became of the file's name while it is written; None while it leads to the file."""
        self.low: str | None = None
        """How little room is left, as long as it is too little."""
        self.committed = 0
        """How many of the rows that were added are safe on the disk."""
        self.added = 0
        self.lost = 0
        """Rows that could not be kept: nothing could be written for too long."""
        self._created = created
        self._on_trouble = on_trouble
        self._room = room
        self._clock = clock
        self._db: sqlite3.Connection | None = open_to_write(path, created)
        self._file = identity(path)
        self._seq, self._chain = self._last()
        self._waiting: list[Draft] = []
        self._writing: list[Draft] = []
        self._latest: Draft | None = None
        self._urgent = self._closing = False
        self._look_s = clock()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def state(self) -> JournalState:
        """How it is doing now."""
        if self.failing is not None:
            return JournalState(
                "failing",
                f"The journal cannot be written ({self.failing}). Boards are followed; what happens is kept in memory "
                "only. Make room on the disk, or see to it",
            )
        if self.gone is not None:
            return JournalState("failing", f"The journal's file {self.gone}. {PUT_BACK}")
        if self.low is not None:
            return JournalState("low", f"{self.low[0].upper()}{self.low[1:]}. Make room before it is full")
        return JournalState("good", "The journal is written, and there is room on its disk")

    @property
    def db(self) -> sqlite3.Connection | None:
        """The connection, for tests that break it."""
        return self._db

    def add(self, draft: Draft, *, urgent: bool = False) -> int:
        """Take a row; it is safe once `committed` has come to the number answered. `urgent`: somebody waits for it."""
        with self._changed:
            if len(self._waiting) + len(self._writing) >= MOST_WAITING:
                self.lost += 1
                return self.added
            self._waiting.append(draft)
            self.added += 1
            if urgent and not self._urgent:
                self._urgent = True
                self._changed.notify_all()
            elif self.added == self.committed + 1:
                self._changed.notify_all()
            return self.added

    def hurry(self) -> None:
        """Somebody waits for what was added."""
        with self._changed:
            if self._waiting and not self._urgent:
                self._urgent = True
                self._changed.notify_all()

    def wait(self, number: int, timeout_s: float) -> None:
        """Until that row is safe or nothing can be written, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: self.committed >= number or self.failing is not None, timeout_s)

    def wait_until_works(self, timeout_s: float) -> None:
        """Until nothing is failing, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: self.failing is None, timeout_s)

    def close(self, timeout_s: float = FLUSH_S) -> int:
        """Commit what is left and let the file go; how many rows could not be written."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return self.added - self.committed + self.lost

    # --- in the writer's thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        while self._gather():
            self._writing += self._take()
            if self._writing and not self._try_writing():
                with self._changed:
                    if self._closing:
                        break
                    self._changed.wait_for(lambda: self._closing, RETRY_S)
            self._look_at_file()
            self._look_at_room()
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()

    def _gather(self) -> bool:
        """Wait for rows, and a little for more of them; False: it is over."""
        with self._changed:
            left = bool(self._writing)
            if not left:
                self._changed.wait_for(lambda: self._waiting or self._closing, LOOK_EVERY_S)
                self._changed.wait_for(lambda: self._urgent or self._closing, LINGER_S if self._waiting else 0.0)
            return not self._closing or bool(self._waiting) or left

    def _take(self) -> list[Draft]:
        with self._changed:
            taken, self._waiting = self._waiting, []
            self._urgent = False
            return taken

    def _try_writing(self) -> bool:
        """Write what is to be written, in groups; False if that failed: it stays to be written."""
        try:
            db = self._db or self._reopened()
            while self._writing:
                group = self._writing[:MOST_AT_ONCE]
                self._commit(db, group)
                self._is_safe(len(group))
        except (sqlite3.Error, OSError) as error:
            self._failed(str(error))
            return False
        except Exception as error:  # noqa: BLE001 - whatever it is, boards are followed and it is said
            self._failed(f"an error of the program itself, {type(error).__name__}: {error}")
            return False
        if self.failing is not None:
            self._works_again()
        return True

    def _reopened(self) -> sqlite3.Connection:
        self._db = db = open_to_write(self.path, self._created)
        before = self._seq
        self._seq, self._chain = self._last()
        if before < self._seq <= before + len(self._writing):
            self._is_safe(self._seq - before)  # it was committed, only the answer was bad
        return db

    def _is_safe(self, count: int) -> None:
        self._latest = self._writing[count - 1]
        del self._writing[:count]
        with self._changed:
            self.committed += count
            self._changed.notify_all()

    def _commit(self, db: sqlite3.Connection, group: list[Draft]) -> None:
        seq, chain = self._seq, self._chain
        rows = []
        for draft in group:
            seq += 1
            chain = link(chain, seq, draft)
            rows.append((seq, *draft, chain))
        db.execute("BEGIN")
        db.executemany(INSERT, rows)
        db.execute("COMMIT")
        self._seq, self._chain = seq, chain

    def _last(self) -> tuple[int, bytes]:
        """Number and checksum of the last row."""
        assert self._db is not None  # noqa: S101 - it was opened right before
        found = self._db.execute("SELECT seq, chain FROM rows ORDER BY seq DESC LIMIT 1").fetchone()
        if found is not None:
            seq, chain = found
            if not 0 < seq < SEQ_MOST:
                raise JournalError(self.path, f"is damaged: its last row has the number {seq}; name another file")
            # After one that somebody changed the chain begins anew: no row after it fits what stood there.
            return seq, chain if type(chain) is bytes and len(chain) == CHAIN_BYTES else first_link(epoch_of(self._db))
        return 0, first_link(epoch_of(self._db))

    def _failed(self, why: str) -> None:
        before = self.failing
        with self._changed:
            self.failing = why
            self._changed.notify_all()
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None  # what it keeps of the file may be wrong: opened anew
        if why != before:
            self._on_trouble(
                f"{self.path}: the journal cannot be written ({why}): boards are followed, and what happens is kept in "
                "memory only; make room, or see to the disk. It is tried again every second"
            )

    def _works_again(self) -> None:
        with self._changed:
            why, self.failing = self.failing, None
            self._changed.notify_all()
            lost, self.lost = self.lost, 0
        missing = f"; {lost} rows are lost" if lost else ""
        if self._latest is not None:
            form, body = NOTES.encode(Note(f"nothing could be written for a while ({why}){missing}"))
            t_s, wall_us = self._latest[:2]
            self.add(Draft(t_s, wall_us, "note", form, None, None, None, body))
        self._on_trouble(f"{self.path}: the journal is written again{missing or '; nothing is missing in it'}")

    def _look_at_file(self) -> None:
        """Whether the name still leads to the file: what is written into one without a name is gone with the watch."""
        now = identity(self.path)
        gone = None if now == self._file else "was removed" if now is None else "was replaced by another one"
        if gone == self.gone:
            return
        self.gone = gone
        what = "is where it was again" if gone is None else f"{gone}. {PUT_BACK}"
        self._on_trouble(f"{self.path}: the journal's file {what}")

    def _look_at_room(self) -> None:
        now_s = self._clock()
        if now_s < self._look_s:
            return
        self._look_s = now_s + LOOK_EVERY_S
        try:
            free = self._room(self.path)
        except OSError:
            return  # that it cannot be written is told where it is written
        if free < LOW_BYTES and self.low is None:
            self.low = f"only {free // 2**20} MB are left on the disk of the journal"
            self._on_trouble(f"{self.path}: {self.low}: make room before it is full")
        elif free >= LOW_BYTES and self.low is not None:
            self.low = None
            self._on_trouble(f"{self.path}: there is room on the disk of the journal again")
