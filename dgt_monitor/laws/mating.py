"""Whether a side can mate at all by any series of legal moves of both (6.9, 7.5.5): the one place that is asked."""

from typing import Protocol

import chess


class CanMate(Protocol):
    """Answers whether a side can mate; None where that is not proven either way. Never a false certainty."""

    def __call__(self, board: chess.Board, winner: chess.Color) -> bool | None:
        """The board is left as it was."""


def can_mate(board: chess.Board, winner: chess.Color) -> bool | None:
    """By what stands only: False where the men of this side can never mate; True only of a mate that stands."""
    if board.is_checkmate():
        return board.turn != winner
    return False if board.has_insufficient_material(winner) else None
