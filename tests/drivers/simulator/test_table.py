from math import inf
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.messages import ClockTimes
from drivers.simulator.clock import TimeControl
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


def test_a_placement_is_read_from_the_first_rank() -> None:
    board = chess.Board("8/8/8/8/8/8/8/K6k w - - 0 1")
    assert placement(board) == "K......k" + "." * 56
