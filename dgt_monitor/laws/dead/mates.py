"""Whether a side can mate by any series of legal moves (6.9, 7.5.5): yes with a helpmate, no with a proof, unknown."""

from enum import StrEnum
from typing import Final, NamedTuple

import chess

from dgt_monitor.laws.dead.confined import is_confined
from dgt_monitor.laws.dead.material import too_little_to_mate
from dgt_monitor.laws.dead.search import search

ASKED_BOUND: Final = 20_000
"""Positions looked at when an arbiter asks; some two seconds. Counted, so alike on every machine."""


class Ground(StrEnum):
    """What an answer rests on."""

    MATED = "mated"
    """The position is checkmate already."""
    HELPMATE = "helpmate"
    """A line of legal moves that ends in mate."""
    MATERIAL = "material"
    """The men left can never mate."""
    CONFINED = "confined"
    """No man that could mate ever comes near enough to the king."""
    ALL_LINES = "all_lines"
    """Every legal line was gone through."""
    BOUND = "bound"
    """As many positions were looked at as were to be, without an end."""
    NO_GAME = "no_game"
    """This is no position of a game: kings are missing, or the side not to move is in check."""


class Answer(NamedTuple):
    """Whether a side can mate, and how that is known."""

    can: bool | None
    """None: unknown."""
    ground: Ground
    line: tuple[chess.Move, ...] = ()
    """The helpmate, from the position that was asked about."""
    positions: int = 0
    """How many were looked at."""


def can_mate(board: chess.Board, winner: chess.Color, bound: int = ASKED_BOUND) -> Answer:
    """Whether this side can mate by any series of legal moves of both; draws by 9.2, 9.3 and 9.6 are left aside."""
    if not is_of_a_game(board):
        return Answer(None, Ground.NO_GAME)
    if board.is_checkmate():
        return Answer(board.turn != winner, Ground.MATED)
    if too_little_to_mate(board, winner):
        return Answer(False, Ground.MATERIAL)
    if is_confined(board, winner):
        return Answer(False, Ground.CONFINED)
    found = search(board, winner, bound)
    if found.mate is not None:
        return Answer(True, Ground.HELPMATE, found.mate, found.positions)
    if found.complete:
        return Answer(False, Ground.ALL_LINES, (), found.positions)
    return Answer(None, Ground.BOUND, (), found.positions)


def is_of_a_game(board: chess.Board) -> bool:
    """Whether each side has one king, the side not to move is not in check, and no pawn stands on a last rank."""
    kings = (board.kings & board.occupied_co[colour] for colour in chess.COLORS)
    if any(chess.popcount(king) != 1 for king in kings) or board.was_into_check():
        return False
    return not board.pawns & chess.BB_BACKRANKS
