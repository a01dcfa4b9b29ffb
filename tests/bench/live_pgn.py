"""Live games as PGN: how late a confirmed move is in games.pgn, and a whole round of rough boards.

    python -m tests.bench.live_pgn                   200 boards in mid-game, then a round of 64, to the stand-in too
    python -m tests.bench.live_pgn --no-round --boards 1000 --rate 30

Late is a confirmed move by the time from its being told to the moment at which a games.pgn that has it stands in the
folder. The games are in their middle when it is measured, moves come at random moments (`--rate` in a second in all),
and clocks of every board are told once a second, as a watch does. The baseline is the bare writing of a file of the
same size in the same run. Exit status 1 if a move never came, or the round is not out, or not held by lichess's
stand-in, as it was played.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import chess

from dgt_monitor import events
from dgt_monitor.broadcast import folder as folders
from dgt_monitor.broadcast.folder import replace_file
from dgt_monitor.broadcast.sending import Learnt, Now, Told
from dgt_monitor.broadcast.station import Station
from dgt_monitor.events import Event, Times
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.broadcast.lichess_round import Held, play_to_lichess
from tests.broadcast.telling import Fen, dates

GOAL_P99_MS = 500.0
"""From a confirmed move to its place in games.pgn (issue)."""
PLIES_BEFORE = 60
FIRST_CLOCK_S = 10_000
"""The moves that are measured have clocks from here on, each another one, by which they are found in the file."""
TAKEN = chess.SquareSet(chess.BB_RANK_4 | chess.BB_RANK_5 | chess.BB_RANK_6 | chess.BB_RANK_3) ^ chess.SquareSet(
    [chess.F3, chess.C3, chess.F6, chess.C6, chess.H3, chess.A3, chess.H6, chess.A6]
)
"""Where no knight goes, so that none is in another's way."""
WRITTEN = "round-5/games.pgn"


class Measured:
    """Notes when the file of the round had which move."""

    def __init__(self) -> None:
        self.told_s: dict[str, float] = {}
        self.late_ms: list[float] = []
        self.size = 0

    def __call__(self, path: Path, data: bytes) -> None:
        replace_file(path, data)
        if not str(path).endswith(WRITTEN):
            return
        now_s, text = time.monotonic(), data.decode()
        self.size = len(data)
        for mark in [mark for mark in list(self.told_s) if mark in text]:
            self.late_ms.append(1000 * (now_s - self.told_s.pop(mark)))


def mark_of(seconds: int) -> str:
    return f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]"


class Hall:
    """Boards on which knights and other pieces go about."""

    def __init__(self, boards: int, seed: int) -> None:
        self.random = Random(seed)
        self.games = {str(number): chess.Board() for number in range(1, boards + 1)}

    def start(self) -> list[Event]:
        news: list[Event] = [events.GameStart(0.0, each, 1, chess.STARTING_FEN, False, False) for each in self.games]
        for board in self.games:
            news += [self.move(board, 1.0 + ply, Times(5000 - ply, 5000 - ply)) for ply in range(PLIES_BEFORE)]
        return news

    def move(self, board: str, t_s: float, clock: Times) -> events.Move:
        game = self.games[board]
        move = self.random.choice([move for move in game.legal_moves if self.leads_on(game, move)])
        san = game.san(move)
        game.push(move)
        return events.Move(
            t_s, board, 1, len(game.move_stack), move.uci(), san, Fen(), 1, 1, "confirmed", True, "seen", clock
        )  # fmt: skip

    @staticmethod
    def leads_on(game: chess.Board, move: chess.Move) -> bool:
        """A knight goes somewhere, and the other side can go on."""
        if game.piece_type_at(move.from_square) != chess.KNIGHT or game.is_capture(move) or game.gives_check(move):
            return False
        return move.to_square not in TAKEN


def latency(boards: int, rate: float, seconds: float, folder: Path) -> Measured:
    """Play for so long and see how late the moves are."""
    measured, hall, complaints = Measured(), Hall(boards, 1), list[str]()
    folders.replace_file = measured
    station = Station(dates, complaints.append)
    station.put(Learnt(0.0, TournamentFile(event="Open", round=5, out=(Out(str(folder)),))))
    station.put(Told(hall.start()))
    while not (folder / WRITTEN).exists() or measured.size < 500 * boards:
        time.sleep(0.1)
    time.sleep(1.0)
    began_s = next_s = time.monotonic()
    clock_s, ticks_s, board_names = FIRST_CLOCK_S, began_s, list(hall.games)
    while (now_s := time.monotonic()) < began_s + seconds:
        t_s = 1000.0 + now_s - began_s
        if now_s >= ticks_s:
            ticks_s += 1.0
            station.put(Told([events.Clock(t_s, board, 100, 100, "white") for board in board_names]))
        if now_s >= next_s:
            next_s += hall.random.expovariate(rate)
            clock_s += 1
            move = hall.move(hall.random.choice(board_names), t_s, Times(clock_s, clock_s))
            measured.told_s[mark_of(clock_s)] = time.monotonic()
            station.put(Told([move]))
        station.put(Now(t_s))
        time.sleep(0.002)
    time.sleep(1.0)
    station.close()
    folders.replace_file = replace_file
    for complaint in complaints:
        print(complaint)
    return measured


def bare_ms(folder: Path, size: int) -> float:
    """What the bare writing of such a file takes."""
    took = []
    for _ in range(30):
        began_s = time.monotonic()
        replace_file(folder / "bare.pgn", os.urandom(size))
        took.append(1000 * (time.monotonic() - began_s))
    return statistics.median(took)


def told_of(held: Held) -> bool:
    """Say what became of the round; whether all is as it was played."""
    found = held.round
    right = sum(found.shown[board] == found.usual[board] == moves for board, moves in found.played.items())
    there = len(found.played) - len(held.otherwise)
    beyond = sum("deletes nothing" in told for told in found.complaints)
    print(
        f"a round of {len(found.played)} rough boards, 12 cables cut: {right} games out as they were played; files "
        f"read {found.readings} times meanwhile, each whole and legal"
    )
    print(
        f"lichess's stand-in holds {there} of them after {held.pushes} pushes, with "
        f"{sum(len(each.variations) for each in held.chapters)} lines that were taken back; {beyond} times it was told "
        f"that it showed more than was played, {sum('out with' in told for told in found.doubts)} times of a doubt"
    )
    for fault in [*held.faults, *(f"{board} is not as it was played there" for board in held.otherwise)]:
        print(fault)
    return right == there == len(found.played) == len(held.chapters) and not held.faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--rate", type=float, default=10.0, help="moves in a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--round-boards", type=int, default=64)
    parser.add_argument("--no-round", action="store_true")
    options = parser.parse_args()
    fine = True
    with tempfile.TemporaryDirectory() as name:
        measured = latency(options.boards, options.rate, options.seconds, Path(name))
        late_ms, bare = sorted(measured.late_ms), bare_ms(Path(name), measured.size)
        fine &= not measured.told_s
    p50, p99 = statistics.median(late_ms), late_ms[int(0.99 * len(late_ms))]
    print(f"{options.boards} boards, {options.rate:.0f} moves/s, games.pgn of {measured.size // 1000} kB")
    print(f"a confirmed move is in it after {p50:.0f} ms (median), {p99:.0f} ms (p99, goal {GOAL_P99_MS:.0f});")
    print(f"{p50 / bare:.1f} and {p99 / bare:.1f} times its bare writing ({bare:.1f} ms)")
    print(f"{len(late_ms)} moves, {len(measured.told_s)} missing")
    if not options.no_round:
        with tempfile.TemporaryDirectory() as name:
            url = f"sim://?boards={options.round_boards}&speed=max&think=0.3&hands=rough&cuts=12&takebacks=0.02&seed=5"
            held = play_to_lichess(url, Path(name))
        fine &= told_of(held)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
