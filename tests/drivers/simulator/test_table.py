from math import inf
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.messages import ClockTimes
from drivers.simulator.clock import TimeControl
from drivers.simulator.profiles import PROFILES, HandProfile, with_takebacks
from drivers.simulator.table import Game, Table, maker_of, placement
from tests.drivers.simulator.positions import letters, random_game

BLITZ = TimeControl(180, 2)
START_S = 3.0


def game(seed: int, plies: int = 20, *, rotated: bool = False, over: bool = True) -> Game:
    return Game(chess.Board(), random_game(Random(seed), plies), control=BLITZ, rotated=rotated, over=over)


def table(played: Game, seed: int = 1) -> Table:
    return Table(played, maker_of(seed, 0), Random(seed), start_s=START_S, think=0.1)


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_how_often_it_is_asked_changes_nothing(seed: int) -> None:
    played, rng = game(seed), Random(seed)
    eager, lazy = table(played), table(played)
    for one in (eager, lazy):
        one.board.receive(0.0, b"\x4b")
    often = []
    t_s = 0.0
    while not eager.over:
        t_s = eager.due_s if rng.random() < 0.7 else t_s + rng.uniform(0.0, 0.1)
        often += eager.advance(t_s)
    t_s += 1.0
    assert often + eager.advance(t_s) == lazy.advance(t_s)
    assert lazy.over


@pytest.mark.parametrize("rotated", [False, True])
def test_in_the_end_it_stands_as_the_game_says(rotated: bool) -> None:
    played = game(5, rotated=rotated)
    end = chess.Board()
    for move in played.moves:
        end.push(move)
    seated = table(played)
    assert seated.uci == tuple(move.uci() for move in played.moves)
    seated.advance(600.0)
    stands = seated.board.squares
    assert stands == "".join(letters(end))


@pytest.mark.parametrize("over", [False, True])
def test_the_clock_is_stopped_unless_the_game_goes_on(over: bool) -> None:
    seated = table(game(6, over=over))
    seated.board.receive(0.0, b"\x4b")
    seated.advance(START_S - 0.1)
    assert seated.due_s == START_S
    while not seated.over:
        seated.advance(seated.due_s)
    t_s = seated.due_s if over is False else 999.0
    seated.advance(t_s)
    framer = message_framer()
    (last,) = framer.feed(seated.board.receive(t_s, b"\x41"))
    assert isinstance(last, ClockTimes)
    assert last.running is not over


def test_a_table_without_moves_starts_no_clock() -> None:
    seated = table(Game(chess.Board(), [], control=BLITZ))
    seated.board.receive(0.0, b"\x4b")
    assert seated.advance(600.0) == []
    assert seated.over
    assert seated.due_s == inf


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_the_truth_is_the_game_with_its_times(profile: HandProfile) -> None:
    played = game(7, plies=60, over=False)
    hands = with_takebacks(profile, 0.1)
    seated = Table(played, maker_of(7, 0), Random(7), start_s=START_S, profile=hands, think=0.2)
    while not seated.over:
        act_s = seated.act_s
        seated.advance(act_s)
    assert tuple(ply.uci for ply in seated.truth) == seated.uci
    assert len(seated.habits) == len(seated.truth)
    assert all(START_S < ply.ended_s < act_s and START_S < ply.pressed_s < act_s for ply in seated.truth)
    presses = [ply.pressed_s for ply in seated.truth]
    assert presses == sorted(presses)
    end = chess.Board()
    for move in played.moves:
        end.push(move)
    assert seated.board.squares == "".join(letters(end))


def test_at_the_time_a_peaceful_ply_ends_it_stands_there() -> None:
    played = game(8, plies=40)
    seated, board, late = table(played), chess.Board(), 0
    for move in played.moves:
        while len(seated.truth) <= board.ply():
            seated.advance(seated.act_s)
        ended_s = seated.truth[board.ply()].ended_s
        seated.advance(ended_s - 1e-6)
        late += seated.board.squares != "".join(letters(board))
        seated.advance(ended_s)
        board.push(move)
        assert seated.board.squares == "".join(letters(board))
    assert late > 0


def test_a_placement_is_read_from_the_first_rank() -> None:
    board = chess.Board("8/8/8/8/8/8/8/K6k w - - 0 1")
    assert placement(board) == "K......k" + "." * 56
