"""The gate with a journal behind it: nothing is told before what it rests on is on the disk."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.forms import READINGS, shown
from dgt_monitor.journal.note_forms import NOTES, End
from dgt_monitor.journal.rows import Draft, storable
from dgt_monitor.journal.ruling_forms import RULINGS
from dgt_monitor.journal.writing import JournalState, JournalWriter
from dgt_monitor.recorder.keeping import Keeping
from drivers.readings import FieldUpdate, Reading
from drivers.source import Stamped

WAIT_S: Final = 0.005
"""So long the loop waits for a commit before it looks at the lines again (chosen: a disk that is slower holds up none).
"""
LAST_WAIT_S: Final = 10.0
"""At the end it is waited so long for the last conclusions to be safe (chosen)."""


def wall_us_now() -> int:
    """The time of day, in microseconds since 1970."""
    return time.time_ns() // 1000


@lru_cache(maxsize=64 * 16)
def _of_update(update: FieldUpdate) -> tuple[str, str]:
    """Form and body of what most rows are, made once for each square and piece."""
    return READINGS.encode(update)


class JournalGate:
    """Records what goes into a hall, and holds back what comes out until it is safe. See `recorder.gate.Gate`.

    Where nothing can be written the gate stands open: boards are followed and told of, and the journal goes on later.
    """

    def __init__(self, hall: Hall, writer: JournalWriter, wall_us: Callable[[], int] = wall_us_now) -> None:
        self._hall = hall
        self._writer = writer
        self._wall_us = wall_us
        self._keeping = Keeping(hall.board_at)
        self._held: deque[tuple[int, list[Event]]] = deque()

    def record(self, t_s: float, port: str, address: int | None, reading: Reading) -> None:
        """Take a stamped reading for the record, in order."""
        kept = self._keeping.take(t_s, port, address, reading)
        if kept:
            self._keep(kept)

    def rule(self, ruling: Ruling) -> None:
        """Take a ruling for the record, in order."""
        form, body = RULINGS.encode(ruling)
        draft = Draft(ruling.t_s, self._wall_us(), "ruling", form, None, None, None, body)
        self._held.append((self._writer.add(draft, urgent=True), []))

    def learn(self, t_s: float, known: Known) -> None:
        """Take what is known from now on for the record, in order."""
        form, body = NOTES.encode(known)
        draft = Draft(t_s, self._wall_us(), "note", form, None, None, None, body)
        self._held.append((self._writer.add(draft, urgent=True), []))

    def finish(self, t_s: float) -> None:
        """The watch ends at this time; what the hall says to that is still to come."""
        self._keep(self._keeping.all())
        self.note(t_s, *NOTES.encode(End()))

    def note(self, t_s: float, form: str, body: str, board: str | None = None) -> int:
        """Write something about the journal itself."""
        return self._writer.add(Draft(t_s, self._wall_us(), "note", form, None, None, board, body))

    def release(self, events: list[Event]) -> list[Event]:
        """Those conclusions, of these and of earlier ones held back, whose entries are safely recorded now."""
        self._keep(self._keeping.due(self._hall.t_s))
        if events:
            self.show(events)
            if not self._held and all(event.kind == "clock" for event in events):
                return events
            self._held.append((self._writer.added, events))
        out: list[Event] = []
        while self._held and self.is_safe(self._held[0][0]):
            out += self._held.popleft()[1]
        return out

    def show(self, events: Iterable[Event]) -> None:
        """Write what is to be shown."""
        wall_us = self._wall_us()
        for event in events:
            told = shown(event)
            if told is not None:
                draft = Draft(event.t, wall_us, "shown", told[0], None, None, storable(event.board), told[1])
                self._writer.add(draft, urgent=True)

    def mark(self) -> int:
        """The row after which what is known now is safe; somebody waits for it."""
        self._writer.hurry()
        return self._writer.added

    def is_safe(self, row: int) -> bool:
        """Whether everything up to that row is on the disk, or the gate stands open."""
        return self._writer.committed >= row or self._writer.failing is not None

    @property
    def holds(self) -> bool:
        """Whether anything waits to be told."""
        return bool(self._held)

    @property
    def state(self) -> JournalState:
        """How the journal is doing."""
        return self._writer.state

    def wait(self, timeout_s: float = WAIT_S) -> None:
        """Until the first of what is held back is safe, at most so long."""
        if self._held:
            self._writer.hurry()
            self._writer.wait(self._held[0][0], timeout_s)

    def wait_for_all(self, timeout_s: float = LAST_WAIT_S) -> None:
        """Until all of what is held back is safe, at most so long."""
        self._writer.hurry()
        self._writer.wait(self._writer.added, timeout_s)

    def _keep(self, kept: Iterable[Stamped]) -> None:
        for t_s, port, address, reading in kept:
            form, body = _of_update(reading) if type(reading) is FieldUpdate else READINGS.encode(reading)
            board = self._hall.board_at(port, address)
            name = None if board is None else storable(board.name)
            self._writer.add(Draft(t_s, self._wall_us(), "reading", form, storable(port), address, name, body))
