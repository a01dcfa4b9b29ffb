"""Castling as it nearly always is: king and rook on their squares of the initial array, no Chess960.

python-chess finds castling by looking at every square of both ways; where all four squares show it already, a few looks
are enough. A test holds each answer against python-chess's own.
"""

import chess

from dgt_monitor.game.placement import CASTLINGS
from dgt_monitor.game.putting import Kept
from dgt_monitor.game.reach import BETWEEN, BITS, is_attacked


def castling_seen(board: chess.Board, seen: list[str]) -> chess.Move | None:
    """The legal castling that is complete on the squares `seen`; its castling rights must be clean."""
    home = 0 if board.turn else 56
    for king_to in (home + 6, home + 2):
        changed = CASTLINGS[home + 4, king_to]
        if all(seen[square] == letter for square, letter in changed):
            return chess.Move(home + 4, king_to) if is_legal_castling(board, home + 4, king_to) else None
    return None


def is_usual(board: chess.Board, move: chess.Move) -> bool:
    """Whether a legal move is castling as it is meant here."""
    king_moves = bool(board.kings & BITS[move.from_square])
    return king_moves and not board.chess960 and (move.from_square, move.to_square) in CASTLINGS


def is_legal_castling(board: chess.Board, king_from: int, king_to: int) -> bool:
    """Whether castling with these two squares of the king is legal; no Chess960."""
    rook_from = CASTLINGS[king_from, king_to][1][0]
    occupied, others = board.occupied, board.occupied_co[not board.turn]
    if not board.castling_rights & BITS[rook_from] or others & BITS[king_from]:
        return False
    if BETWEEN[king_from][rook_from] & occupied:
        return False
    path = king_from, (king_from + king_to) // 2, king_to
    return not any(is_attacked(board, square, others, occupied) for square in path)


def castle(board: chess.Board, king_from: int, king_to: int) -> tuple[str, Kept]:
    """Put a legal usual castling on the board; its SAN and what `put_back` needs."""
    kept, turn = (board.castling_rights, board.ep_square, board.halfmove_clock), board.turn
    _, (rook_from, _), _, (rook_to, _) = CASTLINGS[king_from, king_to]
    king, rook = BITS[king_from] | BITS[king_to], BITS[rook_from] | BITS[rook_to]
    board.kings ^= king
    board.rooks ^= rook
    board.occupied ^= king | rook
    board.occupied_co[turn] ^= king | rook
    board.castling_rights &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
    board.promoted &= ~(king | rook)
    board.ep_square, board.turn = None, not turn
    board.halfmove_clock += 1
    board.fullmove_number += not turn
    san = "O-O" if king_to > king_from else "O-O-O"
    if board.is_check():
        san += "+" if any(board.generate_legal_moves()) else "#"
    return san, kept
