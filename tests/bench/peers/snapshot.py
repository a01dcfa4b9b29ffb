"""The placement is looked at when nothing has changed for 250 ms: a legal move, the last move's sibling, a takeback."""

import chess

from tests.bench.peers.placements import key_of, put, successors

QUIET_S = 0.25
"""Seconds without a change before the board is read: the timer of the program this stands for, on USB."""


class Snapshot:
    """Placement only: an earlier placement, at any depth, is a takeback."""

    def __init__(self, start: chess.Board) -> None:
        self._board = start.copy()
        self._seen = key_of(start)
        self._line = [self._seen]
        """Placements of the line, that of the start first."""
        self._next = [successors(self._board, self._seen)]
        """What one move makes of each of them."""
        self._changed_s: float | None = None
        self.uci: list[str] = []

    def update(self, t_s: float, square: int, piece: str) -> None:
        """A square has changed; what stood before it may have been at rest."""
        self._look(t_s)
        self._seen = put(self._seen, square, piece)
        self._changed_s = t_s

    def finish(self, t_s: float) -> None:
        """What stands at the end may be at rest."""
        self._look(t_s)

    def _look(self, t_s: float) -> None:
        if self._changed_s is None or t_s - self._changed_s < QUIET_S:
            return
        self._changed_s = None
        if self._seen == self._line[-1]:
            return
        if self._seen in self._next[-1]:
            self._push()
        elif len(self._line) > 1 and self._seen in self._next[-2]:
            self._back_to(len(self._line) - 2)
            self._push()
        elif self._seen in self._line:
            self._back_to(len(self._line) - 1 - self._line[::-1].index(self._seen))

    def _push(self) -> None:
        move = self._next[-1][self._seen]
        self.uci.append(self._board.uci(move))
        self._board.push(move)
        self._line.append(self._seen)
        self._next.append(successors(self._board, self._seen))

    def _back_to(self, ply: int) -> None:
        while len(self._line) > ply + 1:
            self._board.pop()
            for line in (self.uci, self._line, self._next):
                line.pop()
