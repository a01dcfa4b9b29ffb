"""Who reads the lines in the bench of many boards: the monitor as it is, or a bare selector that only decodes (Y3).

Each is a process of its own, begun afresh, which tells by a pipe what it has used and seen.
"""

import os
import resource
import selectors
import sys
import termios
import threading
import time
from array import array
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, NamedTuple

from dgt_monitor import events
from dgt_monitor.cli.output import EventWriter
from dgt_monitor.events import Event
from dgt_monitor.game.changes import Change
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.record import open_record
from drivers.dgt.interpret import Interpreter
from drivers.live import LiveLines
from drivers.readings import FieldUpdate
from drivers.serial_line import raise_descriptor_limit

Who = Literal["bare", "monitor", "json", "journal"]
KIB = 1024


class Mark(NamedTuple):
    """Where a process stands."""

    cpu_s: float
    rss_kib: float


class Seen(NamedTuple):
    """What a reader has seen in a round."""

    updates: int
    """Field updates that came to where they are used: in the monitor the trackers of the hall."""
    read_s: dict[str, "array[float]"]
    """Bare: of each line, when each update was decoded."""
    moved_s: dict[tuple[str, int], float]
    """Monitor: of each board and ply, when the provisional move that stood was told."""
    uci: dict[str, tuple[str | None, ...]]
    """Monitor: of each board the moves of its only game."""
    alerts: int
    troubles: list[str]


def mark() -> Mark:
    """This process, now."""
    resident = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return Mark(time.process_time(), resident * resource.getpagesize() / KIB)


def watch(who: Who, paths: list[str], output: str, pipe: Connection) -> None:
    """The process of a reader."""
    raise_descriptor_limit()
    if who == "bare":
        _bare(paths, pipe)
    else:
        _monitor(who, paths, output, pipe)


def _bare(paths: list[str], pipe: Connection) -> None:
    """Select, read, decode, and nothing else."""
    selector = selectors.DefaultSelector()
    selector.register(pipe.fileno(), selectors.EVENT_READ, None)
    read_s: dict[str, array[float]] = {path: array("d") for path in paths}
    for path in paths:
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        termios.tcflush(fd, termios.TCIFLUSH)
        selector.register(fd, selectors.EVENT_READ, (Interpreter(), read_s[path]))
    pipe.send("open")
    while True:
        for key, _ in selector.select():
            if key.data is None:
                if pipe.recv() == "stop":
                    updates = sum(map(len, read_s.values()))
                    pipe.send(Seen(updates, read_s, {}, {}, 0, []))
                    return
                pipe.send(mark())
                continue
            line, told_s = key.data
            for reading in line.rx(os.read(key.fd, 4096)):
                if type(reading) is FieldUpdate:
                    told_s.append(time.monotonic())


class _Listener:
    """A sink that keeps little: when which move was told, and what the games were in the end."""

    def __init__(self) -> None:
        self.uci: dict[str, tuple[str | None, ...]] = {}
        self.alerts = 0
        self._boards: list[str] = []
        self._plies = array("i")
        """Of moves; of what was retracted the first ply, negative."""
        self._at_s = array("d")

    def __call__(self, told: list[Event]) -> None:
        for event in told:
            if type(event) is events.Move and event.status == "provisional":
                self._boards.append(event.board)
                self._plies.append(event.ply)
                self._at_s.append(time.monotonic())
            elif type(event) is events.Retract:
                self._boards.append(event.board)
                self._plies.append(-event.ply)
                self._at_s.append(time.monotonic())
            elif type(event) is events.Summary:
                self.uci[event.board] = event.uci
            elif type(event) is events.Alert:
                self.alerts += 1

    def moved_s(self) -> dict[tuple[str, int], float]:
        """When each ply that stands was told first; it may be told again, when it has become sure."""
        first: dict[tuple[str, int], float] = {}
        last: dict[str, int] = {}
        for board, ply, at_s in zip(self._boards, self._plies, self._at_s, strict=True):
            for gone in range(abs(ply), last.get(board, 0) + 1) if ply < 0 else ():
                first.pop((board, gone), None)
            if ply > 0:
                first.setdefault((board, ply), at_s)
                last[board] = max(ply, last.get(board, 0))
        return first


def _count_updates() -> list[int]:
    """Count from now on the field updates that come to a tracker, at the monitor's cost."""
    came = [0]
    field = Tracker.field

    def counted(self: Tracker, t_s: float, square: int, piece: str) -> Sequence[Change]:
        came[0] += 1
        return field(self, t_s, square, piece)

    Tracker.field = counted  # type: ignore[method-assign]  # for this process, which does nothing else
    return came


def _monitor(who: Who, paths: list[str], output: str, pipe: Connection) -> None:
    came, listener, troubles = _count_updates(), _Listener(), list[str]()
    sinks = [listener]
    record = open_record(Path(f"{output}-{time.monotonic_ns()}.dgtj"), troubles.append) if who == "journal" else None
    if who == "json":
        sys.stdout = Path(output).open("w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
        session = LiveSession(LiveLines(paths, troubles.append), [EventWriter(as_json=True), *sinks])
    else:
        session = LiveSession(LiveLines(paths, troubles.append), sinks, record=record)

    def obey() -> None:
        pipe.send("open")
        while pipe.recv() != "stop":
            pipe.send(mark())
        session.stop()

    threading.Thread(target=obey, daemon=True).start()
    session.run()
    if record is not None and (unwritten := record.close()):
        troubles.append(f"{unwritten} rows were not written")
    pipe.send(Seen(came[0], {}, listener.moved_s(), listener.uci, listener.alerts, troubles))
