"""The ledger against the slow, independent judge of sameness (9.2.3) on many random games, with undo at random.

Run as `python -m tests.bench.oracle [--games N] [--seed N]`; 20,000 games take some five minutes. It compares
placement, side to move, rights and both sides' move sets (`tests/laws/slow.py`), ends at the first difference, and
tells how rich the games were in what is hard to tell apart. A sample of it is among the tests.
"""

import argparse
import sys
from collections import Counter

from tests.laws.slow import games
from tests.laws.slow_run import DiffersError, play_against

GAMES = 20_000
STEPS = 70
"""Moves made or taken back in each game."""
SEED = 20261130
TOLD_EVERY = 1_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.oracle")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    tally: Counter[str] = Counter()
    for board, rng, steps in games(asked.seed, asked.games, STEPS):
        try:
            play_against(board, rng, steps, tally)
        except DiffersError as difference:
            print(f"seed {asked.seed}, game {tally['games']}: {difference}")
            return 1
        if tally["games"] % TOLD_EVERY == 0:
            print(f"{tally['games']} games agree", file=sys.stderr, flush=True)
    print(f"seed {asked.seed}: all agree")
    for name, number in tally.items():
        print(f"{number:10,} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
