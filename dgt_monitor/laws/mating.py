"""Whether a side can mate at all by any series of legal moves of both (6.9, 7.5.5): the one place the hall asks."""

from typing import Final, Protocol

import chess

from dgt_monitor.laws.dead import mates

BOUND: Final = 2_000
"""Positions looked at: some 0.2 s, for which the boards of a hall can wait at a flag (chosen); `check --mates` looks
further."""


class CanMate(Protocol):
    """Answers whether a side can mate; None where that is not proven either way. Never a false certainty."""

    def __call__(self, board: chess.Board, winner: chess.Color) -> bool | None:
        """The board is left as it was."""


def can_mate(board: chess.Board, winner: chess.Color) -> bool | None:
    """By a line to mate, or by a proof; None where neither was found within the bound."""
    return mates.can_mate(board, winner, BOUND).can
