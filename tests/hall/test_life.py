"""The life of a board, from readings to events: how games begin, what belongs to none, how they end."""

import chess

from dgt_monitor.events import Level, Rule
from drivers.readings import Clock, LineUp
from tests.hall.touching import PORT, Touched, knights

FOOLS_MATE = "6 f2. 6.2 f3P 8 e7. 8.2 e5p 10 g2. 10.2 g4P 12 d8. 12.2 h4q"


class TestTheClockFirstRuns:
    def test_knights_shuffled_before_it_count_nothing(self) -> None:
        board = Touched()
        board.clock(1, running=False)
        board.touch(knights(2)).rest(12)
        assert board.told.sans == ["Nf3", "Nf6", "Ng1", "Ng8"]
        assert [move.sure for move in board.told.moves] == [True, False, False, False]
        board.clock(20, running=True)
        assert board.told.sans == []
        for n in range(3):
            board.touch(knights(21 + 10 * n))
        board.rest(60)
        assert board.told.moves[-1].count == 4
        assert Rule.FIVEFOLD not in {alert.rule for alert in board.reader.ever}
        board.touch(knights(61)).rest(80)
        assert board.told.moves[-1].count == 5
        (fivefold,) = (alert for alert in board.told.alerts.values() if alert.rule is Rule.FIVEFOLD)
        assert (fivefold.level, fivefold.sure, fivefold.ply) == (Level.ACT, True, 16)
        assert board.told.game == 1

    def test_a_fivefold_before_it_is_only_possible_and_withdrawn(self) -> None:
        board = Touched()
        board.clock(1, running=False)
        for n in range(4):
            board.touch(knights(2 + 10 * n))
        board.rest(50)
        (fivefold,) = (alert for alert in board.told.alerts.values() if alert.rule is Rule.FIVEFOLD)
        assert (fivefold.level, fivefold.sure) == (Level.CHECK, False)
        board.clock(60, running=True)
        assert board.told.alerts == {}
        assert board.told.sans == []

    def test_one_move_of_white_then_standing_is_move_1(self) -> None:
        board = Touched()
        board.clock(1, running=False)
        board.touch("5 e2. 5.3 e4P").rest(8)
        board.clock(9, "right", running=True)
        board.touch("12 e7. 12.3 e5p").rest(20)
        assert board.told.sans == ["e4", "e5"]
        assert all(move.sure for move in board.told.moves)
        assert "retract" not in {event.kind for event in board.stream}

    def test_one_move_of_white_standing_after_a_shuffle_is_move_1(self) -> None:
        board = Touched()
        board.clock(1, running=False)
        board.touch(knights(2) + " 11 e2. 11.3 e4P").rest(15)
        board.clock(16, "right", running=True)
        assert board.told.sans == ["e4"]
        board.touch("17 e7. 17.3 e5p").rest(20)
        assert [(move.san, move.count, move.sure) for move in board.told.moves] == [("e4", 1, True), ("e5", 1, True)]

    def test_a_game_played_beside_a_clock_that_nobody_started_is_followed(self) -> None:
        board = Touched()
        board.clock(1, running=False)
        board.touch("5 e2. 5.3 e4P 7 e7. 7.3 e5p 9 g1. 9.3 f3N").rest(12)
        assert board.told.sans == ["e4", "e5", "Nf3"]
        board.clock(13, "right", running=True)
        assert board.told.sans == ["e4", "e5", "Nf3"]
        assert all(move.sure for move in board.told.moves)

    def test_a_fivefold_beside_a_clock_that_never_runs_is_certain_once_something_was_moved_for_good(self) -> None:
        board = Touched()
        board.clock(1, running=False)
        board.touch("2 g1. 2.3 f3N 4 g8. 4.3 f6n 6 e2. 6.3 e4P").rest(8)
        assert [move.sure for move in board.told.moves] == [True, False, False]
        board.touch("8 e7. 8.3 e5p").rest(10)
        assert [move.sure for move in board.told.moves] == [True, True, True, True]
        for n in range(4):
            t_s = 11 + 10 * n
            board.touch(f"{t_s} f1. {t_s + 0.3} e2B {t_s + 2} f8. {t_s + 2.3} e7b")
            board.touch(f"{t_s + 4} e2. {t_s + 4.3} f1B {t_s + 6} e7. {t_s + 6.3} f8b")
        board.rest(80)
        assert [(a.level, a.sure) for a in board.told.alerts.values() if a.rule is Rule.FIVEFOLD] == [(Level.ACT, True)]

    def test_without_a_clock_the_game_begins_at_the_first_move(self) -> None:
        board = Touched()
        board.read(1, PORT, Clock(None, None, running=False, to_move=None, connected=False))
        board.touch(knights(2)).rest(20)
        assert [(move.san, move.sure) for move in board.told.moves][3] == ("Ng8", True)
        assert board.told.moves[-1].count == 2

    def test_a_clock_that_says_it_stands_and_counts_down_all_the_same_is_not_believed(self) -> None:
        board = Touched()
        for second in range(4):
            board.clock(1 + second, running=False, left_s=300 - second)
        board.touch("5 e2. 5.3 e4P 7 e7. 7.3 e5p").rest(20)
        assert [(move.san, move.sure) for move in board.told.moves] == [("e4", True), ("e5", True)]


class TestCeremony:
    def test_a_first_move_taken_back(self) -> None:
        board = Touched().touch("2 d2. 2.3 d4P").rest(20)
        assert board.told.sans == ["d4"]
        board.touch("20 d4. 20.5 d2P").rest(30)
        board.touch("40 e2. 40.3 e4P 50 c7. 50.3 c5p").rest(60)
        assert board.told.sans == ["e4", "c5"]
        assert board.told.game == 1
        assert board.calls == []

    def test_two_dignitaries_and_their_moves_back_in_any_order(self) -> None:
        for back in (
            "20 d4. 20.5 d2P 24 d5. 24.5 d7p",
            "20 d5. 20.5 d7p 24 d4. 24.5 d2P",
            "20 d4. 20.2 d5. 21 d7p 22 d2P",
        ):
            board = Touched().touch("2 d2. 2.3 d4P 9 d7. 9.3 d5p").rest(19).touch(back).rest(30)
            board.touch("40 e2. 40.3 e4P").rest(50)
            assert board.told.sans == ["e4"], back
            assert board.calls == [], back


class TestTheClockStands:
    """After it has run: a pause, or the end of the game."""

    def game(self) -> Touched:
        board = Touched()
        board.clock(1, running=False)
        board.clock(2, running=True)
        board.touch("3 e2. 3.3 e4P 5 e7. 5.3 e5p 7 g1. 7.3 f3N").rest(9)
        return board

    def test_analysis_is_not_appended_and_calls_nobody(self) -> None:
        board = self.game()
        board.clock(10, "right", running=False)
        board.touch("12 f3. 12.3 g1N 14 d1. 14.3 h5Q 16 b8. 16.3 c6n 18 f1. 18.3 c4B 20 g8. 20.3 f6n").rest(60)
        board.touch("60 h5. 60.2 f7Q 70 h1. 70.5 a5R 80 e8. 84 a1.").rest(400)
        assert board.told.sans == ["e4", "e5", "Nf3"]
        assert board.calls == []
        board.finish(500)
        assert board.told.summaries[0].sure

    def test_the_move_that_lands_as_the_clock_stops_belongs_to_the_game(self) -> None:
        board = self.game()
        board.touch("9.8 b8.")
        board.clock(10, "right", running=False)
        board.touch("10.3 c6n").rest(20)
        assert board.told.sans == ["e4", "e5", "Nf3", "Nc6"]

    def test_what_stands_when_it_runs_again_is_the_game(self) -> None:
        board = self.game()
        board.clock(10, "right", running=False)
        board.touch("12 b8. 12.3 c6n 14 f1. 14.3 b5B").rest(20)
        assert board.told.sans == ["e4", "e5", "Nf3"]
        board.clock(21, "right", running=True)
        assert board.told.sans == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
        board.touch("22 a7. 22.3 a6p").rest(30)
        assert board.told.sans[-1] == "a6"
        assert board.calls == []

    def test_a_return_in_a_pause_is_a_restoration(self) -> None:
        board = self.game()
        board.clock(10, "right", running=False)
        board.touch("12 f3. 12.3 g1N 14 e5. 14.3 e7p").rest(20)
        board.clock(21, "right", running=True)
        assert board.told.sans == ["e4"]
        board.touch("22 c7. 22.3 c5p").rest(30)
        assert board.told.sans == ["e4", "c5"]

    def test_knights_gone_home_in_a_pause_are_a_restoration_and_no_occurrence(self) -> None:
        board = Touched()
        board.clock(1, running=True)
        board.touch("3 g1. 3.3 f3N 5 g8. 5.3 f6n").rest(9)
        board.clock(10, running=False)
        board.touch("12 f3. 12.3 g1N 14 f6. 14.3 g8n").rest(20)
        board.clock(21, running=True)
        assert board.told.sans == []

    def test_an_illegal_move_restored_in_a_pause_is_seen_at_once(self) -> None:
        board = self.game()
        board.touch("9 b8. 9.3 b6n").rest(13)
        assert board.told.rules == {Rule.ILLEGAL_MOVE}
        board.clock(14, "left", running=False)
        board.touch("20 b6. 20.4 b8n")
        assert board.told.rules == set()

    def test_an_illegal_move_just_before_the_pause_is_told(self) -> None:
        board = self.game()
        board.touch("9 b8. 9.3 b6n")
        board.clock(10, "left", running=False)
        board.rest(20)
        assert board.told.rules == {Rule.ILLEGAL_MOVE}

    def test_the_next_game_is_set_up_in_it(self) -> None:
        board = self.game()
        board.clock(10, "right", running=False)
        board.touch("12 f3. 13 e4. 14 e5. 20 g1N 21 e2P 22 e7p").rest(30)
        assert board.told.game == 2
        assert board.told.summaries[0].moves == ("e4", "e5", "Nf3")
        board.clock(40, running=True)
        board.touch("41 d2. 41.3 d4P").rest(50)
        assert board.told.sans == ["d4"]
        assert board.calls == []

    def test_flag_fallen_and_played_on(self) -> None:
        board = self.game()
        board.clock(10, "right", running=False, right_s=0)
        board.touch("12 b8. 12.3 c6n").rest(20)
        assert board.told.sans[-1] == "Nc6"


class TestKingsInTheCentre:
    def test_the_first_kings_step_is_withdrawn(self) -> None:
        board = Touched()
        board.touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p").rest(10)
        board.touch("20 e1. 21 d4K 22 e8. 23 d5k").rest(40)
        assert board.told.sans == ["e4", "e5"]
        assert board.told.result == "1/2-1/2"
        assert board.calls == []

    def test_corrected_within_seconds(self) -> None:
        board = Touched().touch("2 a2. 2.3 a3P 20 e1. 21 d4K 22 e8. 23 e5k").rest(26)
        assert board.told.result == "0-1"
        board.touch("27 e5. 27.5 d5k").rest(40)
        assert board.told.result == "1/2-1/2"
        board.touch("60 d4. 60.5 e4K").rest(80)
        assert board.told.result == "1/2-1/2"

    def test_withdrawn_and_played_on(self) -> None:
        board = Touched().touch("2 a2. 2.3 a3P 20 e1. 21 d4K 22 e8. 23 e5k").rest(26)
        board.touch("27 d4. 28 e1K 29 e5. 30 e8k").rest(32)
        assert board.told.result is None
        board.touch("33 b7. 33.3 b5p").rest(40)
        assert board.told.sans == ["a3", "b5"]

    def test_withdrawn_late_when_the_clock_runs_again(self) -> None:
        board = Touched()
        board.clock(1, running=True)
        board.touch("2 a2. 2.3 a3P").rest(5)
        board.clock(6, "right", running=True)
        board.clock(10, "right", running=False)
        board.touch("20 e1. 21 d4K 22 e8. 23 e5k").rest(60)
        assert board.told.result == "0-1"
        board.touch("62 d4. 63 e1K 64 e5. 65 e8k").rest(80)
        assert board.told.result == "0-1"
        board.clock(90, "right", running=True)
        assert board.told.result is None
        board.touch("92 b7. 92.3 b5p").rest(100)
        assert board.told.sans == ["a3", "b5"]
        assert board.calls == []

    def test_shown_with_the_clock_standing(self) -> None:
        board = Touched()
        board.clock(1, running=True)
        board.touch("2 a2. 2.3 a3P").rest(5)
        board.clock(10, "right", running=False)
        board.touch("20 e1. 21 d4K 22 e8. 23 e5k").rest(60)
        assert board.told.result == "0-1"
        assert board.told.sans == ["a3"]
        assert board.calls == []


class TestResultPieces:
    def test_each_piece_its_result(self) -> None:
        for piece, result in (("=", "1/2-1/2"), (">", "1-0"), ("<", "0-1")):
            board = Touched().touch(f"2 e2. 2.3 e4P 20 h5{piece}").rest(30)
            assert board.told.result == result
            assert board.calls == []

    def test_exchanged_and_taken_off_again(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 20 h5>").rest(23).touch("24 h5. 24.5 h5=").rest(28)
        assert board.told.result == "1/2-1/2"
        board.touch("29 h5.").rest(35)
        assert board.told.result is None
        board.touch("36 e7. 36.3 e5p").rest(40)
        assert board.told.sans == ["e4", "e5"]

    def test_left_on_the_board_while_the_next_game_is_set_up(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 20 h5>").rest(60).touch("61 e4. 62 e2P 70 h5.").rest(80)
        assert board.told.game == 2
        assert board.told.summaries[0].result == "1-0"
        assert board.calls == []


class TestAfterTheGame:
    def test_analysis_after_a_result_is_kept_apart(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 20 h5=").rest(40)
        board.touch("41 h5. 45 e7. 45.3 e5p 47 g1. 47.3 f3N 50 b1. 50.2 b5N 60 d8.").rest(300)
        assert board.told.sans == ["e4"]
        assert board.told.result == "1/2-1/2"
        assert board.calls == []

    def test_analysis_after_mate_is_kept_apart(self) -> None:
        board = Touched().touch(FOOLS_MATE).rest(30)
        assert board.told.result == "0-1"
        board.touch("31 h4. 31.3 d8q 33 g4. 33.3 g2P 35 d2. 35.3 d4P 40 a1. 41 a5R").rest(200)
        assert board.told.sans == ["f3", "e5", "g4", "Qh4#"]
        assert board.calls == []

    def test_swept_and_set_up_for_the_next_round(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p 6 g1. 6.3 f3N 8 b8. 8.3 c6n").rest(60)
        start = chess.Board().piece_map()
        t_s, words = 60.0, []
        for square in sorted({*range(16), *range(48, 64)} - {6, 12, 52, 57}):
            t_s += 0.2
            words.append(f"{t_s} {chess.square_name(square)}.")
        for name in ("e4", "e5", "f3", "c6"):
            t_s += 0.2
            words.append(f"{t_s} {name}.")
        board.touch(" ".join(words)).rest(t_s + 200)
        t_s, words = t_s + 200, []
        for square, piece in sorted(start.items(), key=lambda item: (item[0] * 37) % 64):
            t_s += 1.0
            words.append(f"{t_s} {chess.square_name(square)}{piece.symbol()}")
        board.touch(" ".join(words)).rest(t_s + 20)
        assert board.told.game == 2
        assert board.told.summaries[0].moves == ("e4", "e5", "Nf3", "Nc6")
        assert board.calls == []


class TestKnockedOver:
    def test_restored_by_somebody_else(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p").rest(10)
        board.touch("11 d1. 11.1 e1. 11.1 f1. 11.2 d3Q 11.2 e3K 11.3 g1. 11.4 f3B").rest(18)
        board.touch("19 d3. 20 d1Q 24 f3. 25 f1B 26 g1N 28 e3. 29 e1K").rest(40)
        assert board.told.sans == ["e4", "e5"]
        assert board.calls == []
        board.touch("41 g1. 41.3 f3N").rest(50)
        assert board.told.sans == ["e4", "e5", "Nf3"]

    def test_left_lying_is_told(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p").rest(10)
        board.touch("11 d1. 11.1 e1. 11.1 f1. 11.2 d3Q 11.2 e3K 11.3 g1. 11.4 f3B").rest(80)
        assert [alert.rule for alert in board.calls] == [Rule.POSITION_UNEXPLAINED]


class TestTurned:
    def test_the_board_turned_round_in_mid_game(self) -> None:
        for turned in (False, True):
            board = Touched(turned=turned).touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p 6 g1. 6.3 f3N").rest(10)
            now = "".join(board.hall.view().boards[0].physical)
            t_s, words = 20.0, []
            for square in range(64):
                if now[square] != ".":
                    t_s += 0.3
                    words.append(f"{t_s} {chess.square_name(square)}.")
            for square in sorted(range(64), key=lambda s: (s * 37) % 64):
                if now[square] != ".":
                    t_s += 0.8
                    words.append(f"{t_s} {chess.square_name(63 - square)}{now[square]}")
            board.touch(" ".join(words)).rest(t_s + 5)
            board.turned = not turned
            board.touch(f"{t_s + 6} b8. {t_s + 6.3} c6n").rest(t_s + 20)
            assert board.told.sans == ["e4", "e5", "Nf3", "Nc6"]
            assert board.told.game == 1
            assert board.calls == []
            board.finish(t_s + 30)
            assert board.told.summaries[0].rotated is not turned

    def test_turned_in_an_outage(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P").rest(10)
        now = "".join(board.hall.view().boards[0].physical)
        board.down(PORT, 20)
        board.read(40, PORT, LineUp())
        board.stand(41, now[::-1])
        board.turned = True
        board.touch("45 e7. 45.3 e5p").rest(50)
        assert board.told.sans == ["e4", "e5"]
