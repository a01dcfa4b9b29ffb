"""A table of placements: all that any matched position's legal moves make, each with the line that led there."""

import chess

from tests.bench.peers.placements import key_of, put, successors


class _Node:
    """A position that a table entry stands for; `move` was made in `parent`."""

    __slots__ = ("_board", "move", "parent")

    def __init__(self, parent: "_Node | None", move: chess.Move | None, board: chess.Board | None = None) -> None:
        self.parent = parent
        self.move = move
        self._board = board

    @property
    def board(self) -> chess.Board:
        if self._board is None:
            assert self.parent is not None
            assert self.move is not None
            self._board = self.parent.board.copy(stack=False)
            self._board.push(self.move)
        return self._board


class Reachable:
    """Whatever placement of the table appears is where the game stands; the newest entry of a placement counts.

    Slides and takebacks come for nothing; a ply that was never alone on the board is silence until a known placement
    comes back.
    """

    def __init__(self, start: chess.Board) -> None:
        self._seen = key_of(start)
        self._table: dict[int, _Node] = {}
        self._now = _Node(None, None, start.copy(stack=False))
        self._table[self._seen] = self._now
        self._reach()

    def update(self, t_s: float, square: int, piece: str) -> None:  # noqa: ARG002 - it has no sense of time
        """A square has changed."""
        self._seen = put(self._seen, square, piece)
        node = self._table.get(self._seen)
        if node is not None and node is not self._now:
            self._now = node
            self._reach()

    def finish(self, t_s: float) -> None:
        """Nothing is left to be read."""

    @property
    def uci(self) -> list[str]:
        """The line that led to the present position."""
        line: list[str] = []
        node = self._now
        while node.parent is not None and node.move is not None:
            line.append(node.parent.board.uci(node.move))
            node = node.parent
        return line[::-1]

    def _reach(self) -> None:
        now = self._now
        for key, move in successors(now.board, self._seen).items():
            self._table[key] = _Node(now, move)
