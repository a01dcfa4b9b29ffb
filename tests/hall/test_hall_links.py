"""The hall as a function: entries in, events and due times out: links, clocks."""

from itertools import pairwise

import chess

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from drivers.readings import Asked, BoardDump, Clock, Complaint, FieldUpdate, Identity, LineUp, Request
from tests.hall.hall_driver import START, DrivenHall
from tests.hall.hall_tests import CYCLE


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
