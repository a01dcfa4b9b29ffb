"""The quick questions of every ply: does the game surely go on, is there a legal move, may the position be dead?"""

from typing import Final, Literal

import chess

from dgt_monitor.laws.dead.deadness import FORCED_MEN
from dgt_monitor.laws.dead.walls import pawns_all_blocked

LeftIllegal = Literal["pawn", "kings"]
"""What can be left on a board that is not legal: a pawn on the last rank, both kings in check (A.5.4)."""
_STRAIGHT: Final = tuple(chess.BB_RANK_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0] for square in range(64))
_DIAGONAL: Final = tuple(chess.BB_DIAG_ATTACKS[square][0] for square in range(64))
_LINES: Final = tuple(straight | diagonal for straight, diagonal in zip(_STRAIGHT, _DIAGONAL, strict=True))
"""From each square, all squares on its rank, file and diagonals: who stands elsewhere is not pinned to a king there."""
_KNIGHT: Final = chess.BB_KNIGHT_ATTACKS


def surely_goes_on(board: chess.Board, checked: bool | None = None) -> bool:
    """Whether a legal move that takes nothing is found at once, with men enough: no mate, no stalemate, not dead.

    The quick answer for nearly every ply of play; False says nothing. `checked` is what the caller knows of a check:
    there is none; there is one (True) and it can be answered; None: nothing, or that it is mate.
    """
    if checked:
        heavy = board.rooks | board.queens
        return bool(heavy) and chess.popcount(board.occupied) > FORCED_MEN
    own, others = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    king = (board.kings & own).bit_length() - 1
    if king < 0 or (checked is None and board.attackers_mask(not board.turn, king)):
        return False
    return _free_to_step(board, own & ~_LINES[king]) or (
        not _aimed_at(board, king, others) and _free_to_step(board, own & ~board.kings)
    )


def _free_to_step(board: chess.Board, men: int) -> bool:
    """Whether a pawn of these, none of them pinned, can step; or a heavy piece or a knight, where a heavy piece stands.

    A game with a pawn that can step is not dead, nor is one with a heavy piece unless all legal moves are captures.
    """
    empty = ~board.occupied & chess.BB_ALL
    pawns = board.pawns & men
    if (pawns << 8 if board.turn else pawns >> 8) & empty:
        return True
    heavy = board.rooks | board.queens
    if (heavy & men) << 8 & empty or (heavy & men) >> 8 & empty:
        return True
    return bool(heavy) and any(_KNIGHT[square] & empty for square in chess.scan_forward(board.knights & men))


def _aimed_at(board: chess.Board, king: int, others: int) -> bool:
    """Whether a slider of the other side stands on a line with the king: without one nothing is pinned."""
    sliders = board.rooks & _STRAIGHT[king] | board.bishops & _DIAGONAL[king] | board.queens & _LINES[king]
    return bool(sliders & others)


def has_both_kings(board: chess.BaseBoard) -> bool:
    """Whether a king of each side stands; one can be taken where an illegal move was answered."""
    kings = board.kings
    return bool(kings & board.occupied_co[chess.WHITE]) and bool(kings & board.occupied_co[chess.BLACK])


def both_kings_attacked(board: chess.BaseBoard) -> bool:
    """Whether both kings are in check, as no legal move can leave them (A.5.4)."""
    if not has_both_kings(board):
        return False
    kings = ((board.kings & board.occupied_co[side]).bit_length() - 1 for side in (chess.WHITE, chess.BLACK))
    white, black = kings
    return bool(board.attackers_mask(chess.BLACK, white)) and bool(board.attackers_mask(chess.WHITE, black))


def first_legal_move(board: chess.Board) -> chess.Move | None:
    """Some legal move of the side to move, None if there is none; far cheaper than listing them."""
    return next(board.generate_legal_moves(), None)


def may_be_dead(board: chess.Board, first_move: chess.Move, progress: bool) -> bool:
    """Whether it is worth asking: a quick test that never misses what `dead_at_a_glance` would find."""
    if not (board.rooks or board.queens) and (not board.pawns or pawns_all_blocked(board)):
        return True
    takes = board.occupied_co[not board.turn] & chess.BB_SQUARES[first_move.to_square]
    return bool(takes or progress) and chess.popcount(board.occupied) <= FORCED_MEN
