"""The plain way's legality and SAN against python-chess's own, on every pair of squares of random positions."""

import random

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.game.plain import san_of_plain_move

CURIOUS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
    "4k3/8/8/8/7b/6P1/5P2/4K3 w - - 0 1",
    "7k/5Q2/8/8/8/8/8/1Q1Q2K1 w - - 0 1",
    "4k3/4r3/8/8/4B3/8/8/4K3 w - - 0 1",
    "3rkr2/8/8/8/8/8/8/3QK3 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2",
]


def all_shapes(board: chess.Board) -> list[chess.Move]:
    shapes = [chess.Move(a, b) for a in chess.SQUARES for b in chess.SQUARES if a != b]
    last = [b for b in chess.SQUARES if chess.square_rank(b) in (0, 7)]
    pawns = [a for a in chess.SQUARES if board.piece_type_at(a) == chess.PAWN]
    return shapes + [chess.Move(a, b, p) for a in pawns for b in last for p in (2, 3, 4, 5)]


def agree(board: chess.Board) -> None:
    expected = letters(board)
    for move in all_shapes(board):
        special = board.is_castling(move) or board.is_en_passant(move)
        right = None if special or not board.is_legal(move) else board.san(move)
        before = board.fen()
        assert san_of_plain_move(board, move, expected) == right, f"{before} {move}"
        if right is not None:
            assert board.peek() == move
            board.pop()
        assert board.fen() == before


@pytest.mark.parametrize("fen", CURIOUS)
def test_curious_positions(fen: str) -> None:
    agree(chess.Board(fen))


@pytest.mark.parametrize("seed", [7, random.SystemRandom().randrange(10**9)])
def test_random_games(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    board = chess.Board()
    for ply in range(90):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        if ply % 9 == 0:
            agree(board)


@pytest.mark.parametrize("seed", [11, random.SystemRandom().randrange(10**9)])
def test_every_legal_move_of_random_games(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(12):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 0.3 else chess.Board()
        while board.legal_moves and len(board.move_stack) < 120:
            expected = letters(board)
            for move in list(board.legal_moves):
                if board.is_castling(move) or board.is_en_passant(move):
                    assert san_of_plain_move(board, move, expected) is None
                    continue
                right = board.san(move)
                assert san_of_plain_move(board, move, expected) == right
                board.pop()
            board.push(rng.choice(list(board.legal_moves)))
