"""The monitor killed with -9 at random instants during rounds of a simulated hall, and started again on its journal.

    python -m tests.bench.kills --kills 300 --boards 32 --seed 1 --state kills.json

The boards run in a process of their own and play on whatever happens; a thread of the monitor rules on them. The
monitor is killed at any time, while it starts and goes through its journal, within milliseconds of a ruling, or, on a
copy of the journal, while its tables are brought to another version. After each kill what it had written is held
against its journal: every line of the stream must stand there as shown, the journal must be whole, what follows from
its readings must be what was shown, and a restart must lead there. At the end of a round the watch ends in order, and
each game must be right, or not sure. With `--state` a run that was broken off goes on with its next round. Exit status
1 if anything is not so.
"""

import json
import multiprocessing
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from drivers.simulator.hall import Conditions
from drivers.simulator.seating import seat, wire
from drivers.simulator.serve import HallServer, open_tcp
from drivers.simulator.source import SETTLE_S
from tests.bench.kill_checks import copied, faults_of, faults_of_migrating, read_killed
from tests.bench.killing import Monitor, kill_migrating
from tests.virtual_lines import fixture_games

WHEN: dict[str, tuple[float, float]] = {"any": (0.1, 3.0), "start": (0.0, 0.4), "ruling": (0.0, 0.03)}
"""Seconds from start to kill; of `ruling` from the ruling, `RULING_S` after the start at the earliest."""
RULING_S = 0.5, 2.0
WEIGHTS = {"any": 5, "start": 3, "ruling": 3, "migration": 1}
MIGRATION_S = 0.1
ROUND_KILLS = 30
"""Kills in one round, on one journal."""
KILL_S = 2.0
"""About so long a kill takes with what is held against it: the boards' pace (chosen)."""
PLAY_S = 360.0
"""About so long a game takes at the players' own pace."""
SHORT_DIGITS = 5
"""Of a serial number as boards tell it first."""
AFTER_S = 30.0
"""After the last game a board's memory can be read twice."""


class Played(NamedTuple):
    name: str
    uci: tuple[str, ...]


def serve(boards: int, seed: int, seconds: float, pipe: Connection) -> None:
    """The process of the boards."""
    conditions = Conditions(seed, think=seconds / PLAY_S, stagger_s=2.0)
    tables = seat(fixture_games(), boards, conditions, SETTLE_S["single"])
    wires = wire(tables, "single", seed)
    with HallServer(wires, open_tcp(len(wires))) as server:
        pipe.send(server.urls)
        over_s: float | None = None
        told = False
        while not pipe.poll():  # boards that do not play any more answer still
            server.step(0.05)
            if over_s is None and all(table.over for table in tables):
                over_s = server.now_s
            if over_s is not None and not told and server.now_s >= over_s + AFTER_S:
                pipe.send([Played(table.board.maker.long_serial, table.uci) for table in tables])
                told = True
        pipe.recv()


class Totals:
    """What was done and found; it can be put into a file and gone on with."""

    def __init__(self, state: Path | None) -> None:
        self.rounds = self.kills = self.faults = self.lines = self.right = self.unsure = self.wrong = 0
        self.kinds: Counter[str] = Counter()
        self._state = state
        if state is not None and state.exists():
            told = json.loads(state.read_text())
            self.kinds.update(told.pop("kinds"))
            for name, value in told.items():
                setattr(self, name, value)

    def keep(self) -> None:
        """A round is over."""
        self.rounds += 1
        if self._state is not None:
            told = {name: value for name, value in vars(self).items() if not name.startswith("_")}
            self._state.write_text(json.dumps(told | {"kinds": dict(self.kinds)}))

    def fault(self, faults: list[str]) -> None:
        self.faults += bool(faults)
        for fault in faults[:5]:
            click.echo(f"kill {self.kills}: {fault[:1000]}")

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.kinds.items()))
        return (
            f"{self.kills} kills ({kinds}), {self.faults} with a fault, {self.lines} lines of the stream held against "
            f"it; games right {self.right}, not right and not sure {self.unsure}, wrong and sure {self.wrong}"
        )


class Round:
    """One round on one journal."""

    def __init__(self, folder: Path, urls: list[str], rng: Random, totals: Totals) -> None:
        self._path = folder / "event.dgtj"
        self._urls = urls
        self._rng = rng
        self._totals = totals

    def kill(self, most: int) -> None:
        """One kill, and what is held against it."""
        rng, totals, began_s = self._rng, self._totals, time.monotonic()
        (kind,) = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if kind == "migration" and not self._path.exists():
            kind = "any"
        (self._migrating if kind == "migration" else self._watching)(kind)
        totals.kills += 1
        totals.kinds[kind] += 1
        click.echo(f"{totals.kills}/{most} {kind} {time.monotonic() - began_s:.1f} s, faults {totals.faults}")

    def _watching(self, kind: str) -> None:
        monitor = Monitor(self._path, self._urls, self._rng.randrange(1 << 30))
        if kind == "ruling":
            time.sleep(self._rng.uniform(*RULING_S))
            monitor.wait_for_ruling(5.0)
        time.sleep(self._rng.uniform(*WHEN[kind]))
        self._check(monitor, monitor.end(signal.SIGKILL))

    def _migrating(self, _: str) -> None:
        before, copy = copied(self._path, "before.dgtj"), copied(self._path, "migrating.dgtj")
        if before is None or copy is None or not before.stat().st_size:
            return
        kill_migrating(copy, lambda: self._rng.uniform(0.0, MIGRATION_S))
        self._totals.fault(faults_of_migrating(before, copy))

    def _check(self, monitor: Monitor, told: list[dict[str, Any]]) -> None:
        copy = copied(self._path, "copy.dgtj")
        self._totals.lines += len(told)
        if copy is None or (not copy.stat().st_size and not copy.with_name("copy.dgtj-wal").exists()):
            return  # killed before it had begun one, or had made its tables
        faults = faults_of(read_killed(copy), told)
        if "differ" in monitor.said or "shown was" in monitor.said or "Traceback" in monitor.said:
            faults.append(monitor.said)
        self._totals.fault(faults)

    def finish(self, over: Callable[[], Any]) -> None:
        """Watch to the end of all games."""
        monitor = Monitor(self._path, self._urls, self._rng.randrange(1 << 30))
        began_s = time.monotonic()
        played = over()
        time.sleep(max(0.0, began_s + AFTER_S - time.monotonic()))
        told = monitor.end(signal.SIGTERM)
        if not told:
            self._totals.fault([f"the last watch told nothing: {monitor.said}"])
        self._check(monitor, told)
        judge(played, told, self._totals)


def play_round(kills: int, most: int, boards: int, seed: int, totals: Totals) -> None:
    number = totals.rounds
    ours, theirs = multiprocessing.Pipe()
    serving = multiprocessing.get_context("spawn").Process(
        target=serve, args=(boards, seed * 1000 + number, 20.0 + kills * KILL_S, theirs)
    )
    serving.start()
    urls = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        one = Round(Path(folder), urls, Random(f"{seed}/{number}"), totals)
        for _ in range(kills):
            one.kill(most)

        def over() -> Any:
            while not ours.poll(1.0):
                pass
            return ours.recv()

        one.finish(over)
    ours.send("done")
    serving.join()


def judge(played: list[Played], told: list[dict[str, Any]], totals: Totals) -> None:
    summaries = {event["board"]: event for event in told if event["kind"] == "summary"}
    for board in played:
        # A game that began before the board had told its long number goes under the short one.
        summary = summaries.get(board.name) or summaries.get(board.name[-SHORT_DIGITS:])
        if summary is None:
            totals.unsure += 1
            click.echo(f"no game of {board.name} was told: {sorted(summaries)}")
        elif tuple(summary["uci"]) == board.uci:
            totals.right += 1
        elif summary["sure"]:
            totals.wrong += 1
            click.echo(f"wrong and sure: {board.name}: {summary}, but played was {board.uci}")
        else:
            totals.unsure += 1


@click.command()
@click.option("--kills", default=20, show_default=True)
@click.option("--boards", default=32, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--state", type=click.Path(path_type=Path, dir_okay=False), help="Where it is kept how far it has come.")
def main(kills: int, boards: int, seed: int, state: Path | None) -> None:
    """Kill the monitor."""
    totals = Totals(state)
    while totals.kills < kills:
        play_round(min(ROUND_KILLS, kills - totals.kills), kills, boards, seed, totals)
        totals.keep()
        click.echo(str(totals))
    sys.exit(bool(totals.faults or totals.wrong))


if __name__ == "__main__":
    main()
