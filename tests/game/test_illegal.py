"""Moves that are not legal: pending, complete, answered, restored; the game goes on in every case."""

import chess
import pytest

from dgt_monitor.game.changes import Explained, Made, Strange, Withdrawn
from tests.game.following import Following

PINNED = "rnbqkbnr/pp2pppp/3p4/1Bp5/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3"
ROOK_ON_F4 = "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1"
RIGHTS_LOST = "4k3/8/8/8/8/8/7r/4K2R w - - 0 1"
LAST_RANK = "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1"
BLOCKED = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"

KINDS = [
    ("way", chess.STARTING_FEN, "1 g1. 1.2 e3N", "4 e7. 4.2 e5p", ["Ng1-e3", "e5"]),
    ("way", chess.STARTING_FEN, "1 e3N 1.2 g1.", "4 e7. 4.2 e5p", ["Ng1-e3", "e5"]),
    ("way", "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "1 e2. 1.2 e3Q 2 e3. 2.2 d6Q", "4 e8. 4.2 f7k", ["Qe2-d6", "Kf7"]),
    ("check", PINNED, "1 a7. 1.2 a6p", "4 e1. 4.2 g1K 4.4 h1. 4.6 f1R", ["a7-a6", "O-O+"]),
    ("check", PINNED, "1 a7. 1.2 a6p", "4 b5. 4.2 e8. 4.4 e8B", ["a7-a6", "Bxe8"]),
    ("castling", ROOK_ON_F4, "1 e1. 1.2 g1K 1.4 h1. 1.6 f1R", "4 f4. 4.2 f7r", ["Ke1-g1", "Rf7"]),
    ("castling", RIGHTS_LOST, "1 e1. 1.2 g1K 1.4 h1. 1.6 f1R", "4 h2. 4.2 h8r", ["Ke1-g1", "Rh8"]),
    ("nothing_taken", chess.STARTING_FEN, "1 e2. 1.2 d3P", "4 e7. 4.2 e5p", ["e2-d3", "e5"]),
    ("nothing_taken", BLOCKED, "1 e5. 1.2 d6P 1.4 d5.", "4 e8. 4.2 d7k", ["e5-d6", "Kd7"]),
    ("own_piece", chess.STARTING_FEN, "1 g1. 1.2 e2. 1.3 e2N", "4 e7. 4.2 e5p", ["Ng1-e2", "e5"]),
    ("own_piece", chess.STARTING_FEN, "1 g1. 1.2 e2N", "4 e7. 4.2 e5p", ["Ng1-e2", "e5"]),
    ("own_piece", chess.STARTING_FEN, "1 e2. 1.2 d2. 1.4 d2P", "4 e7. 4.2 e5p", ["e2-d2", "e5"]),
    ("colour", LAST_RANK, "1 e7. 1.2 e8q", "4 g8. 4.2 g7k", ["e7-e8=Q", "Kg7+"]),
]


def step_of(board: Following) -> Made:
    (made,) = (change for _, change in board.log if isinstance(change, Made) and not change.ply.legal)
    return made


class TestAnswered:
    @pytest.mark.parametrize("pressed", [False, True])
    @pytest.mark.parametrize(("fault", "fen", "step", "reply", "sans"), KINDS)
    def test_every_kind_stands_with_the_reply_and_the_game_goes_on(
        self, fault: str, fen: str, step: str, reply: str, sans: list[str], pressed: bool
    ) -> None:
        white = chess.Board(fen).turn
        board = Following(fen)
        board.lever(0.5, white_to_move=white)
        board.play(step)
        if pressed:
            board.lever(2.5, white_to_move=not white)
        board.until(3.9).play(reply).until(20)
        assert board.sans == sans
        assert board.statuses == ["confirmed", "confirmed"]
        made = step_of(board)
        assert made.ply.misstep is not None
        assert (made.number, made.ply.misstep.fault) == (1, fault)
        assert board.strange is not None
        assert (board.strange.kind, board.strange.move, board.strange.fault) == ("illegal_move", sans[0], fault)
        story = board.tracker.story
        assert story is not None
        assert story.debts == {}
        assert story.board.turn == white
        assert story.board.ep_square is None or sans[1] == "e5"

    def test_two_moves_in_a_row_leave_the_turn_where_it_was(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 3 d2. 3.2 d4P 7 e7. 7.2 e5p 9 g1. 9.2 f3N").until(20)
        assert board.sans == ["e4", "d2-d4", "e5", "Nf3"]
        assert not step_of(board).ply.sure

    def test_the_opponents_piece_moved_is_his_move(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 3 d2. 3.2 d4P 7 g1. 7.2 f3N 9 e7. 9.2 e5p").until(20)
        assert board.sans == ["e4", "d2-d4", "Nf3", "e5"]

    def test_the_piece_is_taken_by_the_reply(self) -> None:
        board = Following().play("1 g1. 1.2 g5N 4 d7. 4.2 d5p 6 f1. 6.2 a6B 8 b7. 8.2 a6. 8.4 a6p").until(20)
        assert board.sans == ["Ng1-g5", "d5", "Bf1-a6", "bxa6"]

    def test_two_replies_within_a_scan_of_each_other(self) -> None:
        board = Following().play("1 g1. 1.1 e3N 1.8 e7. 1.9 e5p 2.2 d2. 2.3 d4P 2.5 d7. 2.6 d6p").until(20)
        assert board.sans == ["Ng1-e3", "e5", "d4", "d6"]

    def test_castling_rights_and_half_moves(self) -> None:
        board = Following("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20").play("1 h1. 1.2 g4R 4 a8. 4.2 a5r").until(20)
        story = board.tracker.story
        assert story is not None
        assert story.board.fen() == "4k2r/8/8/r7/6R1/8/8/R3K3 w Qk - 9 21"

    def test_a_piece_of_its_own_taken_counts_as_a_capture(self) -> None:
        board = Following("4k3/8/8/8/8/8/R3B3/4K3 w - - 9 20").play("1 a2. 1.2 e2R 4 e8. 4.2 d8k").until(20)
        story = board.tracker.story
        assert story is not None
        assert story.board.fen() == "3k4/8/8/8/8/8/4R3/4K3 w - - 1 21"

    def test_a_pawn_exchanged_after_the_reply_was_promoted_late(self) -> None:
        board = Following(LAST_RANK).play("1 e7. 1.2 e8P 2 g8. 2.3 g7k").until(6)
        assert board.sans == ["e8=Q+", "Kg7"]
        assert board.strange is not None
        assert board.strange.squares == (chess.E8,)
        board.play("7 e8. 7.3 e8Q").until(20)
        assert board.sans == ["e8=Q+", "Kg7"]
        assert board.strange is None

    def test_the_last_piece_goes_on_against_its_way(self) -> None:
        board = Following().play("1 g1. 1.2 f3N 1.6 f3. 1.9 e4N").until(8)
        assert board.strange is not None
        assert board.strange.move == "Ng1-e4"
        board.play("9 e7. 9.2 e5p").until(20)
        assert board.sans == ["Ng1-e4", "e5"]

    def test_a_piece_that_slides_over_squares_is_not_on_its_way_against_the_rules(self) -> None:
        board = Following().play("1 g1. 1.1 g3N 1.2 g3. 1.3 f3N 3 e7. 3.2 e5p").until(20)
        assert board.sans == ["Nf3", "e5"]
        assert not [change for _, change in board.log if isinstance(change, Strange)]

    def test_a_piece_in_a_hand_while_the_other_side_waits_is_no_move(self) -> None:
        board = Following().play("1 g1. 1.2 e7. 1.4 e7p 3 f3N").until(20)
        assert board.sans == ["Nf3"]


class TestComplete:
    def test_pending_until_the_clock_is_pressed(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 g1. 1.2 e3N").until(4.3)
        board.lever(6, white_to_move=False)
        board.until(6.4)
        told = [(round(t_s, 1), change.state) for t_s, change in board.log if isinstance(change, Strange)]
        assert told == [(4.2, "pending"), (6.3, "complete")]

    def test_what_is_put_down_while_the_clock_is_pressed_is_no_illegal_move(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 g1. 1.2 h2N").until(5)
        board.lever(6, white_to_move=False)
        board.play("6.06 f3N 6.1 h2P").until(20)
        assert "complete" not in [change.state for _, change in board.log if isinstance(change, Strange)]
        assert board.sans == ["Nf3"]

    def test_a_press_is_told_once_it_has_rested(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 g1. 1.2 e3N")
        board.lever(1.4, white_to_move=False)
        assert board.strange is None
        board.until(4.2)
        assert board.strange is not None
        assert board.strange.state == "complete"
        board.until(30)
        assert len([change for _, change in board.log if isinstance(change, Strange)]) == 1

    def test_the_lever_may_move_before_the_scan_sees_the_piece_land(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 g1.")
        board.lever(1.1, white_to_move=False)
        board.play("1.2 e3N").until(5)
        assert board.strange is not None
        assert board.strange.state == "complete"

    def test_the_opponents_press_completes_nothing(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=False)
        board.play("1 g1. 1.2 e3N")
        board.lever(1.4, white_to_move=True)
        board.until(5)
        assert board.strange is not None
        assert board.strange.state == "pending"

    def test_a_king_in_the_centre_may_show_a_result(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 e1. 1.5 d4K")
        board.lever(1.8, white_to_move=False)
        board.until(2.8).play("3 e8. 3.5 e5k").until(10)
        assert board.result == "0-1"
        assert board.strange is None
        assert board.sans == []


class TestRestored:
    ANSWERED = "1 e2. 1.2 e4P 3 e7. 3.2 e5p 5 g1. 5.2 e3N 9 b8. 9.2 c6n"

    @pytest.mark.parametrize(
        "touches",
        [
            "20 c6. 20.4 b8n 21 e3. 21.4 g1N",
            "20 e3. 20.4 g1N 21 c6. 21.4 b8n",
            "20 e3. 20.2 c6. 20.4 g1N 20.6 b8n",
        ],
    )
    @pytest.mark.parametrize("paused", [False, True])
    def test_the_position_before_it(self, touches: str, paused: bool) -> None:
        board = Following().play(self.ANSWERED).until(15)
        assert board.sans == ["e4", "e5", "Ng1-e3", "Nc6"]
        if paused:
            board.tracker.clock_told(runs=False, stands=True)
        board.play(touches).until(30)
        assert board.sans == ["e4", "e5"]
        assert board.strange is None
        assert board.reasons()[-1] == "taken_back"
        board.tracker.clock_told(runs=True, stands=False)
        board.play("31 g1. 31.2 f3N 34 b8. 34.2 c6n").until(40)
        assert board.sans == ["e4", "e5", "Nf3", "Nc6"]

    @pytest.mark.parametrize(("stands", "sans"), [(True, []), (False, ["Kg1-f3", "Kg8", "Kf3-g1", "Kh8"])])
    def test_while_both_clocks_stand_pieces_go_back_and_while_one_runs_they_are_played(
        self, stands: bool, sans: list[str]
    ) -> None:
        board = Following("7k/8/8/8/8/8/8/6K1 w - - 0 1")
        board.tracker.clock_told(runs=True, stands=False)
        board.play("1 g1. 1.2 f3K 4 h8. 4.2 g8k").until(10)
        assert board.sans == ["Kg1-f3", "Kg8"]
        board.tracker.clock_told(runs=not stands, stands=stands)
        board.play("11 f3. 11.2 g1K 13 g8. 13.2 h8k").until(20)
        assert board.sans == sans

    def test_an_earlier_position_in_whatever_order(self) -> None:
        board = Following().play(self.ANSWERED).until(15)
        board.tracker.clock_told(runs=False, stands=True)
        board.play("20 e4. 20.4 e2P 21 b8n 21.4 c6. 22 e3. 22.2 g1N 23 e5. 23.2 e7p").until(30)
        assert board.sans == []
        assert board.strange is None

    def test_before_a_reply_only_the_alarm_ends(self) -> None:
        board = Following().play("1 g1. 1.2 e3N").until(9)
        board.tracker.clock_told(runs=False, stands=True)
        board.play("10 e3. 10.2 g1N").until(20)
        assert board.strange is None
        assert not [change for _, change in board.log if isinstance(change, Made | Withdrawn)]
        assert [change for _, change in board.log if isinstance(change, Explained)]

    def test_a_claim_played_while_the_clocks_stand_is_play(self) -> None:
        """Both clocks are stopped for a claim; the move that was written must then be played (9.5.3)."""
        board = Following().play("1 g1. 1.2 f3N 2 g8. 2.2 f6n 3 f3. 3.2 g1N").until(9)
        board.tracker.clock_told(runs=False, stands=True)
        board.play("10 f6. 10.2 g8n").until(20)
        assert board.sans == ["Nf3", "Nf6", "Ng1", "Ng8"]

    def test_long_play_back_to_the_same_position_is_play(self) -> None:
        board = Following("7k/8/8/8/8/8/8/6K1 w - - 0 1").play("1 g1. 1.2 f3K 4 h8. 4.2 g8k").until(10)
        touches = "11 f3. 11.2 g2K 13 g8. 13.2 g7k 15 g2. 15.2 g1K 17 g7. 17.2 h8k"
        board.play(touches).until(30)
        assert board.sans == ["Kg1-f3", "Kg8", "Kg2", "Kg7", "Kg1", "Kh8"]


class TestNextGame:
    HOME = "20 e5. 20.4 e7p 21 c4. 21.4 f1B 22 c6. 22.4 b8n 23 f3. 23.4 g1N 24 e4. 24.4 e2P"

    @pytest.mark.parametrize(("after_s", "left"), [(0, ["e4", "e5", "Nf3", "Nc6", "Bc4"]), (80, None)])
    def test_pieces_swept_home_are_no_moves(self, after_s: int, left: list[str] | None) -> None:
        """Unless it took so long that an illegal move among them may have been one of the game."""
        board = Following().play("1 e2. 1.2 e4P 2 e7. 2.2 e5p 3 g1. 3.2 f3N 4 b8. 4.2 c6n 5 f1. 5.2 c4B").until(9)
        words = self.HOME.split()
        words[-4:] = [str(float(words[-4]) + after_s), words[-3], str(float(words[-2]) + after_s), words[-1]]
        board.play(" ".join(words)).until(200)
        assert board.games == 2
        if left is None:
            assert "e5-e7" in board.last_game
        else:
            assert board.last_game == left
