"""A board's twin is the same position on a board of its own."""

import random

import chess
import pytest

from dgt_monitor.game import misstep
from dgt_monitor.game.placement import changes, letters
from dgt_monitor.game.putting import men_of, twin
from dgt_monitor.game.weighing.lines import moved
from tests.drawn import drawn
from tests.game.positions import walk

SEEDS = pytest.mark.parametrize("seed", [3, drawn()])


@SEEDS
def test_a_twin_goes_its_own_way(seed: int) -> None:
    print(f"seed {seed}")
    for story, moves in walk(random.Random(seed), 60):
        kept = vars(story.board.copy(stack=False))
        other = twin(story.board)
        assert vars(other) == kept
        other.push(moves[0])
        assert vars(story.board) == kept


@SEEDS
def test_a_move_on_a_twin_is_python_chess_s_own(seed: int) -> None:
    print(f"seed {seed}")
    for story, moves in walk(random.Random(seed), 60):
        for move in moves:
            pushed = story.board.copy(stack=False)
            pushed.push(move)
            pushed.clear_stack()
            ours = moved(story.board, move, story.expected, changes(story.board, move, story.expected))
            assert (ours.fen(), letters(ours)) == (pushed.fen(), letters(pushed)), f"{story.board.fen()} {move}"


@SEEDS
def test_whether_a_piece_goes_there_is_python_chess_s_own(seed: int) -> None:
    """Of either side; where it is its turn, whether that is legal as well."""
    print(f"seed {seed}")
    rng = random.Random(seed)
    for story, _ in walk(rng, 60):
        board = story.board
        for _ in range(40):
            origin, target = rng.sample(chess.SQUARES, 2)
            letter = story.expected[origin]
            if letter.isalpha():
                move, white = chess.Move(origin, target), letter.isupper()
                other = board.copy(stack=False)
                other.turn, other.ep_square = white, None
                told = misstep._is_move_of(board, move, letter, white=white)
                assert told == other.is_pseudo_legal(move), f"{board.fen()} {move}"
                if white == board.turn:
                    assert misstep._is_legal(board, move, letter) == board.is_legal(move), f"{board.fen()} {move}"


def test_men_are_named_by_either_letter() -> None:
    board = chess.Board()
    for letter, kind in zip("pnbrqk", chess.PIECE_TYPES, strict=True):
        both = board.pieces_mask(kind, chess.WHITE) | board.pieces_mask(kind, chess.BLACK)
        assert men_of(board, letter) == men_of(board, letter.upper()) == both
