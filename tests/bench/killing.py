"""Monitors that are killed: forked with all they import, ruled on by a thread of their own, their stream in a file."""

import json
import multiprocessing
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.schema import open_to_write

READY_S = 120.0
RULED_EVERY_S = 0.3
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["dgt_monitor.cli.start", "dgt_monitor.cli.watch", "drivers.live", __name__])
FIRST = "CREATE TABLE beside AS SELECT seq, t_s FROM rows"
STEPS = 400
"""Statements of a migration: enough to be killed among them."""


def watch(arguments: list[str], out: Path, marks: Connection, seed: int) -> None:
    """The process of a monitor."""
    for descriptor, name in ((1, "out"), (2, "err")):
        file = os.open(out.with_suffix(f".{name}"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, descriptor)
    from dgt_monitor.cli.start import cli
    from dgt_monitor.recorder import live

    begin = live.LiveSession.run

    def run(session: live.LiveSession) -> None:
        threading.Thread(target=rule_on, args=(session, marks, Random(seed)), daemon=True).start()
        begin(session)

    live.LiveSession.run = run  # type: ignore[method-assign, assignment]
    sys.argv = ["dgt-monitor", *arguments]
    cli.main(args=arguments)


def rule_on(session: Any, marks: Connection, rng: Random) -> None:
    """Rule again and again; each ruling is marked just before it is made."""
    while not session.ended:
        time.sleep(rng.expovariate(1 / RULED_EVERY_S))
        for ruling in rulings_on(session.view(), rng):
            marks.send(1)
            session.rule(ruling)


def rulings_on(view: HallView, rng: Random) -> list[Ruling]:
    """What is ruled next; none of it changes a game in the end."""
    boards = [board for board in view.boards if len(board.moves) > 2 and board.phase == "playing"]
    if view.alerts and rng.random() < 0.5:
        alert = rng.choice(view.alerts)
        kind: Any = "acknowledge" if alert.acknowledged_t_s is None else "unacknowledge"
        return [Ruling(0.0, "Ada", kind, alert.id)]
    if not boards:
        return []
    board = rng.choice(boards)
    if rng.random() < 0.5:
        return [Ruling(0.0, "Ada", "exchange", board=board.board)]
    return [Ruling(0.0, "Ada", "replace", board=board.board, ply=1, moves=(board.moves[0].san,))]


class Monitor:
    """`dgt-monitor watch --json --journal`, as anybody starts it, and what it has written."""

    def __init__(self, journal: Path, urls: list[str], seed: int) -> None:
        self._out = journal.with_name("stream")
        self.marks, theirs = CONTEXT.Pipe(duplex=False)
        arguments = ["watch", "--json", "--journal", str(journal), *urls]
        self._process = CONTEXT.Process(target=watch, args=(arguments, self._out, theirs, seed))
        self._process.start()
        theirs.close()

    def wait_for_ruling(self, timeout_s: float) -> bool:
        """Whether a ruling is made now."""
        try:
            while self.marks.poll():
                self.marks.recv()
            return self.marks.poll(timeout_s)
        except EOFError:
            return False

    def end(self, number: signal.Signals) -> list[dict[str, Any]]:
        """End it; every line that came whole."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)
        self._process.join(READY_S)
        self.marks.close()
        out = self._out.with_suffix(".out")
        lines = out.read_text().splitlines(keepends=True) if out.exists() else []
        out.unlink(missing_ok=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]

    @property
    def said(self) -> str:
        """What it told beside the stream."""
        err = self._out.with_suffix(".err")
        return err.read_text() if err.exists() else ""


def migrate(db: sqlite3.Connection) -> None:
    """Tables of a version to come, in many steps."""
    db.execute(FIRST)
    for number in range(STEPS):
        db.execute("UPDATE beside SET t_s = t_s + ? WHERE seq % 400 = ?", (number, number))


def open_and_migrate(journal: Path, marks: Connection) -> None:
    """The process of a program to come, which finds an older journal."""

    def marked(db: sqlite3.Connection) -> None:
        marks.send(1)
        migrate(db)

    open_to_write(journal, "2026-11-30T19:04:17", {1: marked}).close()


def migrate_alone() -> None:
    """The same as a program; it says why it cannot."""
    try:
        open_to_write(Path(sys.argv[1]), "2026-11-30T19:04:17", {1: migrate}).close()
    except sqlite3.Error as error:
        sys.exit(f"cannot be used: {error}")


def kill_migrating(journal: Path, delay: Callable[[], float]) -> None:
    """Kill it in the middle of that, or just after."""
    ours, theirs = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=open_and_migrate, args=(journal, theirs))
    process.start()
    theirs.close()
    if ours.poll(READY_S):
        time.sleep(delay())
    process.kill()
    process.join(READY_S)
    ours.close()
