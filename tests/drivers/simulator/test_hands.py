from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.readings import EMPTY
from drivers.simulator.hands import Touch, castling_squares, touches
from drivers.simulator.profiles import CLEAN, HandProfile, Odds
from tests.drivers.simulator.positions import SPECIAL, Case, letters, random_game

ONLY = (Odds(1), Odds(0, 1), Odds(0, 0, 1), Odds(0, 0, 0, 1))
SLIDING = CLEAN._replace(slide=1.0)
LIFTING = CLEAN._replace(slide=0.0)


def after(board: chess.Board, hand: list[Touch]) -> list[str]:
    squares = letters(board)
    for touch in hand:
        squares[touch.square] = touch.piece
    return squares


def play(case: Case, profile: HandProfile = CLEAN, seed: int = 1) -> list[Touch]:
    return touches(case.board(), case.move(), 10.0, profile, Random(seed))


def steps(hand: list[Touch]) -> list[str]:
    return [f"{chess.square_name(touch.square)}{touch.piece}" for touch in hand]


@pytest.mark.parametrize("name", SPECIAL)
def test_the_board_ends_as_the_move_says(name: str) -> None:
    case = SPECIAL[name]
    moved = case.board()
    assert moved.is_legal(case.move()) or moved.is_castling(case.move())
    moved.push(case.move())
    for seed in range(60):
        assert after(case.board(), play(case, seed=seed)) == letters(moved)


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("odds", ONLY)
@pytest.mark.parametrize("slide", [0.0, 1.0])
def test_every_way_to_do_it_ends_right(name: str, odds: Odds, slide: float) -> None:
    case = SPECIAL[name]
    moved = case.board()
    moved.push(case.move())
    of_three = ONLY[min(ONLY.index(odds), 2)]
    profile = CLEAN._replace(
        slide=slide, stop_over=1.0, capture=odds, en_passant=of_three, castling=of_three, promotion=odds
    )
    for seed in range(10):
        hand = play(case, profile, seed)
        assert after(case.board(), hand) == letters(moved)
        assert [touch.t_s for touch in hand] == sorted(touch.t_s for touch in hand)
        assert hand[0].t_s >= 10.0


def test_a_plain_move_is_a_lift_and_a_landing() -> None:
    lift, land = play(SPECIAL["knight"], SLIDING)
    assert (lift.t_s, chess.square_name(lift.square), lift.piece) == (10.0, "b1", EMPTY)
    assert (chess.square_name(land.square), land.piece) == ("c3", "N")
    assert 0.12 <= land.t_s - lift.t_s <= 0.40


def test_a_slide_touches_every_square_on_its_way_and_rests_on_one() -> None:
    profile = SLIDING._replace(stop_over=1.0)
    longest = 0.0
    for seed in range(50):
        hand = play(SPECIAL["rook through the rank"], profile, seed)
        assert {f"{s}R" for s in ("b1", "c1", "d1")} | {"a1.", "b1.", "c1."} == set(steps(hand))
        came = {chess.square_name(t.square): t.t_s for t in hand if t.piece == "R"}
        longest = max(longest, came["c1"] - came["b1"], came["d1"] - came["c1"])
    assert 0.3 < longest <= 0.53  # a rest of up to 0.4 s and the way to the next square


def test_a_slid_piece_can_stand_on_two_squares_or_on_none() -> None:
    both, none = 0, 0
    for seed in range(50):
        hand = play(SPECIAL["pawn step"], SLIDING, seed)
        if steps(hand) == ["e3P", "e2."]:
            both += 1
        else:
            assert steps(hand) == ["e2.", "e3P"]
            none += 1
    assert both > 10
    assert none > 3


@pytest.mark.parametrize(
    ("odds", "order"),
    [
        (ONLY[0], ["d5.", "e4.", "d5P"]),
        (ONLY[1], ["e4.", "d5.", "d5P"]),
        (ONLY[2], ["e4.", "d5P"]),
    ],
)
def test_captures_in_every_order(odds: Odds, order: list[str]) -> None:
    assert steps(play(SPECIAL["capture"], LIFTING._replace(capture=odds))) == order


def test_a_capture_by_push_never_bares_the_victims_square() -> None:
    hand = play(SPECIAL["capture along a file"], LIFTING._replace(capture=ONLY[3]))
    on_a1 = [touch.piece for touch in hand if touch.square == chess.A1]
    assert on_a1 == ["q"]
    assert len({touch.square for touch in hand}) == 8


@pytest.mark.parametrize(
    ("odds", "order"),
    [
        (ONLY[0], ["e5.", "d6P", "d5."]),
        (ONLY[1], ["d5.", "e5.", "d6P"]),
        (ONLY[2], ["e5.", "d5.", "d6P"]),
    ],
)
def test_en_passant_in_every_order(odds: Odds, order: list[str]) -> None:
    assert steps(play(SPECIAL["white en passant"], LIFTING._replace(en_passant=odds))) == order


@pytest.mark.parametrize(
    ("odds", "order"),
    [
        (ONLY[0], ["e1.", "g1K", "h1.", "f1R"]),
        (ONLY[1], ["h1.", "f1R", "e1.", "g1K"]),
        (ONLY[2], ["e1.", "h1.", "g1K", "f1R"]),
    ],
)
def test_castling_in_every_order(odds: Odds, order: list[str]) -> None:
    assert steps(play(SPECIAL["white castles short"], LIFTING._replace(castling=odds))) == order


def test_clean_hands_castle_king_first() -> None:
    for seed in range(50):
        first = play(SPECIAL["white castles long"], seed=seed)[0]
        assert first.square in {chess.E1, chess.D1}


def test_where_the_rook_is_in_the_kings_way_both_are_taken_up() -> None:
    assert steps(play(SPECIAL["960: king and rook change places"])) == ["f1.", "g1.", "g1K", "f1R"]


@pytest.mark.parametrize(
    ("odds", "order"),
    [
        (ONLY[0], ["e7.", "e8Q"]),
        (ONLY[1], ["e7.", "e8P", "e8.", "e8Q"]),
        (ONLY[2], ["e7.", "e8P", "e8Q"]),
        (ONLY[3], ["e8Q", "e7."]),
    ],
)
def test_promotion_in_every_order(odds: Odds, order: list[str]) -> None:
    assert steps(play(SPECIAL["promotion to a queen"], LIFTING._replace(promotion=odds))) == order


def test_castling_squares_of_both_notations() -> None:
    long = SPECIAL["white castles long"].board()
    expected = (chess.E1, chess.C1, chess.A1, chess.D1)
    assert castling_squares(long, chess.Move.from_uci("e1c1")) == expected
    assert castling_squares(long, chess.Move.from_uci("e1a1")) == expected


def test_a_hand_leaves_the_board_it_was_given() -> None:
    case = SPECIAL["promotion with capture"]
    board = case.board()
    touches(board, case.move(), 0.0, CLEAN, Random(1))
    assert board == case.board()


def test_no_piece_to_move_is_said() -> None:
    with pytest.raises(ValueError, match="e4"):
        touches(chess.Board(), chess.Move.from_uci("e4e5"), 0.0, CLEAN, Random(1))


@given(st.integers(0, 2**32), st.sampled_from([CLEAN, SLIDING]))
@settings(max_examples=30, deadline=None)
def test_random_games_stand_right_after_every_move(seed: int, profile: HandProfile) -> None:
    rng = Random(seed)
    board = chess.Board()
    squares = letters(board)
    t_s = 0.0
    for move in random_game(rng, 60):
        hand = touches(board, move, t_s, profile, rng)
        for touch in hand:
            assert touch.t_s >= t_s
            t_s = touch.t_s
            assert squares[touch.square] != touch.piece  # a touch is always a change
            squares[touch.square] = touch.piece
        board.push(move)
        assert squares == letters(board)
