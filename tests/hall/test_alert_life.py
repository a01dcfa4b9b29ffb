"""How an alert lives for the arbiter: seen, played on, taken back, put aside."""

from typing import Any

import chess
import pytest

from dgt_monitor.events import AlertCleared, Rule, Ruled
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AlertView
from drivers.readings import BoardDump, FieldUpdate, Identity, LineUp
from tests.hall.hall_driver import START, DrivenHall

ROUND_ABOUT = ("Nf3", "Nf6", "Nd4", "Nd5", "Nb3", "Nb6", "Nd4", "Nd5", "Nf3", "Nf6", "Ng1")
CYCLE = "Nf3 Nf6 Ng1 Ng8 "


def drawn_hall() -> DrivenHall:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", CYCLE * 4)
    hall.until(hall.t_s + 2)
    return hall


def shown(hall: DrivenHall) -> AlertView:
    (view,) = (each for each in hall.hall.view().alerts if each.rule is not Rule.THREEFOLD)
    return view


def rule(hall: DrivenHall, kind: Any, **fields: Any) -> str:
    """Rule so; why it was not carried out."""
    hall._told(hall.hall.apply(Ruling(hall.t_s, "Ada", kind, **fields)))
    return hall.hall.view().rulings[-1].why_not


def take_back_knight(hall: DrivenHall) -> None:
    for square, piece in ((chess.G8, "."), (chess.F6, "n")):
        hall.read(hall.t_s + 1, "P1", FieldUpdate(square, piece))
    hall.games["P1"].pop()
    hall.until(hall.t_s + 3)


def test_a_draw_that_was_seen_and_is_played_on_is_new_again() -> None:
    hall = drawn_hall()
    rule(hall, "acknowledge", alert_id=shown(hall).id)
    assert shown(hall).acknowledged_t_s is not None
    assert shown(hall).acknowledged_by == "Ada"
    for played, san in enumerate(("e4", "e5", "d4"), 1):
        hall.moves("P1", san)
        hall.until(hall.t_s + 2)
        assert (shown(hall).acknowledged_t_s, shown(hall).played_on) == (None, played)
    rule(hall, "acknowledge", alert_id=shown(hall).id)
    assert (shown(hall).acknowledged_t_s is None, shown(hall).played_on) == (False, 0)
    hall.moves("P1", "d5")
    hall.until(hall.t_s + 2)
    assert shown(hall).played_on == 1


def test_a_move_that_stood_when_it_was_seen_calls_for_nobody() -> None:
    hall = drawn_hall()
    hall.moves("P1", "e4")
    rule(hall, "acknowledge", alert_id=shown(hall).id)
    hall.until(hall.t_s + 5)
    assert shown(hall).acknowledged_t_s is not None


def test_to_undo_the_seeing_makes_it_new_and_to_undo_that_seen() -> None:
    hall = drawn_hall()
    rule(hall, "acknowledge", alert_id=shown(hall).id)
    rule(hall, "undo", undoes=1)
    assert shown(hall).acknowledged_t_s is None
    rule(hall, "undo", undoes=2)
    assert shown(hall).acknowledged_by == "Ada"


@pytest.mark.parametrize("seen", [False, True])
def test_a_takeback_withdraws_no_draw(seen: bool) -> None:
    hall = drawn_hall()
    if seen:
        rule(hall, "acknowledge", alert_id=shown(hall).id)
    take_back_knight(hall)
    assert [e.rule for e in hall.stream if isinstance(e, AlertCleared)][-1] is Rule.FIVEFOLD  # as the format has it
    assert (shown(hall).cleared_t_s, shown(hall).ended) == (None, "taken_back")
    assert (shown(hall).acknowledged_t_s is not None) is seen
    hall.moves("P1", "Ng8")
    hall.until(hall.t_s + 2)
    assert (shown(hall).times, shown(hall).ended, shown(hall).acknowledged_t_s) == (2, "", None)
    assert shown(hall).first_t_s < shown(hall).raised_t_s


def test_a_draw_taken_back_ends_by_a_ruling_on_the_moves_before() -> None:
    hall = drawn_hall()
    take_back_knight(hall)
    assert rule(hall, "replace", board="P1", ply=5, moves=ROUND_ABOUT) == ""
    assert hall.hall.view().alerts == ()
    assert rule(hall, "undo", undoes=1) == ""
    assert shown(hall).ended == "taken_back"


def test_the_next_game_leaves_a_draw_that_nobody_saw() -> None:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", "e4 e5 " + CYCLE * 4)
    hall.until(hall.t_s + 2)
    take_back_knight(hall)
    hall.read(hall.t_s + 5, "P1", BoardDump("." * 64))
    hall.until(hall.t_s + 10)
    hall.read(hall.t_s + 60, "P1", BoardDump(START))
    hall.until(hall.t_s + 10)
    hall.games["P1"] = chess.Board()
    hall.moves("P1", "d4 d5")
    hall.until(hall.t_s + 5)
    assert hall.hall.view().boards[0].game == 2
    (draw,) = (each for each in hall.hall.view().alerts if each.rule is Rule.FIVEFOLD)
    assert draw.ended == "lapsed"
    rule(hall, "acknowledge", alert_id=draw.id)
    assert not any(each.rule is Rule.FIVEFOLD for each in hall.hall.view().alerts)


class TestShelf:
    def lost(self) -> DrivenHall:
        hall = DrivenHall()
        hall.up("P1", serial="20001")
        hall.down("P1", 1)
        return hall

    def test_an_alert_to_look_at_is_put_aside_and_back(self) -> None:
        hall = self.lost()
        assert rule(hall, "shelve", alert_id=shown(hall).id, for_s=600) == ""
        assert (shown(hall).shelved_until_s, shown(hall).shelved_by) == (601.0, "Ada")
        assert hall.hall.view().rulings[-1].text.startswith("put aside for 10 min")
        assert isinstance(hall.stream[-1], Ruled)
        assert rule(hall, "undo", undoes=1) == ""
        assert shown(hall).shelved_until_s is None

    def test_what_comes_and_goes_stays_aside(self) -> None:
        hall = self.lost()
        rule(hall, "shelve", alert_id=shown(hall).id, for_s=600)
        hall.read(5, "P1", LineUp())
        hall.read(6, "P1", Identity(serial="20001"))
        rule(hall, "acknowledge", alert_id=shown(hall).id)
        assert hall.hall.view().alerts == ()
        hall.down("P1", 7)
        assert shown(hall).shelved_until_s == 601.0

    def test_a_draw_is_not_put_aside(self) -> None:
        hall = drawn_hall()
        assert "acknowledge" in rule(hall, "shelve", alert_id=shown(hall).id, for_s=600)
        assert shown(hall).shelved_until_s is None

    def test_nor_is_what_is_not_there(self) -> None:
        assert "no open alert x" in rule(self.lost(), "shelve", alert_id="x", for_s=60)
