"""A story: a legal line of play, and its debts to what the sensors say."""

import chess

from dgt_monitor.events import Provenance
from dgt_monitor.game.changes import Ply
from dgt_monitor.game.placement import EMPTY, HOLDS, changes, letters
from dgt_monitor.game.plain import san_of_plain_move


class Story:
    """One explanation of what stood on a board: a legal line, and the squares where the sensors disagree.

    `seen` is the physical placement, shared by all stories of a board. `expected` is the placement after the
    line; a *debt* is a square where the two differ, with the time since when.
    """

    __slots__ = ("board", "debts", "expected", "plies", "seen")

    def __init__(self, board: chess.Board, seen: list[str]) -> None:
        self.board = board
        self.seen = seen
        self.expected = letters(board)
        self.plies: list[Ply] = []
        self.debts: dict[int, float] = {s: 0.0 for s in range(64) if seen[s] != self.expected[s]}

    def told(self, square: int, t_s: float) -> None:
        """A square has changed: `seen` already holds its new letter."""
        if self.seen[square] == self.expected[square]:
            self.debts.pop(square, None)
        elif square not in self.debts:
            self.debts[square] = t_s

    def look_again(self, t_s: float) -> None:
        """What is seen has changed as a whole."""
        for square in range(64):
            self.told(square, t_s)

    def make_plain(self, move: chess.Move, t_s: float) -> Ply | None:
        """Make the move that two debts have the shape of; None if it is not legal, or castling or en passant."""
        origin, target, expected = move.from_square, move.to_square, self.expected
        san = san_of_plain_move(self.board, move, expected)
        if san is None:
            return None
        undo = (HOLDS[origin][expected[origin]], HOLDS[target][expected[target]])
        ply = Ply(self.board.peek(), san, undo, t_s)
        self.plies.append(ply)
        expected[origin], expected[target] = EMPTY, self.seen[target]
        self.debts.clear()
        return ply

    def make(self, move: chess.Move, t_s: float, provenance: Provenance) -> Ply:
        """Make a legal move at the end of the line; debts it explains are settled."""
        changed = changes(self.board, move, self.expected)
        undo = tuple(HOLDS[square][self.expected[square]] for square, _ in changed)
        san = self.board.san_and_push(move)
        ply = Ply(self.board.peek(), san, undo, t_s)
        ply.provenance = provenance
        self.plies.append(ply)
        for square, letter in changed:
            self.expected[square] = letter
            self.told(square, t_s)
        return ply

    def unmake(self, t_s: float) -> Ply:
        """Take the last ply off the line."""
        ply = self.plies.pop()
        self.board.pop()
        for square, letter in ply.undo:
            self.expected[square] = letter
            self.told(square, t_s)
        return ply
