"""The reach of each man holds wherever legal play brings it: played out at random, man by man."""

import random

import chess
import pytest

from dgt_monitor.laws.dead.mobility import Man, mobility
from tests.drawn import drawn
from tests.laws.dead.slow import few_men, from_games, locked
from tests.laws.slow import start

PLIES = 60


def by_square(board: chess.Board) -> dict[chess.Square, Man]:
    return {man.square.bit_length() - 1: man for man in mobility(board)}


def make(board: chess.Board, men: dict[chess.Square, Man], move: chess.Move) -> None:
    """Make the move and let each man go along; castling takes its rook."""
    home = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    if board.is_castling(move):
        rook_to = chess.square(5 if board.is_kingside_castling(move) else 3, 0 if board.turn else 7)
        rook_from = next(
            s
            for s in chess.scan_forward(board.castling_rights & home)
            if (chess.square_file(s) > chess.square_file(move.from_square)) == board.is_kingside_castling(move)
        )
        king = men.pop(move.from_square)
        men[rook_to] = men.pop(rook_from)
        men[chess.square(6 if board.is_kingside_castling(move) else 2, 0 if board.turn else 7)] = king
    else:
        if board.is_en_passant(move):
            del men[move.to_square + (-8 if board.turn else 8)]
        men[move.to_square] = men.pop(move.from_square)
    board.push(move)


def play_out(board: chess.Board, rng: random.Random) -> None:
    men, start = by_square(board), board.fen()
    for _ in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            break
        taking = [move for move in moves if board.is_capture(move) or board.piece_type_at(move.from_square) == 1]
        make(board, men, rng.choice(taking if taking and rng.random() < 0.4 else moves))
        for square, man in men.items():
            assert man.reach & chess.BB_SQUARES[square], (start, [m.uci() for m in board.move_stack])


@pytest.mark.parametrize("seed", [5, drawn()])
def test_no_man_ever_leaves_its_reach(seed: int) -> None:
    rng = random.Random(seed)
    boards = [locked(rng) for _ in range(150)] + [few_men(rng) for _ in range(50)] + list(from_games(rng, 5))
    boards += [start(rng) for _ in range(30)]  # castling, Chess960 among it
    for board in boards:
        if not board.has_legal_en_passant():
            for _ in range(3):
                play_out(board.copy(stack=False), rng)


def test_castling_is_granted_to_whoever_has_the_right() -> None:
    men = by_square(chess.Board("4k3/8/8/8/8/p1p1p1p1/P1P1P1P1/R3K2R w KQ - 0 1"))
    assert men[chess.E1].reach & chess.BB_G1
    assert men[chess.E1].reach & chess.BB_C1
    assert men[chess.A1].reach & chess.BB_D1
    assert men[chess.H1].reach & chess.BB_F1


def test_pawns_that_face_each_other_stay_in_order_until_one_can_be_taken() -> None:
    closed = by_square(chess.Board("8/4k1p1/8/6p1/p2p1pP1/P2P1P2/8/2K5 b - - 0 1"))
    assert closed[chess.G7].reach == chess.BB_G7 | chess.BB_G6
    opened = by_square(chess.Board("8/4k1p1/8/6p1/p2p1pP1/P2P1P2/8/2K3B1 b - - 0 1"))
    assert opened[chess.G7].reach == chess.BB_ALL


def test_a_wall_keeps_the_kings_on_their_sides() -> None:
    men = by_square(chess.Board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"))
    assert men[chess.E1].reach == chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_3
    assert men[chess.A4].reach == chess.BB_A4
