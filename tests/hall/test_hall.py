"""The hall as a function: entries in, events and due times out."""

import json
from itertools import pairwise

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Entry, Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.link import OPEN_AND_UNHEARD
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD
from drivers.readings import Asked, BoardDump, Clock, Complaint, FieldUpdate, Identity, LineDown, LineUp, Request
from tests.hall.hall_driver import START, DrivenHall

CYCLE = "Nf3 Nf6 Ng1 Ng8 "


def placement(fen: str) -> str:
    return "".join(letters(chess.Board(fen)))


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


class TestLostFromSight:
    def test_why_is_told_once_for_each_reason(self) -> None:
        hall = DrivenHall()
        for t_s, reason in ((0.0, "is not there"), (1.0, "is not there"), (2.0, "no permission"), (3.0, "")):
            hall.read(t_s, "P1", LineDown(reason))
        told = [(event.t, event.state, event.reason) for event in hall.stream if isinstance(event, events.Board)]
        assert told == [(0.0, "lost", "is not there"), (2.0, "lost", "no permission")]
        assert [alert.rule for alert in hall.reader.ever] == [Rule.BOARD_LOST]

    def test_why_is_in_view_until_the_board_is_heard(self) -> None:
        hall = DrivenHall()
        hall.read(0.0, "P1", LineDown("no permission"))
        assert hall.hall.view().boards[0].link_reason == "no permission"
        hall.read(1.0, "P1", LineUp())
        assert hall.hall.view().boards[0].link_reason == OPEN_AND_UNHEARD
        hall.read(2.0, "P1", BoardDump(START))
        assert hall.hall.view().boards[0].link_reason is None

    @pytest.mark.parametrize(("away_s", "sure"), [(0.5, True), (30.0, False)])
    def test_a_game_whose_end_nobody_saw_is_not_sure_as_a_whole(self, away_s: float, sure: bool) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", "e4 e5 Nf3")
        hall.down("P1", hall.t_s + 1)
        hall.finish(hall.t_s + away_s)
        (summary,) = hall.board("P1").summaries
        assert (summary.moves, summary.sure) == (("e4", "e5", "Nf3"), sure)

    def test_a_game_that_was_over_before_the_line_went_is_sure(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", "f3 e5 g4 Qh4#")
        hall.until(hall.t_s + 2)
        hall.down("P1", hall.t_s + 1)
        hall.finish(hall.t_s + 60)
        assert hall.board("P1").summaries[0].sure

    def test_an_outage_that_looks_like_a_takeback_stays_a_doubt(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", "Nf3 Nf6 Ng1")
        hall.until(hall.t_s + 2)
        hall.down("P1", hall.t_s + 1)
        hall.read(hall.t_s + 60, "P1", LineUp())
        back = chess.Board()
        for san in ("Nf3", "Nf6"):
            back.push_san(san)
        hall.games["P1"] = back
        hall.read(hall.t_s, "P1", BoardDump("".join(letters(back))))
        hall.moves("P1", "Ng1 Ng8 " + CYCLE * 4)
        hall.until(hall.t_s + 2)
        assert Rule.HISTORY_UNCERTAIN in hall.board("P1").rules
        assert {a.level for a in hall.reader.ever if a.rule is Rule.FIVEFOLD} == {Level.CHECK}
        assert not hall.board("P1").moves[-1].sure

    def test_a_game_lost_from_sight_is_not_sure_when_the_next_begins(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", "e4 e5 Nc3 Nc6")
        hall.until(hall.t_s + 2)
        t_s = hall.t_s
        hall.read(t_s + 1, "P1", FieldUpdate(chess.G1, "."))
        hall.read(t_s + 1.3, "P1", FieldUpdate(chess.E3, "N"))
        hall.until(t_s + 10)
        hall.read(t_s + 60, "P1", BoardDump(START))
        (summary,) = hall.board("P1").summaries
        assert summary.moves == ("e4", "e5", "Nc3", "Nc6")
        assert not summary.sure
        assert Rule.ILLEGAL_MOVE in summary.alerts

    def test_a_game_of_which_little_was_understood_ends_with_the_next_array(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", "e4")
        far = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9")
        hall.read(hall.t_s + 5, "P1", BoardDump("".join(letters(far))))
        hall.until(hall.t_s + 10)
        hall.read(hall.t_s + 60, "P1", BoardDump(START))
        assert [s.moves for s in hall.board("P1").summaries] == [("e4",)]
        assert not hall.board("P1").summaries[0].sure
        assert hall.board("P1").game == 2

    def test_a_possible_fivefold_does_not_hide_a_certain_one(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 4)
        hall.until(hall.t_s + 2)
        hall.down("P1", hall.t_s + 1)
        hall.read(hall.t_s + 20, "P1", LineUp())
        hall.read(hall.t_s, "P1", BoardDump(START))
        hall.moves("P1", CYCLE)
        hall.until(hall.t_s + 2)
        shown = {a.level for a in hall.hall.view().alerts if a.rule is Rule.FIVEFOLD}
        assert shown == {Level.ACT, Level.CHECK}

    def test_the_time_before_the_first_dump_is_no_outage(self) -> None:
        hall = DrivenHall()
        hall.read(0, "P1", LineUp())
        hall.down("P1", 1)
        hall.up("P1", 500)
        hall.moves("P1", "e4")
        hall.until(1000)
        hall.down("P1", 1000)
        hall.up("P1", 1000.1)
        assert Rule.HISTORY_UNCERTAIN not in {a.rule for a in hall.reader.ever}


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


class TestGames:
    def test_a_board_joined_late_counts_at_least_and_can_be_certain(self) -> None:
        hall = DrivenHall()
        board = chess.Board("7k/8/8/8/8/8/8/R5K1 w - - 0 1")
        hall.games["P1"] = board
        hall.read(0, "P1", BoardDump("".join(letters(board))))
        hall.until(5)
        hall.t_s = 5
        hall.moves("P1", "Rb1 Kg8 Ra1 Kh8 " * 3)
        hall.until(hall.t_s + 2)
        start = next(e for e in hall.stream if isinstance(e, events.GameStart))
        assert chess.Board(start.start_fen).turn
        last = hall.board("P1").moves[-1]
        assert (last.ply, last.count, last.count_max, last.sure) == (12, 4, None, False)
        assert Rule.FIVEFOLD not in {a.rule for a in hall.reader.ever}
        hall.moves("P1", "Rb1 Kg8 Ra1 Kh8")
        hall.until(hall.t_s + 2)
        (fivefold,) = (a for a in hall.reader.ever if a.rule is Rule.FIVEFOLD)
        assert (fivefold.ply, fivefold.level) == (16, Level.ACT)

    def test_plies_found_together_are_told_provisional_then_confirmed(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.down("P1", 1)
        hall.read(60, "P1", LineUp())
        after = chess.Board()
        for san in ("e4", "e5"):
            after.push_san(san)
        hall.read(61, "P1", BoardDump("".join(letters(after))))
        told = [(e.ply, e.status) for e in hall.stream if isinstance(e, events.Move)]
        assert told == [(1, "provisional"), (1, "confirmed"), (2, "provisional")]

    def test_the_summary_of_a_game_followed_by_another_holds_its_moves(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", "e4 e5 Nf3 Nc6")
        hall.until(hall.t_s + 2)
        hall.read(hall.t_s + 5, "P1", BoardDump(START[::-1]))
        hall.games["P1"] = chess.Board()
        first = hall.board("P1").summaries[0]
        assert first.moves == ("e4", "e5", "Nf3", "Nc6")
        assert (first.rotated, first.sure) == (False, True)
        hall.finish(100)
        assert hall.board("P1").summaries[1].moves == ()
        assert hall.board("P1").summaries[1].rotated


class TestLinks:
    def test_lost_and_back(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01234")
        hall.down("P1", 5)
        assert hall.board("01234").rules == {Rule.BOARD_LOST}
        hall.read(7, "P1", LineUp())
        assert hall.board("01234").rules == {Rule.BOARD_LOST}, "an open port may lead nowhere"
        hall.read(8, "P1", BoardDump(START))
        assert Rule.BOARD_LOST not in hall.board("01234").rules
        assert hall.board("01234").states[-3:] == ["lost", "connected", "identified"]

    def test_a_port_that_opens_and_closes_is_one_loss(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01234")
        for t_s in range(5, 60, 2):
            hall.down("P1", t_s)
            hall.read(t_s + 1, "P1", LineUp())
            hall.read(t_s + 1, "P1", Asked("dump"))
        hall.until(100)
        assert [alert.rule for alert in hall.reader.ever] == [Rule.BOARD_LOST]
        assert hall.board("01234").rules == {Rule.BOARD_LOST}

    def test_two_unanswered_requests_make_a_board_silent(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.read(10, "P1", Asked("dump"))
        hall.until(20)
        hall.read(20, "P1", Asked("dump"))
        hall.until(22.9)
        assert hall.board("P1").rules == set()
        hall.until(23)
        assert hall.board("P1").rules == {Rule.BOARD_SILENT}
        hall.read(25, "P1", BoardDump(START))
        assert hall.board("P1").rules == set()

    def test_an_answer_in_time_is_no_silence(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        for t_s in range(10, 60, 2):
            hall.read(t_s, "P1", Asked("version"))
            hall.read(t_s + 0.1, "P1", Identity(version="1.08"))
        hall.until(100)
        assert hall.board("P1").rules == set()

    def test_noise_is_told_once_and_ends(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        for n in range(20):
            hall.read(1 + n * 0.5, "P1", Complaint("noise", 5, "bytes outside any message"))
        assert [a.rule for a in hall.reader.ever] == [Rule.LINE_NOISY]
        assert {r.request for r in hall.hall.requests()} == {Request.DUMP}
        assert list(hall.hall.requests()) == []
        hall.until(60)
        assert hall.board("P1").rules == set()

    def test_one_bad_board_disturbs_no_other(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.up("P2")
        hall.move("P2", "e4", 1)
        for n in range(50):
            hall.read(2 + n * 0.01, "P1", Complaint("noise", 5, "bytes outside any message"))
        hall.down("P1", 3)
        hall.move("P2", "e5", 4)
        assert hall.board("P2").sans == ["e4", "e5"]
        assert hall.board("P2").rules == set()

    def test_a_serial_number_on_another_port_is_the_same_game(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01234")
        hall.moves("P1", "e4 e5")
        hall.until(hall.t_s + 2)
        hall.down("P1", hall.t_s + 0.1)
        hall.games["P7"] = hall.games["P1"]
        hall.read(hall.t_s + 0.1, "P7", LineUp())
        hall.read(hall.t_s, "P7", Identity(serial="01234"))
        hall.read(hall.t_s, "P7", BoardDump("".join(letters(hall.games["P7"]))))
        hall.moves("P7", "Nf3")
        assert hall.board("01234").sans == ["e4", "e5", "Nf3"]
        assert [view.board for view in hall.hall.view().boards] == ["01234"]
        assert hall.hall.view().boards[0].port == "P7"

    def test_another_board_on_the_same_port_is_another_game(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01234")
        hall.moves("P1", "e4")
        hall.up("P1", hall.t_s + 5, serial="05678")
        hall.moves("P1", "d4")
        assert hall.board("01234").sans == ["e4"]
        assert hall.board("05678").sans == ["d4"]
        assert Rule.BOARD_LOST in hall.board("01234").rules

    def test_swapped_cables_swap_no_games(self) -> None:
        for pulled in (True, False):
            hall = DrivenHall()
            hall.up("P1", serial="01111")
            hall.up("P2", serial="02222")
            hall.move("P1", "e4", 1)
            hall.move("P2", "d4", 2)
            hall.until(5)
            if pulled:
                hall.down("P1", 6)
                hall.down("P2", 6)
                hall.read(8, "P1", LineUp())
                hall.read(8, "P2", LineUp())
            games = dict(hall.games)
            hall.games["P1"], hall.games["P2"] = games["P2"], games["P1"]
            for port, serial in (("P1", "02222"), ("P2", "01111")):
                hall.read(9, port, Identity(serial=serial))
                hall.read(9, port, BoardDump("".join(letters(hall.games[port]))))
            hall.move("P1", "d5", 12)
            hall.move("P2", "e5", 13)
            hall.until(20)
            assert hall.board("01111").sans == ["e4", "e5"]
            assert hall.board("02222").sans == ["d4", "d5"]
            assert Rule.BOARD_LOST not in hall.board("01111").rules | hall.board("02222").rules
            assert Rule.POSITION_UNEXPLAINED not in {a.rule for a in hall.reader.ever}

    def test_a_dump_that_comes_before_the_number_on_a_new_port_is_used(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01111")
        hall.move("P1", "e4", 1)
        hall.until(3)
        hall.down("P1", 4)
        now = hall.games["P1"]
        now.push_san("c5")
        hall.read(60, "P9", LineUp())
        hall.read(60, "P9", BoardDump("".join(letters(now))))
        hall.until(65)
        hall.read(66, "P9", Identity(serial="01111"))
        hall.games["P9"] = now
        hall.move("P9", "Nf3", 70)
        assert hall.board("01111").sans == ["e4", "c5", "Nf3"]
        assert Rule.HISTORY_UNCERTAIN in hall.board("01111").rules
        assert [view.board for view in hall.hall.view().boards] == ["01111"]

    def test_two_boards_with_one_number_keep_the_names_of_their_ports_apart(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01234")
        hall.up("P2", serial="01234")
        hall.move("P1", "e4", 3)
        hall.move("P2", "d4", 4)
        assert hall.board("01234").sans == ["e4"]
        assert hall.board("P2").sans == ["d4"]

    def test_a_port_called_like_another_boards_number_is_another_board(self) -> None:
        hall = DrivenHall()
        hall.up("P1", serial="01234")
        hall.up("01234")
        hall.up("05678")
        hall.up("P2", serial="05678")
        assert len({view.board for view in hall.hall.view().boards}) == 4

    def test_a_long_number_does_not_undo_that_another_board_has_the_short_one(self) -> None:
        hall = DrivenHall()
        hall.up("A", serial="12345")
        hall.up("B", serial="12345")
        hall.read(1, "B", Identity(long_serial="0000012345"))
        hall.move("A", "e4", 2)
        hall.move("B", "d4", 3)
        assert hall.board("12345").sans == ["e4"]
        assert hall.board("B").sans == ["d4"]

    def test_a_long_serial_names_the_board_only_if_it_is_another_number(self) -> None:
        hall = DrivenHall()
        hall.read(0, "P1", Identity(serial="01234"))
        hall.read(0, "P1", Identity(long_serial="0000001234"))
        hall.read(0, "P2", Identity(serial="47740"))
        hall.read(0, "P2", Identity(long_serial="3000147740"))
        assert [view.board for view in hall.hall.view().boards] == ["01234", "3000147740"]


class TestClocks:
    def clock(self, left: int, right: int, to_move: str, *, running: bool = True) -> Clock:
        return Clock(left, right, running, "left" if to_move == "left" else "right")

    def test_white_is_left_and_right_on_a_rotated_board(self) -> None:
        for rotated in (False, True):
            hall = DrivenHall()
            hall.read(0, "P1", BoardDump(START[::-1] if rotated else START))
            hall.read(1, "P1", self.clock(100, 200, "right" if rotated else "left"))
            view = hall.hall.view().boards[0]
            assert (view.white_s, view.black_s) == ((200, 100) if rotated else (100, 200))
            assert view.running == "white"

    def test_the_clock_that_runs_at_the_first_move_is_the_movers(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.read(1, "P1", self.clock(100, 200, "right"))
        hall.move("P1", "e4", 2)
        assert hall.board("P1").moves[0].clock == events.Times(white=200, black=100)

    def test_the_lever_pressed_before_the_landing_is_seen_turns_nothing(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.read(1, "P1", self.clock(300, 180, "left", running=False))
        hall.read(2, "P1", self.clock(299, 180, "right"))
        hall.move("P1", "e4", 2.1)
        assert hall.board("P1").moves[0].clock == events.Times(white=299, black=180)

    def test_a_result_shown_is_withdrawn_when_the_clock_is_pressed_on(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.move("P1", "e4", 1)
        hall.read(3, "P1", FieldUpdate(chess.A5, "="))
        hall.until(5)
        assert hall.board("P1").result == "1/2-1/2"
        hall.read(20, "P1", FieldUpdate(chess.A5, "."))
        hall.read(21, "P1", self.clock(100, 100, "right"))
        hall.read(25, "P1", self.clock(100, 99, "left"))
        assert hall.board("P1").result is None
        hall.move("P1", "e5", 26)
        assert hall.board("P1").sans == ["e4", "e5"]

    def test_a_setting_is_not_overruled(self) -> None:
        hall = DrivenHall(Known(white_clock="left"))
        hall.up("P1")
        hall.read(1, "P1", self.clock(100, 200, "right"))
        hall.move("P1", "e4", 2)
        assert hall.board("P1").moves[0].clock == events.Times(white=100, black=200)

    def test_told_at_most_once_a_second_and_the_last_word_of_a_stopped_clock_is_told(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        for n in range(40):
            hall.read(1 + n * 0.1, "P1", self.clock(100 - n, 200, "left"))
        hall.read(5.05, "P1", self.clock(50, 200, "left", running=False))
        hall.until(20)
        told = [e for e in hall.stream if isinstance(e, events.Clock)]
        assert all(b.t - a.t >= 1 for a, b in pairwise(told))
        assert (told[-1].white, told[-1].running) == (50, None)

    def test_clock_readings_that_only_count_down_change_nothing_else(self) -> None:
        def stream(*, with_clock: bool) -> list[str]:
            hall = DrivenHall()
            hall.up("P1")
            for n, san in enumerate((CYCLE * 4 + "e4").split()):
                hall.move("P1", san, 10 * n + 5)
                if with_clock:
                    for k in range(3):
                        hall.read(10 * n + 7 + k, "P1", self.clock(1000 - n * 5 - k, 1000, "left"))
            hall.finish(500)
            told = [e._replace(clock=None) if isinstance(e, events.Move) else e for e in hall.stream]
            return [events.to_json(e) for e in told if not isinstance(e, events.Clock)]

        assert stream(with_clock=True) == stream(with_clock=False)

    def test_a_missing_clock_is_told_and_no_more_when_it_is_back(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.read(1, "P1", Clock(None, None, False, None, connected=False))
        hall.read(2, "P1", Clock(None, None, False, None, connected=False))
        assert [a.rule for a in hall.reader.ever] == [Rule.CLOCK_MISSING]
        hall.read(3, "P1", self.clock(100, 100, "left", running=False))
        assert hall.board("P1").rules == set()


class TestFunction:
    def test_deadlines_fire_in_order_of_time_then_board_before_the_entry(self) -> None:
        hall = DrivenHall()
        for port in ("P1", "P2", "P3"):
            hall.up(port)
        hall.move("P3", "e4", 1.0)
        hall.move("P1", "e4", 1.2)
        hall.move("P2", "d4", 1.2)
        seen = len(hall.stream)
        hall.read(9, "P1", FieldUpdate(chess.E7, "."))
        confirmed = [(round(e.t, 3), e.board) for e in hall.stream[seen:] if isinstance(e, events.Move)]
        assert confirmed == [(2.1, "P3"), (2.3, "P1"), (2.3, "P2")]

    def test_an_acknowledged_alert_is_open_until_it_ends(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.moves("P1", CYCLE * 4)
        hall.until(hall.t_s + 2)
        (alert,) = hall.hall.view().alerts
        hall.acknowledge(hall.t_s + 1, alert.id)
        (seen,) = hall.hall.view().alerts
        assert seen.acknowledged_t_s is not None
        hall.acknowledge(hall.t_s + 2, "no such id")
        assert hall.hall.view().alerts == (seen,)

    def test_an_alert_that_ended_unseen_stays_until_it_is_seen(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.down("P1", 1)
        hall.read(1.5, "P1", LineUp())
        hall.read(1.5, "P1", BoardDump(START))
        (alert,) = hall.hall.view().alerts
        assert alert.cleared_t_s == 1.5
        hall.acknowledge(3, alert.id)
        assert hall.hall.view().alerts == ()

    def test_views_of_boards_that_did_not_change_are_the_same_objects(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.up("P2")
        before = hall.hall.view()
        hall.move("P2", "e4", 3)
        after = hall.hall.view()
        assert after.boards[0] is before.boards[0]
        assert after.boards[1] is not before.boards[1]
        assert json.dumps(after)

    def test_boards_stand_in_the_order_people_count(self) -> None:
        hall = DrivenHall()
        for port in ("P10", "P2", "P1"):
            hall.up(port)
        assert [view.board for view in hall.hall.view().boards] == ["P1", "P2", "P10"]

    @pytest.mark.parametrize(("claim", "draw"), [(50, 75), (None, 40), (25, None)])
    def test_the_half_moves_of_the_rules_are_those_of_the_event(self, claim: int | None, draw: int | None) -> None:
        rules = FIDE_OVER_THE_BOARD._replace(moves_claim=claim, moves_draw=draw)
        hall = Hall(Known(profile=rules))
        hall.apply(Entry(0.0, "P1", None, BoardDump(START)))
        (view,) = hall.view().boards
        assert view.game == 1
        assert (view.claim_ply, view.draw_ply) == (claim and 2 * claim, draw and 2 * draw)

    @pytest.mark.parametrize(("claim", "draw"), [(3, 5), (None, 3), (2, None)])
    def test_the_occurrences_of_the_rules_are_those_of_the_event(self, claim: int | None, draw: int | None) -> None:
        hall = Hall(Known(profile=FIDE_OVER_THE_BOARD._replace(repetition_claim=claim, repetition_draw=draw)))
        hall.apply(Entry(0.0, "P1", None, BoardDump(START)))
        (view,) = hall.view().boards
        assert (view.claim_count, view.draw_count) == (claim, draw)

    def test_a_retracted_move_is_gone_from_the_view(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.move("P1", "e4", 1)
        assert [m.san for m in hall.hall.view().boards[0].moves] == ["e4"]
        hall.read(2, "P1", FieldUpdate(chess.E4, "."))
        hall.read(2.2, "P1", FieldUpdate(chess.E3, "P"))
        assert [m.san for m in hall.hall.view().boards[0].moves] == ["e3"]
        after = chess.Board()
        after.push_san("e3")
        assert hall.hall.view().boards[0].physical == "".join(letters(after))
