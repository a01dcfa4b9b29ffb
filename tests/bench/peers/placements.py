"""A placement as one number, four bits a square: cheap to change by a field update or by a move."""

import chess

from drivers.readings import PIECES
from drivers.simulator.hands import castling_squares

CODES = {letter: code for code, letter in enumerate(PIECES)}


def put(key: int, square: int, piece: str) -> int:
    """The placement with this piece, or `.`, on a square."""
    shift = 4 * square
    return key & ~(15 << shift) | CODES[piece] << shift


def key_of(board: chess.Board) -> int:
    """The placement of a position."""
    key = 0
    for square, piece in board.piece_map().items():
        key |= CODES[piece.symbol()] << 4 * square
    return key


def key_after(board: chess.Board, key: int, move: chess.Move) -> int:
    """The placement after a legal move; `key` is that before it."""
    origin, to = move.from_square, move.to_square
    piece = key >> 4 * origin & 15
    if board.is_castling(move):
        king, king_to, rook, rook_to = castling_squares(board, move)
        tower = key >> 4 * rook & 15
        key &= ~(15 << 4 * king | 15 << 4 * rook)
        return key | piece << 4 * king_to | tower << 4 * rook_to
    if board.is_en_passant(move):
        key &= ~(15 << 4 * chess.square(chess.square_file(to), chess.square_rank(origin)))
    if move.promotion:
        piece = CODES[chess.Piece(move.promotion, board.turn).symbol()]
    return key & ~(15 << 4 * origin | 15 << 4 * to) | piece << 4 * to


def successors(board: chess.Board, key: int) -> dict[int, chess.Move]:
    """Every placement that one legal move makes, and the move."""
    return {key_after(board, key, move): move for move in board.legal_moves}
