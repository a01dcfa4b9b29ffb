"""What was read after moves that are ruled on: it stays as far as it fits, and where it does not an alert says so."""

import pytest

from dgt_monitor.events import Rule
from dgt_monitor.hall.views import AlertView
from tests.hall.correcting import CorrectedHall


def game(sans: str) -> CorrectedHall:
    hall = CorrectedHall()
    hall.moves("P1", sans)
    return hall


def doubts(hall: CorrectedHall) -> list[AlertView]:
    return [alert for alert in hall.view().alerts if alert.rule is Rule.HISTORY_UNCERTAIN]


def test_what_does_not_fit_is_dropped_and_told_to_be_in_doubt() -> None:
    hall = game("e4 e5 Nf3 Nc6 Bb5 a6")
    hall.until(hall.t_s + 2.0)
    before = hall.held
    hall.rule("replace", ply=1, moves=("d4",))  # the bishop does not get to b5
    assert hall.sans() == "d4 e5 Nf3 Nc6"
    (doubt,) = doubts(hall)
    assert "The moves after Black's move 2 are not certain" in doubt.text
    assert "what was read after moves that were ruled on does not all fit them" in doubt.text
    hall.undo()
    assert hall.held == before
    assert not doubts(hall)


def test_the_doubt_ends_where_it_is_said_how_the_game_went_on() -> None:
    hall = game("e4 e5 Nf3 Nc6 Bb5 a6")
    hall.rule("replace", ply=1, moves=("d4",))
    hall.rule("replace", ply=1, moves=("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"))
    assert hall.sans() == "e4 e5 Nf3 Nc6 Bb5 a6"
    assert not doubts(hall)


@pytest.mark.parametrize(("ply", "sans", "led_to"), [
    (1, ("e3",), "e3 e5 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6"),
    (2, ("e6",), "e4 e6 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6"),
    (1, ("e3", "e6"), "e3 e6 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6"),
])  # fmt: skip
def test_nothing_is_made_up_and_no_cycle_dropped_where_all_was_sure(
    ply: int, sans: tuple[str, ...], led_to: str
) -> None:
    hall = game("e4 e5 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6")
    hall.until(hall.t_s + 2.0)
    before = hall.held
    hall.rule("replace", ply=ply, moves=sans)
    assert hall.sans() == led_to
    hall.undo()
    assert hall.held == before


def test_the_board_is_told_not_to_show_what_was_ruled() -> None:
    hall = game("e4 e5 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6")
    hall.rule("replace", ply=1, moves=("e3",))
    hall.until(hall.t_s + 60.0)
    (alert,) = (alert for alert in hall.view().alerts)
    assert "see e3" in alert.text


def test_moves_that_were_read_in_another_order_change_places() -> None:
    hall = game("e4 e5 Nf3 Nc6 Bc4 Bc5")
    hall.rule("replace", ply=3, moves=("Bc4",))
    assert hall.sans() == "e4 e5 Bc4 Nc6 Nf3 Bc5"
    assert not doubts(hall)
    assert not any("corrected position" in alert.text for alert in hall.view().alerts)
