"""An illegal position that is left once more: a pawn on the last rank, both kings in check (A.5.4). Pure.

It is looked at what stands on the squares, not at a line of play: where both kings stay in check there is none.
"""

from typing import Final, NamedTuple

import chess

from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.laws.ends import LeftIllegal, both_kings_attacked

SETTLED_S: Final = 0.6
"""Seconds after a press of the clock until the board has told what stood then: two scans (chosen)."""
_LAST_RANKS: Final = ((chess.WHITE, chess.BB_RANK_8), (chess.BLACK, chess.BB_RANK_1))


class Left(NamedTuple):
    """What stands on the board and is not legal."""

    what: LeftIllegal
    squares: tuple[chess.Square, ...]
    """Of the pawns, or of the kings."""


def left(board: chess.BaseBoard) -> Left | None:
    """What of a position A.5.4 draws if it is left once more; None if there is nothing."""
    pawns = sum(board.pawns & board.occupied_co[side] & rank for side, rank in _LAST_RANKS)
    if pawns:
        return Left("pawn", tuple(chess.scan_forward(pawns)))
    return Left("kings", tuple(chess.scan_forward(board.kings))) if both_kings_attacked(board) else None


class LeftOnceMore:
    """Remembers what stood when a move was completed, until the next one is."""

    __slots__ = ("_placement", "_was", "_white_to_move", "due_s")

    def __init__(self) -> None:
        self.due_s = NEVER_S
        """From when on it can be asked what stood at the last press."""
        self._was: Left | None = None
        self._placement = ""
        self._white_to_move: bool | None = None

    def lever(self, t_s: float, *, white_to_move: bool) -> None:
        """Whose turn it is by the running clock: where that has changed, a move is completed."""
        if self._white_to_move is not white_to_move:
            self._white_to_move, self.due_s = white_to_move, t_s + SETTLED_S

    def completed(self, board: chess.BaseBoard) -> tuple[Left | None, bool]:
        """A move was completed, and this stood: what of it is not legal, and whether a move before it was so too."""
        self.due_s = NEVER_S
        now, placement = left(board), board.board_fen()
        if placement == self._placement:
            return now, False  # the clock was pressed without a move
        was, self._was, self._placement = self._was, now, placement
        return now, now is not None and was is not None
