"""The hall as a function: entries in, events and due times out: lost, games, function."""

import json

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Entry, Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.link import OPEN_AND_UNHEARD
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD
from drivers.readings import BoardDump, FieldUpdate, LineDown, LineUp
from tests.hall.hall_driver import START, DrivenHall
from tests.hall.hall_tests import CYCLE


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
