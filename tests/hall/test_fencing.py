"""Where the monitor itself fails at one board, that board is told as not watched, and the others go on."""

from collections.abc import Sequence
from typing import Any

import pytest

from dgt_monitor.events import Notice, Rule
from dgt_monitor.game.changes import Change
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.board import HallBoard
from drivers.readings import BoardDump, LineDown, LineUp
from tests.hall.hall_driver import START, DrivenHall


def two_boards() -> DrivenHall:
    hall = DrivenHall()
    for port in ("P1", "P2"):
        hall.up(port, hall.t_s)
        hall.moves(port, "e4 e5")
    return hall


def fails(hall: DrivenHall, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on the monitor fails at what it does by this name for the first board."""
    board = hall.hall.board_at("P1", None)
    assert board is not None
    does, of = getattr(Tracker, name), board.tracker

    def failing(tracker: Tracker, *told: Any) -> Sequence[Change]:
        if tracker is of:
            raise RecursionError("too deep")
        changes: Sequence[Change] = does(tracker, *told)
        return changes

    monkeypatch.setattr(Tracker, name, failing)


@pytest.mark.parametrize("name", ["field", "tick"])
def test_one_board_fails_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    hall = two_boards()
    with monkeypatch.context() as patch:
        fails(hall, patch, name)
        hall.moves("P1", "Nf3 Nc6")
        hall.moves("P2", "Nf3 Nc6")
        hall.until(hall.t_s + 20)
        (alert,) = hall.board("P1").alerts.values()
        assert alert.rule is Rule.BOARD_LOST
        assert "error of the monitor itself" in alert.text
        assert hall.board("P1").states[-1] == "lost"
        assert hall.board("P2").sans == ["e4", "e5", "Nf3", "Nc6"]
        assert [view.board for view in hall.hall.view().boards] == ["P1", "P2"]
    hall.read(hall.t_s + 1, "P1", BoardDump(START))
    assert hall.board("P1").rules == {Rule.BOARD_LOST}, "not followed before its line is opened again"
    hall.read(hall.t_s + 1, "P1", LineDown("pulled"))
    hall.read(hall.t_s + 1, "P1", LineUp())
    hall.read(hall.t_s + 1, "P1", BoardDump(START))
    assert Rule.BOARD_LOST not in hall.board("P1").rules


def test_a_board_that_cannot_even_be_told_as_lost_is_told_by_the_monitor(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = two_boards()
    fails(hall, monkeypatch, "field")
    line = HallBoard._line

    def failing(board: HallBoard, *told: Any) -> None:
        if board.name == "P1":
            raise KeyError("P1")
        line(board, *told)

    monkeypatch.setattr(HallBoard, "_line", failing)
    hall.moves("P1", "Nf3")
    (notice,) = [event for event in hall.stream if isinstance(event, Notice)]
    assert (notice.about, notice.state) == ("machine", "failing")
    assert notice.text.startswith("Board P1 NOT WATCHED: ")
    hall.moves("P2", "Nf3")
    hall.until(hall.t_s + 20)
    assert hall.board("P2").sans == ["e4", "e5", "Nf3"]
