"""Rulings of nearly every kind on a hall that plays on."""

from typing import Any

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import BoardView
from tests.recorder.journalling import Watch


def rule_much(watch: Watch, boards: int = 10) -> int:
    """Correct, exchange, give results and take them back, acknowledge all alerts; so many rulings were carried out."""
    before = len(watch.told)
    views = [view for view in watch.hall.view().boards if len(view.moves) > 2][:boards]
    for alert in watch.hall.view().alerts:
        _rule(watch, "acknowledge", alert_id=alert.id)
    for view in views:
        _of_board(watch, view)
    for one, other in zip(views[::2], views[1::2], strict=False):
        _rule(watch, "exchange", board=one.board, to_board=other.board)
    watch.flush()
    done = [event for event in watch.told[before:] if event.kind == "ruling"]
    assert all(event.state == "done" for event in done), [event for event in done if event.state != "done"]
    return len(done)


def _of_board(watch: Watch, view: BoardView) -> None:
    name = view.board
    _rule(watch, "replace", board=name, ply=1, moves=(view.moves[0].san,))
    _rule(watch, "exchange", board=name)
    _rule(watch, "result", board=name, result="1-0")
    _rule(watch, "undo", undoes=watch.hall.view().rulings[-1].number)
    _rule(watch, "replace", board=name, ply=2, moves=(view.moves[1].san,))


def _rule(watch: Watch, kind: Any, **fields: Any) -> None:
    watch.recorder.rule(Ruling(0.0, "Ada", kind, **fields))
