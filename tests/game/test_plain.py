"""The plain way's legality and SAN against python-chess's own, on every pair of squares of random positions."""

import random

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.game.plain import can_step, fits_plain_way, play_plain
from dgt_monitor.game.putting import put_back
from tests.drawn import drawn
from tests.game.positions import walk

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


def played(board: chess.Board, move: chess.Move, expected: list[str]) -> str | None:
    """The plain way's SAN; the position after it must be python-chess's, and that after it is put back as before."""
    before, twin = board.copy(stack=False), board.copy(stack=False)
    after = expected[move.from_square]
    if move.promotion:
        after = chess.Piece(move.promotion, board.turn).symbol()
    squares = move.from_square, move.to_square
    told = play_plain(board, expected, *squares, after, board.is_check())
    if told is not None:
        twin.push(move)
        assert_same(board, twin)
        undo = [(square, expected[square]) for square in squares]
        put_back(board, letters(board), undo, told[1])
    assert_same(board, before)
    return None if told is None else told[0]


def assert_same(one: chess.Board, other: chess.Board) -> None:
    """Every bitboard, and all that FEN tells; which pieces came from promotion is not kept."""
    assert one.fen(en_passant="fen") == other.fen(en_passant="fen")
    assert one.occupied_co == other.occupied_co
    assert one.occupied == other.occupied
    assert one.castling_rights == other.clean_castling_rights()


def agree(board: chess.Board) -> None:
    board = board.copy(stack=False)
    board.castling_rights = board.clean_castling_rights()
    expected = letters(board)
    assert fits_plain_way(board)
    for move in all_shapes(board):
        special = board.is_castling(move) or board.is_en_passant(move)
        right = None if special or not board.is_legal(move) else board.san(move)
        assert played(board, move, expected) == right, f"{board.fen()} {move}"


@pytest.mark.parametrize("fen", CURIOUS)
def test_curious_positions(fen: str) -> None:
    agree(chess.Board(fen))


@pytest.mark.parametrize("seed", [7, drawn()])
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


@pytest.mark.parametrize("seed", [11, drawn()])
def test_every_legal_move_of_random_games(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(12):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 0.3 else chess.Board()
        board.castling_rights = board.clean_castling_rights()
        for _ply in range(120):
            moves, expected = list(board.legal_moves), letters(board)
            if not moves:
                break
            for move in moves:
                special = board.is_castling(move) or board.is_en_passant(move)
                assert played(board, move, expected) == (None if special else board.san(move))
            board.push(rng.choice(moves))
            board.clear_stack()


@pytest.mark.parametrize("seed", [13, drawn()])
def test_who_can_step_has_a_legal_move(seed: int) -> None:
    print(f"seed {seed}")
    rng, found = random.Random(seed), 0
    for _ in range(40):
        for story, moves in walk(rng, 60):
            if can_step(story.board):
                found += 1
                assert any(story.board.piece_type_at(move.from_square) == chess.PAWN for move in moves)
    assert found
    assert not can_step(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))
    assert not can_step(chess.Board("k7/P7/1K6/8/8/8/8/8 b - - 0 1"))
