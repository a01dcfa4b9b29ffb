"""Which squares a move concerns, and which beside one are free."""

from collections.abc import Set as AbstractSet

import chess

from drivers.simulator.hands import castling_squares


def concerned(board: chess.Board, move: chess.Move) -> frozenset[int]:
    """The squares that a legal move changes or passes over."""
    origin, to = move.from_square, move.to_square
    squares = {origin, to}
    if board.is_castling(move):
        king, king_to, rook, rook_to = castling_squares(board, move)
        squares = {king, king_to, rook, rook_to, *chess.SquareSet.between(king, king_to)}
        return frozenset(squares | {*chess.SquareSet.between(rook, rook_to)})
    if board.is_en_passant(move):
        squares.add(chess.square(chess.square_file(to), chess.square_rank(origin)))
    return frozenset(squares | {*chess.SquareSet.between(origin, to)})


def free_beside(
    before: chess.Board, after: chess.Board, square: int, kept: AbstractSet[int], *, straight: bool = False
) -> list[int]:
    """Squares that touch this one (`straight`: with a side), are free before and after a move, and not kept free."""
    occupied = before.occupied | after.occupied
    near = chess.SquareSet(chess.BB_KING_ATTACKS[square] & ~occupied) - chess.SquareSet(kept)
    return [one for one in near if not straight or chess.square_manhattan_distance(one, square) == 1]
