"""Where pieces reach and what stands between: tables of the board's geometry, and who attacks a king.

Squares and masks as python-chess has them (bit 0 = a1). The plain way asks these of every ply, so each answer is a
look into a table; tests hold them against python-chess's own attacks on every square.
"""

from typing import Final

import chess

BITS: Final = tuple(1 << square for square in range(64))

STRAIGHT: Final = tuple(chess.BB_RANK_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0] for square in range(64))
"""Rank and file of a square, without the square: what a rook reaches on an empty board."""
DIAGONAL: Final = tuple(chess.BB_DIAG_ATTACKS[square][0] for square in range(64))
"""Both diagonals of a square: what a bishop reaches on an empty board."""
LINES: Final = tuple(straight | diagonal for straight, diagonal in zip(STRAIGHT, DIAGONAL, strict=True))
"""All squares from which a slider can reach a square, or a piece stand before one that does."""

_OF_PIECES: Final = {
    "N": tuple(chess.BB_KNIGHT_ATTACKS),
    "B": DIAGONAL,
    "R": STRAIGHT,
    "Q": LINES,
    "K": tuple(chess.BB_KING_ATTACKS),
}
REACH: Final[dict[str, tuple[int, ...]]] = {
    "P": tuple(chess.BB_PAWN_ATTACKS[chess.WHITE]),
    "p": tuple(chess.BB_PAWN_ATTACKS[chess.BLACK]),
    **_OF_PIECES,
    **{letter.lower(): masks for letter, masks in _OF_PIECES.items()},
}
"""By FEN letter and square: the squares a piece attacks on an empty board."""

BETWEEN: Final = tuple(tuple(chess.between(a, b) for b in range(64)) for a in range(64))
"""The squares between two squares of one line; none for other pairs."""


def is_attacked(board: chess.Board, square: int, by: int, occupied: int) -> bool:
    """Whether one of the pieces in the mask `by`, all of one colour, attacks a square when `occupied` squares are."""
    # A pawn attacks from where one of the other colour would attack.
    pawns = REACH["p" if board.occupied_co[chess.WHITE] & by else "P"][square]
    near = pawns & board.pawns | REACH["N"][square] & board.knights | REACH["K"][square] & board.kings
    if near & by:
        return True
    sliders = STRAIGHT[square] & (board.rooks | board.queens) | DIAGONAL[square] & (board.bishops | board.queens)
    return is_open(square, sliders & by, occupied)


def is_open(square: int, sliders: int, occupied: int) -> bool:
    """Whether nothing stands between a square and one of the sliders that aim at it."""
    between = BETWEEN[square]
    while sliders:
        slider = sliders.bit_length() - 1
        if not between[slider] & occupied:
            return True
        sliders ^= BITS[slider]
    return False


def is_opened(board: chess.Board, king: int, origin: int, by: int, occupied: int) -> bool:
    """Whether a slider in the mask `by` attacks the king along the line on which `origin` was left."""
    kind = board.rooks if STRAIGHT[king] & BITS[origin] else board.bishops
    return is_open(king, chess.BB_RAYS[king][origin] & (kind | board.queens) & by, occupied)
