"""A hall of live boards at real speed: every move right, how late it is told, what the monitor costs.

    python -m tests.bench.watch --boards 64 --seconds 600

The boards run in a process of their own, served by `drivers.simulator.serve`, over TCP unless `--serve` says otherwise;
`dgt-monitor watch --json` is another one, started as anybody starts it. Late is a move's line in the event stream by
the time since the last field update of its board was handed to its line, of boards that were not cut. `--cuts` closes
so many lines in the middle of the play, each for 2 to 20 s. With `--stretch` no game ends before its time: each is
thought over so long, on a clock that allows it, that its last move is made after `--seconds`.
"""

import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from bisect import bisect_right
from collections import Counter
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

import click

from dgt_monitor.cli.serving import ServeKind
from drivers.live.lines_named import BUS
from drivers.simulator.board import Sensors
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import CLEAN
from drivers.simulator.seating import Mishaps, seat, wire
from drivers.simulator.serve import HallServer, open_ptys, open_tcp
from drivers.simulator.source import SETTLE_S
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import WireKind
from tests.virtual_lines import fixture_games

SEED = 1
STAGGER_S = 2.0
AFTER_S = 4.0
AFTER_CUTS_S = 30.0
"""After the last game, where lines were cut: the memory of a board, 8 s on the wire, can be read twice."""
PLAY_S = 360.0
"""About so long a game takes at the players' own pace."""
FIELD_UPDATE = 0x8E
READY_S = 60.0
LONG_CONTROL = TimeControl(7200, 2)
"""Of stretched games: six minutes for the longest thought (chosen)."""
STRETCHINGS = 4
"""So often the factor on the thinking is put right: what hands and levers take is not stretched (chosen)."""
SPARE = 1.03
"""A stretched game lasts so much longer than it must (chosen)."""


class Hall(NamedTuple):
    """What the process of the boards is to serve."""

    boards: int
    seconds: float
    """About how long the games take."""
    cuts: int
    kind: ServeKind
    stretch: bool = False
    """No game takes less."""

    def tables(self) -> list[Table]:
        games, settle_s = fixture_games(), SETTLE_S[self.lines]
        if self.stretch:
            long = [game._replace(control=LONG_CONTROL) for game in games]
            return [stretched(index, long[index % len(long)], settle_s, self.seconds) for index in range(self.boards)]
        conditions = Conditions(SEED, think=self.seconds / PLAY_S, stagger_s=STAGGER_S)
        return seat(games, self.boards, conditions, settle_s)

    @property
    def lines(self) -> WireKind:
        return "bus" if self.kind == "bus" else "single"


class Outcome(NamedTuple):
    """Of one board, when all games are over."""

    name: str
    """As the monitor calls it: its long serial number, or its address on a bus."""
    uci: tuple[str, ...]
    sent_s: list[float]
    """When field updates of it were handed to the line, by the clock of this machine; nothing of a bus."""
    was_cut: bool


def stretched(index: int, game: Game, start_s: float, seconds: float) -> Table:
    """A table whose players think so long that their last move is made `seconds` after the first clock was started."""
    think = 1.0
    for _ in range(STRETCHINGS):
        think *= seconds * SPARE / _lasts_s(index, game, think)
    return Table(game, maker_of(SEED, index), Random(f"{SEED}/{index}"), start_s=start_s, think=think)


def _lasts_s(index: int, game: Game, think: float) -> float:
    rng = Random(f"{SEED}/{index}")
    Sensors.draw(rng)
    *_, last = turns(game.start, game.moves, 0.0, Pace(game.control, think), CLEAN, rng)
    return last.touches[-1].t_s


def serve(hall: Hall, pipe: Connection) -> None:
    """The process of the boards: tells its URLs, plays, tells when what was sent and what was played."""
    tables = hall.tables()
    wires = wire(tables, hall.lines, SEED, Mishaps(hall.cuts))
    doors = open_ptys(len(wires)) if hall.kind == "pty" else open_tcp(len(wires))
    sent_s: list[list[float]] = [[] for _ in wires]
    was_cut: set[int] = set()

    def on_sent(number: int, data: bytes) -> None:
        if hall.lines == "single" and FIELD_UPDATE in data:
            sent_s[number].append(time.monotonic())

    with HallServer(wires, doors, on_sent=on_sent) as server:
        pipe.send([BUS + url if hall.kind == "bus" else url for url in server.urls])
        over_s: float | None = None
        after_s = AFTER_CUTS_S if hall.cuts else AFTER_S
        while over_s is None or server.now_s < over_s + after_s:
            server.step(0.05)
            was_cut |= {number for number, one in enumerate(wires) if not one.up}
            if over_s is None and all(table.over for table in tables):
                over_s = server.now_s
        pipe.send([_outcome(table, sent_s[n], n in was_cut) for n, one in enumerate(wires) for table in one.tables])
        pipe.recv()  # the lines stay open until the monitor has ended


def _outcome(table: Table, sent_s: list[float], was_cut: bool) -> Outcome:
    maker = table.board.maker
    return Outcome(maker.long_serial if sent_s else f"{maker.address:05d}", table.uci, sent_s, was_cut)


class Stream:
    """What the monitor says, each line with the time at which it came."""

    def __init__(self, output: Any) -> None:
        self.lines: list[tuple[float, dict[str, Any]]] = []
        self._output = output
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for line in self._output:
            self.lines.append((time.monotonic(), json.loads(line)))

    def late_s(self, sent_s: dict[str, list[float]]) -> list[float]:
        """Of every move seen before our eyes and told at once."""
        late = []
        for came_s, event in self.lines:
            sent = sent_s.get(event["board"], [])
            if event["kind"] == "move" and event["status"] == "provisional" and event["sure"]:
                at = bisect_right(sent, came_s)
                if at:
                    late.append(came_s - sent[at - 1])
        return sorted(late)

    def memories(self) -> Counter[str]:
        """How many boards had their memory read, and what became of it in the end."""
        return Counter(
            {event["board"]: event["state"] for _, event in self.lines if event["kind"] == "memory"}.values()
        )

    def from_memory(self) -> int:
        """Boards of which moves are known from their memory alone."""
        moves = (event for _, event in self.lines if event["kind"] == "move" and event["provenance"] == "memory")
        return len({event["board"] for event in moves})

    def summaries(self) -> dict[str, dict[str, Any]]:
        return {event["board"]: event for _, event in self.lines if event["kind"] == "summary"}


@click.command()
@click.option("--boards", default=8, show_default=True)
@click.option("--seconds", default=30.0, show_default=True, help="About how long the games take.")
@click.option("--cuts", default=0, show_default=True, help="So many lines are cut for 2 to 20 s.")
@click.option("--serve", "kind", type=click.Choice(["tcp", "pty", "bus"]), default="tcp", show_default=True)
@click.option("--stretch", is_flag=True, help="No game takes less.")
@click.option("--journal", type=click.Path(), help="The monitor keeps a journal in this new file.")
def main(boards: int, seconds: float, cuts: int, kind: ServeKind, stretch: bool, journal: str | None) -> None:
    """Watch a hall of boards over TCP, ptys, or bus lines over TCP."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(Hall(boards, seconds, cuts, kind, stretch), theirs))
    process.start()
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "--json", *ours.recv()]
    command += [] if journal is None else ["--journal", journal]
    monitor = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    stream = Stream(monitor.stdout)
    began_s = time.monotonic()
    while not ours.poll(5.0):
        sys.stderr.write(f"\r{time.monotonic() - began_s:5.0f} s, {len(stream.lines)} events")
    sys.stderr.write("\n")
    played = ours.recv()
    took_s = time.monotonic() - began_s
    monitor.send_signal(signal.SIGTERM)
    _, status, usage = os.wait4(monitor.pid, 0)
    stream.thread.join(READY_S)
    ours.send("done")
    process.join()
    report(stream, played, took_s, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status))
    click.echo(f"largest memory of the monitor {usage.ru_maxrss / 1024:.0f} MiB")


def report(stream: Stream, played: list[Outcome], took_s: float, cpu_s: float, status: int) -> None:
    summaries = stream.summaries()
    right = sure = unsure = wrong = 0
    for board in played:
        summary = summaries.get(board.name, {"uci": [], "sure": True})
        same = tuple(summary["uci"]) == board.uci
        right += same
        sure += same and summary["sure"]
        unsure += not same and board.was_cut and not summary["sure"]
        wrong += not same and not (board.was_cut and not summary["sure"])
    plies, cut = sum(len(board.uci) for board in played), sum(board.was_cut for board in played)
    click.echo(f"{len(played)} boards, {plies} plies, {took_s:.0f} s, {len(stream.lines)} events, exit status {status}")
    click.echo(
        f"games right {right}, of these sure {sure}; boards cut {cut}; not right and not sure {unsure}; wrong {wrong}"
    )
    if cut:
        click.echo(f"memory read: {dict(stream.memories())}; boards with moves from memory {stream.from_memory()}")
    played_s = [board.sent_s[-1] - board.sent_s[0] for board in played if board.sent_s]
    if played_s:
        click.echo(f"from the first to the last field update of a board {min(played_s):.0f} to {max(played_s):.0f} s")
    late_ms = [
        1000 * late for late in stream.late_s({board.name: board.sent_s for board in played if not board.was_cut})
    ]
    if late_ms:
        p99 = late_ms[int(0.99 * (len(late_ms) - 1))]
        click.echo(
            f"move told after: median {statistics.median(late_ms):.1f} ms, 99th percentile {p99:.1f} ms, "
            f"latest {late_ms[-1]:.1f} ms ({len(late_ms)} moves)"
        )
    click.echo(f"CPU of the monitor {cpu_s:.1f} s: {100 * cpu_s / took_s:.1f} % of a core, start included")


if __name__ == "__main__":
    main()
