"""Alerts as they were told and ruled on before this watch: taken over without being told again."""

from dgt_monitor.events import Alert, AlertCleared, GameStart, Result
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.entries import Ruling


def take_past_alerts(book: AlertBook, past: Alert | AlertCleared | GameStart | Result | Ruling) -> None:
    """What was told or ruled before, as it was."""
    if isinstance(past, Alert):
        book.add(past)
    elif isinstance(past, GameStart):
        book.retire(past.t)
    elif isinstance(past, AlertCleared):
        book.clear(past.t, lambda alert: alert.id == past.id, past.reason)
    elif isinstance(past, Ruling):
        _rule(book, past)


def _rule(book: AlertBook, ruling: Ruling) -> None:
    if ruling.kind == "acknowledge":
        book.acknowledge(ruling.t_s, ruling, 0)
    elif ruling.kind == "unacknowledge":
        book.unacknowledge(ruling.alert_id, ruling.number)
    elif ruling.kind == "shelve":
        book.shelve(ruling.t_s, ruling)
