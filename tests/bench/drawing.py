"""CPU of the dashboard over 200 boards in lively play, against an empty Textual application that redraws as often.

    python -m tests.bench.drawing [ROUNDS]

Each run is a process of its own on a pseudo-terminal of 160x45. The feed changes a hundred of the boards between two
looks: 400 field updates a second at four looks a second. CPU is `process_time` of the drawing process over `SECONDS`,
the feed's own share (making views, measured apart) taken off; late is how much longer than a tick it was from one look
to the next. Runs alternate; figures are medians, of lateness the worst of all.
"""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import Final

ROUNDS: Final = 3
SECONDS: Final = 6.0
WARM_S: Final = 2.5
"""Before that is measured nothing: starting is not drawing."""
BOARDS: Final = 200
CHANGED: Final = 100
"""Boards that changed since the look before (issue: 400 field updates a second)."""
COLUMNS, LINES = 160, 45
GOAL_CORE: Final = 0.20
GOAL_LATE_MS: Final = 250.0
_TOO_LONG_S: Final = 30.0
_KEYS: Final = {"empty": "", "compact": "", "roomy": "v", "table": "vv", "filtered": "/clock<80\r"}
"""What is typed before it is measured."""


class Meter:
    """Measures the process it is in: from some time on, for `SECONDS`."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._begun_s = time.monotonic()
        self._cpu_s: float | None = None
        self._last_s = 0.0
        self._late_s = 0.0
        self.own_s = 0.0
        """CPU that is none of the drawing's."""
        self.over = False

    def look(self, tick_s: float) -> None:
        """It is looked at the hall."""
        now_s = time.monotonic()
        if self._cpu_s is None and now_s - self._begun_s >= WARM_S:
            self._cpu_s, self._began_s, self.own_s = time.process_time(), now_s, 0.0
        elif self._cpu_s is not None and not self.over:
            self._late_s = max(self._late_s, now_s - self._last_s - tick_s)
            if now_s - self._began_s >= SECONDS:
                cpu = (time.process_time() - self._cpu_s - self.own_s) / (now_s - self._began_s)
                Path(self._path).write_text(f"{cpu} {self._late_s}", encoding="ascii")
                self.over = True
        self._last_s = now_s


def draw(path: str) -> None:
    """The process that draws the wall."""
    from dgt_monitor.dashboard.app import TICK_S, run_dashboard
    from dgt_monitor.dashboard.feed import FeedStatus
    from dgt_monitor.hall.entries import Ruling
    from dgt_monitor.hall.views import HallView
    from tests.dashboard.fake_hall import make_hall

    games = [board.moves for board in make_hall(BOARDS).boards]

    class Lively:
        """A hall whose boards change by turns."""

        def __init__(self) -> None:
            self._view = make_hall(BOARDS)
            self._at = 0
            self.meter = Meter(path)

        def view(self) -> HallView:
            self.meter.look(TICK_S)
            before_s = time.process_time()
            boards = list(self._view.boards)
            for place in range(self._at, self._at + CHANGED):
                board = boards[place % BOARDS]
                whole = games[place % BOARDS]
                moves = whole[:-1] if len(board.moves) == len(whole) else whole
                white_s = None if board.white_s is None else max(0, board.white_s - 1)
                boards[place % BOARDS] = board._replace(moves=moves, white_s=white_s)
            self._at += CHANGED
            self._view = self._view._replace(boards=tuple(boards), t_s=self._view.t_s + TICK_S)
            self.meter.own_s += time.process_time() - before_s
            return self._view

        def status(self) -> FeedStatus:
            return FeedStatus("live", None, "14:32:07", 0, None)

        def acknowledge(self, alert_id: str) -> None:
            """Nobody does."""

        def rule(self, ruling: Ruling) -> None:
            """Nobody does."""

        def preview(self, ruling: Ruling) -> None:
            """There is none."""

        def clock_sheet(self) -> tuple[str, str]:
            return "", ""

        def sheet(self, board: str) -> str:
            return board

    feed = Lively()
    run_dashboard(feed, bell="off", leaving=lambda: feed.meter.over)


def empty(path: str) -> None:
    """The process to compare with: one line that changes at every tick."""
    from textual.app import App, ComposeResult
    from textual.widget import Widget

    from dgt_monitor.dashboard.app import TICK_S

    meter = Meter(path)

    class Label(Widget):
        number = 0

        def render(self) -> str:
            return f"{self.number}"

    class Empty(App[None]):
        def compose(self) -> ComposeResult:
            yield Label()

        def on_mount(self) -> None:
            self.set_interval(TICK_S, self.tick)

        def tick(self) -> None:
            meter.look(TICK_S)
            label = self.query_one(Label)
            label.number += 1
            label.refresh()
            if meter.over:
                self.exit()

    Empty().run()


def run(what: str) -> tuple[float, float]:
    """Share of a core and the worst lateness, in milliseconds, of one process."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "measured"
        target = "empty" if what == "empty" else "draw"
        command = [sys.executable, "-c", f"from tests.bench.drawing import {target}; {target}({str(path)!r})"]
        environ = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)
        os.close(theirs)
        _read_out(ours, process, _KEYS[what])
        cpu, late_s = map(float, path.read_text(encoding="ascii").split())
    os.close(ours)
    return cpu, late_s * 1000


def _read_out(terminal: int, process: "subprocess.Popen[bytes]", keys: str) -> None:
    """What a terminal does: take what is drawn; and, once something is, type."""
    begun_s, waiting = time.monotonic(), keys
    while process.poll() is None:
        if time.monotonic() - begun_s > _TOO_LONG_S:
            process.kill()
            raise TimeoutError("the screen did not end")
        if waiting and time.monotonic() - begun_s > WARM_S / 2:
            os.write(terminal, waiting.encode())
            waiting = ""
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                os.read(terminal, 1 << 16)
            except OSError:  # its other end is closed
                break
    process.wait()


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    found: dict[str, list[tuple[float, float]]] = {what: [] for what in _KEYS}
    for _ in range(rounds):
        for what, runs in found.items():
            runs.append(run(what))
    base = statistics.median(cpu for cpu, _ in found["empty"])
    print(f"{BOARDS} boards, {CHANGED} changed at each of {1 / 0.25:g} looks a second, {COLUMNS}x{LINES}")
    for what, runs in found.items():
        cpu, late_ms = statistics.median(cpu for cpu, _ in runs), max(late for _, late in runs)
        print(f"{what:9} {cpu:6.1%} of a core, {cpu / base:5.1f} times empty; latest redraw {late_ms:4.0f} ms late")
    print(f"goal: {GOAL_CORE:.0%} of a core, no redraw more than {GOAL_LATE_MS:.0f} ms late")


if __name__ == "__main__":
    main()
