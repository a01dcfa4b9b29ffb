"""The plain way: one square left, one reached, one legal move. Nine plies in ten, so it is fast.

python-chess answers legality and SAN of any move; asked for both it generates moves twice. For a move that is neither
castling nor en passant both follow from a few attack masks. A test holds every answer against python-chess's own.
"""

import chess

from dgt_monitor.game.placement import EMPTY

PROMOTIONS = {"Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT}
_ROYAL = {"K": chess.KING}
_PIECES = {**PROMOTIONS, **_ROYAL}
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def san_of_plain_move(board: chess.Board, move: chess.Move, expected: list[str]) -> str | None:
    """Push the move and answer its SAN; None, with the board unchanged, if it is not legal.

    `expected` is the placement of the board. The move must not be castling or en passant; both are answered None.
    """
    letter, taken = expected[move.from_square], expected[move.to_square]
    white = board.turn
    if letter == EMPTY or letter.isupper() != white or (taken != EMPTY and taken.isupper() == white) or taken in "Kk":
        return None
    san = _pawn_san(board, move, taken) if letter in "Pp" else _piece_san(board, move, letter.upper(), taken)
    if san is None:
        return None
    board.push(move)
    if board.was_into_check():
        board.pop()
        return None
    if not board.is_check():
        return san
    return san + ("+" if any(board.generate_legal_moves()) else "#")


def _pawn_san(board: chess.Board, move: chess.Move, taken: str) -> str | None:
    origin, target = move.from_square, move.to_square
    if bool(chess.BB_SQUARES[target] & _LAST_RANKS) != (move.promotion is not None):
        return None
    name = chess.SQUARE_NAMES[target]
    if taken != EMPTY:
        if not chess.BB_PAWN_ATTACKS[board.turn][origin] & chess.BB_SQUARES[target]:
            return None
        name = f"{chess.FILE_NAMES[origin & 7]}x{name}"
    elif not _pawn_steps(board, origin, target):
        return None
    return f"{name}={chess.piece_symbol(move.promotion).upper()}" if move.promotion else name


def _pawn_steps(board: chess.Board, origin: int, target: int) -> bool:
    ahead = 8 if board.turn else -8
    if target == origin + ahead:
        return True
    first_rank = 1 if board.turn else 6
    return (
        target == origin + 2 * ahead
        and origin >> 3 == first_rank
        and not board.occupied & chess.BB_SQUARES[origin + ahead]
    )


def _piece_san(board: chess.Board, move: chess.Move, letter: str, taken: str) -> str | None:
    goal = chess.BB_SQUARES[move.to_square]
    if move.promotion or not board.attacks_mask(move.from_square) & goal:
        return None
    fellows = board.pieces_mask(_PIECES[letter], board.turn) & ~chess.BB_SQUARES[move.from_square]
    if fellows and any(board.attacks_mask(square) & goal for square in chess.scan_forward(fellows)):
        return _library_san(board, move)
    return f"{letter}{'' if taken == EMPTY else 'x'}{chess.SQUARE_NAMES[move.to_square]}"


def _library_san(board: chess.Board, move: chess.Move) -> str | None:
    """Where another piece of the kind may go there too: file, rank or both have to be named (C.10)."""
    return board.san(move).rstrip("+#") if board.is_legal(move) else None
