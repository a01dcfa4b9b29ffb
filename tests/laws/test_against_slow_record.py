"""Counts against a slow, independent judge, on random games with undo at random."""

from collections import Counter

import pytest

from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.ledger import Ledger
from tests.drawn import drawn
from tests.laws.slow import SlowRecord, games, some_move
from tests.laws.slow_run import by_trying, play_against

FIXED_SEED = 20260101
GAMES = 60
STEPS = 70


@pytest.fixture(params=["fixed", "random"])
def seed(request: pytest.FixtureRequest) -> int:
    chosen = FIXED_SEED if request.param == "fixed" else drawn()
    print(f"seed {chosen}")
    return chosen


def test_counts_and_plies_agree_with_the_slow_record(seed: int) -> None:
    tally: Counter[str] = Counter()
    for board, rng, steps in games(seed, GAMES, STEPS):
        play_against(board, rng, steps, tally)
    assert tally["five times or more"], "the games must be rich in repetitions, or this test shows nothing"


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
            threefold, fifty = by_trying(board, slow)
            told = claimable(board, ledger)
            assert set(told.threefold) == threefold, board.fen()
            assert set(told.fifty) == fifty, board.fen()
            some += len(threefold)
    assert some > 20, "the games must be rich in claims, or this test shows nothing"
