"""Placements as letters: what stands on 64 squares, and what a move changes there.

A placement is 64 FEN letters, a1 first (`drivers.readings`), seen with White's side nearest. Letters and not
bitboards, because sensors speak square by square and a comparison is one look.
"""

from collections.abc import Sequence

import chess

from drivers.readings import PIECES

EMPTY = "."
START = "RNBQKBNRPPPPPPPP" + EMPTY * 32 + "pppppppprnbqkbnr"

_PAIRS = (("P", "p"), ("N", "n"), ("B", "b"), ("R", "r"), ("Q", "q"), ("K", "k"))

Change = tuple[int, str]
"""A square and the letter that stands on it afterwards."""


CASTLINGS: dict[tuple[int, int], tuple[Change, ...]] = {
    (home + 4, home + king_to): (
        (home + 4, EMPTY),
        (home + rook_from, EMPTY),
        (home + king_to, king),
        (home + rook_to, rook),
    )
    for home, king, rook in ((0, "K", "R"), (56, "k", "r"))
    for king_to, rook_from, rook_to in ((6, 7, 5), (2, 0, 3))
}
"""By the king's two squares, what castling changes where the game is not Chess960 (3.8.2)."""

HOLDS: tuple[dict[str, Change], ...] = tuple({letter: (square, letter) for letter in PIECES} for square in range(64))
"""The one `Change` object for each square and letter: a line of play keeps hundreds of them."""


def letters(board: chess.BaseBoard) -> list[str]:
    """The placement of a python-chess board."""
    found = [EMPTY] * 64
    white = board.occupied_co[chess.WHITE]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    for (of_white, of_black), squares in zip(_PAIRS, kinds, strict=True):
        for square in chess.scan_forward(squares):
            found[square] = of_white if white >> square & 1 else of_black
    return found


def on_board(placement: Sequence[str]) -> chess.BaseBoard:
    """A python-chess board with this placement; empty squares and result pieces are left out."""
    board = chess.BaseBoard(None)
    for square, letter in enumerate(placement):
        if letter.isalpha():
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    return board


def turned(placement: str) -> str:
    """The same pieces as seen from the other side of the board."""
    return placement[::-1]


def changes(board: chess.Board, move: chess.Move, expected: list[str]) -> list[Change]:
    """The squares a legal move changes, with the letters they hold after it.

    `expected` is the placement of `board`. In castling a square that holds the same letter before and after
    (Chess960: king or rook that need not move) is left out.
    """
    mover = expected[move.from_square]
    if mover in "Kk":
        usual = None if board.chess960 else CASTLINGS.get((move.from_square, move.to_square))
        if usual is not None:
            return list(usual)
        if board.is_castling(move):
            return _castling_changes(board, move, expected)
    if move.promotion:
        mover = chess.piece_symbol(move.promotion)
        mover = mover.upper() if board.turn else mover
    changed = [(move.from_square, EMPTY), (move.to_square, mover)]
    if mover in "Pp" and board.is_en_passant(move):
        changed.append((move.to_square + (-8 if board.turn else 8), EMPTY))
    return changed


def _castling_changes(board: chess.Board, move: chess.Move, expected: list[str]) -> list[Change]:
    king_to, rook_from, rook_to = castling_squares(board, move)
    after = {move.from_square: EMPTY, rook_from: EMPTY}
    after[king_to] = "K" if board.turn else "k"
    after[rook_to] = "R" if board.turn else "r"
    return [(square, letter) for square, letter in after.items() if expected[square] != letter]


def castling_squares(board: chess.Board, move: chess.Move) -> tuple[int, int, int]:
    """Where the king goes, where the rook comes from and where it goes (3.8.2; Guidelines II.3)."""
    short = board.is_kingside_castling(move)
    base = move.from_square & 56
    rook_from = move.to_square
    if not (board.rooks & board.occupied_co[board.turn] & chess.BB_SQUARES[rook_from]):
        rook_from = base + (7 if short else 0)  # written as the king's two steps, the rook stands in the corner
    return base + (6 if short else 2), rook_from, base + (5 if short else 3)
