"""The board's sensors: what a scan, one square after another, gets to see of what really stands there.

The board reads its 64 squares in the order of the wire (0 = a8), which takes 200 to 250 ms, and then begins
again (protocol 1.3). It says that a square has changed when what it reads there differs from what it said
last. Nothing else is needed for a destination reported before its origin is empty, a piece on two squares,
a capture without an empty square, and squares that were never seen. Only squares whose truth has changed
are ever looked at, so a board at rest costs nothing.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from math import ceil, inf
from random import Random
from typing import NamedTuple

SQUARES = 64
SHORTEST_SCAN_S = 0.200
LONGEST_SCAN_S = 0.250
"""A full scan of 64 squares takes 200 to 250 ms (protocol 1.3)."""


class Seen(NamedTuple):
    """At `t_s` the board read `piece` on `square` (numbered as on the wire), which it had not said yet."""

    t_s: float
    square: int
    piece: str


class Rhythm(NamedTuple):
    """When a board reads square n: at `phase_s + n * period_s / 64`, and every `period_s` before and
    after."""

    period_s: float
    phase_s: float

    @classmethod
    def draw(cls, rng: Random) -> "Rhythm":
        """The rhythm of some board."""
        period_s = rng.uniform(SHORTEST_SCAN_S, LONGEST_SCAN_S)
        return cls(period_s, rng.uniform(0.0, period_s))

    def next_sample(self, square: int, t_s: float) -> float:
        """The first time at or after `t_s` at which `square` is read."""
        first_s = self.phase_s + square * self.period_s / SQUARES
        return first_s + ceil((t_s - first_s) / self.period_s) * self.period_s


class Scan:
    """64 squares under a scan. Changes go in by `touch`, what was read comes out of `advance`; time only
    goes on."""

    def __init__(self, squares: Iterable[str], rhythm: Rhythm) -> None:
        self._truth = list(squares)
        self._said = list(self._truth)
        self._rhythm = rhythm
        self._samples: list[tuple[float, int]] = []
        self._waiting: set[int] = set()
        self._out: list[Seen] = []
        self._t_s = -inf
        if len(self._truth) != SQUARES:
            raise ValueError(f"a board has {SQUARES} squares, not {len(self._truth)}")

    @property
    def truth(self) -> list[str]:
        """What really stands there, in wire order."""
        return self._truth.copy()

    @property
    def said(self) -> list[str]:
        """What the board believes to stand on its squares, in wire order: the content of a dump."""
        return self._said.copy()

    @property
    def due_s(self) -> float | None:
        """When `advance` may have something to say; None while nothing has changed."""
        if self._out:
            return self._out[0].t_s
        return self._samples[0][0] if self._samples else None

    def touch(self, t_s: float, square: int, piece: str) -> None:
        """From `t_s` on `piece` stands on `square`. A time before the last one told is a ValueError."""
        self._read_until(t_s, included=False)
        self._truth[square] = piece
        if square not in self._waiting:
            self._waiting.add(square)
            heappush(self._samples, (self._rhythm.next_sample(square, t_s), square))

    def advance(self, t_s: float) -> list[Seen]:
        """Every change read up to and at `t_s` that was not told yet, in order."""
        self._read_until(t_s, included=True)
        out, self._out = self._out, []
        return out

    def look(self, t_s: float) -> list[str]:
        """Everything is read anew at `t_s`, and nothing is told of what was read before; answers what stands there."""
        self._read_until(t_s, included=True)
        self._samples.clear()
        self._waiting.clear()
        self._out.clear()
        self._said = self._truth.copy()
        return self.said

    def _read_until(self, t_s: float, *, included: bool) -> None:
        if t_s < self._t_s:
            raise ValueError(f"time went back from {self._t_s:.6f} s to {t_s:.6f} s")
        self._t_s = t_s
        samples = self._samples
        while samples and (samples[0][0] < t_s or (included and samples[0][0] == t_s)):
            read_s, square = heappop(samples)
            self._waiting.discard(square)
            piece = self._truth[square]
            if piece != self._said[square]:
                self._said[square] = piece
                self._out.append(Seen(read_s, square, piece))
