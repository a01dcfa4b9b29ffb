"""What other programs make of the same field updates: small honest implementations of ideas found in them.

They are told more than the programs they stand for: the start position, White's view of a rotated board, castling and
Chess960 rules, and they never take the start placement for a new game. None of them takes a result or a clock.
"""

from collections.abc import Callable
from typing import Protocol

import chess

from tests.bench.peers.one_ply import OnePly
from tests.bench.peers.reachable import Reachable
from tests.bench.peers.snapshot import Snapshot


class Peer(Protocol):
    """A program that follows one game."""

    def update(self, t_s: float, square: int, piece: str) -> None:
        """A square has changed."""

    def finish(self, t_s: float) -> None:
        """Nothing more comes."""

    @property
    def uci(self) -> list[str]:
        """The moves it would now show."""


PEERS: dict[str, Callable[[chess.Board], Peer]] = {
    "one ply per update": OnePly,
    "snapshot after 250 ms": Snapshot,
    "reachable placements": Reachable,
}
