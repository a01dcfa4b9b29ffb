"""A scan with faults of the sensors: what is felt is not always what stands there.

Chance comes from the `Random` passed in and the pieces as they land, so that the same play shows the same faults.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from math import inf
from random import Random

from drivers.readings import EMPTY, PIECES
from drivers.simulator.scan import SQUARES, Rhythm, Scan
from drivers.simulator.senses import SensorProfile

_HOUR_S = 3600.0
_AFTER_S = 1e-4
"""A fault of one scan ends so soon after the square was read: long before it is read again."""
_KINDS = tuple(letter for letter in PIECES if letter.isalpha())


class FaultyScan(Scan):
    """A `Scan` whose squares flicker, are misread, smear and die at the profile's rates."""

    def __init__(self, squares: Iterable[str], rhythm: Rhythm, senses: SensorProfile, rng: Random) -> None:
        super().__init__(squares, rhythm)
        self._stands = super().truth
        self._senses = senses
        self._rng = rng
        self._planned: list[tuple[float, int, str | None]] = []
        """What a square will feel from a time on; None: what stands there."""
        self._dead = frozenset(rng.sample(range(SQUARES), senses.dead))
        self._next_flicker_s = self._until_flicker()

    @property
    def truth(self) -> list[str]:
        """What really stands there, in wire order, whatever is felt."""
        return self._stands.copy()

    @property
    def due_s(self) -> float | None:
        """When `advance` may have something to say."""
        dues = [super().due_s, self._planned[0][0] if self._planned else None, self._next_flicker_s]
        due_s = min((due for due in dues if due is not None), default=inf)
        return due_s if due_s < inf else None

    def touch(self, t_s: float, square: int, piece: str) -> None:
        """From `t_s` on `piece` stands on `square`."""
        self._read_until(t_s, included=False)
        self._stands[square] = piece
        self._feel(t_s, square, piece)
        if piece != EMPTY and square not in self._dead:
            self._misread(t_s, square, piece)
            self._smear(t_s, square, piece)

    def _feel(self, t_s: float, square: int, piece: str) -> None:
        if square not in self._dead:
            super().touch(t_s, square, piece)

    def _misread(self, t_s: float, square: int, piece: str) -> None:
        if self._chance(self._senses.misread):
            self._feel(t_s, square, self._rng.choice([kind for kind in _KINDS if kind != piece]))
            self._plan(self._rhythm.next_sample(square, t_s) + _AFTER_S, square, None)

    def _smear(self, t_s: float, square: int, piece: str) -> None:
        if self._chance(self._senses.smear):
            beside = [near for near in neighbours(square) if self._stands[near] == EMPTY]
            if beside:
                near = self._rng.choice(beside)
                self._feel(t_s, near, piece)
                self._plan(self._rhythm.next_sample(near, t_s) + _AFTER_S, near, None)

    def _flicker(self, t_s: float) -> None:
        """A square begins to flicker; all it will do is planned at once."""
        self._next_flicker_s = t_s + self._until_flicker()
        occupied = [square for square in range(SQUARES) if self._stands[square] != EMPTY]
        if not occupied:
            return
        square = self._rng.choice(occupied)
        end_s = t_s + self._rng.uniform(*self._senses.flicker_s)
        while t_s < end_s:
            self._plan(t_s, square, EMPTY)
            t_s += self._rng.uniform(*self._senses.blink_s)
            self._plan(t_s, square, None)
            t_s += self._rng.uniform(*self._senses.blink_s)

    def _read_until(self, t_s: float, *, included: bool) -> None:
        while (due_s := min(self._next_flicker_s, self._planned[0][0] if self._planned else inf)) <= t_s:
            if due_s == t_s and not included:
                break
            if due_s == self._next_flicker_s:
                self._flicker(due_s)
                continue
            _, square, felt = heappop(self._planned)
            self._feel(due_s, square, self._stands[square] if felt is None else felt)
        super()._read_until(t_s, included=included)

    def _plan(self, t_s: float, square: int, felt: str | None) -> None:
        if not any(entry[:2] == (t_s, square) for entry in self._planned):
            heappush(self._planned, (t_s, square, felt))

    def _until_flicker(self) -> float:
        rate = self._senses.flicker_per_hour
        return self._rng.expovariate(rate / _HOUR_S) if rate else inf

    def _chance(self, odds: float) -> bool:
        return odds > 0 and self._rng.random() < odds


def neighbours(square: int) -> list[int]:
    """The squares that touch this one, in any numbering by rows of eight."""
    file, row = square % 8, square // 8
    near = [(file + step, row + up) for step in (-1, 0, 1) for up in (-1, 0, 1) if step or up]
    return [x + 8 * y for x, y in near if 0 <= x < 8 and 0 <= y < 8]
