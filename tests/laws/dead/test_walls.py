"""Walls of pawns: what is called dead is dead, by playing out every line the kings have."""

import random

import chess
import pytest

from dgt_monitor.laws.dead.walls import is_dead_wall
from tests.drawn import drawn

WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3"


def test_a_wall_is_dead_and_one_with_a_gap_is_not() -> None:
    assert is_dead_wall(chess.Board(f"{WALL} w - - 0 1"))
    assert not is_dead_wall(chess.Board("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1"))  # round by the h-file
    assert not is_dead_wall(chess.Board("4k3/8/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1"))  # a step is left
    assert not is_dead_wall(chess.Board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1"))
    assert not is_dead_wall(chess.Board("8/8/8/p1p1p1p1/P1P1P1P1/8/4k3/4K3 w - - 0 1"))  # a king is inside


def test_one_capture_en_passant_keeps_it_alive() -> None:
    pawns = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - {} 0 50"
    assert not is_dead_wall(chess.Board(pawns.format("a3")))
    assert is_dead_wall(chess.Board(pawns.format("-")))


@pytest.mark.parametrize("seed", [3, drawn()])
def test_no_wall_called_dead_can_ever_be_mate_or_change(seed: int) -> None:
    rng, dead = random.Random(seed), 0
    for _ in range(3000):
        board = _blocked(rng)
        if board.is_valid() and is_dead_wall(board):
            dead += 1
            if dead <= 12:
                _play_out(board)
    assert dead >= 12, "walls must be among the random positions, or this test shows nothing"


def _blocked(rng: random.Random) -> chess.Board:
    board = chess.Board(None)
    for file in range(8):
        if rng.random() < 0.8:
            rank = rng.choice((3, 3, 3, 2, 4))
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
    for colour, ranks in ((chess.WHITE, (0, 1)), (chess.BLACK, (6, 7))):
        rank = rng.choice((0, 7)) if rng.random() < 0.1 else rng.choice(ranks)
        board.set_piece_at(chess.square(rng.randrange(8), rank), chess.Piece(chess.KING, colour))
    board.turn = rng.random() < 0.5
    return board


def _play_out(board: chess.Board) -> None:
    pawns, waiting, known = board.pawns, [board.fen()], set()
    while waiting:
        fen = waiting.pop()
        board = chess.Board(fen)
        assert board.pawns == pawns, fen
        assert not board.is_checkmate(), fen
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            name = after.board_fen() + str(after.turn)
            if name not in known:
                known.add(name)
                waiting.append(after.fen())
