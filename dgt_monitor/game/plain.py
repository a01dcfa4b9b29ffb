"""The plain way: one square left, one reached, one legal move. Nine plies in ten, so it is fast.

python-chess answers legality and SAN of any move; asked for both it generates moves twice. For a move that is neither
castling nor en passant both follow from a few looks into tables. Most pieces can neither leave their king nor the other
one in check by leaving a square: those that do not stand on a line with it. A test holds every answer against
python-chess's own.
"""

import sys
from functools import cache
from typing import Final

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.putting import Kept, put
from dgt_monitor.game.reach import BETWEEN, BITS, LINES, REACH, is_attacked, is_open, is_opened

PROMOTIONS: Final = {"Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT}
OWN: Final = (frozenset("pnbrqk"), frozenset("PNBRQK"))
"""The letters of a side, by `chess.Board.turn`."""
_LAST_RANKS: Final = chess.BB_RANK_1 | chess.BB_RANK_8
_NAMES: Final = chess.SQUARE_NAMES


def fits_plain_way(board: chess.Board) -> bool:
    """Whether a line that begins here may use `play_plain`: a king each, and none that could be taken."""
    kings = [chess.popcount(board.kings & men) for men in board.occupied_co]
    return kings == [1, 1] and not board.was_into_check()


def play_plain(
    board: chess.Board, expected: list[str], origin: int, target: int, after: str, checked: bool
) -> tuple[str, Kept] | None:
    """Play a move that changes two squares; its SAN and what `put_back` needs, None if it is not legal or special.

    Arguments as for `plain_name`; where that finds no move the board is left as it is.
    """
    san = plain_name(board, expected, origin, target, after, checked)
    if san is None:
        return None
    checks = _gives_check(board, origin, target, after)
    kept = put(board, origin, target, expected[origin], after, expected[target])
    if checks:
        san += "+" if _king_can_step(board) or any(board.generate_legal_moves()) else "#"
    return san, kept


def plain_name(
    board: chess.Board, expected: list[str], origin: int, target: int, after: str, checked: bool
) -> str | None:
    """The SAN, without a check, of a legal move that changes two squares; None for others, castling and en passant too.

    `expected` is the placement of the board, `after` the letter that stands on the target then, `checked` whether the
    side to move is in check. The board must fit (`fits_plain_way`).
    """
    letter, taken, own = expected[origin], expected[target], OWN[board.turn]
    if letter not in own or after not in own or taken in own or taken in "Kk":
        return None
    if letter in "Pp":
        name = _pawn_name(board, origin, target, after, taken)
    else:
        name = _piece_name(board, origin, target, letter, taken, checked) if after == letter else None
    return name if name is not None and _keeps_king_safe(board, origin, target, checked) else None


@cache
def named_move(origin: int, target: int, promotion: str = "") -> tuple[chess.Move, str]:
    """The move object and its UCI, one for all games; `promotion` as in `PROMOTIONS`. Some five thousand at most."""
    move = chess.Move(origin, target, PROMOTIONS.get(promotion))
    return move, sys.intern(move.uci())


# --- where it goes, and its name ----------------------------------------------------------------------------------


def _pawn_name(board: chess.Board, origin: int, target: int, after: str, taken: str) -> str | None:
    name = _NAMES[target]
    promotes = BITS[target] & _LAST_RANKS
    if promotes:
        if after.upper() not in PROMOTIONS:
            return None
        name = f"{name}={after.upper()}"
    elif after not in "Pp":
        return None
    if taken != EMPTY:
        pawn = "P" if board.turn else "p"
        return f"{chess.FILE_NAMES[origin & 7]}x{name}" if REACH[pawn][origin] & BITS[target] else None
    return name if _pawn_steps(board, origin, target) else None


def _pawn_steps(board: chess.Board, origin: int, target: int) -> bool:
    ahead = 8 if board.turn else -8
    if target == origin + ahead:
        return True
    return (
        target == origin + 2 * ahead
        and origin >> 3 == (1 if board.turn else 6)
        and not board.occupied & BITS[origin + ahead]
    )


def _piece_name(board: chess.Board, origin: int, target: int, letter: str, taken: str, checked: bool) -> str | None:
    if not REACH[letter][origin] & BITS[target] or BETWEEN[origin][target] & board.occupied:
        return None
    kind = letter.upper()
    takes = "" if taken == EMPTY else "x"
    fellows = _fellows(board, kind) & REACH[letter][target] & ~BITS[origin]
    if fellows and is_open(target, fellows, board.occupied):
        kind += _which(board, origin, target, fellows, checked)
    return f"{kind}{takes}{_NAMES[target]}"


def _fellows(board: chess.Board, kind: str) -> int:
    return board.pieces_mask(PROMOTIONS[kind], board.turn) if kind != "K" else 0


def _which(board: chess.Board, origin: int, target: int, fellows: int, checked: bool) -> str:
    """File, rank or both of a piece, where others of its kind may go to the same square (C.10)."""
    rivals = [
        square
        for square in chess.scan_forward(fellows)
        if not BETWEEN[target][square] & board.occupied and _keeps_king_safe(board, square, target, checked)
    ]
    if not rivals:
        return ""
    name = _NAMES[origin]
    if all(square & 7 != origin & 7 for square in rivals):
        return name[0]
    return name[1] if all(square >> 3 != origin >> 3 for square in rivals) else name


# --- both kings -----------------------------------------------------------------------------------------------------


def _keeps_king_safe(board: chess.Board, origin: int, target: int, checked: bool) -> bool:
    """Whether the mover's king stands in no check after the move."""
    left = BITS[origin]
    others = board.occupied_co[not board.turn]
    king = (board.kings & ~others).bit_length() - 1
    if king == origin:
        return not is_attacked(board, target, others & ~BITS[target], board.occupied ^ left)
    if not checked and not LINES[king] & left:
        return True
    occupied, others = (board.occupied ^ left) | BITS[target], others & ~BITS[target]
    if checked:
        return not is_attacked(board, king, others, occupied)
    return not is_opened(board, king, origin, others, occupied)


def _gives_check(board: chess.Board, origin: int, target: int, after: str) -> bool:
    """Whether the other side's king stands in check after the move, by the piece that moved or by one behind it."""
    own = board.occupied_co[board.turn]
    king = (board.kings & ~own).bit_length() - 1
    left = BITS[origin]
    direct = REACH[after][target] & BITS[king]
    if not direct and not LINES[king] & left:
        return False
    occupied = (board.occupied ^ left) | BITS[target]
    if direct and not BETWEEN[target][king] & occupied:
        return True
    return bool(LINES[king] & left) and is_opened(board, king, origin, own ^ left, occupied)


def can_step(board: chess.Board) -> bool:
    """Whether a pawn of the side to move that stands on no line with its king can step; no check, or nobody knows."""
    own = board.occupied_co[board.turn]
    king = board.kings & own
    free = board.pawns & own & ~LINES[king.bit_length() - 1] if king else 0
    return bool((free << 8 if board.turn else free >> 8) & ~board.occupied & chess.BB_ALL) and not board.is_check()


def _king_can_step(board: chess.Board) -> bool:
    """Whether the king of the side to move has a legal step: the usual answer to a check, and quickly found."""
    own, others = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    king = (board.kings & own).bit_length() - 1
    without = board.occupied ^ BITS[king]
    return any(
        not is_attacked(board, square, others & ~BITS[square], without)
        for square in chess.scan_forward(REACH["K"][king] & ~own)
    )
