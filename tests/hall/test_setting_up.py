"""How boards are set up and joined, from readings to events: faults by square, Chess960, games in their middle."""

import chess
import pytest

from dgt_monitor.events import GameStart, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from drivers.readings import BoardDump
from tests.hall.correcting import CorrectedHall
from tests.hall.touching import PORT, Touched, knights, placed

RIGHT = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
MIDDLE = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 5"
CHESS960 = Known(chess960=True)


def faults(fen: str, known: Known | None = None, *, turned: bool = False) -> set[str]:
    board = Touched(f"{fen} w - - 0 1", known=known, turned=turned).rest(10)
    assert board.told.game == 0
    alerts = list(board.told.alerts.values())
    assert {alert.rule for alert in alerts} <= {Rule.SETUP}
    return {name for alert in alerts for name in alert.squares or ()}


class TestFaults:
    @pytest.mark.parametrize(
        ("fen", "squares"),
        [
            (RIGHT.replace("QK", "KQ"), "d1 e1"),
            (RIGHT.replace("QK", "KQ").replace("qk", "kq"), "d1 e1 d8 e8"),
            (RIGHT.replace("RNB", "RBN"), "b1 c1"),
            (RIGHT.replace("pppppppp", "ppp1pppp"), "d7"),
            (RIGHT.replace("RNBQ", "RNBq").replace("rnbq", "rnbQ"), "d1 d8"),
            (RIGHT.replace("PPPPPPPP", "pPPPPPPP"), "a2"),
            (
                RIGHT.replace("P", "x").replace("p", "P").replace("x", "p"),
                " ".join(f + r for f in "abcdefgh" for r in "27"),
            ),
        ],
    )
    def test_named_by_square(self, fen: str, squares: str) -> None:
        assert faults(fen) == set(squares.split())

    def test_named_in_the_boards_own_numbering(self) -> None:
        assert faults(RIGHT.replace("QK", "KQ"), turned=True) == {"d8", "e8"}

    def test_a_board_that_lies_a_quarter_turn_off(self) -> None:
        quarter = "".join(placed(f"{RIGHT} w - - 0 1")[8 * (s % 8) + 7 - s // 8] for s in range(64))
        board = Touched()
        board = Touched("8/8/8/8/8/8/8/8 w - - 0 1")
        board.stand(1, quarter)
        board.rest(10)
        assert board.told.rules == {Rule.SETUP}
        assert board.told.game == 0

    def test_ends_when_mended_and_the_game_begins(self) -> None:
        board = Touched(f"{RIGHT.replace('QK', 'KQ')} w - - 0 1").rest(10)
        assert board.told.rules == {Rule.SETUP}
        board.touch("11 d1. 12 e1. 13 d1Q 14 e1K 20 e2. 20.3 e4P").rest(30)
        assert board.told.rules == set()
        assert board.told.sans == ["e4"]

    def test_played_on_with_is_followed_and_told_until_the_next_game_is_set_up(self) -> None:
        fen = RIGHT.replace("QK", "KQ").replace("qk", "kq")
        board = Touched(f"{fen} w - - 0 1").rest(10)
        board.touch("11 e2. 11.2 e4P 12 e7. 12.2 e5p 13 g1. 13.2 f3N").rest(20)
        assert board.told.sans == ["e4", "e5", "Nf3"]
        assert board.told.rules == {Rule.SETUP, Rule.HISTORY_UNCERTAIN}
        board.stand(60, placed(f"{RIGHT} w - - 0 1"))
        assert board.told.game == 2
        assert Rule.SETUP not in board.told.rules

    def test_disturbed_after_it_was_right_and_before_move_1(self) -> None:
        board = Touched().rest(5)
        board.clock(5, running=False)
        board.touch("6 d8. 7 e8. 8 d8k 9 e8q").rest(20)
        assert [(a.rule, a.squares) for a in board.told.alerts.values()] == [(Rule.SETUP, ("d8", "e8"))]
        board.touch("21 d8. 22 e8. 23 d8q 24 e8k").rest(30)
        assert board.told.rules == set()

    def test_pieces_played_with_before_the_clock_runs_call_nobody(self) -> None:
        board = Touched().rest(5)
        board.clock(5, running=False)
        board.touch("6 d1. 7 h5Q 9 g8. 10 g5n 12 a1. 13 a5R").rest(200)
        assert board.calls == []
        board.touch("201 h5. 202 d1Q 203 g5. 204 g8n 205 a5. 206 a1R").rest(210)
        board.clock(210, running=True)
        board.touch("211 e2. 211.3 e4P").rest(220)
        assert board.told.sans == ["e4"]
        assert board.told.game == 1
        assert board.calls == []

    def test_moves_made_before_the_clock_runs_and_set_up_again_in_any_order_are_no_game(self) -> None:
        board = Touched().rest(5)
        board.clock(5, running=False)
        board.touch("6 e2. 6.3 e4P 8 e7. 8.3 e5p 10 g1. 10.3 f3N 12 b8. 12.3 c6n").rest(20)
        board.touch("21 e4. 21.3 e2P 23 c6. 23.3 b8n 25 f3. 25.3 g1N 27 e5. 27.3 e7p").rest(40)
        assert board.told.sans == []
        assert board.told.game == 1
        board.clock(41, running=True)
        board.touch("42 d2. 42.3 d4P").rest(50)
        assert board.told.sans == ["d4"]
        assert board.calls == []

    def test_a_fault_in_the_setting_up_of_the_next_game(self) -> None:
        board = Touched().touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p 6 g1. 6.3 f3N 8 b8. 8.3 c6n").rest(60)
        board.touch("61 e4. 62 e2P 63 e5. 64 e7p 65 f3. 66 g1N 67 c6. 68 d8. 69 e8. 70 b8n 71 d8k 72 e8q").rest(90)
        assert [(a.rule, a.squares) for a in board.told.alerts.values()] == [(Rule.SETUP, ("d8", "e8"))]
        board.touch("91 d8. 92 e8. 93 d8q 94 e8k").rest(100)
        assert board.told.game == 2
        assert board.told.rules == set()


class TestChess960:
    ARRAY = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN"

    def test_an_array_is_a_start_where_it_is_declared(self) -> None:
        for turned in (False, True):
            board = Touched(f"{self.ARRAY} w - - 0 1", known=CHESS960, turned=turned)
            board.touch("2 e2. 2.3 e4P 4 e7. 4.3 e5p").rest(10)
            (start,) = (event for event in board.stream if isinstance(event, GameStart))
            assert (start.chess960, start.rotated) == (True, turned)
            assert str(start.start_fen).split()[2] == "GBgb"
            assert board.told.sans == ["e4", "e5"]

    def test_and_nowhere_else(self) -> None:
        board = Touched(f"{self.ARRAY} w - - 0 1").rest(10)
        assert board.told.game == 0
        assert board.told.rules == {Rule.SETUP}

    def test_king_and_queen_exchanged_on_both_sides_is_an_array_there_and_a_fault_elsewhere(self) -> None:
        fen = RIGHT.replace("QK", "KQ").replace("qk", "kq")
        assert faults(fen) == {"d1", "e1", "d8", "e8"}
        board = Touched(f"{fen} w - - 0 1", known=CHESS960).rest(10)
        assert board.told.game == 1
        assert board.told.rules == set()

    def test_sides_that_do_not_mirror_each_other(self) -> None:
        assert faults(self.ARRAY.replace("qk", "kq"), CHESS960) == {"e8", "f8", "e1", "f1"}

    def test_a_pawn_that_is_missing(self) -> None:
        assert faults(self.ARRAY.replace("PPPPPPPP", "PPPP1PPP"), CHESS960) == {"e2"}

    def test_the_usual_start_is_one_of_them(self) -> None:
        board = Touched(known=CHESS960).touch("2 e2. 2.3 e4P").rest(10)
        assert board.told.sans == ["e4"]


class TestJoining:
    def joined(self, *, turned: bool = False) -> Touched:
        return Touched(MIDDLE, turned=turned).rest(10)

    @pytest.mark.parametrize("turned", [False, True])
    @pytest.mark.parametrize(
        ("touches", "sans"), [("11 f8. 11.3 e7b", ["Be7"]), ("11 e1. 11.2 g1K 11.4 h1. 11.6 f1R", ["O-O"])]
    )
    def test_the_first_move_tells_whose_turn_it_was(self, touches: str, sans: list[str], turned: bool) -> None:
        board = self.joined(turned=turned).touch(touches).rest(20)
        assert board.told.sans == sans
        (move,) = board.told.moves
        assert (move.count, move.count_max, move.sure) == (1, None, False)
        assert board.told.rules == {Rule.HISTORY_UNCERTAIN}

    def test_rights_and_history_are_unknown_and_every_count_is_at_least(self) -> None:
        board = Touched("r3k2r/8/8/8/8/8/8/R3K1NR w - - 0 1").rest(10)
        board.touch("11 g1. 11.3 f3N 13 a8. 13.3 b8r 15 f3. 15.3 g1N 17 b8. 17.3 a8r").rest(30)
        assert board.told.sans == ["Nf3", "Rb8", "Ng1", "Ra8"]
        assert board.told.moves[-1].count == 1, "Black may have had the right to castle on that side before"
        for n in range(4):
            t_s = 31 + 10 * n
            board.touch(f"{t_s} g1. {t_s + 0.3} f3N {t_s + 2} a8. {t_s + 2.3} b8r")
            board.touch(f"{t_s + 4} f3. {t_s + 4.3} g1N {t_s + 6} b8. {t_s + 6.3} a8r")
        board.rest(90)
        last = board.told.moves[-1]
        assert (last.count, last.count_max) == (5, None)
        assert Rule.FIVEFOLD in board.told.rules

    def test_a_first_dump_in_the_middle_of_a_move(self) -> None:
        board = Touched("8/8/8/8/8/8/8/8 w - - 0 1")
        held = placed(MIDDLE).replace("n", ".", 1)
        board.read(1, PORT, BoardDump(held))
        square = chess.square_name(placed(MIDDLE).index("n"))
        board.touch(f"2 {square}n").rest(10).touch("11 f8. 11.3 e7b").rest(20)
        assert board.told.sans == ["Be7"]

    def test_a_pawn_that_may_just_have_moved_two_squares(self) -> None:
        fen = "4k2r/8/8/3pP3/8/8/8/4K2R w - - 0 1"
        board = Touched(fen).rest(10).touch("11 e5. 11.2 d6P 11.5 d5.").rest(20)
        assert board.told.sans == ["exd6"]
        board = Touched(fen).rest(10)
        for n in range(2):
            t_s = 11 + 10 * n
            board.touch(f"{t_s} h1. {t_s + 0.3} h2R {t_s + 2} h8. {t_s + 2.3} h7r")
            board.touch(f"{t_s + 4} h2. {t_s + 4.3} h1R {t_s + 6} h7. {t_s + 6.3} h8r")
        assert board.rest(40).told.moves[3].count == 1

    def test_the_start_array_is_a_game_from_its_beginning(self) -> None:
        board = Touched().touch(knights(2)).rest(20)
        assert board.told.moves[-1].count == 2
        assert board.told.moves[-1].count_max == 2


def test_the_next_game_is_set_up_over_moves_that_are_not_sure() -> None:
    """What the last reading of a game makes of its moves is told by their own story, not by that of the next game."""
    hall = CorrectedHall("P1")
    hall.moves("P1", "Nf3 b6 a4 Nf6", every_s=0.3)
    hall.until(hall.t_s + 0.4)
    hall.set_up("P1", chess.Board(), "".join(letters(hall.games["P1"])))  # the stream's contract holds
    hall.until(hall.t_s + 3)
    assert hall.view().game == 2
    assert not hall.view().moves
