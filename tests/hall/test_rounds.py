"""Rounds: started, where that is what begins the games; closed, which ends them. And alerts that were not seen."""

import chess

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.hall.entries import Ruling
from tests.hall.hall_driver import START, DrivenHall
from tests.hall.ruling import RuledBoard
from tests.hall.touching import PORT, knights


def shuffled() -> RuledBoard:
    """Knights out and home before the round: the board has no clock."""
    return RuledBoard().touch(knights(1)).rest(20)  # type: ignore[return-value]


class TestStarted:
    def test_what_was_moved_before_counts_nothing(self) -> None:
        game = shuffled()
        assert game.view.count == 2
        game.rule(30, "round_started", board="", round=3)
        assert (game.told.sans, game.view.count) == ([], 1)
        game.touch("32 e2. 32.3 e4P").rest(40)
        assert game.told.sans == ["e4"]

    def test_but_one_move_that_stands_is_the_first(self) -> None:
        game = shuffled()
        game.touch("21 d2. 21.3 d4P").rest(25)
        game.rule(30, "round_started", board="")
        assert game.told.sans == ["d4"]
        game.touch("32 d7. 32.3 d5p").rest(40)
        game.undo(41, 1)
        assert game.told.sans == ["Nf3", "Nf6", "Ng1", "Ng8", "d4", "d5"]
        game.undo(42, 2)
        assert game.told.sans == ["d4", "d5"]

    def test_a_game_in_its_middle_is_let_be(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e4P 3 e7. 3.3 e5p 5 g1. 5.3 f3N").rest(10)
        game.rule(11, "round_started", board="")
        assert game.told.sans == ["e4", "e5", "Nf3"]

    def test_where_a_clock_has_run_it_is_the_clock_that_began_the_game(self) -> None:
        game = RuledBoard()
        game.clock(0.5, running=True)
        game.touch(knights(1)).rest(20)
        game.rule(30, "round_started", board=PORT)
        assert len(game.told.sans) == 4

    def test_where_there_is_no_game_nothing_is_to_be_done(self) -> None:
        game = RuledBoard("8/8/8/8/8/8/8/8")
        assert game.refused(1, "round_started") == "there is no game on this board"
        (told,) = game.rule(2, "round_started", board="", round=1)
        assert isinstance(told, events.Ruled)
        assert (told.board, told.state, told.text) == ("", "done", "the round has started: round 1")


class TestClosed:
    def test_its_games_end_with_whatever_stands(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e4P 3 e7. 3.3 e5p").rest(10)
        game.rule(11, "round_closed", board="", round=1)
        assert (game.view.phase, game.view.result) == ("over", None)
        assert not [e for e in game.touch("12 d2. 12.3 d4P").until(60) if e.kind != "clock"]
        game.undo(61, 1)
        assert game.view.phase == "playing"
        game.rest(70)
        assert game.told.sans == ["e4", "e5", "d4"]

    def test_an_array_left_standing_by_a_short_draw_is_not_carried_into_the_next_round(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e4P 10 e4. 10.3 e2P").rest(20)  # a draw: the pawn is put back
        game.rule(21, "result", result="1/2-1/2")
        game.rule(22, "round_closed", board="")
        game.rule(3600, "round_started", board="")
        game.touch("3700 d2. 3700.3 d4P 3702 d7. 3702.3 d5p").rest(3710)
        assert (game.view.game, game.told.sans, game.told.result) == (2, ["d4", "d5"], None)
        assert game.told.results[1].result == "1/2-1/2"

    def test_nor_where_no_result_was_given(self) -> None:
        game = RuledBoard()
        game.rule(22, "round_closed", board="")
        assert game.view.game == 1
        game.touch("3700 d2. 3700.3 d4P").rest(3710)
        assert (game.view.game, game.told.sans) == (2, ["d4"])

    def test_a_clock_that_starts_begins_it_too(self) -> None:
        game = RuledBoard()
        game.clock(1, running=False)
        game.rule(22, "round_closed", board="")
        game.clock(3600, running=True)
        assert game.view.game == 2
        game.touch("3700 d2. 3700.3 d4P").rest(3710)
        assert game.told.sans == ["d4"]

    def test_one_board_alone_and_play_resumed_on_it(self) -> None:
        hall = DrivenHall()
        hall.up("P1")
        hall.up("P2")
        for port in ("P1", "P2"):
            hall.moves(port, "e4 e5", every_s=1)
        hall.until(20)
        hall._told(hall.hall.apply(Ruling(21, "Ada", "round_closed", board="P1")))
        assert [board.phase for board in hall.hall.view().boards] == ["over", "playing"]
        hall._told(hall.hall.apply(Ruling(22, "Ada", "resume", board="P1")))
        assert [board.phase for board in hall.hall.view().boards] == ["playing", "playing"]
        hall.t_s = 22
        hall.moves("P1", "Nf3")
        assert hall.board("P1").sans == ["e4", "e5", "Nf3"]

    def test_a_result_cleared_does_not_open_a_round_that_is_closed(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e4P 3 e7. 3.3 e5p").rest(10)
        game.rule(11, "round_closed")
        game.rule(12, "result", result="1-0")
        game.rule(13, "result", result="")
        assert (game.view.phase, game.view.result) == ("over", None)


class TestSeen:
    def test_an_alert_is_seen_and_is_not_after_all(self) -> None:
        game = RuledBoard().touch("1 e2. 1.3 e5P").rest(20)
        assert isinstance(game, RuledBoard)
        (alert,) = game.view.alerts
        game.rule(21, "acknowledge", board="", alert_id=alert.id)
        assert game.view.alerts[0].acknowledged_t_s == 21
        game.rule(22, "unacknowledge", board="", alert_id=alert.id)
        assert game.view.alerts[0].acknowledged_t_s is None
        game.undo(23, 2)
        assert game.view.alerts[0].acknowledged_t_s == 21
        game.undo(24, 1)
        assert game.view.alerts[0].acknowledged_t_s is None
        assert game.refused(25, "unacknowledge", board="", alert_id=alert.id).startswith("there is no alert P1/1")

    def test_one_that_has_ended_since_is_open_again(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e5P").rest(20)
        (alert,) = game.view.alerts
        game.rule(21, "acknowledge", board="", alert_id=alert.id)
        game.touch("22 e5. 22.3 e2P").rest(30)
        assert not game.view.alerts
        game.undo(31, 1)
        (again,) = game.view.alerts
        assert (again.id, again.acknowledged_t_s, again.cleared_t_s is None) == (alert.id, None, False)

    def test_with_a_draw_that_was_played_on_all_of_it(self) -> None:
        game = RuledBoard()
        for n in range(5):
            game.touch(knights(1 + 8 * n))
        game.rest(60)
        act = [alert for alert in game.view.alerts if alert.rule is Rule.FIVEFOLD]
        assert len(act) == 1
        before = game.view.alerts
        game.rule(61, "acknowledge", board="", alert_id=act[0].id)
        assert game.view.alerts != before
        game.undo(62, 1)
        assert game.view.alerts == before


class TestUndo:
    def test_what_cannot_be_undone(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e4P").rest(5)
        assert game.refused(6, "undo", undoes=7) == "there is no ruling 7"
        game.rule(9, "result", result="1-0")
        game.undo(10, 2)
        assert game.refused(11, "undo", undoes=2) == "ruling 2 is undone already"

    def test_undone_and_done_again_and_undone(self) -> None:
        game = RuledBoard()
        game.touch("1 e2. 1.3 e4P").rest(5)
        game.rule(6, "result", result="1-0")
        for number, result in ((1, None), (2, "1-0"), (3, None), (4, "1-0")):
            game.undo(6 + number, number)
            assert game.view.result == result
        assert [ruling.undone for ruling in game.hall.view().rulings] == [False, True, False, True, False]

    def test_one_below_another(self) -> None:
        game = RuledBoard()
        game.rule(6, "result", result="1-0")
        game.rule(7, "result", result="0-1")
        game.undo(8, 1)
        assert game.view.result == "0-1"
        game.undo(9, 2)
        assert game.view.result is None

    def test_chess960_is_no_other(self) -> None:
        fen = chess.Board.from_chess960_pos(12).fen()
        game = RuledBoard(fen)
        game.rule(1, "round_closed")
        before = game.held
        game.undo(2, 1)
        game.rule(3, "round_closed")
        assert game.held == before
        assert START
