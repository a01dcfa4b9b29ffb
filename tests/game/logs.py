"""What a board's own log holds of moves and of pieces carried about."""

from collections.abc import Sequence

import chess

from dgt_monitor.game.placement import changes as changes_of
from dgt_monitor.game.placement import letters
from drivers.readings import EMPTY, LogChange, LogRecord


def log_of(sans: Sequence[str], after: Sequence[str] = ()) -> list[LogRecord]:
    """What a board notes of these moves, played after others: pieces are lifted and put down, one after the other."""
    board, noted = chess.Board(), list[LogRecord]()
    for san in after:
        board.push_san(san)
    for san in sans:
        move, expected = board.parse_san(san), letters(board)
        changed = changes_of(board, move, expected)
        noted += [LogChange(square, EMPTY) for square, _ in changed if expected[square] != EMPTY]
        noted += [LogChange(square, letter, True) for square, letter in changed if letter != EMPTY]
        board.push(move)
    return noted


def carried(text: str) -> list[LogRecord]:
    """Pieces carried from square to square: `e4e2P` is a white pawn."""
    noted = list[LogRecord]()
    for word in text.split():
        noted += [LogChange(chess.parse_square(word[:2]), EMPTY), LogChange(chess.parse_square(word[2:4]), word[4])]
    return noted
