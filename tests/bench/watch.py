"""A hall of live boards over TCP at real speed: every move right, how late it is told, what the monitor costs.

    python -m tests.bench.watch --boards 64 --seconds 600

The boards run in a process of their own, each behind a port of the loopback; `dgt-monitor watch --json` is another one,
started as anybody starts it. Late is a move's line in the event stream by the time since the last field update of its
board was handed to the socket. `--cuts` closes so many connections in the middle of the play, each for 2 to 20 s.
"""

import json
import multiprocessing
import os
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from bisect import bisect_right
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import click

from drivers.simulator.hall import maker_of
from tests.virtual_lines import VirtualTable, fixture_games

START_S = 8.0
"""The players begin so long after the boards were set up."""
SETTLE_S = 4.0
PLAY_S = 360.0
"""About so long a game takes at the players' own pace."""
FIELD_UPDATE = 0x8E
READY_S = 60.0


class ServedBoard:
    """A virtual table behind a listening socket."""

    def __init__(self, index: int, table: VirtualTable, cuts: list[tuple[float, float]]) -> None:
        self.table = table
        self.cuts = cuts
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.line: socket.socket | None = None
        self.sent_s: list[float] = []
        self.serial = maker_of(1, index).long_serial

    def is_cut(self, t_s: float) -> bool:
        return any(from_s <= t_s < to_s for from_s, to_s in self.cuts)

    def send(self, data: bytes) -> None:
        if self.line is None or not data:
            return
        if data[0] == FIELD_UPDATE:
            self.sent_s.append(time.monotonic())
        try:
            self.line.sendall(data)
        except OSError:
            self.hang_up()

    def hang_up(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None


class BoardServer:
    """All boards of the hall, in one loop. Time is seconds since it began."""

    def __init__(self, boards: int, seconds: float, cuts: int) -> None:
        games, rng = fixture_games(), Random(1)
        self.boards = [
            ServedBoard(n, VirtualTable(n, games[n % len(games)], think=seconds / PLAY_S, start_s=START_S), [])
            for n in range(boards)
        ]
        for board in rng.sample(self.boards, min(cuts, boards)):
            from_s = START_S + rng.uniform(0.1, 0.7) * seconds
            board.cuts.append((from_s, from_s + rng.uniform(2, 20)))
        self._selector = selectors.DefaultSelector()
        for board in self.boards:
            self._selector.register(board.listener, selectors.EVENT_READ, board)
        self._began_s = time.monotonic()

    def begin(self) -> None:
        self._began_s = time.monotonic()

    @property
    def now_s(self) -> float:
        return time.monotonic() - self._began_s

    def run(self) -> None:
        """Until all games are over and a little longer."""
        over_s: float | None = None
        while over_s is None or self.now_s < over_s + SETTLE_S:
            due_s = min(board.table.due_s for board in self.boards)
            for key, _ in self._selector.select(max(0.0, min(0.05, due_s - self.now_s))):
                self._ready(key.data, key.fileobj)
            for board in self.boards:
                self._play(board)
            if over_s is None and all(board.table.over for board in self.boards):
                over_s = self.now_s

    def _play(self, board: ServedBoard) -> None:
        now_s = self.now_s
        if board.is_cut(now_s) and board.line is not None:
            self._selector.unregister(board.line)
            board.hang_up()
        if board.table.due_s <= now_s:
            for _, data in board.table.advance(now_s):
                board.send(data)

    def _ready(self, board: ServedBoard, ready: Any) -> None:
        if ready is board.listener:
            self._accept(board)
            return
        data = b""
        with suppress(OSError):
            data = ready.recv(4096)
        if not data:
            self._selector.unregister(ready)
            board.hang_up()
            return
        now_s = self.now_s
        for _, said in board.table.advance(now_s):
            board.send(said)
        board.send(board.table.board.receive(now_s, data))

    def _accept(self, board: ServedBoard) -> None:
        line, _ = board.listener.accept()
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if board.is_cut(self.now_s) or board.line is not None:
            line.close()
            return
        board.line = line
        self._selector.register(line, selectors.EVENT_READ, board)


def serve(boards: int, seconds: float, cuts: int, pipe: Connection) -> None:
    """The process of the boards: tells its ports, plays, tells when what was sent and what was played."""
    server = BoardServer(boards, seconds, cuts)
    pipe.send([board.listener.getsockname()[1] for board in server.boards])
    pipe.recv()
    server.begin()
    server.run()
    pipe.send([(board.serial, board.table.uci, board.sent_s, bool(board.cuts)) for board in server.boards])


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

    def summaries(self) -> dict[str, dict[str, Any]]:
        return {event["board"]: event for _, event in self.lines if event["kind"] == "summary"}


@click.command()
@click.option("--boards", default=8, show_default=True)
@click.option("--seconds", default=30.0, show_default=True, help="About how long the games take.")
@click.option("--cuts", default=0, show_default=True)
def main(boards: int, seconds: float, cuts: int) -> None:
    """Watch a hall of boards over TCP."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(boards, seconds, cuts, theirs))
    process.start()
    urls = [f"socket://127.0.0.1:{port}" for port in ours.recv()]
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "--json", *urls]
    monitor = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    stream = Stream(monitor.stdout)
    began_s = time.monotonic()
    ours.send("go")
    while not ours.poll(5.0):
        sys.stderr.write(f"\r{time.monotonic() - began_s:5.0f} s, {len(stream.lines)} events")
    sys.stderr.write("\n")
    played = ours.recv()
    took_s = time.monotonic() - began_s
    monitor.send_signal(signal.SIGTERM)
    _, status, usage = os.wait4(monitor.pid, 0)
    stream.thread.join(READY_S)
    process.join()
    report(stream, played, took_s, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status))
    click.echo(f"largest memory of the monitor {usage.ru_maxrss / 1024:.0f} MiB")


def report(stream: Stream, played: list[Any], took_s: float, cpu_s: float, status: int) -> None:
    summaries = stream.summaries()
    right = wrong = unsure = 0
    for serial, uci, _, was_cut in played:
        summary = summaries.get(serial, {"uci": [], "sure": True})
        if tuple(summary["uci"]) == uci:
            right += 1
        elif was_cut and not summary["sure"]:
            unsure += 1
        else:
            wrong += 1
    late_ms = [1000 * late for late in stream.late_s({serial: sent for serial, _, sent, _ in played})]
    plies = sum(len(uci) for _, uci, _, _ in played)
    click.echo(f"{len(played)} boards, {plies} plies, {took_s:.0f} s, {len(stream.lines)} events, exit status {status}")
    click.echo(f"games right {right}, cut and not sure {unsure}, wrong {wrong}")
    p99 = late_ms[int(0.99 * (len(late_ms) - 1))]
    click.echo(
        f"move told after: median {statistics.median(late_ms):.1f} ms, 99th percentile {p99:.1f} ms, "
        f"latest {late_ms[-1]:.1f} ms ({len(late_ms)} moves)"
    )
    click.echo(f"CPU of the monitor {cpu_s:.1f} s: {100 * cpu_s / took_s:.1f} % of a core, start included")


if __name__ == "__main__":
    main()
