"""Two desks rule at the same moment, or of what is not there: the later ruling changes nothing and says why."""

from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.hall.test_illegal import Table
from tests.hall.test_illegal_endings import rule


@pytest.fixture
def hall() -> CorrectedHall:
    hall = CorrectedHall("P1")
    hall.moves("P1", f"e4 e5 {KNIGHTS} {KNIGHTS}")
    hall.until(hall.t_s + 3)
    return hall


@pytest.mark.parametrize(
    ("kind", "fields", "why"),
    [
        ("stands", {"alert_id": "P1/99"}, "no such illegal move"),
        ("stands", {}, "no such illegal move"),
        ("close", {"outcome": "drawn"}, "No claim or intervention is open on board P1"),
        ("penalise", {}, "not said who"),
        ("claim", {"route": "9.9"}, "by 9.9: one of 9.2.1 9.2.2 9.3.1 9.3.2"),
        ("claim", {}, "Nothing can be claimed"),
        ("exchange", {"to_board": "P1"}, "with itself"),
        ("position", {}, "Neither the turn nor rights"),
    ],
)
def test_what_is_not_there_is_told(kind: str, fields: dict[str, Any], why: str, hall: CorrectedHall) -> None:
    assert why in hall.refused(kind, **fields)


@pytest.mark.parametrize("later", [{"kind": "claim", "route": "9.2.2", "claimant": "white"}, {"kind": "intervene"}])
@pytest.mark.parametrize(
    ("first", "why"),
    [
        ({"kind": "claim", "route": "9.2.2", "claimant": "white"}, "A claim is open on board P1 already"),
        ({"kind": "intervene"}, "An intervention is open on board P1 already"),
    ],
)
def test_of_two_that_open_the_later_is_refused(
    first: dict[str, Any], why: str, later: dict[str, Any], hall: CorrectedHall
) -> None:
    hall.rule(**first)
    assert why in hall.refused(**later)
    hall.rule("close", outcome="over")
    hall.until(hall.t_s + 5)
    assert "No claim or intervention is open" in hall.refused("close", outcome="drawn")
    assert hall.board("P1").result is None
    (opened,) = (e for e in hall.rule(**later) if isinstance(e, events.Claim))
    assert opened.state == "opened"


def test_an_illegal_move_that_has_ended_does_not_stand_once_more() -> None:
    table = Table().touch("g1. e3N").touch("e7. e5p").touch("d2. d4P").wait(10)
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    for why_not in ("", "This illegal move has ended already."):
        rule(table, "stands", alert_id=alarm.id)
        assert table.driven.hall.view().rulings[-1].why_not == why_not


def test_without_a_game_nobody_claims() -> None:
    hall = CorrectedHall("P1", "P2")
    hall.moves("P1", "e4")
    hall.rule("carry", to_board="P2")
    for kind in ("intervene", "penalise"):
        assert "There is no game" in hall.refused(kind, claimant="white")
