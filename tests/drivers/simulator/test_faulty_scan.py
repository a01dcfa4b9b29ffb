from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulator.faulty_scan import FaultyScan, neighbours
from drivers.simulator.scan import Rhythm, Scan, Seen
from drivers.simulator.senses import SOUND, SensorProfile

EMPTY_BOARD = ["."] * 64
QUARTER = Rhythm(period_s=0.256, phase_s=0.0)
SQUARE = 27
HOUR_S = 3600.0


def scan(senses: SensorProfile, squares: list[str] | None = None, seed: int = 1) -> FaultyScan:
    return FaultyScan(squares or EMPTY_BOARD, QUARTER, senses, Random(seed))


def placed(squares: dict[int, str]) -> list[str]:
    return [squares.get(square, ".") for square in range(64)]


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_without_faults_it_is_a_scan(seed: int) -> None:
    rng, t_s = Random(seed), 0.0
    plain, faulty = Scan(EMPTY_BOARD, QUARTER), scan(SOUND)
    for _ in range(40):
        t_s += rng.uniform(0.0, 0.3)
        square, piece = rng.randrange(64), rng.choice(".PNk")
        plain.touch(t_s, square, piece)
        faulty.touch(t_s, square, piece)
        assert faulty.due_s == plain.due_s
        assert faulty.advance(t_s) == plain.advance(t_s)
    assert faulty.truth == plain.truth


def test_a_misread_piece_is_read_right_in_the_next_scan() -> None:
    board = scan(SensorProfile(misread=1.0))
    board.touch(1.0, SQUARE, "P")
    wrong, right = board.advance(2.0)
    assert wrong.square == right.square == SQUARE
    assert wrong.piece not in "P."
    assert right.piece == "P"
    assert right.t_s - wrong.t_s == pytest.approx(QUARTER.period_s)
    assert board.truth[SQUARE] == "P"


def test_a_smeared_piece_is_felt_beside_its_square_for_one_scan() -> None:
    board = scan(SensorProfile(smear=1.0))
    board.touch(1.0, SQUARE, "Q")
    seen = board.advance(2.0)
    assert Seen(QUARTER.next_sample(SQUARE, 1.0), SQUARE, "Q") in seen
    came, went = (one for one in seen if one.square != SQUARE)
    assert came.square == went.square
    assert came.square in neighbours(SQUARE)
    assert (came.piece, went.piece) == ("Q", ".")
    assert went.t_s - came.t_s == pytest.approx(QUARTER.period_s)
    assert board.truth[came.square] == "."


def test_a_piece_among_others_is_not_smeared() -> None:
    board = scan(SensorProfile(smear=1.0), placed(dict.fromkeys(neighbours(SQUARE), "p")))
    board.touch(1.0, SQUARE, "Q")
    assert len(board.advance(2.0)) == 1


def test_a_square_flickers_for_a_while_and_as_often_as_said() -> None:
    board = scan(SensorProfile(flicker_per_hour=20.0), placed({SQUARE: "K"}), seed=3)
    seen = board.advance(40 * HOUR_S)
    assert {one.square for one in seen} == {SQUARE}
    assert all(before.piece != after.piece for before, after in pairwise(seen))
    times = 1 + sum(after.t_s - before.t_s > 5.0 for before, after in pairwise(seen))
    assert 680 < times < 900  # 800 are expected, and those close together count as one
    assert board.truth[SQUARE] == "K"


def test_an_empty_square_never_flickers() -> None:
    assert scan(SensorProfile(flicker_per_hour=500.0)).advance(HOUR_S) == []


def test_a_dead_square_tells_nothing_and_the_others_all() -> None:
    board = scan(SensorProfile(dead=3))
    for square in range(64):
        board.touch(1.0, square, "n")
    told = {one.square for one in board.advance(2.0)}
    assert len(told) == 61
    assert board.truth == ["n"] * 64
    assert board.said.count("n") == 61


def test_how_often_it_is_asked_changes_nothing() -> None:
    senses = SensorProfile(flicker_per_hour=600.0, misread=0.3, smear=0.3)
    often, seldom, rng = scan(senses, placed({5: "R"})), scan(senses, placed({5: "R"})), Random(2)
    heard, t_s = list[Seen](), 0.0
    for number in range(300):
        t_s += rng.uniform(0.0, 0.4)
        heard += often.advance(t_s)
        if number % 3 == 0:
            square, piece = rng.randrange(64), rng.choice(".PNk")
            often.touch(t_s, square, piece)
            seldom.touch(t_s, square, piece)
    assert heard + often.advance(t_s + 5.0) == seldom.advance(t_s + 5.0)


def test_what_it_waits_for_is_due() -> None:
    board = scan(SensorProfile(flicker_per_hour=60.0), placed({SQUARE: "K"}))
    for _ in range(100):
        due_s = board.due_s
        assert due_s is not None
        board.advance(due_s)
        assert (board.due_s or 0.0) > due_s


def test_neighbours_stay_on_the_board() -> None:
    assert sorted(neighbours(0)) == [1, 8, 9]
    assert len(neighbours(SQUARE)) == 8
    assert sorted(neighbours(63)) == [54, 55, 62]
