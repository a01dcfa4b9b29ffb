"""Cables pulled out in the middle of games, in simulated time: what stands in the end must be what was played.

    python -m tests.bench.cuts --cuts 500 --seed 1
    python -m tests.bench.cuts --cuts 300 --seed 1 --power
    python -m tests.bench.cuts --cuts 200 --seed 1 --noise 1000

Halls of four boards, each alone on its line; one of them is cut for 1 s to 10 min. In turns: anywhere, while somebody
castles, twice in a row, and a second time while the board's memory is read out. With `--power` the cable carries the
board's power, so that nothing is written to its log meanwhile: then the history may be not sure, never wrong. With
`--noise N` nobody pulls a cable: one byte in N is damaged on every line. Exit status 1 if a game is wrong that should
not be, or wrong and sure, or another board noticed anything.
"""

import argparse
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from math import exp, log
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

import chess

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.live import LiveSession
from drivers.live import LiveLines
from drivers.simulator.board import Sensors
from drivers.simulator.clock import TimeControl
from drivers.simulator.faults import Cut, Fault, Noise
from drivers.simulator.hub import VirtualHub
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import CLEAN
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire
from tests.bench.roundtrip import random_moves
from tests.stream_contract import StreamReader

BOARDS = 4
START_S = 5.0
SHORTEST_S, LONGEST_S = 1.0, 600.0
"""How long a cable is out."""
READING_S = (0.3, 9.0)
"""After the line is back, in which the board's memory is read out."""
AFTER_S = 30.0
"""After the last game and the last cut: the memory can be read twice."""
CONTROLS = (TimeControl(180, 2), TimeControl(300, 0), TimeControl(600, 5), TimeControl(5400, 30))
THINK = (0.3, 0.5, 1.0)
KINDS = ("anywhere", "castling", "twice", "while reading")


class Task(NamedTuple):
    seed: int
    number: int
    power: bool
    noise: int


class Outcome(NamedTuple):
    number: int
    kind: str
    right: bool
    sure: bool
    placed: bool
    """In the end the monitor understands what stands on the board, or takes kings in the centre for a result."""
    memory: tuple[str, ...]
    """What became of the readings of the board's memory."""
    disturbed: tuple[str, ...]
    """Other boards that noticed."""
    told: str


def hall_of(task: Task) -> tuple[list[Table], list[list[float]]]:
    """The tables, and for each the times at which somebody castles, or the game's first and last move."""
    rng = Random(f"cuts/{task.seed}/{task.number}")
    tables, times = [], []
    for n in range(BOARDS):
        moves: list[chess.Move] = []
        while len(moves) < 20:
            moves = random_moves(chess.Board(), rng)
        game = Game(chess.Board(), moves, control=rng.choice(CONTROLS), rotated=rng.random() < 0.2)
        think = rng.choice(THINK)
        name = f"{task.seed}/{task.number}/{n}"
        tables.append(Table(game, maker_of(task.seed, n), Random(name), start_s=START_S, think=think))
        times.append(_times(game, think, Random(name)))
    return tables, times


def _times(game: Game, think: float, rng: Random) -> list[float]:
    Sensors.draw(rng)
    board = game.start.copy()
    castled, ends = [], [START_S]
    for move, turn in zip(
        game.moves, turns(game.start, game.moves, START_S, Pace(game.control, think), CLEAN, rng), strict=True
    ):
        if board.is_castling(move):
            castled.append(turn.touches[0].t_s)
        board.push(move)
        ends.append(turn.pressed_s)
    return castled or [ends[1], ends[-1]]


def cuts_of(kind: str, times: list[float], rng: Random, *, power: bool) -> list[Cut]:
    """The cuts of one board; `times` are those of castlings."""
    away_s = exp(rng.uniform(log(SHORTEST_S), log(LONGEST_S)))
    if kind == "castling":
        from_s = rng.choice(times) + rng.uniform(-0.2, 0.8)
        away_s = min(away_s, exp(rng.uniform(log(SHORTEST_S), log(30.0))))
    else:
        from_s = rng.uniform(START_S, max(times) + 20.0)
    cuts = [Cut(from_s, from_s + away_s, power)]
    if kind in ("twice", "while reading"):
        wait_s = rng.uniform(*READING_S) if kind == "while reading" else rng.uniform(10.0, 60.0)
        again_s = cuts[0].to_s + wait_s
        cuts.append(Cut(again_s, again_s + exp(rng.uniform(0.0, log(60.0))), power))
    return cuts


def run(task: Task) -> list[Outcome]:
    tables, times = hall_of(task)
    rng = Random(f"cuts/{task.seed}/{task.number}/cut")
    kind = KINDS[task.number % len(KINDS)] if not task.noise else "noise"
    victim = rng.randrange(BOARDS)
    faults: list[list[Fault]] = [[] for _ in tables]
    if task.noise:
        faults = [[Noise(task.noise)] for _ in tables]
    else:
        faults[victim] += cuts_of(kind, times[victim], rng, power=task.power)
    stream, reader, view = _watch(tables, faults)
    placed = {each.board: not each.differing or each.result is not None for each in view.boards}
    names = [maker_of(task.seed, n).long_serial for n in range(BOARDS)]
    ends = [_end_of(reader, name, table) for name, table in zip(names, tables, strict=True)]
    if task.noise:
        return [
            Outcome(task.number, kind, *end[:2], placed.get(name, False), (), (), end[2])
            for name, end in zip(names, ends, strict=True)
        ]
    others = [n for n in range(BOARDS) if n != victim]
    if not all(all(ends[n][:2]) for n in others):  # a hand may leave a doubt that is there without any cut as well
        again, _ = hall_of(task)
        _, undisturbed, _ = _watch(again, [[] for _ in again])
        alone = [_end_of(undisturbed, name, table) for name, table in zip(names, tables, strict=True)]
        others = [n for n in others if ends[n] != alone[n] or _noticed(reader, names[n])]
    else:
        others = [n for n in others if _noticed(reader, names[n])]
    disturbed = tuple(names[n] for n in others)
    memory = [e.state for e in stream if isinstance(e, events.Memory) and e.board == names[victim]]
    right, sure, told = ends[victim]
    understood = placed.get(names[victim], False)
    return [Outcome(task.number, kind, right, sure, understood, tuple(memory), disturbed, told)]


def _watch(tables: list[Table], faults: list[list[Fault]]) -> tuple[list[Event], StreamReader, HallView]:
    ports = [f"P{n}" for n in range(len(tables))]
    wires = {
        port: Wire([table], seed=port, faults=fault) for port, table, fault in zip(ports, tables, faults, strict=True)
    }
    hub, stream, reader = VirtualHub(wires), list[Event](), StreamReader()

    def told(batch: list[Event]) -> None:
        stream.extend(batch)
        reader.read(batch)

    session = LiveSession(LiveLines(ports, None, None, hub, hub.clock), [told])
    last_s = max((fault.to_s for each in faults for fault in each if isinstance(fault, Cut)), default=0.0)

    def look() -> None:
        over = hub.t_s >= last_s and all(table.over for table in tables)
        hub.plan(hub.t_s + (AFTER_S if over else 1.0), session.stop if over else look)

    look()
    session.run()
    return stream, reader, session.view()


def _end_of(reader: StreamReader, name: str, table: Table) -> tuple[bool, bool, str]:
    """Whether the game that was told is the one that was played, whether it is told as sure, and what was told."""
    board = reader.boards.get(name)
    summaries = [] if board is None else board.summaries
    if len(summaries) != 1:
        return False, all(summary.sure for summary in summaries), f"{len(summaries)} games"
    return summaries[0].uci == table.uci, summaries[0].sure, " ".join(str(uci) for uci in summaries[0].uci)


def _noticed(reader: StreamReader, name: str) -> bool:
    return set(reader.boards[name].states) != {"identified"}


def tasks(options: argparse.Namespace) -> Iterator[Task]:
    numbers = range(options.cuts) if options.hall is None else [options.hall]
    return (Task(options.seed, number, options.power, options.noise) for number in numbers)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cuts", type=int, default=100, help="halls, each with one board cut")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="drawn and told if not given")
    parser.add_argument("--power", action="store_true", help="the cable carries the board's power")
    parser.add_argument("--noise", type=int, default=0, metavar="N", help="no cuts: one byte in N is damaged")
    parser.add_argument("--hall", type=int, help="only this hall")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(arguments)


def is_bad(outcome: Outcome, *, lossless: bool) -> bool:
    """With the board's own power everything must come back; without, the position, and nothing wrong may be sure."""
    lost = not outcome.placed and outcome.kind != "noise"
    return bool(outcome.disturbed) or lost or (not outcome.right and (lossless or outcome.sure))


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    began_s = time.perf_counter()
    done: list[Outcome] = []
    lossless = not options.power and not options.noise
    with Pool(options.jobs) as pool:
        for outcomes in pool.imap_unordered(run, tasks(options)):
            done += outcomes
            if sys.stderr.isatty():
                print(f"\r{len(done)} boards", end="", file=sys.stderr, flush=True)
    for outcome in sorted(done):
        if is_bad(outcome, lossless=lossless):
            print(f"WRONG: --seed {options.seed} --hall {outcome.number}: {outcome}")
    counts = Counter(("right" if o.right else "wrong") + (", sure" if o.sure else ", not sure") for o in done)
    read = [len([state for state in o.memory if state == "reading"]) for o in done]
    what = f"1 byte in {options.noise} damaged" if options.noise else "cuts" + (" of power" if options.power else "")
    placed = sum(outcome.placed for outcome in done)
    print(f"seed {options.seed}: {len(done)} boards, {what}: {dict(sorted(counts.items()))}; position right {placed}")
    if not options.noise:
        needed = sum(map(bool, read))
        kinds = Counter(outcome.kind for outcome in done)
        disturbed = sum(len(outcome.disturbed) for outcome in done)
        print(f"{dict(kinds)}; {needed} needed the board's memory, {sum(read)} readings; others disturbed: {disturbed}")
    print(f"{time.perf_counter() - began_s:.0f} s")
    return int(any(is_bad(outcome, lossless=lossless) for outcome in done))


if __name__ == "__main__":
    sys.exit(main())
