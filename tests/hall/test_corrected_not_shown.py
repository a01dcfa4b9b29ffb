"""A correction after which the board does not show the game's position is told at once, not at the next move."""

from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from drivers.readings import FieldUpdate
from tests.hall.correcting import CorrectedHall


def played(sans: str) -> CorrectedHall:
    hall = CorrectedHall()
    hall.moves("P1", sans)
    hall.until(hall.t_s + 5)
    return hall


def alerts(told: list[Event]) -> list[events.Alert]:
    return [event for event in told if isinstance(event, events.Alert)]


CASES: list[tuple[str, str, dict[str, Any], tuple[str, ...]]] = [
    ("e4 e5 Nf3", "replace", {"ply": 1, "moves": ("d4",)}, ("d2", "e2", "d4", "e4")),
    ("e4 e5 Nf3", "replace", {"ply": 3, "moves": ("Nc3",)}, ("b1", "g1", "c3", "f3")),
    ("e4 d5 exd5", "replace", {"ply": 3, "moves": ("e5",)}, ("d5", "e5")),
    ("e4 e5 Nf3 Nc6", "replace", {"ply": 4, "moves": ("d6",)}, ("c6", "d6", "d7", "b8")),
]


@pytest.mark.parametrize(("sans", "kind", "fields", "squares"), CASES)
def test_the_squares_are_named_at_once(sans: str, kind: str, fields: dict[str, Any], squares: tuple[str, ...]) -> None:
    hall = played(sans)
    before = hall.held
    (alert,) = alerts(hall.rule(kind, after_s=0.0, **fields))
    assert (alert.rule, alert.level, alert.squares) == (Rule.POSITION_UNEXPLAINED, Level.CHECK, squares)
    assert alert.t == hall.t_s
    assert "LOOK: the board does not show the corrected position after " in alert.text
    assert f"see {', '.join(squares)}. Have it set up, or correct the moves otherwise." in alert.text
    told = hall.until(hall.t_s + 300)
    assert alerts(told) == []
    cleared = [event.id for event in hall.undo() if isinstance(event, events.AlertCleared)]
    assert cleared == [alert.id]
    assert hall.held == before


def test_it_ends_when_the_position_is_set_up() -> None:
    hall = played("e4 e5 Nf3")
    (alert,) = alerts(hall.rule("replace", ply=3, moves=("Nc3",)))
    hall.until(hall.t_s + 10)
    told: list[Event] = []
    for square, piece in ((21, "."), (6, "N"), (1, "."), (18, "N")):
        told += hall.read(hall.t_s + 0.4, "P1", FieldUpdate(square, piece))
    assert [(e.id, e.reason) for e in told if isinstance(e, events.AlertCleared)] == [(alert.id, "resolved")]


def test_another_correction_keeps_one_that_is_so_all_the_same() -> None:
    hall = played("e4 e5 Nf3")
    (alert,) = alerts(hall.rule("replace", ply=3, moves=("Nc3",)))
    told = hall.rule("replace", ply=2, moves=("c5",))
    assert [a.squares for a in alerts(told)] == [("b1", "g1", "c3", "f3", "c5", "e5", "c7", "e7")]
    back = hall.undo()
    (again,) = alerts(back)
    assert (again.squares, again.text) == (alert.squares, alert.text)


def test_what_stood_strangely_before_stays_what_it_was() -> None:
    hall = played("e4 e5 Nf3")
    hall.read(hall.t_s + 1, "P1", FieldUpdate(8, "."))
    hall.read(hall.t_s + 0.4, "P1", FieldUpdate(40, "P"))
    (strange,) = alerts(hall.until(hall.t_s + 20))
    assert strange.squares == ("a2", "a6")
    told = hall.rule("replace", ply=2, moves=("e5",))
    assert alerts(told) == []
    assert strange.id in hall.board("P1").alerts


def test_a_board_that_shows_it_has_no_alert() -> None:
    hall = played("e4 e5 Nf3 Nc6")
    assert alerts(hall.rule("replace", ply=1, moves=("Nf3", "e5", "e4"))) == []
    assert hall.sans() == "Nf3 e5 e4 Nc6"


def test_a_piece_in_somebodys_hand_is_no_fault() -> None:
    hall = played("e4 e5 Nf3")
    hall.read(hall.t_s + 1, "P1", FieldUpdate(57, "."))
    assert alerts(hall.rule("replace", after_s=0.5, ply=1, moves=("Nf3", "e5", "e4"))) == []
