"""The page of all boards: how late a confirmed move is in a reader's hands, while 200 read and some do not.

    python -m tests.bench.page                       200 boards, 200 readers, a minute
    python -m tests.bench.page --readers 1 --deaf 0 --seconds 20

Late is a confirmed move by the time from its being told to the watch's thread to its arrival, whole, at a reader of
`/boards/events` in another process, which is what the page does. Games are in their middle, moves come at random
moments (`--rate` in a second in all), clocks of every board are told once a second. `--deaf` readers open the stream
and never read. The baseline is the bare way of a line through a pipe to that process and back, in the same run. Exit
status 1 if a move never came, a reader was lost, memory grew by more than `MOST_GROWN_MB`, or the 99th percentile
misses the goal.
"""

import argparse
import asyncio
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import aiohttp

from dgt_monitor.broadcast.sending import Learnt, Now, Told
from dgt_monitor.broadcast.station import Station
from dgt_monitor.broadcast.ways import Complain, Way
from dgt_monitor.broadcast.web.way import WebWay
from dgt_monitor.events import Clock, Times
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.bench.live_pgn import Hall
from tests.broadcast.telling import dates

GOAL_P99_MS = 500.0
"""From a confirmed move to the page (issue)."""
MOST_GROWN_MB = 150.0
"""What 200 readers may cost (chosen: streams of 8 MB each, and 64 kB a reader)."""
WITNESSES = 5
"""So many readers note when each move came; the others count."""
Mark = tuple[str, int]
"""Board, and how many moves its game has."""


class Served:
    """Opens the way out, and keeps it."""

    def __init__(self) -> None:
        self.way: WebWay | None = None

    def __call__(self, out: Out, complain: Complain) -> Way:
        self.way = WebWay(out, complain)
        return self.way


def memory_mb() -> float:
    """What this process holds now."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6


def play(station: Station, hall: Hall, rate: float, seconds: float) -> dict[Mark, float]:
    """Tell moves and clocks for so long; when each move was told."""
    told_s: dict[Mark, float] = {}
    began_s = next_s = ticks_s = time.monotonic()
    boards, random = list(hall.games), Random(2)
    while (now_s := time.monotonic()) < began_s + seconds:
        t_s = 1000.0 + now_s - began_s
        if now_s >= ticks_s:
            ticks_s += 1.0
            left_s = int(9000 - t_s)
            station.put(Told([Clock(t_s, board, left_s, left_s, "white") for board in boards]))
        if now_s >= next_s:
            next_s += random.expovariate(rate)
            move = hall.move(random.choice(boards), t_s, Times(5000, 5000))
            told_s[move.board, move.ply] = time.monotonic()
            station.put(Told([move]))
        station.put(Now(t_s))
        time.sleep(0.002)
    return told_s


# --- the other process ----------------------------------------------------------------------------------------


class Reader:
    """One that reads; a witness also notes when each move came."""

    def __init__(self, *, witness: bool) -> None:
        self.came_s: dict[str, float] = {}
        self.events = 0
        self.lost = False
        self._witness = witness

    async def read(self, session: aiohttp.ClientSession, url: str) -> None:
        try:
            async with session.get(url) as answer:
                rest = b""
                async for chunk in answer.content.iter_any():
                    now_s, rest = time.monotonic(), rest + chunk
                    *whole, rest = rest.split(b"\n\n")
                    self.events += len(whole)
                    if self._witness:
                        self._note(whole, now_s)
            self.lost = True
        except (aiohttp.ClientError, OSError):
            self.lost = True

    def _note(self, whole: list[bytes], now_s: float) -> None:
        for event in whole:
            told = json.loads(event.partition(b"data: ")[2] or b"{}")
            if told.get("moves"):
                for ply in range(told["from"] + 1, told["from"] + len(told["moves"]) + 1):
                    self.came_s.setdefault(f"{told['board']} {ply}", now_s)


async def read_all(url: str, readers: int, deaf: int) -> None:
    """Read until standard input says `end`; then write what came. Lines before that are sent back at once."""
    timeout = aiohttp.ClientTimeout(total=None)
    lines = [deaf_line(url) for _ in range(deaf)]
    made = [Reader(witness=number < WITNESSES) for number in range(readers)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as session:
        tasks = [asyncio.create_task(reader.read(session, f"{url}/boards/events")) for reader in made]
        await asyncio.sleep(1.0)
        print("ready", flush=True)
        while (line := await asyncio.to_thread(sys.stdin.readline)).strip() != "end":
            print(line.strip(), flush=True)
        told = {
            "came": [reader.came_s for reader in made[:WITNESSES]],
            "events": [reader.events for reader in made],
            "lost": sum(reader.lost for reader in made),
        }
        print(json.dumps(told), flush=True)
        for task in tasks:
            task.cancel()
    for each in lines:
        each.close()


def deaf_line(url: str) -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    line.sendall(b"GET /boards/events HTTP/1.1\r\nHost: x\r\n\r\n")
    return line


# --- this one -------------------------------------------------------------------------------------------------


def bare_ms(child: "subprocess.Popen[str]") -> float:
    """What the bare way to the other process and back takes."""
    took = []
    for _ in range(50):
        began_s = time.monotonic()
        print("x", file=child.stdin, flush=True)
        assert child.stdout is not None
        child.stdout.readline()
        took.append(1000 * (time.monotonic() - began_s))
    return statistics.median(took)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--deaf", type=int, default=20)
    parser.add_argument("--rate", type=float, default=10.0, help="moves in a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--read", metavar="URL", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        asyncio.run(read_all(options.read, options.readers, options.deaf))
        return 0
    complaints, served, hall = list[str](), Served(), Hall(options.boards, 1)
    station = Station(dates, complaints.append, (), served)
    station.put(Learnt(0.0, TournamentFile(event="Open", round=5, out=(Out(kind="http", address="127.0.0.1:0"),))))
    station.put(Told(hall.start()))
    while served.way is None or not served.way._showing.page():
        time.sleep(0.1)
    command = [sys.executable, "-m", "tests.bench.page", "--read", f"http://127.0.0.1:{served.way.server.port}"]
    command += ["--readers", str(options.readers), "--deaf", str(options.deaf)]
    before_mb = memory_mb()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        child.stdout.readline()
        bare = bare_ms(child)
        most_mb, ends = [memory_mb()], threading.Event()
        watcher = threading.Thread(target=watch, args=(most_mb, ends))
        watcher.start()
        cpu_s, began_s = time.process_time(), time.monotonic()
        told_s = play(station, hall, options.rate, options.seconds)
        cpu = (time.process_time() - cpu_s) / (time.monotonic() - began_s)
        time.sleep(1.0)
        ends.set()
        watcher.join()
        print("end", file=child.stdin, flush=True)
        found = json.loads(child.stdout.readline())
        child.stdin.close()
    station.close()
    late_ms = sorted(
        1000 * (came[f"{board} {ply}"] - at_s)
        for came in found["came"]
        for (board, ply), at_s in told_s.items()
        if f"{board} {ply}" in came
    )
    missing = len(found["came"]) * len(told_s) - len(late_ms)
    p50, p99 = statistics.median(late_ms), late_ms[int(0.99 * len(late_ms))]
    grown_mb = max(most_mb) - before_mb
    print(f"{options.boards} boards, {options.rate:.0f} moves/s, {options.readers} readers, {options.deaf} deaf ones")
    print(f"a confirmed move is at a reader after {p50:.0f} ms (median), {p99:.0f} ms (p99, goal {GOAL_P99_MS:.0f});")
    print(f"{p50 / bare:.0f} and {p99 / bare:.0f} times the bare way there and back ({bare:.2f} ms)")
    print(f"{len(told_s)} moves, {missing} missing at {len(found['came'])} witnesses; {found['lost']} readers lost")
    print(f"each reader had {min(found['events'])} to {max(found['events'])} events")
    print(f"memory grew by {grown_mb:.0f} MB at most; {100 * cpu:.0f} % of a core in all")
    for complaint in complaints:
        print(complaint)
    fine = not missing and not found["lost"] and grown_mb < MOST_GROWN_MB and p99 < GOAL_P99_MS and not complaints
    return 0 if fine else 1


def watch(most_mb: list[float], ends: threading.Event) -> None:
    """Note what memory is held at the most."""
    while not ends.wait(0.5):
        most_mb.append(memory_mb())


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main())
