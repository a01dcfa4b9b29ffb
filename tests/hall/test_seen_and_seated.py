"""What was never told cannot be seen; a claim's sheet names who sits there; a draw ruled too early is a doubt."""

from typing import Any

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.hall.entries import Known
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Players
from tests.hall.correcting import KNIGHTS, CorrectedHall


def hall_of(**file: Any) -> CorrectedHall:
    players = {"P1": Players("Petrov", "Silva"), "P2": Players("Ito", "Haas")}
    return CorrectedHall("P1", "P2", known=Known(tournament=TournamentFile(players=players, **file)))


def alerts(told: list[Event]) -> list[events.Alert]:
    return [event for event in told if isinstance(event, events.Alert)]


class TestSeen:
    def test_an_alert_that_never_was(self) -> None:
        hall = hall_of()
        assert hall.refused("acknowledge", board="", alert_id="P1/77") == "there never was an alert P1/77"

    def test_one_that_was_seen_before_or_has_ended_is_no_fault(self) -> None:
        hall = hall_of()
        hall.moves("P1", f"{KNIGHTS} {KNIGHTS} {KNIGHTS} {KNIGHTS} e4")
        hall.until(hall.t_s + 5)
        (alert,) = [each for each in hall.view().alerts if each.rule is Rule.FIVEFOLD]
        for _ in range(2):
            assert hall.rule("acknowledge", board="", alert_id=alert.id) == []
        assert [each.why_not for each in hall.hall.view().rulings] == ["", ""]


class TestSheet:
    def titles(self, hall: CorrectedHall, port: str = "P1") -> tuple[str, str]:
        claim = hall.view(port).claim
        assert claim is not None
        assert claim.evidence is not None
        return claim.evidence.titles.white, claim.evidence.titles.black

    def test_of_an_open_claim_names_who_sits_there(self) -> None:
        hall = hall_of()
        hall.moves("P1", f"{KNIGHTS} {KNIGHTS}")
        hall.rule("claim", route="9.2.2")
        assert self.titles(hall) == ("Petrov", "Silva")
        hall.rule("exchange", to_board="P2")
        assert self.titles(hall) == ("Ito", "Haas")
        hall.rule("exchange")
        assert self.titles(hall) == ("Haas", "Ito")
        hall.undo(2)
        assert self.titles(hall) == ("Silva", "Petrov")

    def test_also_where_the_file_changes(self) -> None:
        hall = hall_of()
        hall.moves("P1", f"{KNIGHTS} {KNIGHTS}")
        hall.rule("claim", route="9.2.2")
        hall.hall.learn(hall.t_s, Known(tournament=TournamentFile(players={"P1": Players("Petrow", "Silva")})))
        assert self.titles(hall) == ("Petrow", "Silva")

    def test_of_one_that_is_closed_stays_as_it_was_signed(self) -> None:
        hall = hall_of()
        hall.moves("P1", f"{KNIGHTS} {KNIGHTS}")
        hall.rule("claim", route="9.2.2")
        hall.rule("close", outcome="rejected")
        hall.rule("exchange", to_board="P2")
        assert self.titles(hall) == ("Petrov", "Silva")
        hall.rule("replace", ply=1, moves=("Nf3",))
        assert self.titles(hall) == ("Petrov", "Silva")


class TestEarlyDraw:
    def test_ruled_before_the_earliest_move_is_a_doubt(self) -> None:
        hall = hall_of(no_draw_before_move=30)
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        (alert,) = alerts(hall.rule("result", result="1/2-1/2"))
        assert (alert.rule, alert.level, alert.ply) == (Rule.EARLY_DRAW, Level.CHECK, 4)
        assert "a draw after 2 moves; in this event none is agreed before move 30" in alert.text
        cleared = [e.id for e in hall.undo() if isinstance(e, events.AlertCleared)]
        assert cleared == [alert.id]
        assert hall.view().alerts == ()
        assert [a.rule for a in alerts(hall.undo())] == [Rule.EARLY_DRAW]

    def test_another_result_ends_it(self) -> None:
        hall = hall_of(no_draw_before_move=30)
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        (alert,) = alerts(hall.rule("result", result="1/2-1/2"))
        told = hall.rule("result", result="1-0")
        assert [e.id for e in told if isinstance(e, events.AlertCleared)] == [alert.id]
        assert [a.rule for a in alerts(hall.rule("result", result="1/2-1/2"))] == [Rule.EARLY_DRAW]
        assert [e.rule for e in hall.rule("resume") if isinstance(e, events.AlertCleared)] == [Rule.EARLY_DRAW]

    def test_it_still_waits_when_the_next_game_begins(self) -> None:
        hall = hall_of(no_draw_before_move=30)
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        hall.rule("result", result="1/2-1/2")
        hall.rule("round_closed", board="")
        hall.set_up("P1", hall.games["P1"].__class__(), "".join(hall.view().physical))
        hall.games["P1"].reset()
        hall.moves("P1", "d4 d5")
        hall.until(hall.t_s + 5)
        assert hall.view().game == 2
        assert [each.rule for each in hall.view().alerts] == [Rule.EARLY_DRAW]

    def test_a_draw_by_a_claim_or_late_enough_is_none(self) -> None:
        hall = hall_of(no_draw_before_move=3)
        hall.moves("P1", "e4 e5 Nf3 Nc6 Bb5 a6")
        assert alerts(hall.rule("result", result="1/2-1/2")) == []
        hall = hall_of(no_draw_before_move=30)
        hall.moves("P1", f"{KNIGHTS} {KNIGHTS}")
        hall.rule("claim", route="9.2.2")
        assert alerts(hall.rule("close", outcome="drawn")) == []


def test_a_correction_of_a_game_that_is_over_changes_no_other() -> None:
    hall = hall_of()
    hall.moves("P1", "e4 e5")
    for kind, fields in (
        ("replace", {"ply": 1, "moves": ("d4",)}),
        ("settle", {"ply": 1, "moves": ("d4",)}),
        ("position", {"turn": "black"}),
        ("illegal", {}),
    ):
        why = hall.refused(kind, game=7, **fields)
        assert why.startswith("What the board said in game 7 is not at hand: only its last 16 games are")
    assert hall.rule("replace", game=1, ply=2, moves=("c5",))
    assert hall.sans() == "e4 c5"
