"""After every field update: the one legal move that makes this placement, or nothing."""

import chess

from tests.bench.peers.placements import key_of, put, successors


class OnePly:
    """One legal ply per field update; no slides, no takebacks, no gaps."""

    def __init__(self, start: chess.Board) -> None:
        self._board = start.copy()
        self._seen = key_of(start)
        self._next = successors(self._board, self._seen)
        self.uci: list[str] = []

    def update(self, t_s: float, square: int, piece: str) -> None:  # noqa: ARG002 - it has no sense of time
        """A square has changed."""
        self._seen = put(self._seen, square, piece)
        move = self._next.get(self._seen)
        if move is not None:
            self.uci.append(self._board.uci(move))
            self._board.push(move)
            self._next = successors(self._board, self._seen)

    def finish(self, t_s: float) -> None:
        """Nothing is left to be read."""
