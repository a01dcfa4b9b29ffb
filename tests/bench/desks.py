"""What desks cost the recorder they are attached to: its CPU, and how late it tells a move.

    python -m tests.bench.desks                200 boards in lively play, about two minutes
    python -m tests.bench.desks --boards 64

The boards of `many_boards`: pseudo terminals, legal games at 10 field updates and one clock message a second and board.
They are followed by a recorder in a process of its own: alone; looked at four times a second as its own dashboard does
(so that views are laid out); with one desk, four, ten (whose own processes fill a machine of two cores), and with one
that never reads, each a process of its own. CPU is the recorder's by `process_time` while the boards play; ratios are
made round by round, and figures are medians.
"""

import argparse
import multiprocessing
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, Literal

from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.screen_feed import LiveFeed
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.door import Host
from dgt_monitor.viewing.finding import found
from dgt_monitor.viewing.place import Place, open_door
from dgt_monitor.viewing.words import hello, told
from drivers.live import LiveLines
from drivers.serial_line import raise_descriptor_limit
from tests.bench.feeding import Load
from tests.bench.many_boards import PATIENCE_S, Boards, Round, judged, mark, wait
from tests.bench.watching import Seen, _count_updates, _Listener
from tests.bench.watching import mark as stands

Who = Literal["alone", "looked at", "1 desk", "4 desks", "10 desks", "1 that reads nothing"]
DESKS: Final[dict[Who, int]] = {
    "alone": 0,
    "looked at": 0,
    "1 desk": 1,
    "4 desks": 4,
    "10 desks": 10,
    "1 that reads nothing": 1,
}
TICK_S: Final = 0.25
"""So often a screen looks (`dashboard.app`)."""


def record(who: Who, paths: list[str], folder: str, pipe: Connection) -> None:
    """The process of the recorder."""
    raise_descriptor_limit()
    came, listener = _count_updates(), _Listener()
    complaints = LiveComplaints(tell=lambda _: None)
    session = LiveSession(LiveLines(paths, complaints), [listener])
    feed = LiveFeed(session, complaints)
    host = Host(feed, open_door(None, None, among=[Path(folder)]), complain=complaints)
    host.start()
    over = threading.Event()

    def look() -> None:
        while not over.wait(TICK_S):
            feed.view()

    def obey() -> None:
        pipe.send("open")
        while pipe.recv() != "stop":
            pipe.send(stands())
        over.set()
        session.stop()

    for run in (obey, look) if who == "looked at" else (obey,):
        threading.Thread(target=run, daemon=True).start()
    session.run()
    host.close()
    pipe.send(Seen(came[0], {}, listener.moved_s(), listener.uci, listener.alerts, []))


def place_in(folder: str) -> Place:
    return found(among=[Path(folder)])


def view(who: Who, folder: str, pipe: Connection) -> None:
    """The process of a desk, without its screen."""
    if who == "1 that reads nothing":
        place = place_in(folder)
        with place.connect() as line:
            line.sendall(told(hello(place.about.token, "bench", looks_only=True)))
            pipe.send("in")
            pipe.recv()
        return
    feed = AttachedFeed(lambda: place_in(folder), "bench")
    feed.start()
    feed.wait_for(lambda: feed.attached, PATIENCE_S)
    pipe.send("in")
    while not pipe.poll(TICK_S):
        feed.view()
    feed.stop()


def begun(stack: ExitStack, target: object, *arguments: object) -> Connection:
    """A process of its own, which has told that it is ready."""
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process: BaseProcess = context.Process(target=target, args=(*arguments, theirs), daemon=True)  # type: ignore[arg-type]
    process.start()
    theirs.close()
    stack.callback(ours.close)
    stack.callback(process.join, PATIENCE_S)
    wait(ours)
    return ours


def run(who: Who, boards: Boards) -> Round:
    """One recorder, one play."""
    boards.do("begin")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="dgt"))
        recorder = begun(stack, record, who, boards.paths, folder)
        boards.do("converse")
        desks = [begun(stack, view, who, folder) for _ in range(DESKS[who])]
        time.sleep(1.0)  # the first view of all boards is no part of the play
        before = mark(recorder)
        told_them = boards.do("play", PATIENCE_S + 3 * boards.load.seconds)
        after = mark(recorder)
        for desk in desks:
            desk.send("stop")
        recorder.send("stop")
        seen: Seen = wait(recorder)
    return judged(boards, told_them, seen, (after.cpu_s - before.cpu_s) / boards.load.seconds, after.rss_kib)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0, help="of play in a round")
    options = parser.parse_args(arguments)
    boards = Boards(Load(options.boards, options.seconds))
    done: dict[Who, list[Round]] = {who: [] for who in DESKS}
    for _ in range(options.rounds):
        for who, rounds in done.items():
            rounds.append(run(who, boards))
    boards.close()
    for who, rounds in done.items():
        beside = [one.cpu / its.cpu for one, its in zip(rounds, done["alone"], strict=True)]
        print(
            f"{options.boards} boards, {who:21} CPU {statistics.median(one.cpu for one in rounds):6.1%} of a core, "
            f"{statistics.median(beside):5.2f} x alone [{min(beside):.2f} {max(beside):.2f}]; move told p50 "
            f"{statistics.median(one.p50_ms for one in rounds):5.1f} ms, p99 "
            f"{statistics.median(one.p99_ms for one in rounds):5.1f} ms; lost {sum(one.lost for one in rounds)}, "
            f"games wrong {sum(one.wrong for one in rounds)}; "
            f"RSS {statistics.median(one.rss_kib for one in rounds) / 1024:.0f} MiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
