"""A board whose game is over without a move: what is touched there is no next game until both sides have moved.

A forfeit is ruled while the array stands; who lifts a piece then, or shows something, begins nothing. A clock that is
started does, and so does the start of a round (`Ruled`).
"""

from typing import NamedTuple

from dgt_monitor.game.beginning import Start
from dgt_monitor.game.placement import EMPTY, letters

ENOUGH_PLY = 2
"""So many legal half-moves in a row are a game, whatever was ruled (chosen): a real one must never be lost."""


class Touch(NamedTuple):
    """One square that changed, in the board's own numbering."""

    t_s: float
    square: int
    piece: str


class Unplayed:
    """What was moved since the array stood."""

    __slots__ = ("_board", "_now", "array", "may_begin", "start", "touches")

    def __init__(self, start: Start, seen: list[str]) -> None:
        self.start = start
        self.array = seen.copy()
        """The array that stands, as the game before has it."""
        self.may_begin = False
        """The next game begins with the next touch of the array."""
        self.touches: list[Touch] = []
        self._now = seen.copy()
        self._board = start.board.copy(stack=False)

    def touched(self, touch: Touch, square: int) -> bool:
        """One square changed (`square`: as the game before has it); whether what was moved is a game by now."""
        if self.may_begin and not self.touches:
            self.touches.append(touch)
            return True
        self._now[square] = touch.piece
        self.touches.append(touch)
        if self._now == self.array:
            self.touches, self._board = [], self.start.board.copy(stack=False)
        elif touch.piece != EMPTY:
            self._make()
        return len(self._board.move_stack) >= ENOUGH_PLY

    def _make(self) -> None:
        """The legal move that stands now, if one does."""
        stands = self._now[::-1] if self.start.turned else self._now
        for move in self._board.legal_moves:
            self._board.push(move)
            if letters(self._board) == stands:
                return
            self._board.pop()
