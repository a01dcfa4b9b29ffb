"""The monitor killed with -9 at random instants during rounds of a simulated hall, and started again on its journal.

    python -m tests.bench.kills --kills 300 --boards 32 --seed 1

The boards run in a process of their own and play on whatever happens. The monitor is killed between 0.1 and 5 s after
its start, so also while it starts, while it goes through its journal, and while boards read their logs out. After each
kill what it had written is held against its journal: every line of the stream must stand there as shown, the journal
must be whole, and what follows from its readings must be what was shown. At the end of a round the watch ends in order,
and each game must be right, or not sure. Exit status 1 if anything is not so.
"""

import json
import multiprocessing
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from dgt_monitor.journal.reading import Journal, chain_faults, read_journal, value_of
from dgt_monitor.recorder.rebuilding import rebuild
from drivers.simulator.hall import Conditions
from drivers.simulator.seating import seat, wire
from drivers.simulator.serve import HallServer, open_tcp
from drivers.simulator.source import SETTLE_S
from tests.virtual_lines import fixture_games

SHORTEST_S, LONGEST_S = 0.1, 5.0
"""From start to kill."""
ROUND_KILLS = 15
"""Kills in one round, on one journal."""
PLAY_S = 360.0
"""About so long a game takes at the players' own pace."""
SHORT_DIGITS = 5
"""Of a serial number as boards tell it first."""
AFTER_S = 30.0
"""After the last game a board's memory can be read twice."""
READY_S = 120.0
COMPARED: dict[str, tuple[str, ...]] = {
    "move": ("game", "ply", "uci", "san", "count", "count_max", "status", "sure", "provenance"),
    "alert": ("id", "rule", "game"),
    "alert_cleared": ("id", "rule", "game"),
    "board": ("state", "port", "serial"),
}
SUFFIXES = ("", "-wal", "-shm")


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
        while over_s is None or server.now_s < over_s + AFTER_S:
            server.step(0.05)
            if over_s is None and all(table.over for table in tables):
                over_s = server.now_s
        pipe.send([Played(table.board.maker.long_serial, table.uci) for table in tables])
        pipe.recv()


class Monitor:
    """`dgt-monitor watch --journal`, as anybody starts it, and what it has written."""

    def __init__(self, journal: Path, urls: list[str]) -> None:
        self.lines: list[str] = []
        command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "--json", "--journal", str(journal), *urls]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.said = ""
        self._errors = threading.Thread(target=self._read_errors, daemon=True)
        self._errors.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        self.lines += self._process.stdout

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        self.said += self._process.stderr.read()

    def end(self, number: signal.Signals) -> list[dict[str, Any]]:
        """End it; every line that came whole."""
        self._process.send_signal(number)
        self._process.wait(READY_S)
        self._thread.join(READY_S)
        self._errors.join(READY_S)
        return [json.loads(line) for line in self.lines if line.endswith("\n")]


def key_of(event: dict[str, Any]) -> tuple[Any, ...]:
    """What of an event is compared, whether it was told for the first time or once more."""
    kind = event["kind"]
    return (kind, event["board"], *(event.get(name) for name in COMPARED.get(kind, ("game",))))


def shown_keys(journal: Journal) -> set[tuple[Any, ...]]:
    keys = set()
    for row in journal.rows:
        if row.kind == "shown":
            fields = value_of(row)._asdict()
            fields["kind"] = row.form
            if row.form == "move":
                fields["count"], fields["count_max"] = fields["least"], fields["most"]
            keys.add(key_of(fields))
    return keys


def faults_of(journal: Journal, told: list[dict[str, Any]]) -> list[str]:
    """What is wrong after a kill; nothing, if all is well."""
    out = [str(damage) for damage in (*journal.damage, *chain_faults(journal))]
    keys = shown_keys(journal)
    out += [f"told, and not in the journal: {event}" for event in told if _kept(event) and key_of(event) not in keys]
    rebuilt = rebuild(journal)
    out += [str(damage) for damage in rebuilt.damage]
    return out + [str(difference) for difference in rebuilt.comparison.differences]


def _kept(event: dict[str, Any]) -> bool:
    return bool(event["kind"] != "clock")


class Totals:
    def __init__(self) -> None:
        self.kills = self.faults = self.lines = self.right = self.unsure = self.wrong = self.rows = 0
        self.rebuild_s: list[float] = []


def play_round(number: int, kills: int, boards: int, seed: int, totals: Totals) -> None:
    rng = Random(f"{seed}/{number}")
    seconds = 20.0 + kills * (LONGEST_S + SHORTEST_S) / 2
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(boards, seed * 1000 + number, seconds, theirs))
    process.start()
    urls = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.dgtj"
        for _ in range(kills):
            monitor = Monitor(path, urls)
            time.sleep(rng.uniform(SHORTEST_S, LONGEST_S))
            check(path, monitor, monitor.end(signal.SIGKILL), totals)
        monitor = Monitor(path, urls)
        while not ours.poll(1.0):
            pass
        played = ours.recv()
        told = monitor.end(signal.SIGTERM)
        check(path, monitor, told, totals, kill=False)
        judge(played, told, totals)
    ours.send("done")
    process.join()


def check(path: Path, monitor: Monitor, told: list[dict[str, Any]], totals: Totals, *, kill: bool = True) -> None:
    totals.kills += kill
    totals.lines += len(told)
    if not path.exists():
        return  # killed before it had begun one
    copy = path.with_name("copy.dgtj")
    for suffix in SUFFIXES:
        beside = path.with_name(path.name + suffix)
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
        if beside.exists() and suffix != "-shm":
            shutil.copy(beside, copy.with_name(copy.name + suffix))
    if not copy.stat().st_size and not copy.with_name("copy.dgtj-wal").exists():
        return  # the tables were not made yet
    began_s = time.monotonic()
    faults = faults_of(read_or_none(copy), told)
    totals.rebuild_s.append(time.monotonic() - began_s)
    if "differ" in monitor.said or "shown was" in monitor.said:
        faults.append(monitor.said)
    totals.faults += bool(faults)
    for fault in faults[:5]:
        click.echo(f"kill {totals.kills}: {fault}")


def read_or_none(path: Path) -> Journal:
    """The journal; an empty one where it was killed before its tables were made."""
    try:
        return read_journal(path)
    except Exception as error:
        if "is empty" in str(error):
            return Journal("", [], [])
        raise


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
def main(kills: int, boards: int, seed: int) -> None:
    """Kill the monitor."""
    totals, number = Totals(), 0
    while totals.kills < kills:
        play_round(number, min(ROUND_KILLS, kills - totals.kills), boards, seed, totals)
        number += 1
        click.echo(
            f"{totals.kills} kills, {totals.faults} with a fault, {totals.lines} lines of the stream held against it"
        )
        click.echo(f"games right {totals.right}, not right and not sure {totals.unsure}, wrong and sure {totals.wrong}")
        click.echo(f"longest check of a journal {max(totals.rebuild_s):.1f} s")
    sys.exit(bool(totals.faults or totals.wrong))


if __name__ == "__main__":
    main()
