"""The page of all boards: how late a confirmed move is in games.pgn and at a reader, while 200 read and some do not.

    python -m tests.bench.page                       200 boards, 200 readers, a minute
    python -m tests.bench.page --readers 1 --deaf 0 --seconds 20

Late is a confirmed move by the time from its being told to the watch's thread to the moment at which games.pgn has it,
and to its arrival, whole, at a reader of `/boards/events` in another process, which is what the page does. Of the
latter two parts are told: until the server has handed it to every reader who keeps up (ours), and from there on (what
the system and the readers' own process, which decodes every stream, cost). Games are in their middle, moves come at
random moments (`--rate` in a second in all), clocks of every board are told once a second. `--deaf` readers open the
stream and never read. Before they open it all readers load the page at once. The baseline is the bare way of a line
through a pipe to that process and back, in the same run. Exit status 1 if a move never came, a reader was lost, memory
grew by more than `MOST_GROWN_MB`, or a 99th percentile misses the goal.
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
import tempfile
import threading
import time
from pathlib import Path
from random import Random

import aiohttp

from dgt_monitor.broadcast import folder as folders
from dgt_monitor.broadcast.sending import Learnt, Now, Told
from dgt_monitor.broadcast.station import Station
from dgt_monitor.broadcast.ways import Complain, FolderWay, Way
from dgt_monitor.broadcast.web.way import WebWay
from dgt_monitor.events import Clock, Times
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.bench.live_pgn import Hall
from tests.bench.page_times import FIRST_CLOCK_S, Handed, Mark, Written, between_ms, p99, told
from tests.broadcast.telling import dates

GOAL_P99_MS = 500.0
"""From a confirmed move to the page (issue)."""
MOST_GROWN_MB = 150.0
"""What 200 readers may cost (chosen: streams of 8 MB each, and 64 kB a reader)."""
WITNESSES = 5
"""So many readers note when each move came; the others count."""


class Served:
    """Opens the ways out, and keeps that of the page."""

    def __init__(self) -> None:
        self.way: WebWay | None = None

    def __call__(self, out: Out, complain: Complain) -> Way:
        if out.kind == "pgn":
            return FolderWay(out, complain)
        self.way = WebWay(out, complain)
        return self.way


def memory_mb() -> float:
    """What this process holds now."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6


def play(station: Station, hall: Hall, rate: float, seconds: float) -> dict[Mark, tuple[float, int]]:
    """Tell moves and clocks for so long; when each move was told, and with which clock."""
    told_s: dict[Mark, tuple[float, int]] = {}
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
            clock_s = FIRST_CLOCK_S + len(told_s)
            move = hall.move(random.choice(boards), t_s, Times(clock_s, clock_s))
            told_s[move.board, move.ply] = time.monotonic(), clock_s
            station.put(Told([move]))
        station.put(Now(t_s))
        time.sleep(0.002)
    return told_s


# --- the other process ----------------------------------------------------------------------------------------


class Reader:
    """One that reads; a witness also notes when each move came."""

    def __init__(self, *, witness: bool) -> None:
        self.came_s: dict[Mark, float] = {}
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
            news = json.loads(event.partition(b"data: ")[2] or b"{}")
            if news.get("moves"):
                for ply in range(news["from"] + 1, news["from"] + len(news["moves"]) + 1):
                    self.came_s.setdefault((news["board"], ply), now_s)


async def load(session: aiohttp.ClientSession, url: str) -> int:
    """The page, as a phone loads it; so many bytes come."""
    async with session.get(url) as answer:
        await answer.read()
        return int(answer.headers["Content-Length"])


async def read_all(url: str, readers: int, deaf: int) -> None:
    """Read until standard input says `end`; then write what came. Lines before that are sent back at once."""
    timeout = aiohttp.ClientTimeout(total=None)
    lines = [deaf_line(url) for _ in range(deaf)]
    made = [Reader(witness=number < WITNESSES) for number in range(readers)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as session:
        began_s = time.monotonic()
        sizes = await asyncio.gather(*(load(session, url) for _ in range(readers)))
        print(json.dumps([time.monotonic() - began_s, sizes[0]]), flush=True)
        tasks = [asyncio.create_task(reader.read(session, f"{url}/boards/events")) for reader in made]
        await asyncio.sleep(1.0)
        print("ready", flush=True)
        while (line := await asyncio.to_thread(sys.stdin.readline)).strip() != "end":
            print(line.strip(), flush=True)
        found = {
            "came": [[(*mark, at_s) for mark, at_s in reader.came_s.items()] for reader in made[:WITNESSES]],
            "events": [reader.events for reader in made],
            "lost": sum(reader.lost for reader in made),
        }
        print(json.dumps(found), flush=True)
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
    with tempfile.TemporaryDirectory() as folder:
        return measure(options, folder)


def measure(options: argparse.Namespace, folder: str) -> int:
    complaints, served, hall, written = list[str](), Served(), Hall(options.boards, 1), Written()
    folders.replace_file = written
    outs = (Out(kind="http", address="127.0.0.1:0"), Out(folder))
    station = Station(dates, complaints.append, (), served)
    station.put(Learnt(0.0, TournamentFile(event="Open", round=5, out=outs)))
    station.put(Told(hall.start()))
    while served.way is None or not served.way._showing.page() or written.size < 500 * options.boards:
        time.sleep(0.1)
    handed = Handed(served.way.server._contents.page)
    command = [sys.executable, "-m", "tests.bench.page", "--read", f"http://127.0.0.1:{served.way.server.port}"]
    command += ["--readers", str(options.readers), "--deaf", str(options.deaf)]
    before_mb = memory_mb()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        loaded_s, page_bytes = json.loads(child.stdout.readline())
        child.stdout.readline()
        bare = bare_ms(child)
        most_mb, ends = [memory_mb()], threading.Event()
        watcher = threading.Thread(target=watch, args=(most_mb, ends))
        watcher.start()
        cpu_s, began_s = time.process_time(), time.monotonic()
        moves = play(station, hall, options.rate, options.seconds)
        cpu = (time.process_time() - cpu_s) / (time.monotonic() - began_s)
        time.sleep(1.0)
        ends.set()
        watcher.join()
        print("end", file=child.stdin, flush=True)
        found = json.loads(child.stdout.readline())
        child.stdin.close()
    station.close()
    told_s = {mark: at_s for mark, (at_s, _) in moves.items()}
    file_s = {mark: written.at_s[clock_s] for mark, (_, clock_s) in moves.items() if clock_s in written.at_s}
    came = [{(board, int(ply)): at_s for board, ply, at_s in witness} for witness in found["came"]]
    late_ms = sorted(each for witness in came for each in between_ms(told_s, witness))
    file_ms, ours_ms = between_ms(told_s, file_s), between_ms(told_s, handed.at_s)
    theirs_ms = [max(0.0, each) for witness in came for each in between_ms(handed.at_s, witness)]
    missing = len(came) * len(told_s) - len(late_ms) + len(told_s) - len(file_ms)
    grown_mb = max(most_mb) - before_mb
    print(f"{options.boards} boards, {options.rate:.0f} moves/s, {options.readers} readers, {options.deaf} deaf ones")
    print(f"a confirmed move is in games.pgn ({written.size // 1000} kB) after {told(file_ms)},")
    print(f"and at a reader of the page after {told(late_ms)}; goal {GOAL_P99_MS:.0f} ms (p99) for both")
    print(f"  until it was handed to all of them, ours: {told(ours_ms)}; from there, the readers': {told(theirs_ms)}")
    print(f"{p99(file_ms) / bare:.0f} and {p99(late_ms) / bare:.0f} times (p99) the bare way to it ({bare:.2f} ms)")
    print(f"all load the page of {page_bytes / 1000:.0f} kB at once before: the last has it after {loaded_s:.2f} s")
    print(f"{len(told_s)} moves, {missing} missing (file, {len(came)} witnesses); {found['lost']} readers lost")
    print(f"each reader had {min(found['events'])} to {max(found['events'])} events")
    print(f"memory grew by {grown_mb:.0f} MB at most; {100 * cpu:.0f} % of a core in all")
    for complaint in complaints:
        print(complaint)
    fine = not missing and not found["lost"] and grown_mb < MOST_GROWN_MB and not complaints
    return 0 if fine and max(p99(file_ms), p99(late_ms)) < GOAL_P99_MS else 1


def watch(most_mb: list[float], ends: threading.Event) -> None:
    """Note what memory is held at the most."""
    while not ends.wait(0.5):
        most_mb.append(memory_mb())


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main())
