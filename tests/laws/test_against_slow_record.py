"""Counts against a slow, independent judge, on random games with undo at random."""

import random

import chess
import pytest

from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.identity import position_key
from dgt_monitor.laws.ledger import Ledger
from tests.laws.slow import SlowRecord, games, some_move

FIXED_SEED = 20260101
GAMES = 60
STEPS = 70


@pytest.fixture(params=["fixed", "random"])
def seed(request: pytest.FixtureRequest) -> int:
    chosen = FIXED_SEED if request.param == "fixed" else random.SystemRandom().randrange(1 << 32)
    print(f"seed {chosen}")
    return chosen


def test_counts_and_plies_agree_with_the_slow_record(seed: int) -> None:
    highest = 0
    for board, rng, steps in games(seed, GAMES, STEPS):
        ledger, slow = Ledger(board), SlowRecord(board)
        for _ in range(steps):
            move = some_move(board, rng)
            if move is None or (len(board.move_stack) > 4 and rng.random() < 0.08):
                _take_back(board, ledger, slow, rng)
                continue
            before = board.copy(stack=False)
            board.push(move)
            slow.push(before, move, board)
            verdict = ledger.push(board)
            _compare(board, ledger, slow)
            assert verdict == ledger.verdict
            highest = max(highest, verdict.count)
    assert highest >= 5, "the games must be rich in repetitions, or this test shows nothing"


def _take_back(board: chess.Board, ledger: Ledger, slow: SlowRecord, rng: random.Random) -> None:
    ply = rng.randrange(len(board.move_stack) + 1)
    while len(board.move_stack) > ply:
        board.pop()
    ledger.truncate(ply)
    slow.truncate(ply)
    _compare(board, ledger, slow)


def _compare(board: chess.Board, ledger: Ledger, slow: SlowRecord) -> None:
    verdict, plies = ledger.verdict, slow.plies()
    assert (verdict.plies, verdict.count, verdict.count_max) == (plies, len(plies), len(plies)), board.fen()
    assert ledger.occurrences(position_key(board)) == plies
    assert ledger.ply == len(slow.line) - 1


def test_python_chess_agrees(seed: int) -> None:
    for board, rng, steps in games(seed, GAMES, STEPS):
        ledger = Ledger(board)
        for _ in range(steps):
            move = some_move(board, rng)
            if move is None:
                break
            board.push(move)
            count = ledger.push(board).count
            assert board.is_repetition(count), board.fen()
            assert not board.is_repetition(count + 1), board.fen()


def test_a_line_after_undo_is_the_line_without_it(seed: int) -> None:
    for board, rng, steps in games(seed, 20, 40):
        ledger, fresh = Ledger(board), Ledger(board)
        kept = board.copy()
        for _ in range(steps):
            if (move := some_move(board, rng)) is None:
                break
            board.push(move)
            ledger.push(board)
        keep = rng.randrange(ledger.ply + 1)
        ledger.truncate(keep)
        for move in board.move_stack[:keep]:
            kept.push(move)
            fresh.push(kept)
        assert [ledger.at(ply) for ply in range(keep + 1)] == [fresh.at(ply) for ply in range(keep + 1)]
        assert ledger.repeated() == fresh.repeated()
        assert ledger.max_count == fresh.max_count
        assert list(ledger.findings()) == list(fresh.findings())


def test_highest_count_agrees(seed: int) -> None:
    for board, rng, steps in games(seed, 15, 40):
        ledger, slow = Ledger(board), SlowRecord(board)
        for _ in range(steps):
            if (move := some_move(board, rng)) is None:
                break
            before = board.copy(stack=False)
            board.push(move)
            slow.push(before, move, board)
            ledger.push(board)
        assert ledger.max_count == slow.max_count()
        repeated = {line for line in slow.line if slow.line.count(line) > 1}
        assert len(ledger.repeated()) == len(repeated)


def test_claimable_moves_are_those_found_by_trying_each(seed: int) -> None:
    some = 0
    for board, rng, steps in games(seed, 25, 45):
        ledger, slow = Ledger(board), SlowRecord(board)
        for _ in range(steps):
            if (move := some_move(board, rng)) is None:
                break
            before = board.copy(stack=False)
            board.push(move)
            slow.push(before, move, board)
            ledger.push(board)
            threefold, fifty = _by_trying(board, slow)
            told = claimable(board, ledger)
            assert set(told.threefold) == threefold, board.fen()
            assert set(told.fifty) == fifty, board.fen()
            some += len(threefold)
    assert some > 20, "the games must be rich in claims, or this test shows nothing"


def _by_trying(board: chess.Board, slow: SlowRecord) -> tuple[set[str], set[str]]:
    threefold, fifty = set(), set()
    for move in list(board.legal_moves):
        san, before = board.san(move), board.copy(stack=False)
        if board.halfmove_clock == 99 and not board.is_capture(move) and not _is_pawn(board, move):
            fifty.add(san)
        board.push(move)
        slow.push(before, move, board)
        if len(slow.plies()) >= 3:
            threefold.add(san)
        slow.truncate(len(slow.line) - 2)
        board.pop()
    return threefold, fifty


def _is_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN
