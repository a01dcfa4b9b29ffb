"""A result ruled by mistake while the game goes on, and taken back: what was moved meanwhile is play."""

from typing import Any

import pytest

from dgt_monitor.events import Rule
from tests.hall.correcting import KNIGHTS, CorrectedHall

FOUR_TIMES = "e4 e5 " + " ".join([KNIGHTS] * 3)
"""Then the position after 1...e5 has stood four times."""
MISTAKES: list[tuple[str, dict[str, Any]]] = [("result", {"result": "1-0"}), ("round_closed", {})]


def played(kind: str | None, fields: dict[str, Any]) -> CorrectedHall:
    """A game in which a position stands a fifth time, once it is over by mistake."""
    hall = CorrectedHall("P1")
    hall.moves("P1", FOUR_TIMES)
    hall.until(hall.t_s + 3)
    if kind is not None:
        hall.rule(kind, after_s=0, **fields)
    hall.moves("P1", KNIGHTS)
    hall.until(hall.t_s + 3)
    return hall


def rules(hall: CorrectedHall) -> list[Rule]:
    return [alert.rule for alert in hall.view().alerts]


@pytest.mark.parametrize(("kind", "fields"), MISTAKES)
class TestMistake:
    @pytest.mark.parametrize("how", ["undo", "resume"])
    def test_all_that_was_moved_meanwhile_is_play(self, kind: str, fields: dict[str, Any], how: str) -> None:
        hall, without = played(kind, fields), played(None, {})
        assert len(hall.view().moves) == 14
        if how == "undo":
            hall.undo()
        else:
            hall.rule("resume")
        hall.until(hall.t_s + 5)
        without.until(hall.t_s)
        assert hall.sans() == without.sans()
        assert (hall.view().moves[-1].count, hall.view().moves[-1].sure) == (5, True)
        assert rules(hall) == [Rule.FIVEFOLD]
        hall.moves("P1", "d4 d5")
        assert hall.sans().endswith("Ng8 d4 d5")

    def test_and_is_none_where_the_undoing_is_undone(self, kind: str, fields: dict[str, Any]) -> None:
        hall = played(kind, fields)
        before = hall.held
        hall.undo(1)
        assert len(hall.view().moves) == 18
        hall.undo(2)
        assert hall.held == before
        hall.undo(3)
        assert len(hall.view().moves) == 18

    def test_nor_where_play_does_not_go_on_after_all(self, kind: str, fields: dict[str, Any]) -> None:
        hall = played(kind, fields)
        before = hall.held
        hall.rule("resume")
        hall.undo(2)
        assert hall.held == before
        hall.undo(1)
        assert rules(hall) == [Rule.FIVEFOLD]

    def test_what_is_ruled_of_the_past_afterwards_leaves_it(self, kind: str, fields: dict[str, Any]) -> None:
        hall = played(kind, fields)
        hall.rule("resume")
        before = hall.sans(), rules(hall), hall.view().count
        hall.rule("replace", ply=1, moves=("d4",))
        hall.undo()
        assert (hall.sans(), rules(hall), hall.view().count) == before


def test_a_result_that_is_taken_out_is_one_taken_back() -> None:
    hall = played("result", {"result": "1-0"})
    hall.rule("result", result="")
    assert len(hall.view().moves) == 18
    assert hall.view().result is None
    hall.undo()
    assert (len(hall.view().moves), hall.view().result) == (14, "1-0")


def test_what_cannot_be_followed_again_is_not_sure() -> None:
    """The result was ruled of the board from which the game was carried since."""
    hall = CorrectedHall("P1", "P2")
    hall.moves("P1", FOUR_TIMES)
    hall.until(hall.t_s + 3)
    hall.rule("result", result="1-0")
    hall.moves("P1", KNIGHTS)
    hall.rule("carry", to_board="P2")
    hall.set_up("P2", hall.games["P1"])
    hall.games["P2"] = hall.games["P1"]
    hall.until(hall.t_s + 5)
    hall.undo(1)
    hall.moves("P2", "Nc3 Nc6")
    hall.until(hall.t_s + 5)
    last = hall.view("P2").moves[-1]
    assert (last.san, last.sure) == ("Nc6", False)
    assert Rule.HISTORY_UNCERTAIN in [alert.rule for alert in hall.view("P2").alerts]
