"""How a game begins: the arrays that are a start, the way the board lies, and a board joined in mid-game."""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from dgt_monitor.game import explain
from dgt_monitor.game.placement import EMPTY, START, letters
from dgt_monitor.game.story import Story

HOME_RANKS = 16
"""Squares of two ranks."""
_START = list(START)


class Setup(NamedTuple):
    """How a board's first game begins. With `chess960` every array of that game is a start."""

    start_fen: str = chess.STARTING_FEN
    chess960: bool = False


class Start(NamedTuple):
    """A first position, and whether White sits at the far side of the board's own numbering."""

    board: chess.Board
    turned: bool
    joined: bool = False
    """What was played before it nobody saw."""


def start_standing(seen: list[str], setup: Setup, *, first: bool) -> Start | None:
    """The start that stands on the board; for the `first` game only the position that the set-up names, if any."""
    named = setup.start_fen != chess.STARTING_FEN
    if named:
        board = chess.Board(setup.start_fen, chess960=setup.chess960)
        found = _either_way(seen, letters(board), board)
        if first or found is not None:
            return found
    if setup.chess960:
        return _array_960(seen, turned=False) or _array_960(seen[::-1], turned=True)
    return _either_way(seen, _START, chess.Board()) if _START in (seen, seen[::-1]) else None


def _either_way(seen: list[str], wanted: list[str], board: chess.Board) -> Start | None:
    if seen == wanted:
        return Start(board, turned=False)
    return Start(board, turned=True) if seen[::-1] == wanted else None


def _array_960(seen: list[str], *, turned: bool) -> Start | None:
    """One of the 960 arrays (Guidelines II.2)."""
    array = "".join(seen[:8])
    placed = "".join(seen) == array + "P" * 8 + EMPTY * 32 + "p" * 8 + array.lower()
    if not placed or sorted(array) != sorted("RNBQKBNR"):
        return None
    board = chess.Board(f"{array.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{array} w KQkq - 0 1", chess960=True)
    return Start(board, turned) if board.chess960_pos() is not None else None


# --- in mid-game --------------------------------------------------------------------------------------------


def could_be_a_game(seen: list[str]) -> bool:
    """Whether a placement may stand in the middle of a game: both kings, and pawns where pawns can be."""
    ends = seen[:8] + seen[56:]
    return seen.count("K") == 1 and seen.count("k") == 1 and "P" not in ends and "p" not in ends


def standing(seen: list[str], *, white_first: bool) -> Start | None:
    """A game joined as it stands, White's side nearest; None if it cannot be this side's turn."""
    board = next(_boards_of(seen, white_first=white_first), None)
    return None if board is None else Start(board, turned=False, joined=True)


def joined_at(rested: list[str], seen: list[str], *, turned: bool | None = None) -> Start | None:
    """A game joined where the board was at rest, once the first move from there tells whose turn it was.

    `turned`: whether White sits at the far side, if that is known. Castling rights are taken as the placement allows
    them: rights that were lost before nobody can know of.
    """
    turned = _lies_turned(rested) if turned is None else turned
    rested, seen = (rested[::-1], seen[::-1]) if turned else (rested, seen)
    fits = []
    for white_first in (True, False):
        boards = _boards_of(rested, white_first=white_first)
        board = next((board for board in boards if explain.next_move(Story(board.copy(), seen)) is not None), None)
        if board is not None:
            fits.append(Start(board, turned, joined=True))
    return fits[0] if len(fits) == 1 else None


def _lies_turned(rested: list[str]) -> bool:
    """White's pawns stand lower than Black's on average, unless White sits at the far side."""
    ranks: dict[str, list[int]] = {"P": [], "p": []}
    for square, letter in enumerate(rested):
        if letter in ranks:
            ranks[letter].append(square >> 3)
    white, black = (sum(found) / len(found) if found else None for found in ranks.values())
    if white is None or black is None:
        only = white if white is not None else 7 - black if black is not None else 0.0
        return only > 7 / 2
    return white > black


def _boards_of(placement: list[str], *, white_first: bool) -> Iterator[chess.Board]:
    """The positions that may stand, those with a pawn just moved two squares first.

    With a capture en passant that may have been possible, the position is not counted as the same when it comes
    again: so counts stay true lower bounds (9.2.3.1).
    """
    board = _board_of(placement, white_first=white_first)
    rank, behind = (4, 8) if white_first else (3, -8)
    for square in chess.SquareSet(board.pawns & board.occupied_co[not white_first] & chess.BB_RANKS[rank]):
        double = board.copy(stack=False)
        double.ep_square = square + behind
        if double.has_legal_en_passant() and double.is_valid():
            yield double
    if board.is_valid():
        yield board


def _board_of(placement: list[str], *, white_first: bool) -> chess.Board:
    board = chess.Board(None)
    for square, letter in enumerate(placement):
        if letter.isalpha():
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = white_first
    corners = {"A1": "R", "H1": "R", "A8": "r", "H8": "r"}
    for name, rook in corners.items():
        square = chess.parse_square(name.lower())
        king = placement[chess.E1 if rook == "R" else chess.E8]
        if placement[square] == rook and king == ("K" if rook == "R" else "k"):
            board.castling_rights |= chess.BB_SQUARES[square]
    return board
