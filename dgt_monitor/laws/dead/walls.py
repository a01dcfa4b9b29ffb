"""Positions of kings and blocked pawns in which nothing can ever happen: dead by 5.2.2, and certainly so.

The proof: no pawn can step, since a pawn stands before it; none can take, since it attacks no pawn; and no king
can reach a pawn it could take, even if the other king were not there. Then only the kings ever move, every pawn
stands as it stands, a king never steps on an attacked square, and so neither side is ever mated.
"""

import chess

_NOT_A_FILE = chess.BB_ALL & ~chess.BB_FILE_A
_NOT_H_FILE = chess.BB_ALL & ~chess.BB_FILE_H


def pawns_all_blocked(board: chess.Board) -> bool:
    """Whether there are kings and pawns only and no pawn can step: a few bit operations."""
    pawns = board.pawns
    if board.knights or board.bishops or board.rooks or board.queens:
        return False
    white, black = pawns & board.occupied_co[chess.WHITE], pawns & board.occupied_co[chess.BLACK]
    return not ((white << 8) & ~pawns or (black >> 8) & ~pawns)


def is_dead_wall(board: chess.Board) -> bool:
    """Whether kings and blocked pawns are all there is and nothing can be taken any more, by the proof above."""
    if not pawns_all_blocked(board) or board.has_legal_en_passant():
        return False
    white, black = (board.pawns & board.occupied_co[colour] for colour in (chess.WHITE, chess.BLACK))
    by_white, by_black = _attacked_by_white(white), _attacked_by_black(black)
    if by_white & black or by_black & white:
        return False
    kings = board.kings
    white_reach = _king_reach(kings & board.occupied_co[chess.WHITE], ~(white | by_black))
    black_reach = _king_reach(kings & board.occupied_co[chess.BLACK], ~(black | by_white))
    return not (white_reach & black or black_reach & white)


def _attacked_by_white(pawns: int) -> int:
    return ((pawns & _NOT_A_FILE) << 7 | (pawns & _NOT_H_FILE) << 9) & chess.BB_ALL


def _attacked_by_black(pawns: int) -> int:
    return (pawns & _NOT_A_FILE) >> 9 | (pawns & _NOT_H_FILE) >> 7


def _king_reach(king: int, open_squares: int) -> int:
    """Every square the king can come to over open squares, its own included."""
    reach = king
    while True:
        sideways = reach | (reach & _NOT_A_FILE) >> 1 | (reach & _NOT_H_FILE) << 1
        grown = reach | (sideways | sideways << 8 | sideways >> 8) & chess.BB_ALL & open_squares
        if grown == reach:
            return reach
        reach = grown
