"""Who was told what: screens and lines, to which of them an alert to act on was shown first, and what desks have got.

Notes in the journal, for a jury; no game follows from them.
"""

from collections.abc import Callable, Iterable

from dgt_monitor.events import Alert, AlertCleared, Event, Level
from dgt_monitor.journal.note_forms import NOTES, Delivered, Notified, Screen, Written
from dgt_monitor.journal.rows import storable
from dgt_monitor.recorder.journalled import JournalGate


class Notifying:
    """Follows the screens of a watch, and what the gate has let out while they were there; `now_s`: the hall's time."""

    def __init__(self, gate: JournalGate, now_s: Callable[[], float]) -> None:
        self._gate = gate
        self._now_s = now_s
        self._screens: list[str] = []
        self._shown: set[str] = set()
        """Alerts that some screen has been shown."""
        self._waiting: dict[str, str] = {}
        """Alerts that stand and were shown to nobody, each with its board."""

    def take(self, told: Screen | Written | Delivered) -> None:
        """A screen has come or gone, or has got an alert; or lines are written from now on."""
        if isinstance(told, Delivered):
            self._note(told, told.alert.rpartition("/")[0])
        elif isinstance(told, Written):
            self._note(told, None)
            self._come(told.what)
        else:
            self._screen(told)

    def _screen(self, desk: Screen) -> None:
        self._note(desk, None)
        name = f"{desk.author} (read-only)" if desk.looks_only else desk.author
        if desk.state == "left":
            if name in self._screens:
                self._screens.remove(name)
            return
        self._come(name)

    def _come(self, name: str) -> None:
        self._screens.append(name)
        for alert_id, board in self._waiting.items():
            self._show(alert_id, board)
        self._waiting.clear()

    def hear(self, told: Iterable[Event]) -> None:
        """This was let out."""
        for event in told:
            if type(event) is Alert and event.level is Level.ACT:
                self._let_out(event)
            elif type(event) is AlertCleared:
                self._waiting.pop(event.id, None)

    def _let_out(self, alert: Alert) -> None:
        if alert.id in self._shown or alert.id in self._waiting:
            return
        self._show(alert.id, alert.board)
        if not self._screens:
            self._waiting[alert.id] = alert.board

    def _show(self, alert_id: str, board: str) -> None:
        self._note(Notified(alert_id, tuple(self._screens)), board)
        if self._screens:
            self._shown.add(alert_id)

    def _note(self, note: Screen | Notified | Written | Delivered, board: str | None) -> None:
        self._gate.note(self._now_s(), *NOTES.encode(note), storable(board))
