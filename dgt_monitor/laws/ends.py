"""Positions that end a game by themselves: checkmate, stalemate, dead position (5.1.1, 5.2.1, 5.2.2)."""

from typing import Final

import chess

from dgt_monitor.laws.walls import is_dead_wall, pawns_all_blocked

FORCED_CAPTURE_MEN: Final = 8
"""Men on the board up to which it is asked whether every legal move is a capture that leaves a dead position.

Only a bound on cost: a side down to one or two forced captures has next to nothing else to move.
"""


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
        return bool(heavy) and chess.popcount(board.occupied) > FORCED_CAPTURE_MEN
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


def may_be_dead(board: chess.Board, first_move: chess.Move) -> bool:
    """Whether `is_dead` is worth asking: a quick test that never misses what that would find."""
    if not (board.rooks or board.queens) and (not board.pawns or pawns_all_blocked(board)):
        return True
    takes = board.occupied_co[not board.turn] & chess.BB_SQUARES[first_move.to_square]
    return bool(takes) and chess.popcount(board.occupied) <= FORCED_CAPTURE_MEN


def is_dead(board: chess.Board) -> bool:
    """Whether neither side can mate by any series of legal moves, as far as it is certain and cheap to see.

    By material; because every legal move takes something and leaves dead material (dead before the take); or by
    a wall of pawns. A position it calls dead is dead; it does not find all that are (walls with other pieces,
    longer forced lines).
    """
    return material_is_dead(board) or is_dead_wall(board) or _forced_into_dead_material(board)


def material_is_dead(board: chess.Board) -> bool:
    """Whether no series of legal moves can mate with the men left, wherever they stand.

    That is: king against king, with one knight or one bishop more; or with bishops of one square colour only.
    """
    if board.pawns or board.rooks or board.queens:
        return False
    return board.is_insufficient_material()


def _forced_into_dead_material(board: chess.Board) -> bool:
    if chess.popcount(board.occupied) > FORCED_CAPTURE_MEN:
        return False
    moves = list(board.generate_legal_moves())
    return bool(moves) and all(_leaves_dead_material(board, move) for move in moves)


def _leaves_dead_material(board: chess.Board, move: chess.Move) -> bool:
    if not board.is_capture(move):
        return False
    board.push(move)
    try:
        return material_is_dead(board)
    finally:
        board.pop()
