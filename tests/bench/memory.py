"""Memory of a board in the hall at 80 plies and at 600: goal at most 80 KiB at 80.

    python -m tests.bench.memory

Counted by tracemalloc over 40 boards that play different random games, everything that the hall keeps included, once
without and once with a screen's views laid out.
"""

import gc
import random
import tracemalloc

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.hall.hall import Hall
from drivers.readings import BoardDump, FieldUpdate, Identity, LineUp

BOARDS = 40


def random_game(plies: int, seed: int) -> list[list[tuple[int, str]]]:
    """Squares that change, lifts before landings, for each ply."""
    rng, board = random.Random(seed), chess.Board()
    touches: list[list[tuple[int, str]]] = []
    while len(touches) < plies:
        moves = list(board.legal_moves)
        quiet = [m for m in moves if not board.is_capture(m)] if plies > 100 else moves
        before = letters(board)
        board.push(rng.choice(quiet or moves))
        after = letters(board)
        changed = [(s, after[s]) for s in range(64) if before[s] != after[s]]
        touches.append(sorted(changed, key=lambda change: change[1] != "."))
        if not any(board.legal_moves):
            return random_game(plies, seed + 1000)
    return touches


def kib_a_board(plies: int) -> tuple[float, float]:
    games = [random_game(plies, n) for n in range(BOARDS)]
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    hall = Hall()
    for n in range(BOARDS):
        for reading in (LineUp(), Identity(serial=f"{n:05d}"), BoardDump("".join(letters(chess.Board())))):
            hall.read(0.0, f"P{n}", None, reading)
    for ply in range(plies):
        for n in range(BOARDS):
            for square, piece in games[n][ply]:
                hall.read(ply * 3.0 + 3, f"P{n}", None, FieldUpdate(square, piece))
    hall.advance(plies * 3.0 + 5)
    gc.collect()
    bare = tracemalloc.get_traced_memory()[0] - before
    view = hall.view()
    assert all(len(board.moves) == plies for board in view.boards)
    gc.collect()
    seen = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return bare / BOARDS / 1024, seen / BOARDS / 1024


def main() -> None:
    for plies in (80, 600):
        bare, seen = kib_a_board(plies)
        goal = "  goal <= 80" if plies == 80 else ""
        print(f"{plies} plies: {bare:.1f} KiB a board, {seen:.1f} KiB with its views laid out{goal}")


if __name__ == "__main__":
    main()
