from itertools import pairwise
from random import Random
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.readings import EMPTY
from drivers.simulator.habits import NO_HABITS
from drivers.simulator.hand import Touch
from drivers.simulator.mishaps import Draft, draft
from drivers.simulator.profiles import CLEAN, PROFILES, HandProfile, Odds
from drivers.simulator.squares import concerned
from tests.drivers.simulator.positions import SPECIAL, Case, letters, random_game

LIFTING = CLEAN._replace(slide=0.0)
SLIDING = CLEAN._replace(slide=1.0)
OF_A_PLY = (
    "adjust",
    "touch_other",
    "hold",
    "wrong_square",
    "change_mind",
    "slow_slide",
    "overshoot",
    "between",
    "knock",
    "promotion_changed",
    "wrong_colour",
)
LEFT = ("rook_late", "pawn_left", "victim_late")
QUIET = Case("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", "f3h4")
ROOK_HOME = Case("4k3/8/8/8/8/8/PPP2PPP/R3K3 w Q - 0 1", "a1d1")


def having(*habits: str, profile: HandProfile = LIFTING, odds: float = 1.0) -> HandProfile:
    shown: dict[str, Any] = dict.fromkeys(habits, odds)
    return profile._replace(habits=NO_HABITS._replace(**shown))


def made(case: Case, profile: HandProfile, seed: int = 1, reply: str = "") -> Draft:
    answer = chess.Move.from_uci(reply) if reply else None
    return draft(case.board(), case.move(), profile, Random(seed), reply=answer)


def steps(touches: tuple[Touch, ...]) -> list[str]:
    return [f"{chess.square_name(touch.square)}{touch.piece}" for touch in touches]


def check(case: Case, plan: Draft) -> None:
    """In order of time, every touch a change, and in the end it stands as the move says."""
    squares, moved = letters(case.board()), case.board()
    moved.push(case.move())
    assert plan.touches[0].t_s == 0
    for part in (plan.touches, plan.tail):
        assert [touch.t_s for touch in part] == sorted(touch.t_s for touch in part)
        for touch in part:
            assert squares[touch.square] != touch.piece
            squares[touch.square] = touch.piece
    assert squares == letters(moved)
    assert plan.touches[0].t_s <= plan.landed_s <= plan.touches[-1].t_s


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("habit", OF_A_PLY)
@pytest.mark.parametrize("base", [LIFTING, SLIDING])
def test_whatever_happens_the_ply_ends_right(name: str, habit: str, base: HandProfile) -> None:
    rough = PROFILES["rough"]._replace(slide=base.slide)
    for seed in range(8):
        for profile in (base, rough):
            check(SPECIAL[name], made(SPECIAL[name], having(habit, profile=profile), seed))


@pytest.mark.parametrize("name", SPECIAL)
def test_everything_at_once_ends_right_too(name: str) -> None:
    for seed in range(40):
        check(SPECIAL[name], made(SPECIAL[name], having(*OF_A_PLY, profile=PROFILES["rough"], odds=0.7), seed))


@given(st.integers(0, 2**32), st.sampled_from(sorted(PROFILES)))
@settings(max_examples=20, deadline=None)
def test_games_end_right_ply_by_ply(seed: int, name: str) -> None:
    rng, board = Random(seed), chess.Board()
    profile = having(*OF_A_PLY, *LEFT, profile=PROFILES[name], odds=0.2)
    moves = random_game(rng, 60)
    for move, reply in zip(moves, [*moves[1:], None], strict=True):
        plan = draft(board, move, profile, rng, reply=reply)
        check(Case(board.fen(), move.uci()), plan)
        board.push(move)


def test_without_habits_it_is_the_plain_move() -> None:
    plan = made(SPECIAL["knight"], LIFTING)
    assert (steps(plan.touches), plan.tail, plan.habits, plan.lifts_first) == (["b1.", "c3N"], (), (), True)
    assert plan.landed_s == plan.touches[-1].t_s


ELIGIBLE: dict[str, tuple[Case, HandProfile]] = {
    **dict.fromkeys(
        ("adjust", "touch_other", "hold", "wrong_square", "change_mind", "between", "knock"), (QUIET, LIFTING)
    ),
    **dict.fromkeys(("slow_slide", "overshoot"), (SPECIAL["rook through the rank"], LIFTING)),
    **dict.fromkeys(("promotion_changed", "wrong_colour"), (SPECIAL["promotion to a queen"], LIFTING)),
}


@pytest.mark.parametrize("habit", OF_A_PLY)
@pytest.mark.parametrize("odds", [0.05, 0.3])
def test_a_habit_shows_as_often_as_it_should(habit: str, odds: float) -> None:
    case, base = ELIGIBLE[habit] if habit != "overshoot" else (Case(ROOK_HOME.fen, "a1c1"), LIFTING)
    profile, tries = having(habit, profile=base, odds=odds), 1500
    shown = sum(made(case, profile, seed).habits == (habit,) for seed in range(tries))
    spread = (tries * odds * (1 - odds)) ** 0.5
    assert abs(shown - tries * odds) < 4 * spread


def test_an_adjusted_piece_of_either_side_goes_back_to_its_square() -> None:
    sides = set()
    for seed in range(40):
        plan = made(QUIET, having("adjust"), seed)
        up, down = plan.touches[:2]
        piece = QUIET.board().piece_at(up.square)
        assert piece is not None
        assert (up.square, up.piece, down.piece) == (down.square, EMPTY, piece.symbol())
        assert 0.3 <= down.t_s - up.t_s <= 1.2
        assert not plan.lifts_first
        sides.add(piece.color)
    assert sides == {chess.WHITE, chess.BLACK}


def test_another_own_piece_is_touched_and_put_back() -> None:
    for seed in range(40):
        up, down, *_ = made(QUIET, having("touch_other"), seed).touches
        assert QUIET.board().color_at(up.square) is chess.WHITE
        assert up.square == down.square != chess.F3


def test_a_piece_is_held() -> None:
    lift, land = made(QUIET, having("hold")).touches
    assert 2.0 <= land.t_s - lift.t_s <= 8.0


def test_a_wrong_square_beside_the_right_one_is_corrected() -> None:
    squares = set()
    for seed in range(60):
        plan = made(QUIET, having("wrong_square"), seed)
        first, wrong, up, right = plan.touches
        assert (first.square, right.square, plan.landed_s) == (chess.F3, chess.H4, right.t_s)
        assert wrong.square == up.square
        assert 0.25 <= up.t_s - wrong.t_s <= 2.5
        assert chess.square_distance(wrong.square, chess.H4) == 1
        squares.add(wrong.square)
    assert chess.G5 in squares  # where a knight may go
    assert chess.H5 in squares  # where it may not


def test_a_mind_is_changed_after_a_legal_move_of_the_same_piece() -> None:
    ways = set()
    for seed in range(60):
        plan = made(QUIET, having("change_mind"), seed)
        there = plan.touches[1]
        assert chess.Move(chess.F3, there.square) in QUIET.board().legal_moves
        assert there.square != chess.H4
        assert plan.landed_s == plan.touches[-1].t_s
        ways.add(len(plan.touches))
    assert ways == {4, 6}  # straight on, and by way of its home


def test_a_slow_slide_takes_its_time_on_each_square() -> None:
    plan = made(ROOK_HOME, having("slow_slide"))
    came = [touch.t_s for touch in plan.touches if touch.piece == "R"]
    assert len(came) == 3
    assert all(later - sooner >= 0.1 for sooner, later in pairwise(came))


def test_a_slide_goes_too_far_and_comes_back() -> None:
    case = Case(ROOK_HOME.fen, "a1b1")
    furthest = set()
    for seed in range(30):
        plan = made(case, having("overshoot"), seed)
        stood = [chess.square_name(touch.square) for touch in plan.touches if touch.piece == "R"]
        assert stood[0] == stood[-1] == "b1"
        furthest.add(max(stood))
    assert furthest == {"c1", "d1"}


def test_a_piece_between_two_squares_is_felt_on_either_in_turns() -> None:
    plan = made(QUIET, having("between"))
    after = [touch for touch in plan.touches if touch.t_s > plan.landed_s]
    pair = {touch.square for touch in after}
    assert len(pair) == 2
    assert chess.H4 in pair
    assert steps(tuple(after))[-2:] == ["h4N", f"{chess.square_name((pair - {chess.H4}).pop())}."]


def test_neighbours_are_knocked_over_and_restored_one_by_one() -> None:
    fallen, wrong = list[int](), 0
    for seed in range(80):
        plan = made(QUIET, having("knock"), seed)
        lost = [touch for touch in plan.touches if touch.piece == EMPTY and 0 < touch.t_s - plan.landed_s <= 0.15]
        restored = [touch.t_s for touch in plan.touches if touch.piece not in (EMPTY, "N")]
        assert all(later - sooner > 0.1 for sooner, later in pairwise(restored))
        assert {touch.square for touch in lost} & concerned(QUIET.board(), QUIET.move()) == set()
        fallen.append(len(lost))
        wrong += len(restored) > len(lost)
    assert set(fallen) == {1, 2, 3}
    assert 5 < wrong < 50


@pytest.mark.parametrize(("habit", "first"), [("promotion_changed", {"R", "B", "N"}), ("wrong_colour", {"q"})])
def test_a_wrong_piece_is_exchanged(habit: str, first: set[str]) -> None:
    case, seen = SPECIAL["promotion to a queen"], set()
    profile = having(habit, profile=LIFTING._replace(promotion=Odds(1)))
    for seed in range(40):
        *before, wrong, bare, right = steps(made(case, profile, seed).touches)
        assert (before, bare, right) == (["e7."], "e8.", "e8Q")
        seen.add(wrong[2:])
    assert seen == first


LATE: dict[str, tuple[Case, str, list[str]]] = {
    "rook_late": (SPECIAL["white castles short"], "e8d8", ["h1.", "f1R"]),
    "pawn_left": (Case("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8q"), "a3b3", ["e8Q"]),
    "victim_late": (SPECIAL["white en passant"], "e8f8", ["d5."]),
}


@pytest.mark.parametrize("habit", LEFT)
def test_what_is_left_undone_is_done_after_the_reply(habit: str) -> None:
    case, reply, expected = LATE[habit]
    profile = having(habit, profile=SLIDING._replace(castling=Odds(0, 1), en_passant=Odds(0, 1), promotion=Odds(0, 1)))
    plan = made(case, profile, reply=reply)
    check(case, plan)
    assert plan.habits == (habit,)
    assert [step for step in steps(plan.tail) if step in expected] == expected
    assert {touch.square for touch in plan.tail} <= {chess.H1, chess.G1, chess.F1, chess.E8, chess.D5}


@pytest.mark.parametrize("habit", LEFT)
def test_nothing_is_left_undone_without_a_reply_that_bears_it(habit: str) -> None:
    case = LATE[habit][0]
    assert made(case, having(habit)).tail == ()
    over = {
        "rook_late": (Case("4k3/8/8/8/8/5q2/8/4K2R w K - 0 1", "e1g1"), "f3f1"),
        "pawn_left": (Case("5k2/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), "f8e8"),
        "victim_late": (Case("4k3/8/8/3pP3/8/8/8/4K2r w - d6 0 1", "e5d6"), "h1h5"),
    }[habit]
    expected = habit == "victim_late"  # the rook goes to another square
    assert bool(made(over[0], having(habit), reply=over[1]).tail) is expected


def test_the_only_piece_that_castling_moves_is_not_left_for_later() -> None:
    plan = made(SPECIAL["960: only the rook moves"], having("rook_late"), reply="e8e7")
    assert steps(plan.touches) == ["h1.", "f1R"]
    assert not plan.tail


def test_what_is_taboo_is_not_touched() -> None:
    taboo = {chess.G1, chess.H1, chess.H2, chess.H5, chess.G4, chess.E2}
    profile = having(*OF_A_PLY, profile=PROFILES["rough"], odds=0.8)
    for seed in range(60):
        plan = draft(QUIET.board(), QUIET.move(), profile, Random(seed), taboo=taboo)
        assert not taboo & {touch.square for touch in plan.touches}


@pytest.mark.parametrize("name", ["white castles short", "white castles long", "black castles short"])
def test_castling_with_two_hands_goes_on_at_both_ends_at_once(name: str) -> None:
    case, orders = SPECIAL[name], set()
    profile = PROFILES["blitz"]._replace(slide=0.0, castling=Odds(0, 0, 0, 1), habits=NO_HABITS)
    for seed in range(80):
        plan = made(case, profile, seed)
        check(case, plan)
        assert len(plan.touches) == 4
        orders.add(tuple(steps(plan.touches)))
    assert len(orders) >= 5
