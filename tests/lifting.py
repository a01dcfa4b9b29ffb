"""Virtual boards at which somebody lifts the white king."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from random import Random

import chess

from drivers.simulator.hand import Touch
from drivers.simulator.players import Pace
from drivers.simulator.profiles import HandProfile
from drivers.simulator.table import Act, Game, Table, maker_of

SEED = 1
LIFT_S = 1.5


class LiftingTable(Table):
    """A table at which the king is lifted at these times, and nothing is played."""

    def __init__(self, index: int, lifts_s: Sequence[float]) -> None:
        self.lifts_s = lifts_s
        super().__init__(Game(chess.Board(), []), maker_of(SEED, index), Random(index), start_s=0.0)

    def _play(self, start_s: float, pace: Pace, profile: HandProfile, rng: Random) -> Iterator[Act]:  # noqa: ARG002
        for t_s in self.lifts_s:
            yield t_s, partial(self.board.touch, Touch(t_s, chess.E1, "."))
            yield t_s + LIFT_S, partial(self.board.touch, Touch(t_s + LIFT_S, chess.E1, "K"))
        yield inf, lambda: None
