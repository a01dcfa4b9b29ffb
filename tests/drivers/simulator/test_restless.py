from itertools import pairwise
from math import inf
from random import Random
from statistics import mean
from typing import Any

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drivers.readings import EMPTY
from drivers.simulator.clock import TimeControl
from drivers.simulator.habits import NO_HABITS
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import BLITZ, BULLET, CASUAL, CLEAN, PROFILES, ROUGH, HandProfile, with_takebacks
from drivers.simulator.turn import Turn
from tests.drivers.simulator.positions import letters, random_game

RESTLESS = (CASUAL, ROUGH, BLITZ, BULLET)
PACES = (Pace(), Pace(think=0.0), Pace(TimeControl(180, 2)))


def played(
    profile: HandProfile, seed: int = 1, moves: list[chess.Move] | None = None, pace: Pace = PACES[0]
) -> list[Turn]:
    moves = random_game(Random(seed), 80) if moves is None else moves
    return list(turns(chess.Board(), moves, 100.0, pace, profile, Random(seed)))


def check(moves: list[chess.Move], game: list[Turn]) -> None:
    """In whatever order hands move, each square comes to stand as ply after ply says, and all of them at the end."""
    board, squares = chess.Board(), letters(chess.Board())
    touched_s, todo = dict.fromkeys(chess.SQUARES, 0.0), list(moves)
    for turn in game:
        for touch in turn.touches:
            assert touch.t_s >= touched_s[touch.square]
            assert squares[touch.square] != touch.piece
            touched_s[touch.square], squares[touch.square] = touch.t_s, touch.piece
        if turn.stands:
            assert turn.uci == todo[0].uci()
            board.push(todo.pop(0))
            assert squares == letters(board)
            assert turn.ended_s == max(touch.t_s for touch in turn.touches)
    assert not todo
    squares = letters(chess.Board())
    for touch in sorted((touch for turn in game for touch in turn.touches), key=lambda touch: touch.t_s):
        squares[touch.square] = touch.piece
    assert squares == letters(board)


@given(st.integers(0, 2**32), st.sampled_from(RESTLESS), st.sampled_from([0.0, 0.1]), st.sampled_from(PACES))
@settings(max_examples=50, deadline=None)
def test_the_game_is_the_truth(seed: int, profile: HandProfile, takebacks: float, pace: Pace) -> None:
    moves = random_game(Random(seed), 80)
    check(moves, played(with_takebacks(profile, takebacks), seed, moves, pace))


@given(st.integers(0, 2**32))
@example(41411)  # a pawn captures on the last rank by push: the captured rook is no piece put wrong
@settings(max_examples=20, deadline=None)
def test_so_it_is_with_every_habit_all_the_time(seed: int) -> None:
    often: dict[str, Any] = {name: 0.4 for name in ROUGH.habits._fields if not name.endswith("_s")}
    wild = BULLET._replace(habits=BULLET.habits._replace(**often))
    moves = random_game(Random(seed), 60)
    check(moves, played(wild, seed, moves))


@given(st.integers(0, 2**32), st.sampled_from(RESTLESS))
@settings(max_examples=20, deadline=None)
def test_time_goes_on_and_no_hand_begins_before_it_is_free(seed: int, profile: HandProfile) -> None:
    game = played(with_takebacks(profile, 0.05), seed)
    for before, after in pairwise(game):
        assert before.since_s <= after.since_s
        assert min(after.pressed_s, *(touch.t_s for touch in after.touches)) >= before.since_s
    presses = [turn.pressed_s for turn in game if turn.pressed_s < inf]
    assert all(later - sooner > 0.04 for sooner, later in pairwise(presses))
    for before, between, after in zip(game, game[1:], game[2:], strict=False):
        if before.stands and between.stands and after.stands:  # two plies of one player
            assert after.touches[0].t_s >= max(before.pressed_s, before.ended_s) + 0.15 - 1e-9


def test_a_seed_repeats_the_game_and_another_does_not() -> None:
    moves = random_game(Random(1), 40)
    profile = with_takebacks(ROUGH, 0.1)
    assert played(profile, 1, moves) == played(profile, 1, moves)
    assert played(profile, 1, moves) != played(profile, 2, moves)


@pytest.mark.parametrize(("profile", "low_s", "high_s"), [(BLITZ, 0.4, 0.6), (BULLET, 0.2, 0.3)])
def test_the_fast_profiles_are_as_fast_as_they_say(profile: HandProfile, low_s: float, high_s: float) -> None:
    for seed in range(12):
        game = played(profile, seed, random_game(Random(seed), 100))
        assert low_s * 0.85 < (game[-1].ended_s - game[0].ended_s) / (len(game) - 1) < high_s * 1.15
    every = [played(profile, seed) for seed in range(30)]
    assert low_s < mean((game[-1].ended_s - game[0].ended_s) / (len(game) - 1) for game in every) < high_s


def share(profile: HandProfile, games: int = 25) -> float:
    """How many plies begin before the one before has ended."""
    every = [played(profile, seed) for seed in range(games)]
    early = sum(after.touches[0].t_s < before.ended_s for game in every for before, after in pairwise(game))
    return early / sum(len(game) - 1 for game in every)


def test_replies_come_into_unfinished_plies() -> None:
    assert share(CLEAN) == 0
    assert 0.005 < share(CASUAL, 60) < 0.03
    assert 0.03 < share(ROUGH) < 0.12
    assert share(BLITZ) > 0.1
    assert share(BULLET) > 0.1


def test_a_reply_can_land_before_the_ply_it_replies_to_has_ended() -> None:
    landed = 0
    for seed in range(60):
        for before, after in pairwise(played(BULLET, seed)):
            landings = [touch.t_s for touch in after.touches if touch.piece != EMPTY]
            landed += min(landings) < before.ended_s
    assert landed > 20


def test_the_clock_is_pressed_early_and_late_and_forgotten() -> None:
    early, late, forgotten, plies = 0, 0, 0, 0
    for seed in range(40):
        for turn in played(ROUGH, seed):
            after_s = turn.pressed_s - turn.ended_s
            early += "press_early" in turn.habits
            late += "press_late" in turn.habits
            forgotten += "forget" in turn.habits
            plies += 1
            if {"rook_late", "pawn_left", "victim_late"} & {*turn.habits}:
                continue  # then what was left undone comes after the press
            if "press_early" not in turn.habits:
                assert after_s > 0
            if "press_late" in turn.habits:
                assert after_s >= 1.0
    assert early / plies == pytest.approx(ROUGH.habits.press_early, rel=0.25)
    assert late / plies == pytest.approx(ROUGH.habits.press_late * (1 - ROUGH.habits.press_early), rel=0.25)
    assert forgotten / plies == pytest.approx(ROUGH.habits.forget, rel=0.4)


def test_who_forgot_the_clock_may_be_answered_before_he_presses() -> None:
    profile = CLEAN._replace(think_s=1.0, habits=NO_HABITS._replace(forget=0.5))
    game = played(profile)
    assert any(after.ended_s < before.pressed_s for before, after in pairwise(game))


def test_what_is_left_for_later_comes_after_the_reply_and_before_the_next_own_ply() -> None:
    score = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 a7a6 a2a3 e8g8 b2b3 b7b6"
    moves = [chess.Move.from_uci(uci) for uci in score.split()]
    habits = ROUGH.habits._replace(rook_late=1.0, early=0.0)
    for seed in range(10):
        game = played(ROUGH._replace(habits=habits), seed, moves)
        for ply in (6, 9):
            own, reply, following = game[ply : ply + 3]
            assert "rook_late" in own.habits
            assert own.pressed_s < own.ended_s
            assert any(touch.t_s < own.ended_s for touch in reply.touches if touch.square == moves[ply + 1].to_square)
            assert own.ended_s < following.touches[0].t_s
        check(moves, game)


class TestTakebacks:
    def games(self) -> list[list[Turn]]:
        return [played(with_takebacks(CLEAN, 0.1), seed) for seed in range(20)]

    def test_they_are_as_frequent_as_said(self) -> None:
        games = self.games()
        times = sum(turn.habits == ("takeback",) for game in games for turn in game)
        assert times / sum(turn.stands for game in games for turn in game) == pytest.approx(0.1, rel=0.25)

    def test_one_ply_or_two_are_played_pressed_and_taken_back(self) -> None:
        plies = set()
        for game in self.games():
            run = list[Turn]()
            for turn in game:
                if turn.stands:
                    assert not run
                    continue
                run.append(turn)
                if not turn.uci:
                    assert all(other.pressed_s < turn.touches[0].t_s for other in run[:-1])
                    assert {touch.square for other in run for touch in other.touches} == {
                        touch.square for other in run[:-1] for touch in other.touches
                    } | {touch.square for touch in turn.touches}
                    assert (turn.pressed_s < inf) is (len(run) == 2)  # so that the lever stands as before
                    plies.add(len(run) - 1)
                    run.clear()
        assert plies == {1, 2}

    def test_another_move_is_played_then(self) -> None:
        for game in self.games():
            for before, after in pairwise(game):
                if before.stands and not after.stands:
                    following = next(turn for turn in game[game.index(after) :] if turn.stands)
                    assert following.uci != after.uci

    def test_the_last_ply_goes_home_first(self) -> None:
        seen = 0
        for game in self.games():
            for first, second, back in zip(game, game[1:], game[2:], strict=False):
                if second.uci and not (first.stands or second.stands or back.uci):
                    assert back.touches[0].square == chess.parse_square(second.uci[2:4])
                    seen += 1
        assert seen > 5


@pytest.mark.parametrize("name", PROFILES)
def test_players_with_time_for_it_do_not_lose_on_time(name: str) -> None:
    control = TimeControl(300, 3)
    left_s, began_s = [float(control.base_s + control.increment_s)] * 2, 100.0
    for ply, turn in enumerate(played(PROFILES[name], 4, pace=Pace(control))):
        left_s[ply % 2] -= turn.pressed_s - began_s
        assert left_s[ply % 2] > 0
        left_s[ply % 2] += control.increment_s
        began_s = turn.pressed_s
