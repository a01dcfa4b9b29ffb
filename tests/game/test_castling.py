"""Usual castling by a few looks, against python-chess's own."""

import random

import chess
import pytest

from dgt_monitor.game.castling import castle, castling_seen, is_legal_castling, is_usual
from dgt_monitor.game.placement import CASTLINGS, changes, letters
from dgt_monitor.game.putting import put_back
from tests.drawn import drawn
from tests.game.positions import walk


def after(board: chess.Board, move: chess.Move) -> list[str]:
    twin = board.copy(stack=False)
    twin.push(move)
    return letters(twin)


@pytest.mark.parametrize("seed", [5, drawn()])
def test_what_is_legal_seen_and_put(seed: int) -> None:
    print(f"seed {seed}")
    rng, found = random.Random(seed), 0
    for _ in range(60):
        for story, moves in walk(rng, 25, chess960=0.0):
            castlings = [move for move in moves if story.board.is_castling(move)]
            for squares in CASTLINGS:
                king = story.board.kings & story.board.occupied_co[story.board.turn] & chess.BB_SQUARES[squares[0]]
                if king:
                    legal = is_legal_castling(story.board, *squares)
                    assert legal == (chess.Move(*squares) in castlings), f"{story.board.fen()} {squares}"
            for move in moves:
                assert is_usual(story.board, move) == (move in castlings)
                if move in castlings or rng.random() < 0.1:
                    seen = castling_seen(story.board, after(story.board, move))
                    assert seen == (move if move in castlings else None)
            for move in castlings:
                found += 1
                put_and_put_back(story.board, move)
    assert found > 20


def put_and_put_back(board: chess.Board, move: chess.Move) -> None:
    before, twin, placed = board.fen(), board.copy(stack=False), letters(board)
    undo = [(square, placed[square]) for square, _ in changes(board, move, placed)]
    san, kept = castle(board, move.from_square, move.to_square)
    assert san == twin.san_and_push(move)
    assert (board.fen(), board.occupied, board.occupied_co) == (twin.fen(), twin.occupied, twin.occupied_co)
    put_back(board, letters(board), undo, kept)
    assert board.fen() == before


def test_no_castling_through_or_out_of_an_attack() -> None:
    for attacked in ("4r3", "5r2", "6r1"):
        board = chess.Board(f"1k6/8/{attacked}/8/8/8/8/R3K2R w KQ - 0 1")
        assert castling_seen(board, letters(chess.Board(f"1k6/8/{attacked}/8/8/8/8/R4RK1 b - - 1 1"))) is None
    board = chess.Board("1k6/8/1r6/8/8/8/8/R3K3 w Q - 0 1")
    there = letters(chess.Board("1k6/8/1r6/8/8/8/8/2KR4 b - - 1 1"))
    assert castling_seen(board, there) == chess.Move.from_uci("e1c1")  # the b-file is the rook's way only
