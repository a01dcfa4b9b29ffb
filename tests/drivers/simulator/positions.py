"""Positions with a rare move, and random games, for the simulator's tests."""

from random import Random
from typing import NamedTuple

import chess

from drivers.readings import EMPTY


class Case(NamedTuple):
    fen: str
    uci: str
    chess960: bool = False

    def board(self) -> chess.Board:
        return chess.Board(self.fen, chess960=self.chess960)

    def move(self) -> chess.Move:
        return chess.Move.from_uci(self.uci)


SPECIAL = {
    "pawn step": Case("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3"),
    "pawn double step": Case("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"),
    "knight": Case("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3"),
    "rook through the rank": Case("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1d1"),
    "rook down the file": Case("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "a8a1"),
    "queen on the long diagonal": Case("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1h8"),
    "capture": Case("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
    "capture by a knight": Case("4k3/8/5n2/8/4P3/8/8/4K3 b - - 0 1", "f6e4"),
    "capture along a file": Case("q3k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "a8a1"),
    "white castles short": Case("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
    "white castles long": Case("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
    "black castles short": Case("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8"),
    "black castles long": Case("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8"),
    "castling as king takes rook": Case("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1"),
    "960: king and rook change places": Case("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", chess960=True),
    "960: only the rook moves": Case("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", chess960=True),
    "960: only the king moves": Case("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", chess960=True),
    "960: the king goes where the rook stood": Case("4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", chess960=True),
    "960: the rook goes where the king stood": Case("4k3/8/8/8/8/8/8/3K3R w H - 0 1", "d1h1", chess960=True),
    "960: long, rook beside the king": Case("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", chess960=True),
    "white en passant": Case("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    "black en passant": Case("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"),
    "promotion to a queen": Case("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8q"),
    "promotion to a knight": Case("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8n"),
    "black promotion to a rook": Case("4k3/8/8/8/8/8/K3p3/8 b - - 0 1", "e2e1r"),
    "promotion with capture": Case("3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7d8b"),
}


def letters(board: chess.Board) -> list[str]:
    """What stands on the squares, a1 first, written apart from the code under test."""
    rows = reversed(board.board_fen().split("/"))
    flat = "".join(EMPTY * int(sign) if sign.isdigit() else sign for row in rows for sign in row)
    return list(flat)


def random_game(rng: Random, plies: int) -> list[chess.Move]:
    """A random legal game from the start position, fond of castling, en passant, promotion and captures."""
    board = chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < plies and (legal := list(board.legal_moves)) and not board.is_insufficient_material():
        rare = [move for move in legal if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = rng.choice(rare if rare and rng.random() < 0.7 else legal)
        board.push(move)
        moves.append(move)
    return moves
