"""The tables of the board's geometry against python-chess."""

import random

import chess
import pytest

from dgt_monitor.game.reach import BETWEEN, BITS, LINES, REACH, is_attacked
from tests.drawn import drawn
from tests.game.positions import walk


def test_reach_is_that_of_a_piece_alone_on_the_board() -> None:
    for letter, masks in REACH.items():
        for square in chess.SQUARES:
            board = chess.BaseBoard(None)
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
            assert masks[square] == board.attacks_mask(square), f"{letter} {square}"


def test_between_and_lines() -> None:
    for a in chess.SQUARES:
        assert BITS[a] == chess.BB_SQUARES[a]
        for b in chess.SQUARES:
            assert BETWEEN[a][b] == chess.between(a, b)
            assert bool(LINES[a] & BITS[b]) == (a != b and bool(chess.ray(a, b)))


@pytest.mark.parametrize("seed", [3, drawn()])
def test_attacks_are_those_of_python_chess(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(6):
        for story, _moves in walk(rng, 60):
            board = story.board
            for square in rng.sample(chess.SQUARES, 12):
                white = rng.random() < 0.5
                told = is_attacked(board, square, board.occupied_co[white], board.occupied)
                assert told == board.is_attacked_by(white, square), f"{board.fen()} {square}"
