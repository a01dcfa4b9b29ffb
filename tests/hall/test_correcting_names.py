"""A name is put right, or other rules are applied, in the middle of a game: a ruling on the past loses no alert."""

import chess
import pytest

from dgt_monitor.events import Alert, AlertCleared, Rule
from dgt_monitor.hall.entries import Known
from dgt_monitor.laws.profile import profiles
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Players
from drivers.readings import Clock, FieldUpdate
from tests.hall.correcting import KNIGHTS, CorrectedHall

FIRST = Known(tournament=TournamentFile(players={"P1": Players("Petrov", "Silva")}))
OTHERS = [
    Known(tournament=TournamentFile(players={"P1": Players("Petrow", "Silva")})),
    FIRST._replace(profile=profiles()["fide-rapid-a5"]),
]


@pytest.mark.parametrize("other", OTHERS, ids=["name", "rules"])
class TestLearnt:
    def test_a_certain_draw_stands_as_it_was_told(self, other: Known) -> None:
        hall = CorrectedHall("P1", known=FIRST)
        hall.moves("P1", " ".join([KNIGHTS] * 4) + " e4 e5 Nc3")
        hall.until(hall.t_s + 5)
        hall.hall.learn(hall.t_s, other)
        before = [alert.id for alert in hall.view().alerts if alert.rule is Rule.FIVEFOLD]
        for told in (hall.rule("replace", ply=19, moves=("d3",)), hall.undo()):
            assert not [each for each in told if isinstance(each, Alert | AlertCleared) and each.rule is Rule.FIVEFOLD]
        assert [alert.id for alert in hall.view().alerts] == before != []

    def test_what_has_ended_and_nobody_answered_still_waits(self, other: Known) -> None:
        hall = CorrectedHall("P1", known=FIRST)
        hall.moves("P1", "e4 e5")
        touched = ((chess.A1, "."), (chess.B1, "R"), (chess.H8, "."))
        for square, piece in touched:
            hall.read(hall.t_s + 1, "P1", FieldUpdate(square, piece))
        hall.until(hall.t_s + 6)
        for square, piece in ((chess.B1, "N"), (chess.A1, "R"), (chess.H8, "r")):
            hall.read(hall.t_s + 1, "P1", FieldUpdate(square, piece))
        hall.until(hall.t_s + 6)
        hall.moves("P1", "Nf3 Nc6")
        waits = hall.view().alerts
        assert [alert.acknowledged_t_s for alert in waits] == [None]
        hall.hall.learn(hall.t_s, other)
        hall.rule("replace", ply=3, moves=("Nc3",))
        assert waits[0].id in [alert.id for alert in hall.view().alerts]


def test_the_clock_stays_on_the_side_that_was_named_and_is_not_any_more() -> None:
    hall = CorrectedHall("P1", known=FIRST)
    hall.read(1.0, "P1", Clock(300, 200, running=True, to_move="left"))
    hall.moves("P1", "e4 e5 Nf3")
    hall.hall.learn(hall.t_s, FIRST._replace(white_clock="right"))
    hall.hall.learn(hall.t_s, FIRST)
    hall.read(hall.t_s + 2, "P1", Clock(298, 199, running=True, to_move="right"))
    hall.until(hall.t_s + 5)
    before = hall.held
    assert (hall.view().running, hall.view().white_s) == ("white", 199)
    hall.rule("replace", ply=3, moves=("Nc3",), after_s=0.0)
    hall.undo()
    assert hall.held == before
