"""Two players at a board: they think, move, let go, and press the clock, until the moves given are played."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import chess

from drivers.simulator.clock import TimeControl
from drivers.simulator.hands import Touch, touches
from drivers.simulator.profiles import HandProfile

_SHARE_OF_TIME = 1 / 20
"""A player never thinks longer than this share of what the clock still gives. Judgement: it leaves every game
enough time to its end."""


class Turn(NamedTuple):
    """One ply as it happens: what the hand does, and when the lever goes down."""

    touches: tuple[Touch, ...]
    pressed_s: float


class Pace(NamedTuple):
    """How fast a game goes: the players' time, None without a clock, and a factor on all thinking."""

    control: TimeControl | None = None
    think: float = 1.0


def turns(
    board: chess.Board,
    moves: Iterable[chess.Move],
    start_s: float,
    pace: Pace,
    profile: HandProfile,
    rng: Random,
) -> Iterator[Turn]:
    """The plies of a game that begins at `start_s` from `board`, one after the other, never overlapping.

    The moves must be legal. Between the last touch of a ply and the first of the next lies at least the
    profile's rest. Players mind their clocks, but a clock with neither time nor increment left falls.
    """
    board = board.copy(stack=False)
    full_s = pace.control.base_s + pace.control.increment_s if pace.control else 0
    left_s = {chess.WHITE: float(full_s), chess.BLACK: float(full_s)}
    began_s, rested_s = start_s, start_s
    for move in moves:
        think_s = rng.lognormvariate(0.0, profile.think_spread) * profile.think_s * pace.think
        if pace.control:
            think_s = min(think_s, max(0.0, left_s[board.turn]) * _SHARE_OF_TIME)
        hand = touches(board, move, max(began_s + think_s, rested_s), profile, rng)
        done_s = hand[-1].t_s
        pressed_s = done_s + rng.uniform(*profile.press_s)
        if pace.control:
            left_s[board.turn] += pace.control.increment_s - (pressed_s - began_s)
        yield Turn(tuple(hand), pressed_s)
        began_s, rested_s = pressed_s, done_s + profile.rest_s
        board.push(move)
