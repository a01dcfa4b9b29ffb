"""Men that can never mate: every placement that could be mate is gone through."""

from collections.abc import Iterator
from itertools import product

import chess
import pytest

from dgt_monitor.laws.dead.material import material_is_dead, too_little_to_mate

ONE_EIGHTH = [chess.A1, chess.B1, chess.C1, chess.D1, chess.B2, chess.C2, chess.D2, chess.C3, chess.D3, chess.D4]
"""Squares of the mated king: all others are mirror images, of these without pawns."""


def checks(kind: chess.PieceType) -> Iterator[chess.Board]:
    """Every placement of two kings and a white man that gives check to the black one, Black to move."""
    for loser, king, man in product(ONE_EIGHTH, chess.SQUARES, chess.SQUARES):
        if len({loser, king, man}) < 3 or chess.square_distance(loser, king) < 2:
            continue
        board = chess.Board(None)
        board.turn = chess.BLACK
        board.set_piece_at(loser, chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(king, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(man, chess.Piece(kind, chess.WHITE))
        if board.is_check():
            yield board


def shut_in(board: chess.Board, helper: chess.PieceType, squares: chess.Bitboard) -> chess.Board | None:
    """The same with a black man of this kind on each of the squares that the king could go to; None if no position."""
    loser = board.king(chess.BLACK)
    assert loser is not None
    out = board.copy()
    for move in board.generate_legal_moves(chess.BB_SQUARES[loser], squares):
        if not board.is_capture(move):
            out.set_piece_at(move.to_square, chess.Piece(helper, chess.BLACK))
    return None if out.was_into_check() else out


def mates(kind: chess.PieceType, helper: chess.PieceType) -> bool:
    """Whether a single man of this kind ever mates a king that men of the other kind shut in."""
    closed = (shut_in(board, helper, chess.BB_ALL) for board in checks(kind))
    return any(board is not None and board.is_checkmate() for board in closed)


def might_mate(kind: chess.PieceType, helper: chess.PieceType) -> bool:
    """The same where further bishops of the same square colour take from the king all squares of that colour."""
    for board in checks(kind):
        given = 0
        if kind == chess.BISHOP:
            given = chess.BB_LIGHT_SQUARES if board.bishops & chess.BB_LIGHT_SQUARES else chess.BB_DARK_SQUARES
        closed = shut_in(board, helper, chess.BB_ALL & ~given)
        if closed is not None and all(to is not None and chess.BB_SQUARES[to] & given for to in flights(closed)):
            return True
    return False


def flights(board: chess.Board) -> list[chess.Square | None]:
    """Where the king can go; None for a move of another man."""
    return [move.to_square if board.kings & chess.BB_SQUARES[move.from_square] else None for move in board.legal_moves]


def setup(white: str, black: str) -> chess.Board:
    """Men of these letters somewhere: bishops on light squares, as capitals of the word `dark` on dark ones."""
    board = chess.Board(None)
    light, dark = iter(("b1", "d1", "f1", "h1", "a2", "c2", "e2")), iter(("a1", "c1", "e1", "g1", "b2", "d2", "f2"))
    for colour, letters in ((chess.WHITE, white), (chess.BLACK, black)):
        for letter in "K" + letters:
            kind = {"D": chess.BISHOP}.get(letter) or chess.PIECE_SYMBOLS.index(letter.lower())
            square = next(dark if letter == "D" else light)
            board.set_piece_at(chess.parse_square(square), chess.Piece(kind, colour))
    return board


@pytest.mark.parametrize(
    ("white", "black", "never"),
    [
        ("", "QQ", True),
        ("N", "", True),
        ("N", "QQ", True),
        ("N", "R", False),
        ("N", "B", False),
        ("N", "N", False),
        ("N", "P", False),
        ("NN", "", False),
        ("B", "", True),
        ("BB", "QRR", True),
        ("BB", "B", True),
        ("B", "D", False),
        ("B", "N", False),
        ("B", "P", False),
        ("BD", "", False),
        ("BN", "", False),
        ("R", "", False),
        ("Q", "", False),
        ("P", "", False),
    ],
)
def test_which_men_are_too_few(white: str, black: str, never: bool) -> None:
    board = setup(white, black)
    assert too_little_to_mate(board, chess.WHITE) is never
    assert too_little_to_mate(board.mirror(), chess.BLACK) is never
    dead = never and too_little_to_mate(board, chess.BLACK)
    assert material_is_dead(board) is dead


@pytest.mark.parametrize("kind", [chess.KNIGHT, chess.BISHOP])
@pytest.mark.parametrize("helper", [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
def test_one_minor_piece_mates_just_where_it_is_not_ruled_out(kind: chess.PieceType, helper: chess.PieceType) -> None:
    """A minor piece gives check from every square, and men of one kind shut the king in as best they can.

    More men of that kind would only attack more; men that stand in their way attack what they keep from them.
    """
    letter = chess.piece_symbol(kind).upper()
    other = "D" if kind == helper == chess.BISHOP else chess.piece_symbol(helper).upper()
    if too_little_to_mate(setup(letter, other), chess.WHITE):
        assert not might_mate(kind, helper)
    else:
        assert mates(kind, helper)
