"""What hands do on a board, and what the reconstruction makes of it. Cases after the rules of `hands`, section 5."""

import chess
import pytest

from dgt_monitor.game.changes import Began, Made, Strange
from tests.game.following import Following, placement

CASTLE = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5"
KNIGHTS = "1 g1. 1.2 f3N 2 g8. 2.2 f6n 3 f3. 3.2 g1N 4 f6. 4.2 g8n"


def squares(names: str) -> tuple[int, ...]:
    return tuple(sorted(chess.parse_square(name) for name in names.split()))


class TestMoves:
    @pytest.mark.parametrize(
        ("fen", "touches", "sans"),
        [
            (chess.STARTING_FEN, "1 e2. 1.2 e4P", ["e4"]),
            (chess.STARTING_FEN, "1 e4P 1.2 e2.", ["e4"]),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1 d5. 1.3 e4. 1.5 d5P", ["exd5"]),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1 e4. 1.3 d5. 1.5 d5P", ["exd5"]),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1 e4. 1.5 d5P", ["exd5"]),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1 d5P 1.2 e4.", ["exd5"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1 d5. 1.2 e5. 1.5 d6P", ["exd6"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1 e5. 1.2 d6P 1.5 d5.", ["exd6"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1 e5. 1.2 d5. 1.5 d6P", ["exd6"]),
            ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "1 e7. 1.2 d8Q", ["exd8=Q+"]),
            ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "1 d8. 1.2 e7. 1.4 d8P 2 d8. 2.2 d8N", ["exd8=N"]),
            ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "1 e7. 1.2 e8P 2 e8R", ["e8=R+"]),
            (CASTLE, "1 e1. 1.2 g1K 1.4 h1. 1.6 f1R", ["O-O"]),
            (CASTLE, "1 h1. 1.2 f1R 1.4 e1. 1.6 g1K", ["O-O"]),
            (CASTLE, "1 e1. 1.1 h1. 1.2 f1R 1.3 g1K", ["O-O"]),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "1 a8. 1.2 e8. 1.4 d8r 1.6 c8k", ["O-O-O"]),
        ],
    )
    def test_every_order_of_touches(self, fen: str, touches: str, sans: list[str]) -> None:
        board = Following(fen).play(touches).until(60)
        assert board.sans == sans
        assert board.statuses == ["confirmed"]
        assert board.strange is None

    def test_a_move_is_provisional_until_it_has_rested(self) -> None:
        board = Following().play("1 e2. 1.2 e4P")
        assert board.statuses == ["provisional"]
        board.until(2.19)
        assert board.statuses == ["provisional"]
        board.until(2.2)
        assert board.statuses == ["confirmed"]

    def test_the_reply_confirms(self) -> None:
        board = Following().play("1 e2. 1.1 e4P 1.2 e7. 1.3 e5p")
        assert board.sans == ["e4", "e5"]
        assert board.statuses == ["confirmed", "provisional"]

    def test_the_lever_confirms_but_never_makes_a_move(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 e2. 1.2 e4P")
        board.lever(1.3, white_to_move=False)
        assert board.statuses == ["confirmed"]
        board.lever(1.4, white_to_move=True)
        assert board.sans == ["e4"]

    def test_the_lever_says_nothing_while_the_piece_is_in_the_hand(self) -> None:
        board = Following()
        board.lever(0.5, white_to_move=True)
        board.play("1 e2. 1.2 e3P 1.25 e3.")
        board.lever(1.3, white_to_move=False)
        assert board.statuses == ["provisional"]
        board.play("1.5 e4P")
        assert board.sans == ["e4"]

    def test_the_opponent_lifts_early(self) -> None:
        board = Following().play("1 e2. 1.1 e7. 1.2 e4P")
        assert board.sans == ["e4"]
        board.play("1.3 e5p")
        assert board.sans == ["e4", "e5"]

    def test_an_update_that_repeats_what_is_known_changes_nothing(self) -> None:
        board = Following().play("1 e3. 1.1 e2. 1.2 e2. 1.3 e4P 1.4 e4P")
        assert board.sans == ["e4"]

    def test_updates_before_the_first_dump_are_no_ground_to_stand_on(self) -> None:
        board = Following()
        board.tracker = type(board.tracker)()
        board.sans = []
        board.play("1 e2. 1.2 e4P")
        assert board.sans == []


class TestGoingOn:
    def test_a_slide_revises_the_stopover(self) -> None:
        board = Following().play("1 e2. 1.2 e3P 1.6 e3. 1.8 e4P").until(9)
        assert board.sans == ["e4"]
        assert board.reasons() == ["revised"]

    def test_a_slide_that_rested_long_enough_to_be_confirmed(self) -> None:
        board = Following().play("1 e2. 1.2 e3P").until(5)
        assert board.statuses == ["confirmed"]
        board.play("5 e3. 5.3 e4P").until(9)
        assert board.sans == ["e4"]

    @pytest.mark.parametrize(
        "touches",
        [
            "1 e1. 1.2 f1K 1.8 f1. 2 g1K 2.6 h1. 3 f1R",
            "1 h1. 1.2 f1R 4 e1. 4.3 g1K",
            "1 h1. 1.2 g1R 1.6 g1. 1.8 f1R 2.5 e1. 2.8 g1K",
        ],
    )
    def test_castling_from_a_king_or_rook_already_placed(self, touches: str) -> None:
        board = Following(CASTLE).play(touches).until(20)
        assert board.sans == ["O-O"]
        assert board.strange is None

    def test_another_piece_promoted_to_after_all(self) -> None:
        board = Following("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1").play("1 e7. 1.2 e8Q 2 e8. 2.2 e8N").until(9)
        assert board.sans == ["e8=N"]

    def test_the_rook_really_moved_first_and_the_king_stays(self) -> None:
        board = Following(CASTLE).play("1 h1. 1.2 f1R 3 f8. 3.2 e7b").until(9)
        assert board.sans == ["Rf1", "Be7"]


class TestGoingBack:
    def test_one_ply(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 5 e4. 5.3 e2P").until(9)
        assert board.sans == []
        assert board.reasons() == ["taken_back"]

    def test_two_plies_newest_first_is_a_takeback(self) -> None:
        board = Following().play("1 g1. 1.2 f3N 2 g8. 2.2 f6n 9 f6. 9.2 g8n 9.5 f3. 9.7 g1N").until(19)
        assert board.sans == []

    def test_both_knights_in_the_air_oldest_first_is_play(self) -> None:
        board = Following().play("1 g1. 1.2 f3N 2 g8. 2.2 f6n 9 f3. 9.1 f6. 9.2 g1N 9.3 g8n").until(19)
        assert board.sans == ["Nf3", "Nf6", "Ng1", "Ng8"]

    def test_both_knights_in_the_air_newest_first_is_a_takeback(self) -> None:
        board = Following().play("1 g1. 1.2 f3N 2 g8. 2.2 f6n 9 f6. 9.1 f3. 9.2 g8n 9.5 g1N").until(19)
        assert board.sans == []

    def test_two_knights_home_within_one_scan_are_the_one_or_the_other(self) -> None:
        board = Following().play("1 g1. 1.2 f3N 2 g8. 2.2 f6n 9 f6. 9.1 f3. 9.2 g8n 9.3 g1N").until(19)
        assert board.sans in ([], ["Nf3", "Nf6", "Ng1", "Ng8"])
        story = board.tracker.story
        assert story is not None
        assert not all(ply.sure for ply in story.plies)

    def test_a_capture_taken_back(self) -> None:
        board = Following("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").play("1 d5. 1.2 e4. 1.4 d5P")
        assert board.sans == ["exd5"]
        board.play("5 d5. 5.2 e4P 5.4 d5p").until(9)
        assert board.sans == []
        assert board.strange is None

    def test_a_piece_touched_meanwhile_changes_nothing(self) -> None:
        board = Following().play("1 g1. 1.2 f3N 3 g8. 3.2 f6n 5 b1. 5.2 c3N 7 f6. 9 c3. 9.3 b1N 11 f6n").until(20)
        assert board.sans == ["Nf3", "Nf6"]
        assert board.strange is None

    def test_the_start_position_within_a_game_is_an_ordinary_position(self) -> None:
        board = Following().play(KNIGHTS).until(20)
        assert board.games == 1
        assert board.sans == ["Nf3", "Nf6", "Ng1", "Ng8"]


class TestUnfinishedAndStrange:
    @pytest.mark.parametrize(
        ("fen", "touches"),
        [
            (CASTLE, "1 e1. 1.3 g1K"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1 e5. 1.3 d6P"),
            ("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "1 e7. 1.2 e8P"),
            (CASTLE, "1 e1. 1.2 f1K 1.8 f1. 2 g1K"),
        ],
    )
    def test_an_unfinished_move_is_no_alarm(self, fen: str, touches: str) -> None:
        assert Following(fen).play(touches).until(120).strange is None

    def test_a_piece_held_for_long_is_told_after_a_minute(self) -> None:
        board = Following().play("1 e2.").until(60.9)
        assert board.strange is None
        board.until(61)
        assert board.strange is not None
        assert board.strange.squares == squares("e2")
        board.play("70 e4P")
        assert board.strange is None
        assert board.sans == ["e4"]

    def test_one_piece_moved_against_the_rules(self) -> None:
        board = Following().play("1 g1. 1.2 e3N").until(4.1)
        assert board.strange is None
        board.until(4.2)
        assert board.strange is not None
        assert board.strange.kind == "illegal_move"
        assert board.strange.move == "Ng1-e3"
        assert board.strange.squares == squares("g1 e3")

    def test_the_alarm_ends_with_the_restored_position(self) -> None:
        board = Following().play("1 g1. 1.2 e3N").until(9).play("9 e3. 9.4 g1N")
        assert board.strange is None
        assert board.sans == []

    def test_the_alarm_ends_with_a_move_that_explains_all(self) -> None:
        board = Following().play("1 g1. 1.2 e3N").until(9).play("9 e3. 9.4 f3N")
        assert board.strange is None
        assert board.sans == ["Nf3"]

    def test_a_displaced_piece_is_named(self) -> None:
        board = Following("r2q1rk1/ppp2ppp/2n1bn2/8/3P4/2N1BN2/PPP2PPP/R2Q1RK1 w - - 0 10")
        board.play("1 d1. 1.3 d2Q 1.5 d4. 3 d5P").until(9)
        assert board.sans == ["Qd2"]
        assert board.strange is not None
        assert board.strange.kind == "position_unexplained"
        assert board.strange.squares == squares("d4 d5")

    def test_adjusting_pieces_is_nothing(self) -> None:
        board = Following().play("1 b8. 1.4 g1. 1.5 b8n 1.9 f1. 2.2 g1N 2.6 d7. 2.7 f1B 3.6 d7p").until(30)
        assert board.sans == []
        assert not [c for _, c in board.log if isinstance(c, Made)]

    def test_pieces_taken_off_and_not_put_back_are_told_late(self) -> None:
        board = Following().play("1 a1. 1.2 a8. 1.4 h1. 1.6 h8.").until(10)
        assert board.strange is None
        board.until(20)
        assert board.strange is not None
        assert board.strange.squares == squares("a1 a8 h1 h8")

    def test_one_alarm_a_disturbance(self) -> None:
        board = Following().play("1 g1. 1.2 e3N").until(30)
        board.play("30 b1. 30.2 d3N").until(60)
        assert board.strange is not None
        assert board.strange.squares == squares("g1 e3")
        board.play("61 d3. 61.2 b1N 62 e3. 62.2 g1N").until(70)
        assert board.strange is None

    def test_a_reply_does_not_end_the_alarm_of_an_illegal_move(self) -> None:
        board = Following().play("1 d2. 1.2 d4P 2 b8. 2.2 b6n").until(9).play("9 c1. 9.2 f4B").until(20)
        assert board.strange is not None
        assert board.strange.kind == "illegal_move"
        assert board.sans == ["d4", "Nb8-b6", "Bf4"]


class TestWhatStandsAside:
    """One square that is wrong does not stop the game: a dead sensor, a ghost, a piece in somebody's hand."""

    @pytest.mark.parametrize("wrong", ["e2.", "e7.", "h5P", "h5p"])
    def test_the_game_goes_on(self, wrong: str) -> None:
        cycles = [KNIGHTS.split()[n : n + 2] for n in range(0, 16, 2)]
        touches = " ".join(f"{5 * cycle + float(t) + 1} {touch}" for cycle in range(4) for t, touch in cycles)
        board = Following().play(f"0.5 {wrong} {touches}").until(60)
        assert board.sans == ["Nf3", "Nf6", "Ng1", "Ng8"] * 4
        assert board.strange is not None
        assert board.strange.squares == squares(wrong[:2])

    def test_a_piece_whose_square_was_not_read_moves_on(self) -> None:
        board = Following().play("0.5 e2. 2 g1. 2.4 f3N 5 g8. 5.4 f6n").until(8).play("8 e4P").until(10)
        assert board.sans == ["Nf3", "Nf6", "e4"]
        assert board.strange is None

    def test_castling_answered_before_the_rook_is_moved(self) -> None:
        board = Following(CASTLE).play("1 e1. 1.3 g1K 1.6 f8. 1.9 e7b 2.4 h1. 2.8 f1R").until(9)
        assert board.sans == ["O-O", "Be7"]
        assert board.strange is None

    def test_an_early_lift_belongs_to_the_next_move(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 2 d7. 2.2 d5p").until(5)
        board.play("5 d5. 5.2 e4. 5.3 d8. 5.5 d5P 5.7 b1. 5.9 c3N 6.1 d5q").until(9)
        assert board.sans == ["e4", "d5", "exd5", "Qxd5", "Nc3"]

    def test_a_ply_out_of_turn_is_not_mended_by_inventing_one(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 4 d2. 4.2 d4P 8 e7. 8.2 e5p").until(20)
        assert board.sans == ["e4", "d2-d4", "e5"]
        assert board.strange is not None
        assert board.strange.squares == squares("d2 d4")
        made = [c.ply for _, c in board.log if isinstance(c, Made)]
        assert [(ply.sure, ply.legal) for ply in made] == [(True, True), (False, False), (False, True)]


class TestJoining:
    def test_a_board_joined_late_is_watched_from_its_next_move(self) -> None:
        middle = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 5"
        for rotated in (False, True):
            board = Following(rotated=rotated)
            board.tracker, board.games = type(board.tracker)(), 0
            board.dump(0.5, placement(middle))
            board.until(4).play("5 f8. 5.3 e7b 8 e1. 8.2 g1K 8.4 h1. 8.6 f1R").until(20)
            assert board.sans == ["Be7", "O-O"]
            assert board.games == 1
            (began,) = (c for _, c in board.log[-20:] if isinstance(c, Began) and c.joined)
            assert placement(began.board.fen()) == placement(middle)
            assert not began.board.turn
            assert [u.number for u in board.uncertain] == [1]
            assert board.strange is None

    def test_a_board_joined_early_is_a_game_and_not_a_faulty_setup(self) -> None:
        board = Following()
        board.tracker, board.games = type(board.tracker)(), 0
        board.dump(0.5, placement("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"))
        board.until(10).play("11 b8. 11.3 c6n").until(20)
        assert board.sans == ["Nc6"]
        assert not [c for _, c in board.log if isinstance(c, Strange)]

    def test_pieces_put_on_a_board_are_no_game(self) -> None:
        board = Following()
        board.tracker, board.games = type(board.tracker)(), 0
        board.dump(0.5, placement("8/8/4k3/8/8/8/4K3/8 w - - 0 1"))
        board.until(5).play("6 d4P 7 d5p 9 a1R").until(20)
        assert board.games == 0


class TestGaps:
    def test_a_capture_that_was_recaptured_before_it_was_seen(self) -> None:
        fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"
        board = Following(fen).play("1 e4. 1.1 d5. 1.4 d8. 1.6 d5q").until(9)
        assert board.sans == ["exd5", "Qxd5"]
        made = [c.ply for _, c in board.log if isinstance(c, Made)]
        assert [(ply.provenance, ply.inferred_from) for ply in made] == [("inferred", 1), ("seen", None)]
        assert board.uncertain == []

    def test_a_victim_lifted_first_and_a_captor_that_rests_on_its_way(self) -> None:
        board = Following("6k1/5ppp/5q2/8/3Q4/8/5PPP/6K1 b - - 0 1")
        board.play("1 d4. 1.2 f6. 1.5 e5q 1.9 e5. 2.1 d4q").until(9)
        assert board.sans == ["Qxd4"]
        assert board.strange is None

    def test_a_captor_that_rests_twice_on_its_way_to_a_victim_lifted_early(self) -> None:
        board = Following("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        board.play("1 a1. 1.1 a8. 1.4 a4R 1.9 a4. 2.1 a6R 2.6 a6. 2.8 a8R").until(9)
        assert board.sans == ["Rxa8#"]
        assert board.strange is None

    def test_a_stopover_that_takes_seconds_is_not_invented(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 3 e7. 3.5 d2. 3.9 d4P 6 e5p").until(30)
        assert "e6" not in board.sans

    def test_no_ply_is_invented_for_a_piece_that_was_never_touched(self) -> None:
        board = Following("r2q1rk1/ppp2ppp/2n1bn2/8/3P4/2N1BN2/PPP2PPP/R2Q1RK1 b - - 0 10")
        board.play("1 d4. 2 d5P").until(9)
        assert board.sans == []

    def test_a_landing_that_was_lost_is_found_in_the_next_dump(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 2 e7. 2.2 e5p 3 g1. 3.2 f3N 4 b8. 4.2 c6n 5 f1. 5.2 b5B 6 a7. 6.2 a6p")
        board.play("8 b5. 10 g8. 10.3 f6n").until(14)
        assert board.sans[-1] == "a6"
        board.dump(15, placement("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5"))
        assert board.sans[-2:] == ["Ba4", "Nf6"]

    def test_after_an_outage_the_position_is_known_and_the_order_is_not(self) -> None:
        board = Following()
        board.away(1, 60, placement("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"))
        assert sorted(board.sans) == ["Nf3", "e4", "e5"]
        assert [(u.number, u.lasting) for u in board.uncertain] == [(1, True)]
        made = [c.ply for _, c in board.log if isinstance(c, Made)]
        assert not any(ply.sure for ply in made)
        assert all(len(ply.unlike) == 1 for ply in made)

    def test_a_short_break_with_nothing_changed_is_no_gap(self) -> None:
        board = Following()
        board.away(1, 1.5, placement(chess.STARTING_FEN))
        assert board.uncertain == []

    def test_a_line_away_for_long_leaves_the_history_not_sure_even_if_nothing_changed(self) -> None:
        board = Following().play("1 e2. 1.2 e4P").until(5)
        board.away(5, 65, placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
        assert [u.number for u in board.uncertain] == [2]
        assert board.sans == ["e4"]


class TestBeginning:
    @pytest.mark.parametrize("rotated", [False, True])
    def test_either_way_round(self, rotated: bool) -> None:
        board = Following(rotated=rotated).play("1 e2. 1.2 e4P 2 c7. 2.2 c5p").until(9)
        assert board.sans == ["e4", "c5"]
        assert board.tracker.rotated is rotated

    @pytest.mark.parametrize("rotated", [False, True])
    def test_from_a_given_position(self, rotated: bool) -> None:
        board = Following(CASTLE, rotated=rotated).play("1 e1. 1.2 g1K 1.4 h1. 1.6 f1R").until(9)
        assert board.sans == ["O-O"]

    def test_pieces_being_set_up_begin_nothing_until_they_stand(self) -> None:
        board = Following()
        board.tracker = type(board.tracker)()
        board.games = 0
        half = placement("8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
        board.dump(0.5, half)
        for n, letter in enumerate("pppppppprnbqkbnr"):
            square = chess.square_name(48 + n)
            assert board.games == 0
            board.play(f"{1 + n * 0.5} {square}{letter}")
        assert board.games == 1

    def test_a_faulty_setup_is_named_by_square_and_ends_when_mended(self) -> None:
        board = Following()
        board.tracker = type(board.tracker)()
        board.dump(0.5, placement("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"))
        board.until(4)
        assert board.strange is not None
        assert (board.strange.kind, board.strange.squares) == ("setup", squares("d8 e8"))
        board.play("5 d8. 5.2 e8. 5.4 d8q 5.6 e8k")
        assert board.strange is None

    def test_a_faulty_setup_is_not_mended_by_playing_on(self) -> None:
        board = Following()
        board.tracker = type(board.tracker)()
        board.dump(0.5, placement("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
        board.until(4).play("5 e2. 5.3 e4P 8 e7. 8.3 e5p 10 g1. 10.3 f3N").until(30)
        assert board.strange is not None
        assert board.strange.kind == "setup"

    def test_pieces_put_away_after_mate_are_no_alarm(self) -> None:
        board = Following().play("1 f2. 1.2 f3P 2 e7. 2.2 e5p 3 g2. 3.2 g4P 4 d8. 4.2 h4q").until(20)
        assert board.sans[-1] == "Qh4#"
        board.play("21 a1. 22 b1. 23 c1. 24 h4.").until(200)
        assert board.strange is None
        assert len(board.sans) == 4

    def test_the_next_game_on_the_board(self) -> None:
        board = Following().play("1 e2. 1.2 e4P 2 e7. 2.2 e5p 3 g1. 3.2 f3N 4 b8. 4.2 c6n").until(9)
        board.play("10 f3. 11 g1N 12 e5. 12.5 e7p 13 e4. 13.4 e2P 14 c6. 14.5 b8n").until(20)
        assert board.games == 2
        assert board.sans == []
        board.play("30 d2. 30.3 d4P").until(40)
        assert board.sans == ["d4"]


class TestResults:
    FEN = "8/8/5k2/8/2K5/6p1/8/8 b - - 0 50"

    def test_the_first_kings_step_is_no_move(self) -> None:
        board = Following(self.FEN).play("1 f6. 1.3 f5k").until(20).play("20 f5. 20.8 e5k 22 c4. 22.5 d4K").until(60)
        assert board.sans == ["Kf5"]
        assert board.result == "0-1"
        assert board.strange is None

    def test_a_king_move_closed_by_the_clock_is_a_move(self) -> None:
        board = Following(self.FEN)
        board.lever(0.5, white_to_move=False)
        board.play("1 f6. 1.3 e5k")
        board.lever(1.5, white_to_move=True)
        board.play("5 c4. 5.5 d4K").until(60)
        assert board.sans == ["Ke5+"] or board.sans == ["Ke5"]
        assert board.result == "0-1"

    @pytest.mark.parametrize(
        ("touches", "result"),
        [("d4K e5k", "0-1"), ("e4K d5k", "1-0"), ("e4K e5k", "1/2-1/2"), ("d5K d4k", "1/2-1/2")],
    )
    def test_colours_of_the_squares(self, touches: str, result: str) -> None:
        first, second = touches.split()
        board = Following().play(f"1 e1. 1.5 {first} 2 e8. 2.5 {second}").until(30)
        assert board.result == result

    def test_second_thoughts(self) -> None:
        board = Following().play("1 e1. 1.5 d4K 2 e8. 2.5 e5k 4 d4. 4.5 e4K").until(30)
        assert board.result == "1/2-1/2"

    def test_withdrawn_at_once_and_played_on(self) -> None:
        board = Following().play("1 e1. 1.5 d4K 2 e8. 2.5 e5k 4 d4. 4.5 e1K 5 e5. 5.5 e8k").until(8)
        assert board.result is None
        board.play("9 e2. 9.3 e4P")
        assert board.sans == ["e4"]

    def test_what_is_moved_after_a_result_belongs_to_no_game(self) -> None:
        board = Following().play("0.5 d2. 0.7 d3P 1 e1. 1.5 d4K 2 e8. 2.5 e5k").until(20)
        board.play("20 d4. 20.5 e1K 21 e5. 21.5 e8k 22 e7. 22.3 e5p").until(60)
        assert board.sans == ["d3"]
        assert board.result == "0-1"
        assert board.strange is None

    def test_a_result_piece(self) -> None:
        board = Following().play("1 e4=").until(9)
        assert board.result == "1/2-1/2"
