"""Who can mate by any series of legal moves: every answer held against play, and against all lines where they end."""

import random
from collections import Counter

import chess
import pytest

from dgt_monitor.laws.dead.confined import is_confined
from dgt_monitor.laws.dead.material import too_little_to_mate
from dgt_monitor.laws.dead.mates import Answer, Ground, can_mate
from tests.drawn import drawn
from tests.laws.dead.slow import all_lines, few_men, from_games, locked

BOUND = 400
"""Positions our own search looks at in these tests."""
MOST = 1_500
"""Positions the slow judge looks at."""


def held(board: chess.Board, side: chess.Color, answer: Answer) -> None:
    """The answer against what can be checked of it without the code that gave it."""
    if answer.can:
        after = board.copy(stack=False)
        for move in answer.line:
            assert move in after.legal_moves
            after.push(move)
        assert after.is_checkmate()
        assert after.turn != side


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        (chess.STARTING_FEN, True, True),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", True, False),  # mated
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", False, False),  # stalemate: nothing follows
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", False, False),  # only Kxb2
        ("7k/5K1P/8/8/8/8/8/8 b - - 0 1", False, False),  # only Kxh7
        ("8/6P1/5k1K/7r/8/8/8/8 w - - 0 1", True, False),  # only Kxh5, and the pawn promotes
        ("8/8/8/8/8/8/5k1p/7K w - - 0 1", False, False),  # stalemate after the only capture, or mate never
        ("k7/P7/1K6/8/8/8/8/8 b - - 0 1", False, False),
        ("7k/8/8/8/8/8/8/KBB5 w - - 0 1", True, False),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", True, False),
        ("n6k/8/8/8/8/8/8/KN6 w - - 0 1", True, True),
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - a3 0 50", True, True),
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - - 0 50", False, False),
        ("4k1b1/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", False, False),  # bishops of the colour of their pawns
        ("8/4k1p1/8/6p1/p2p1pP1/P2P1P2/8/2K5 b - - 0 1", False, False),  # one step is left, and opens nothing
        ("8/8/6k1/6p1/6P1/6PK/6PR/8 w - - 0 1", None, None),
        # A. Buchanan, StrateGems 2002: White can mate, Black cannot; with the pawn of a5 on a4 nobody can.
        ("Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - - 0 1", True, False),
        ("Bb2kb2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 b - - 0 1", False, False),
        # Games on Lichess that were lost on time to a side that could not mate.
        ("2k5/2p5/1pPp2p1/pP1P2Pp/P4K1P/8/8/8 w - - 29 55", False, False),
        ("5b2/8/k2p1p1p/p1pPpPpP/P1P1P1P1/1B6/7K/8 b - - 33 58", False, False),
        ("r7/K7/1Bk1P3/P4P2/8/R3P3/8/8 w - - 1 51", True, False),
    ],
)
def test_who_can_mate(fen: str, white: bool | None, black: bool | None) -> None:
    for side, can in ((chess.WHITE, white), (chess.BLACK, black)):
        answer = can_mate(chess.Board(fen), side)
        held(chess.Board(fen), side, answer)
        if can is not None:
            assert answer.can is can, (side, answer)


@pytest.mark.parametrize(
    "fen", ["8/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/KR5P b - - 0 1", "k7/8/8/8/8/8/8/R1K5 w - - 0 1"]
)
def test_what_is_no_position_of_a_game_is_not_judged(fen: str) -> None:
    assert can_mate(chess.Board(fen), chess.WHITE) == Answer(None, Ground.NO_GAME)


def test_the_bound_counts_positions_and_the_answer_depends_on_nothing_else() -> None:
    board = chess.Board("8/5k1p/8/5p1P/p1p2PpP/P1P1p1P1/4P3/K7 b - - 0 1")
    first = can_mate(board, chess.WHITE, 50)
    assert first == Answer(None, Ground.BOUND, (), 51)
    assert can_mate(board, chess.WHITE, 50) == first
    assert can_mate(board, chess.BLACK, 2_000) == can_mate(board, chess.BLACK, 2_000)


@pytest.mark.parametrize("seed", [7, drawn()])
def test_no_answer_contradicts_the_lines_played_out(seed: int) -> None:
    rng, told = random.Random(seed), Counter[str]()
    for board in [locked(rng) for _ in range(14)] + [few_men(rng) for _ in range(4)]:
        seen = all_lines(board, MOST)
        for side in chess.COLORS:
            answer = can_mate(board, side, BOUND)
            held(board, side, answer)
            told[answer.ground] += 1
            if answer.can is False:
                assert not seen.mates(side), (board.fen(), side, answer)
            if answer.can and seen.complete:
                assert seen.mates(side), (board.fen(), side, answer)
    print(seed, dict(told))


def placed(white: str, black: str, rng: random.Random) -> chess.Board:
    """These men beside the kings, anywhere legal."""
    while True:
        board = chess.Board(None)
        for square, letter in zip(
            rng.sample(chess.SQUARES, 2 + len(white + black)), "K" + white + "k" + black, strict=True
        ):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


@pytest.mark.parametrize("man", ["Q", "R"])
def test_a_queen_or_rook_mates_a_bare_king_unless_it_must_be_taken_or_nobody_can_move(man: str) -> None:
    rng = random.Random(2)
    boards = [placed(man, "", rng) for _ in range(12)] + close(man, rng)
    for board in boards:
        moves = list(board.legal_moves)
        ended = not moves and not board.is_check()
        lost = bool(moves) and not board.turn and all(board.is_capture(move) for move in moves)
        assert can_mate(board, chess.WHITE).can is not (ended or lost), board.fen()
        assert can_mate(board, chess.BLACK) == Answer(False, Ground.MATERIAL) or board.is_checkmate()


def close(man: str, rng: random.Random) -> list[chess.Board]:
    """Of many placements those in which Black has one move or none."""
    boards = (placed(man, "", rng) for _ in range(3000))
    return [board for board in boards if not board.turn and board.legal_moves.count() < 2][:20]


@pytest.mark.parametrize(
    ("white", "black"), [("P", ""), ("NN", ""), ("BN", ""), ("N", "n"), ("N", "r"), ("N", "b"), ("B", "n"), ("R", "bn")]
)
def test_few_men_that_can_mate_are_seen_to(white: str, black: str) -> None:
    rng = random.Random(6)
    for _ in range(3):
        board = placed(white, black, rng)
        answer = can_mate(board, chess.WHITE)
        assert answer.can, board.fen()
        held(board, chess.WHITE, answer)


@pytest.mark.parametrize("seed", [9, drawn()])
def test_nobody_mates_by_play_who_was_said_never_to(seed: int) -> None:
    """What is proved without a search, of positions of games and of locked ones, against play at random."""
    rng = random.Random(seed)
    for board in [locked(rng) for _ in range(250)] + list(from_games(rng, 6)):
        never = [side for side in chess.COLORS if too_little_to_mate(board, side) or is_confined(board, side)]
        for _ in range(2 if never else 0):
            after = board.copy(stack=False)
            for _ in range(60):
                move = rng.choice(list(after.legal_moves) or [None])
                if move is None:
                    break
                after.push(move)
            assert not (after.is_checkmate() and (not after.turn) in never), (board.fen(), never)


def test_walls_among_the_random_positions_are_proved_or_the_tests_above_show_nothing() -> None:
    rng = random.Random(1)
    boards = [locked(rng) for _ in range(250)]
    assert sum(is_confined(board, chess.WHITE) for board in boards) >= 10
    assert any(board.has_legal_en_passant() for board in boards)
