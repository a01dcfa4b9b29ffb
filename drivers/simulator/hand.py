"""One hand at work on the squares: lifting, putting down and pushing pieces, each in its time."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

from drivers.readings import EMPTY
from drivers.simulator.profiles import HandProfile, Odds, Span

_LEAST_STAY_S = 0.001
"""A slid piece is at least so long on a square it crosses: it cannot leave before it came."""


class Touch(NamedTuple):
    """From `t_s` on, `piece` stands on `square`: a FEN letter, or `.` for nothing."""

    t_s: float
    square: int
    piece: str


class Hand:
    """One hand at work: its time runs on with what it does, and every change it makes is kept."""

    def __init__(self, t_s: float, profile: HandProfile, rng: Random) -> None:
        self.t_s = t_s
        self.profile = profile
        self.rng = rng
        self.touches: list[Touch] = []

    def wait(self, span: Span) -> None:
        """Some time passes."""
        self.t_s += self.rng.uniform(*span)

    def put(self, square: int, piece: str) -> None:
        """A piece stands on the square from now on."""
        self.touches.append(Touch(self.t_s, square, piece))

    def take(self, square: int) -> None:
        """Nothing stands on it from now on."""
        self.put(square, EMPTY)

    def choose(self, odds: Odds) -> int:
        """The place of one of the ways, drawn by their weights."""
        mark = self.rng.random() * sum(odds)
        for way, weight in enumerate(odds):
            mark -= weight
            if mark < 0:
                return way
        return next(way for way in reversed(range(len(odds))) if odds[way] > 0)

    def carry(self, origin: int, to: int, piece: str) -> None:
        """Lift here, put there."""
        self.take(origin)
        self.wait(self.profile.air_s)
        self.put(to, piece)

    def slide(self, way: list[int], piece: str) -> None:
        """Push a piece along `way`, origin and goal included; it may rest on a square between them."""
        crossed = way[1:-1]
        stop = self.rng.choice(crossed) if crossed and self.rng.random() < self.profile.stop_over else None
        came_s = self.t_s
        left_s = self.t_s
        for here, there in pairwise(way):
            self.wait(self.profile.transit_s)
            left_s = max(self.t_s + self.rng.uniform(*self.profile.overlap_s), came_s + _LEAST_STAY_S)
            self.put(there, piece)
            self.touches.append(Touch(left_s, here, EMPTY))
            came_s = self.t_s
            if there == stop:
                self.wait(self.profile.stop_s)
        self.t_s = max(self.t_s, left_s)

    def move(self, way: list[int] | None, origin: int, to: int, piece: str) -> None:
        """Slide or lift, by the hand's habit; `way` is None where the piece cannot be slid."""
        if way is not None and self.rng.random() < self.profile.slide:
            self.slide(way, piece)
        else:
            self.carry(origin, to, piece)
