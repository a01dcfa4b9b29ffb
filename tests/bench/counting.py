"""What counting positions adds to a ply, at 100, 600 and 6,000 plies of shuffling and in random play.

Run as `python -m tests.bench.counting`. Added cost over `Board.push` alone, as ratios; medians of alternating
rounds, CPU time. `bare` is the yardstick: push and a dictionary lookup on python-chess's own position key.
"""

import gc
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Hashable

import chess

from dgt_monitor.laws.identity import position_key
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.occurrences import Occurrences

ROUNDS = 9
PLIES_A_ROUND = 12_000
SHUFFLE = [chess.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")]
Line = list[chess.Move]


def push_only(lines: list[Line]) -> None:
    for line in lines:
        board = chess.Board()
        for move in line:
            board.push(move)


def bare_lookup(lines: list[Line]) -> None:
    for line in lines:
        board = chess.Board()
        seen: dict[Hashable, int] = {}
        for move in line:
            board.push(move)
            key = board._transposition_key()
            seen[key] = seen.get(key, 0) + 1


def counting(lines: list[Line]) -> None:
    for line in lines:
        board, occurrences = chess.Board(), Occurrences()
        occurrences.push(position_key(board))
        for move in line:
            board.push(move)
            occurrences.push(position_key(board))


def whole_ledger(lines: list[Line]) -> None:
    for line in lines:
        board = chess.Board()
        ledger = Ledger(board)
        for move in line:
            board.push(move)
            ledger.push(board)


def python_chess_checks(lines: list[Line]) -> None:
    """What a program without a table asks after each ply."""
    for line in lines:
        board = chess.Board()
        for move in line:
            board.push(move)
            board.is_fivefold_repetition()
            board.is_repetition(3)


WORK: dict[str, Callable[[list[Line]], None]] = {
    "push": push_only,
    "bare": bare_lookup,
    "counting": counting,
    "laws": whole_ledger,
    "is_repetition": python_chess_checks,
}


def random_lines(seed: int, plies: int) -> list[Line]:
    rng = random.Random(seed)
    lines: list[Line] = []
    while sum(len(line) for line in lines) < PLIES_A_ROUND // 2:
        board = chess.Board()
        while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        lines.append(list(board.move_stack))
    return lines


def medians_us(lines: list[Line]) -> dict[str, float]:
    plies = sum(map(len, lines))
    times: dict[str, list[float]] = {name: [] for name in WORK}
    for _ in range(ROUNDS):
        for name, work in WORK.items():
            gc.collect()
            before = time.process_time()
            work(lines)
            times[name].append((time.process_time() - before) / plies * 1e6)
    return {name: statistics.median(values) for name, values in times.items()}


def report(title: str, lines: list[Line]) -> dict[str, float]:
    us = medians_us(lines)
    bare = us["bare"]
    print(f"{title}: push {us['push']:.2f} us, push + bare lookup {bare:.2f} us a ply")
    print(f"  counting / bare lookup, push in both   {us['counting'] / bare:.2f}   (goal 1.5 or less)")
    print(f"  whole of laws / bare lookup            {us['laws'] / bare:.2f}   (goal 5 or less)")
    print(f"  is_repetition / bare lookup            {us['is_repetition'] / bare:.2f}")
    added = {name: us[name] - us["push"] for name in ("bare", "counting", "laws")}
    print("  added a ply: " + ", ".join(f"{name} {value:.2f} us" for name, value in added.items()))
    return added


def kib_per_ledger(line: Line) -> float:
    """Memory of one ledger at the end of a line, beyond the board it was fed from."""
    board = chess.Board()
    for move in line:
        board.push(move)
    tracemalloc.start()
    size = []
    for keep in (False, True):
        board, ledger = chess.Board(), Ledger(chess.Board())
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for move in line:
            board.push(move)
            if keep:
                ledger.push(board)
        gc.collect()
        size.append(tracemalloc.get_traced_memory()[0] - before)
    tracemalloc.stop()
    return (size[1] - size[0]) / 1024


def main() -> None:
    short = [SHUFFLE * 25] * (PLIES_A_ROUND // 100)
    long = [SHUFFLE * 1500] * (PLIES_A_ROUND // 6000)
    added_short = report("shuffling, 100 plies", short)
    report("shuffling, 600 plies", [SHUFFLE * 150] * (PLIES_A_ROUND // 600))
    added_long = report("shuffling, 6000 plies", long)
    for name in ("counting", "laws"):
        print(f"growth of {name} from 100 to 6000 plies: {added_long[name] / added_short[name]:.2f}   (goal: flat)")
    lines = random_lines(1, 80)
    report("random games, 80 plies", lines)
    print(f"memory of a ledger at 80 plies: {kib_per_ledger(lines[0]):.1f} KiB beyond the board's own history")


if __name__ == "__main__":
    main()
