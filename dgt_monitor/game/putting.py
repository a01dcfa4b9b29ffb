"""A move put on a python-chess board, and put back, without that board's own stack.

`chess.Board.push` asks again what is known here (which piece moves, what stands on the target) and keeps a copy of the
whole position for every ply. A line of play knows which squares each ply changed, so three numbers more are enough.
"""

from collections.abc import Iterable
from typing import Final

import chess

from dgt_monitor.game.placement import EMPTY, Change
from dgt_monitor.game.reach import BITS

Kept = tuple[int, int | None, int]
"""What the changed squares do not tell of the position before: castling rights, en-passant square, half-move clock."""

_MEN: Final = {"P": "pawns", "N": "knights", "B": "bishops", "R": "rooks", "Q": "queens", "K": "kings"}
_MASK_OF: Final = {**_MEN, **{letter.lower(): name for letter, name in _MEN.items()}}
"""The attribute of `chess.Board` that holds a letter's squares."""
_HOME_RANK: Final = {"K": chess.BB_RANK_1, "k": chess.BB_RANK_8}


def twin(board: chess.Board) -> chess.Board:
    """The same position on a board of its own, without its stack; at half of the cost of python-chess's own copy."""
    new: chess.Board = object.__new__(chess.Board)
    new.occupied_co = board.occupied_co.copy()
    new.pawns, new.knights, new.bishops = board.pawns, board.knights, board.bishops
    new.rooks, new.queens, new.kings = board.rooks, board.queens, board.kings
    new.promoted, new.occupied, new.chess960 = board.promoted, board.occupied, board.chess960
    new.ep_square, new.move_stack, new._stack = board.ep_square, [], []
    new.turn, new.castling_rights = board.turn, board.castling_rights
    new.halfmove_clock, new.fullmove_number = board.halfmove_clock, board.fullmove_number
    return new


def put(board: chess.Board, origin: int, target: int, letter: str, after: str, taken: str) -> Kept:
    """Move the piece `letter` to the target, where `after` stands then; neither castling nor en passant.

    Castling rights must be clean (`chess.Board.clean_castling_rights`) and stay so.
    """
    turn, left, reached = board.turn, BITS[origin], BITS[target]
    both = left | reached
    rights, clock = board.castling_rights, board.halfmove_clock
    kept = rights, board.ep_square, clock
    board.halfmove_clock = clock + 1 if taken == EMPTY and letter not in "Pp" else 0
    if taken != EMPTY:
        board.occupied_co[not turn] ^= reached
        _toggle(board, taken, reached)
    _toggle(board, letter, both if letter == after else left)
    if letter != after:
        _toggle(board, after, reached)
    board.occupied_co[turn] ^= both
    board.occupied = (board.occupied ^ left) | reached
    board.ep_square = (origin + target) // 2 if letter in "Pp" and target - origin in (16, -16) else None
    if rights:
        lost = rights & (both | _HOME_RANK.get(letter, 0))
        if lost:
            board.castling_rights = rights ^ lost
    if board.promoted:
        board.promoted &= ~both
    if not turn:
        board.fullmove_number += 1
    board.turn = not turn
    return kept


def _toggle(board: chess.Board, letter: str, squares: int) -> None:
    name = _MASK_OF[letter]
    setattr(board, name, getattr(board, name) ^ squares)


def men_of(board: chess.Board, letter: str) -> int:
    """The squares of both sides' pieces of this kind, as a mask."""
    men: int = getattr(board, _MASK_OF[letter])
    return men


def push(board: chess.Board, move: chess.Move) -> tuple[str, chess.Move, Kept]:
    """Push any legal move, leaving no stack; its SAN, the move as the board writes it, and what `put_back` needs."""
    kept = board.castling_rights, board.ep_square, board.halfmove_clock
    if board.kings & BITS[move.from_square] and board.is_castling(move):
        san = "O-O" if board.is_kingside_castling(move) else "O-O-O"
        board.push(move)
        if board.is_check():
            san += "+" if any(board.generate_legal_moves()) else "#"
    else:
        san = board.san_and_push(move)
    made = board.peek()
    board.clear_stack()
    return san, made, kept


def put_anyhow(board: chess.Board, placed: list[str], changed: Iterable[Change], *, keeps_turn: bool) -> Kept:
    """Put pieces so on the board and in its placement, whatever the Laws say; the next side is to move.

    No capture en passant is open then, and a king or rook that moved or was taken castles no more. `keeps_turn`: the
    same side is to move still.
    """
    rights, kept = board.castling_rights, (board.castling_rights, board.ep_square, board.halfmove_clock)
    gone, come = [], []
    for square, letter in changed:
        gone.append(placed[square])
        come.append(letter)
        rights &= ~BITS[square] & ~_HOME_RANK.get(placed[square], 0)
        _exchange(board, placed[square], letter, BITS[square])
        placed[square] = letter
    board.ep_square, board.castling_rights = None, rights
    board.castling_rights = board.clean_castling_rights()
    zeroed = gone.count(EMPTY) < come.count(EMPTY) or "P" in gone or "p" in gone
    board.halfmove_clock = 0 if zeroed else board.halfmove_clock + 1
    if not keeps_turn:
        board.fullmove_number += not board.turn
        board.turn = not board.turn
    return kept


def put_back(board: chess.Board, placed: list[str], undo: Iterable[Change], kept: Kept) -> None:
    """Undo the last move, on the board and in its placement: the letters its squares held before, and what was kept."""
    for square, letter in undo:
        _exchange(board, placed[square], letter, BITS[square])
        placed[square] = letter
    board.castling_rights, board.ep_square, board.halfmove_clock = kept
    board.turn = not board.turn
    if not board.turn:
        board.fullmove_number -= 1


def _exchange(board: chess.Board, now: str, then: str, square: int) -> None:
    """Take what stands on a square (a mask) off it and put what stood there before."""
    for letter in (now, then):
        if letter != EMPTY:
            _toggle(board, letter, square)
            board.occupied_co[letter.isupper()] ^= square
            board.occupied ^= square
    board.promoted &= ~square
