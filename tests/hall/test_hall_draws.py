"""The hall as a function: entries in, events and due times out: draws, uncertain."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from drivers.readings import BoardDump, FieldUpdate, Identity, LineUp
from tests.hall.hall_driver import START, DrivenHall
from tests.hall.hall_tests import CYCLE


class TestDraws:
    def test_fivefold_is_raised_when_confirmed_and_names_its_plies(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 4)
        assert Rule.FIVEFOLD not in hall.board("P1").rules
        hall.until(hall.t_s + 1.1)
        (alert,) = (a for a in hall.board("P1").alerts.values() if a.rule is Rule.FIVEFOLD)
        assert (alert.ply, alert.plies, alert.level, alert.article) == (16, (0, 4, 8, 12, 16), Level.ACT, "9.6.1")
        assert hall.board("P1").result == "1/2-1/2"

    def test_fivefold_stays_when_play_goes_on_and_counting_does_too(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 5 + "e4")
        hall.finish(hall.t_s + 5)
        rules = [a.ply for a in hall.board("P1").alerts.values() if a.rule is Rule.FIVEFOLD]
        assert rules == [16, 17, 18, 19, 20]
        assert hall.board("P1").summaries[0].max_count == 6
        assert hall.board("P1").summaries[0].alerts == (Rule.FIVEFOLD,)

    def test_a_fivefold_played_on_is_one_entry_that_calls_again(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 4 + "Nf3 Nf6")
        hall.until(hall.t_s + 2)
        (shown,) = hall.hall.view().alerts
        assert (shown.ply, shown.acknowledged_t_s) == (18, None)
        hall.acknowledge(hall.t_s, shown.id)
        (seen,) = hall.hall.view().alerts
        assert seen.acknowledged_t_s is not None
        hall.moves("P1", "Ng1")
        hall.until(hall.t_s + 2)
        (again,) = hall.hall.view().alerts
        assert (again.ply, again.acknowledged_t_s) == (19, None)

    def test_a_cable_that_comes_and_goes_is_one_entry(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="20001")
        for _ in range(3):
            hall.down("P1", hall.t_s + 1)
            hall.read(hall.t_s + 5, "P1", LineUp())
            hall.read(hall.t_s + 1, "P1", Identity(serial="20001"))
        hall.down("P1", hall.t_s + 1)
        (shown,) = hall.hall.view().alerts
        assert shown.cleared_t_s is None
        hall.acknowledge(hall.t_s, shown.id)
        hall.read(hall.t_s + 5, "P1", LineUp())
        hall.read(hall.t_s + 1, "P1", Identity(serial="20001"))
        assert hall.hall.view().alerts == ()

    def test_threefold_lapses_with_the_next_move_and_comes_again(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 2)
        hall.until(hall.t_s + 1.1)
        (first,) = hall.board("P1").alerts.values()
        assert (first.rule, first.ply, first.side, first.level) == (Rule.THREEFOLD, 8, "white", Level.CHECK)
        hall.moves("P1", "Nf3")
        hall.until(hall.t_s + 1.1)
        (second,) = hall.board("P1").alerts.values()
        assert (second.ply, second.side) == (9, "black")
        assert [(e.id, e.reason) for e in hall.stream if isinstance(e, events.AlertCleared)] == [(first.id, "lapsed")]

    def test_a_takeback_withdraws_the_alert_of_its_ply_and_the_result(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 4)
        hall.until(hall.t_s + 2)
        t_s = hall.t_s
        hall.read(t_s + 1, "P1", FieldUpdate(chess.G8, "."))
        hall.read(t_s + 1.3, "P1", FieldUpdate(chess.F6, "n"))
        assert [(a.rule, a.ply) for a in hall.board("P1").alerts.values()] == [(Rule.THREEFOLD, 15)]
        assert hall.board("P1").result is None
        assert len(hall.board("P1").moves) == 15

    def test_a_claim_is_open_again_after_a_takeback(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 2 + "e4")
        hall.until(hall.t_s + 2)
        assert hall.board("P1").rules == set()
        t_s = hall.t_s
        hall.read(t_s + 1, "P1", FieldUpdate(chess.E4, "."))
        hall.read(t_s + 1.3, "P1", FieldUpdate(chess.E2, "P"))
        assert hall.board("P1").rules == {Rule.THREEFOLD}
        assert len(hall.reader.ids) == 2

    def test_a_slide_through_the_position_alarms_nobody(self) -> None:
        """A piece rests for less than a second where it would make the fifth occurrence, and goes on."""
        hall = DrivenHall()
        hall.up("P1", fen="7k/8/8/8/8/8/8/R5K1 w - - 0 1")
        hall.moves("P1", "Rb1 Kg8 Ra1 Kh8 " * 3 + "Rb1 Kg8 Ra1 Kg7 Rc1")
        hall.move("P1", "Kh8", hall.t_s + 2)
        t_s = hall.t_s
        hall.read(t_s + 1, "P1", FieldUpdate(chess.C1, "."))
        hall.read(t_s + 1.2, "P1", FieldUpdate(chess.B1, "R"))
        hall.read(t_s + 1.8, "P1", FieldUpdate(chess.B1, "."))
        hall.read(t_s + 2.0, "P1", FieldUpdate(chess.A1, "R"))
        assert [a for a in hall.reader.ever if a.rule is Rule.FIVEFOLD] == []

    @pytest.mark.parametrize(
        ("fen", "san", "rule", "result"),
        [
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", Rule.CHECKMATE, "1-0"),
            ("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "Qg6", Rule.STALEMATE, "1/2-1/2"),
            ("8/8/8/8/8/1k6/1n6/K7 w - - 0 1", "", Rule.DEAD_POSITION, "1/2-1/2"),
            ("4k1b1/8/8/1p1p1p1p/1P1P1P2/8/7P/2B1K3 w - - 0 1", "h4", Rule.DEAD_POSITION, "1/2-1/2"),
            ("7k/8/8/8/8/8/8/R5K1 w - - 149 100", "Ra2", Rule.SEVENTYFIVE, "1/2-1/2"),
        ],
    )
    def test_ends_of_the_game(self, fen: str, san: str, rule: Rule, result: str) -> None:
        hall = DrivenHall(Known(positions={"P1": fen}))
        hall.up("P1", fen=fen)
        hall.moves("P1", san)
        hall.until(hall.t_s + 2)
        assert rule in {a.rule for a in hall.reader.ever}
        assert hall.board("P1").result == result

    def test_what_is_probably_dead_is_to_be_looked_at_and_proposes_no_result(self) -> None:
        fen = "4k3/1b6/8/1p1p1p1p/1P1P1P1P/4B3/b4B2/3K4 w - - 0 50"
        hall = DrivenHall(Known(positions={"P1": fen}))
        hall.up("P1", fen=fen)
        hall.moves("P1", "Bd2")
        hall.until(hall.t_s + 2)
        assert [(a.rule, a.level, a.sure) for a in hall.reader.ever] == [(Rule.DEAD_POSITION, Level.CHECK, False)]
        assert hall.board("P1").result is None

    def test_after_an_outage_nothing_calls_for_action(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 3)
        hall.down("P1", hall.t_s + 1)
        hall.read(hall.t_s + 30, "P1", LineUp())
        hall.read(hall.t_s + 1, "P1", BoardDump(START))
        hall.moves("P1", CYCLE + "e4")
        hall.until(hall.t_s + 2)
        fivefold = [a for a in hall.reader.ever if a.rule is Rule.FIVEFOLD]
        assert [(a.level, a.sure) for a in fivefold] == [(Level.CHECK, False)]
        assert Rule.HISTORY_UNCERTAIN in hall.board("P1").rules
        assert not hall.board("P1").moves[-1].sure
        assert hall.board("P1").moves[11].sure


class TestUncertainHistory:
    def test_counts_are_an_interval(self) -> None:
        """The gap's middle position may have been one of two; when one of them comes again it stood once or twice."""
        hall = DrivenHall()
        hall.up("P1")
        hall.down("P1", 1)
        hall.read(60, "P1", LineUp())
        after = chess.Board("rnbqkbnr/pppp1ppp/4p3/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2")
        hall.games["P1"] = chess.Board("rnbqkbnr/pppp1ppp/4p3/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 1 2")
        hall.read(61, "P1", BoardDump("".join(letters(hall.games["P1"]))))
        hall.moves("P1", "Be7 Nb1 Bf8")
        assert "".join(letters(hall.games["P1"])) == "".join(letters(after))
        last = hall.board("P1").moves[-1]
        assert (last.count, last.count_max, last.sure) == (1, 2, False)
