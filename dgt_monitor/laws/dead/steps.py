"""One step of each kind of man over the whole board at once, as bitboards: squares in, squares out."""

from typing import Final

import chess

_NOT_A: Final = chess.BB_ALL & ~chess.BB_FILE_A
_NOT_H: Final = chess.BB_ALL & ~chess.BB_FILE_H
_NOT_AB: Final = _NOT_A & ~chess.BB_FILE_B
_NOT_GH: Final = _NOT_H & ~chess.BB_FILE_G
ALL: Final = chess.BB_ALL


def straight(squares: int) -> int:
    """The squares that share a border with one of these."""
    return (squares << 8 | squares >> 8 | (squares & _NOT_A) >> 1 | (squares & _NOT_H) << 1) & ALL


def diagonal(squares: int) -> int:
    """The squares that touch one of these at a corner."""
    west, east = squares & _NOT_A, squares & _NOT_H
    return (west << 7 | west >> 9 | east << 9 | east >> 7) & ALL


def around(squares: int) -> int:
    """The squares a king on one of these attacks."""
    sideways = squares | (squares & _NOT_A) >> 1 | (squares & _NOT_H) << 1
    return (sideways << 8 | sideways >> 8 | (squares & _NOT_A) >> 1 | (squares & _NOT_H) << 1) & ALL


def leap(squares: int) -> int:
    """The squares a knight on one of these attacks."""
    one = (squares & _NOT_A) >> 1 | (squares & _NOT_H) << 1
    two = (squares & _NOT_AB) >> 2 | (squares & _NOT_GH) << 2
    return (one << 16 | one >> 16 | two << 8 | two >> 8) & ALL


def forward(squares: int, colour: chess.Color) -> int:
    """The squares a pawn on one of these steps to."""
    return (squares << 8) & ALL if colour else squares >> 8


def pawn_takes(squares: int, colour: chess.Color) -> int:
    """The squares a pawn on one of these attacks."""
    west, east = squares & _NOT_A, squares & _NOT_H
    return (west << 7 | east << 9) & ALL if colour else west >> 9 | east >> 7


def attacks(kind: chess.PieceType, colour: chess.Color, squares: int) -> int:
    """The squares next in the way of an attack from one of these; a slider comes to further ones step by step."""
    if kind == chess.PAWN:
        return pawn_takes(squares, colour)
    return STEPS[kind](squares)


STEPS: Final = {
    chess.KNIGHT: leap,
    chess.BISHOP: diagonal,
    chess.ROOK: straight,
    chess.QUEEN: around,
    chess.KING: around,
}
"""For each piece the step it makes; of a slider, to the neighbouring square."""
