"""Whether a ply costs the same late in a long game as early in it.

    python -m tests.bench.growth

Long games (pieces wander in the middle game, a pawn steps or a piece is captured now and then) are played by clean and
by rough hands, and fed from bytes to events. CPU time per ply over plies 300 to 600 as a ratio to that over plies 0 to
100 of the same games in the same run: the median over games and rounds. Exit status 1 if a game was not followed to its
last ply.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from random import Random

import chess

from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.loop import Recorder
from drivers.dgt.interpret import Interpreter
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Chunk, Conditions, Game, play, port_name, truths
from drivers.simulator.profiles import CLEAN, ROUGH, HandProfile

START = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 10"
"""A middle game with all pieces and two open files."""
PLIES = 600
EARLY, LATE = (0, 100), (300, 600)
"""Plies compared (issue)."""
GOAL = 1.3
IRREVERSIBLE_EVERY_PLY = 60
"""A pawn steps or a piece is captured about so often: long enough games have to have that (9.6.2), and few pieces
would make late plies cheaper."""
GAMES, ROUNDS = 6, 5


def long_game(seed: int) -> Game:
    """So many legal plies that end nothing."""
    rng, board, moves = Random(seed), chess.Board(START), list[chess.Move]()
    while len(moves) < PLIES:
        legal = list(board.legal_moves)
        rng.shuffle(legal)
        quiet = [move for move in legal if not board.is_zeroing(move)]
        pawns = [move for move in legal if board.is_zeroing(move) and not board.is_capture(move) and not move.promotion]
        among = (pawns or quiet) if len(moves) % IRREVERSIBLE_EVERY_PLY == IRREVERSIBLE_EVERY_PLY - 1 else quiet
        move = next(move for move in among or legal if not _ends(board, move))
        board.push(move)
        moves.append(move)
    return Game(chess.Board(START), moves, control=TimeControl(5400, 30))


def _ends(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    over = not any(board.legal_moves) or board.is_repetition(5)
    board.pop()
    return over


class Fed:
    """One game fed to a hall of its own, with the CPU time at some plies."""

    def __init__(self, chunks: Sequence[Chunk], start: str) -> None:
        self._chunks = chunks
        self.hall = Hall(Known(positions={chunks[0].port: start}))
        self.told = 0

    def spans_s(self, ends_s: Sequence[float]) -> list[float]:
        """The CPU time spent up to each of these times of the recording."""
        line, take = Interpreter(), Recorder(self.hall, [self._count]).take
        marks, began_s, left = list[float](), time.process_time(), list(ends_s)
        for t_s, port, kind, data in self._chunks:
            while left and t_s > left[0]:
                left.pop(0)
                marks.append(time.process_time() - began_s)
            for reading in line.up() if kind == "up" else line.rx(data) if kind == "rx" else line.tx(data):
                take(t_s, port, None, reading)
        return [*marks, *[time.process_time() - began_s] * len(left)]

    def _count(self, events: Sequence[object]) -> None:
        self.told += len(events)


def compare(profile: HandProfile, games: int, rounds: int) -> tuple[list[float], int]:
    """The ratio of each game and round, and how many games were not followed to their end."""
    ratios, lost = list[float](), 0
    for seed in range(games):
        game, conditions = long_game(seed), Conditions(seed, profile, think=0.3, stagger_s=0.0)
        chunks = [chunk for chunk in play([game], conditions) if chunk.kind != "over"]
        truth = truths([game], conditions)[port_name(0)]
        ends_s = [max(truth[ply - 1].ended_s, truth[ply - 1].pressed_s) for ply in (EARLY[1], *LATE)]
        for _ in range(rounds):
            fed = Fed(chunks, START)
            with seldom_collecting():
                early_s, from_s, to_s = fed.spans_s(ends_s)
            ratios.append(((to_s - from_s) / (LATE[1] - LATE[0])) / (early_s / (EARLY[1] - EARLY[0])))
        (board,) = fed.hall.view().boards
        lost += len(board.moves) != len(truth)
    return ratios, lost


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(arguments)
    faults = 0
    for profile in (CLEAN, ROUGH):
        ratios, lost = compare(profile, options.games, options.rounds)
        median = statistics.median(ratios)
        print(
            f"{profile.name:6} plies {LATE[0]}-{LATE[1]} / {EARLY[0]}-{EARLY[1]}: {median:.2f} x "
            f"[{min(ratios):.2f}-{max(ratios):.2f}]  goal <= {GOAL}: {'met' if median <= GOAL else 'MISSED'}; "
            f"games not followed to the end {lost} of {options.games}",
            flush=True,
        )
        faults += lost
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
