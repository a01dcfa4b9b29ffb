"""What proofs of dead positions cost, apart from the ordinary ply; and who can mate, asked of positions of play.

Run as `python -m tests.bench.dead`. CPU time of each question as a ratio to one `push` with a dictionary lookup, and
the positions it looked at, which are the same on every machine. What the ordinary ply costs is told by `counting`.
"""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable

import chess

from dgt_monitor.laws.dead import deadness, mates
from tests.bench.counting import bare_lookup, random_lines
from tests.laws.dead.slow import from_games, locked

GAMES = 200
LOCKED = 1_000
ASKED = 100


def push_s() -> float:
    """One push and lookup, the yardstick."""
    lines = random_lines(1, 80)
    plies = sum(map(len, lines))
    times = []
    for _ in range(5):
        before = time.process_time()
        bare_lookup(lines)
        times.append((time.process_time() - before) / plies)
    return statistics.median(times)


def spread(title: str, values: list[float], unit: str) -> None:
    ordered = sorted(values)
    if ordered:
        p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        print(f"  {title}: median {statistics.median(ordered):.0f}, p99 {p99:.0f}, most {ordered[-1]:.0f} {unit}")


def timed(question: Callable[[chess.Board], object], boards: Iterable[chess.Board], unit_s: float) -> list[float]:
    times = []
    for board in boards:
        before = time.process_time()
        question(board)
        times.append((time.process_time() - before) / unit_s)
    return times


def proofs(title: str, boards: list[chess.Board], unit_s: float) -> None:
    asked = [board for board in boards if deadness.may_be_locked(board)]
    print(f"{title}: {len(boards)} positions, {len(asked)} locked enough to be looked at")
    spread("gate, all positions", timed(deadness.may_be_locked, boards, unit_s), "pushes")
    spread("proof, those looked at", timed(deadness.deadness, asked, unit_s), "pushes")
    print(f"  told: {dict(Counter(deadness.deadness(board).value for board in boards))}")


def mating(title: str, boards: list[chess.Board], unit_s: float) -> None:
    answers: list[mates.Answer] = []

    def ask(board: chess.Board) -> None:
        answers.extend(mates.can_mate(board, side) for side in chess.COLORS)

    times = timed(ask, boards, unit_s)
    print(f"{title}: can White mate, can Black mate, of {len(boards)} positions")
    spread("both sides", times, "pushes")
    spread("positions looked at", [float(answer.positions) for answer in answers], "for a side")
    print(f"  grounds: {dict(Counter(answer.ground.value for answer in answers))}")


def main() -> None:
    unit_s, rng = push_s(), random.Random(1)
    print(f"push + lookup: {unit_s * 1e6:.2f} us")
    print(
        f"bounds, in positions for a side: forced {deadness.FORCED_BOUND}, shut in {deadness.SHUT_BOUND}, "
        f"locked {deadness.LOCKED_BOUND}, asked by a person {mates.ASKED_BOUND}"
    )
    played = list(from_games(rng, GAMES))
    walls = [locked(rng) for _ in range(LOCKED)]
    proofs("games, any ply", played, unit_s)
    proofs("random locked positions", walls, unit_s)
    mating("games", rng.sample(played, ASKED), unit_s)
    mating("random locked positions", walls[:ASKED], unit_s)


if __name__ == "__main__":
    main()
