from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulator.clock import TimeControl
from drivers.simulator.players import Pace, Turn, turns
from drivers.simulator.profiles import CLEAN
from tests.drivers.simulator.positions import letters, random_game


def game(seed: int, pace: Pace, plies: int = 60) -> tuple[list[chess.Move], list[Turn]]:
    moves = random_game(Random(seed), plies)
    return moves, list(turns(chess.Board(), moves, 100.0, pace, CLEAN, Random(seed)))


@given(st.integers(0, 2**32), st.sampled_from([Pace(), Pace(think=0.0), Pace(TimeControl(180, 2))]))
@settings(max_examples=20, deadline=None)
def test_every_ply_ends_right_and_rests(seed: int, pace: Pace) -> None:
    moves, played = game(seed, pace)
    assert len(played) == len(moves)
    board = chess.Board()
    squares = letters(board)
    free_s = 100.0
    for move, turn in zip(moves, played, strict=True):
        assert turn.touches[0].t_s >= free_s
        for touch in turn.touches:
            squares[touch.square] = touch.piece
        board.push(move)
        assert squares == letters(board)
        assert CLEAN.press_s[0] <= turn.pressed_s - turn.touches[-1].t_s <= CLEAN.press_s[1]
        free_s = max(turn.touches[-1].t_s + CLEAN.rest_s, turn.pressed_s) - 1e-9


def test_thinking_is_scaled() -> None:
    slow = game(3, Pace())[1][-1].pressed_s
    fast = game(3, Pace(think=0.1))[1][-1].pressed_s
    assert slow - 100 > 3 * (fast - 100)


@pytest.mark.parametrize("control", [TimeControl(180, 2), TimeControl(600, 0)])
def test_players_with_time_for_it_do_not_lose_on_time(control: TimeControl) -> None:
    _, played = game(4, Pace(control), plies=150)
    left_s = [float(control.base_s + control.increment_s)] * 2
    began_s = 100.0
    for ply, turn in enumerate(played):
        left_s[ply % 2] -= turn.pressed_s - began_s
        assert left_s[ply % 2] > 0
        left_s[ply % 2] += control.increment_s
        began_s = turn.pressed_s


def test_a_seed_repeats_the_game_and_another_does_not() -> None:
    moves = random_game(Random(1), 40)

    def played(seed: int) -> list[Turn]:
        return list(turns(chess.Board(), moves, 0.0, Pace(), CLEAN, Random(seed)))

    assert played(1) == played(1)
    assert played(1) != played(2)
