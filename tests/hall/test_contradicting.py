"""Corrected moves of a game that is over, and a result that they contradict: somebody has to look."""

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.hall.views import AlertView
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.hall.test_games_before import next_array

ALMOST = f"{KNIGHTS} {KNIGHTS} {KNIGHTS} Nf3 Nf6 Ng1"
"""The next ply brings the start position for the fifth time, if it is Ng8."""


def over(moves: str, result: str) -> CorrectedHall:
    """That game, with this result, and the next one on the board."""
    hall = CorrectedHall()
    hall.moves("P1", moves)
    hall.until(hall.t_s + 10)
    hall.rule("result", result=result)
    next_array(hall)
    hall.moves("P1", "d4 d5 c4")
    hall.until(hall.t_s + 5)
    assert hall.view().game == 2
    assert not of_game_1(hall)
    return hall


def of_game_1(hall: CorrectedHall) -> list[AlertView]:
    return [alert for alert in hall.view().alerts if alert.game == 1]


def cleared(told: list[Event]) -> list[tuple[Rule, str]]:
    return [(event.rule, event.reason) for event in told if isinstance(event, events.AlertCleared)]


def test_a_fivefold_that_the_result_contradicts_is_told_and_ends_as_that_is_undone() -> None:
    hall = over(f"{ALMOST} Ng4", "1-0")
    told = hall.rule("replace", game=1, ply=16, moves=("Ng8",))
    (alert,) = (event for event in told if isinstance(event, events.Alert))
    assert (alert.game, alert.ply, alert.rule, alert.level, alert.sure) == (1, 16, Rule.FIVEFOLD, "check", True)
    assert alert.text == (
        "Bd P1. LOOK: by the corrected moves game 1 ended as a draw at 8...Ng8 (FIDE 9.6.1), the result says 1-0. Rule "
        "the result, or correct the moves otherwise."
    )
    assert [each.id for each in of_game_1(hall)] == [alert.id]
    assert cleared(hall.undo()) == [(Rule.FIVEFOLD, "arbiter")]
    assert hall.board("P1").rules == set()


def test_it_stands_until_the_result_is_ruled_and_comes_back_with_it() -> None:
    hall = over(f"{ALMOST} Ng4", "1-0")
    hall.rule("replace", game=1, ply=16, moves=("Ng8",))
    hall.moves("P1", "c6 Nc3")
    hall.rule("replace", ply=5, moves=("Nf3",))
    hall.undo()
    assert hall.board("P1").rules == {Rule.FIVEFOLD}, "rulings on the present game do not end it"
    next_array(hall)
    hall.moves("P1", "e4 e5")
    assert hall.board("P1").rules == {Rule.FIVEFOLD}, "nor does the next game"
    assert cleared(hall.rule("result", game=1, result="1/2-1/2")) == [(Rule.FIVEFOLD, "arbiter")]
    hall.undo()
    assert hall.board("P1").rules == {Rule.FIVEFOLD}
    hall.rule("result", game=1, result="0-1")
    (alert,) = hall.board("P1").alerts.values()
    assert "the result says 0-1" in alert.text
    hall.rule("acknowledge", board="", alert_id=alert.id)
    assert [each.acknowledged_t_s for each in of_game_1(hall)] == [hall.t_s]


@pytest.mark.parametrize(
    ("result", "said"), [("1/2-1/2", "0-1 by checkmate at 2...Qh4# (FIDE 5.1.1), the result says 1/2-1/2"), ("0-1", "")]
)
def test_a_mate_is_told_if_its_winner_has_not_won(result: str, said: str) -> None:
    hall = over("f3 e5 g4 Qg5", result)
    told = hall.rule("replace", game=1, ply=4, moves=("Qh4#",))
    assert [said in event.text for event in told if isinstance(event, events.Alert)] == [True] * bool(said)


def test_without_a_result_nothing_is_contradicted() -> None:
    hall = over("f3 e5 g4 Qg5", "1-0")
    hall.rule("result", game=1, result="")
    hall.rule("replace", game=1, ply=4, moves=("Qh4#",))
    assert hall.board("P1").rules == set()
    hall.rule("result", game=1, result="1-0")
    assert hall.board("P1").rules == {Rule.CHECKMATE}
