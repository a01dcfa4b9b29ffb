"""Spawn to first frame: our screen over 8 and over 200 boards, against Y4, a minimal Textual application.

`python -m tests.bench.first_frame [ROUNDS]`. Each run is a new process on a pseudo-terminal of 120x40; the time ends
when the last line of the first frame has come out. Runs alternate, medians are compared.
"""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import termios
import time

from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.hall.views import BoardView, HallView, MoveView

ROUNDS = 11
GOAL = 2.0  # times Y4
COLUMNS, LINES = 120, 40
LAST_WORDS = b" acknowledge "
"""What stands in the last line of our screen, and in that of Y4."""
_TOO_LONG_S = 20.0

_Y4 = """
from textual.app import App
from textual.widget import Widget
class Y4(App):
    def compose(self):
        yield Label()
class Label(Widget):
    def render(self):
        return " acknowledge "
Y4().run()
"""
_OURS = """
from tests.bench.first_frame import still_feed
from dgt_monitor.dashboard.app import run_dashboard
run_dashboard(still_feed({boards}), bell='off')
"""


class _StillFeed:
    def __init__(self, boards: int) -> None:
        # plain values: how the hall comes to be is not what is measured here
        squares = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"
        move = MoveView(40, 20, "black", "Nf6", "g8f6", "confirmed", True, "seen", 1, 1, 100.0, None)

        def board(number: int) -> BoardView:
            return BoardView(
                str(number), "P", None, "20001", "1.8", "up", "playing", 1, "", False, False, squares, squares, (),
                (move,) * 40, True, 21, 7, 1, 1, (), 3600, 3500, "white", None, (), 3599.0,
            )  # fmt: skip

        self._view = HallView(3600.0, tuple(board(n) for n in range(1, boards + 1)), ())
        self._status = FeedStatus("live", None, None, 0, None)

    def view(self) -> HallView:
        return self._view

    def status(self) -> FeedStatus:
        return self._status

    def acknowledge(self, alert_id: str) -> None:
        """Nothing to do here."""


def still_feed(boards: int) -> _StillFeed:
    """A feed of one snapshot in which nothing is the matter."""
    return _StillFeed(boards)


def first_frame_s(program: str) -> float:
    """Seconds from spawning the program to its first frame of text."""
    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    environ = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=far, stdout=far, stderr=far, close_fds=True, env=environ
    )
    os.close(far)
    try:
        _wait_for_frame(near, began)
        return time.perf_counter() - began
    finally:
        child.kill()
        child.wait()
        os.close(near)


def _wait_for_frame(near: int, began: float) -> None:
    seen = b""
    while LAST_WORDS not in seen:
        left = _TOO_LONG_S - (time.perf_counter() - began)
        ready, _, _ = select.select([near], [], [], max(0.0, left))
        if not ready:
            raise TimeoutError(seen[-2000:])
        try:
            seen += os.read(near, 65536)
        except OSError as ended:  # how Linux tells that the other end was closed
            raise RuntimeError(seen.decode(errors="replace")) from ended


def main(rounds: int = ROUNDS) -> None:
    """Run and print the medians and ratios."""
    programs = {"Y4": _Y4, "8 boards": _OURS.format(boards=8), "200 boards": _OURS.format(boards=200)}
    times: dict[str, list[float]] = {name: [] for name in programs}
    for program in programs.values():
        first_frame_s(program)  # compiled files and caches
    for _ in range(rounds):
        for name, program in programs.items():
            times[name].append(first_frame_s(program))
    base = statistics.median(times["Y4"])
    for name, taken in times.items():
        middle = statistics.median(taken)
        ratio = f"{middle / base:5.2f} x Y4 (goal at most {GOAL})" if name != "Y4" else ""
        print(f"{name:>11}: {middle * 1000:6.0f} ms [{min(taken) * 1000:.0f}-{max(taken) * 1000:.0f}]  {ratio}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
