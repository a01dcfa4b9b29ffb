"""Two players at a board: they think, move, let go, and press the clock, until the moves given are played."""

from collections.abc import Iterable, Iterator
from random import Random

import chess

from drivers.simulator.habits import NO_HABITS
from drivers.simulator.hands import touches
from drivers.simulator.profiles import HandProfile
from drivers.simulator.restless import restless
from drivers.simulator.turn import SHARE_OF_TIME, Pace, Turn

__all__ = ["Pace", "Turn", "turns"]


def turns(
    board: chess.Board,
    moves: Iterable[chess.Move],
    start_s: float,
    pace: Pace,
    profile: HandProfile,
    rng: Random,
) -> Iterator[Turn]:
    """The plies of a game that begins at `start_s` from `board`, in their order; the moves must be legal.

    Hands without habits never overlap, and between the last touch of a ply and the first of the next lies at least the
    profile's rest. Players mind their clocks, but a clock with neither time nor increment left falls.
    """
    if profile.habits != NO_HABITS:
        yield from restless(board, list(moves), start_s, pace, profile, rng)
        return
    board = board.copy(stack=False)
    full_s = pace.control.base_s + pace.control.increment_s if pace.control else 0
    left_s = {chess.WHITE: float(full_s), chess.BLACK: float(full_s)}
    began_s, rested_s = start_s, start_s
    for move in moves:
        think_s = rng.lognormvariate(0.0, profile.think_spread) * profile.think_s * pace.think
        if pace.control:
            think_s = min(think_s, max(0.0, left_s[board.turn]) * SHARE_OF_TIME)
        hand = touches(board, move, max(began_s + think_s, rested_s), profile, rng)
        done_s = hand[-1].t_s
        pressed_s = done_s + rng.uniform(*profile.press_s)
        if pace.control:
            left_s[board.turn] += pace.control.increment_s - (pressed_s - began_s)
        yield Turn(tuple(hand), pressed_s, move.uci(), since_s=pressed_s)
        began_s, rested_s = pressed_s, done_s + profile.rest_s
        board.push(move)
