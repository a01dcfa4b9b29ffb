"""From the last byte of the move that makes a fivefold to the alert on the screen and the bell, while 200 boards play.

    python -m tests.bench.alarm                    55 fivefolds, about four minutes
    python -m tests.bench.alarm --fivefolds 10     a sample, a minute

Boards, recorder and desk are a process each: pseudo terminals that play by the machine's clock (400 field updates and
200 clock messages a second in all), a recorder with a journal to which desks attach, and a desk on a pseudo terminal of
160x45 with the bell on. An alert is on the screen when it has come out of that terminal in words, in the banner or the
list of alerts; the bell when the next BEL has that ends no title. Reconstruction may wait (for the next hand, the
lever, or that the position settles): the hall says by its own time when it has concluded, and for how long the board's
last word had then been read is taken off. What is left is the time of reading, concluding, journal, views, desk and
drawing. It is told beside the time in which an empty Textual application shows a key that was typed.
"""

import argparse
import fcntl
import multiprocessing
import os
import pty
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.alarm_hall import Concluded, Plan, Sent, record, serve
from tests.bench.alarm_parts import DESK_NOTES, PARTS, Way, after, desk_notes, parts_ms
from tests.bench.many_boards import PATIENCE_S, wait

COLUMNS, LINES = 160, 45
GOAL_P99_MS: Final = 150.0
KEYS: Final = 60
"""So many are typed at the empty application."""
REST_S: Final = 3.0
"""A desk has shown the whole hall after this."""
_ESCAPES: Final = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]")
_TITLE: Final = re.compile(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_DESK: Final = """
from pathlib import Path
from dgt_monitor.dashboard.app import run_dashboard
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.finding import found
feed = AttachedFeed(lambda: found(among=[Path({folder!r})]), "bench")
feed.start()
assert feed.wait_for(lambda: feed.attached, 30.0), feed.why
{notes}
with seldom_collecting():
    run_dashboard(feed, bell="repeat")
"""
_EMPTY: Final = """
from textual.app import App
from textual.widget import Widget
class Label(Widget):
    text = ""
    def render(self):
        return self.text
class Empty(App):
    def compose(self):
        yield Label()
    def on_key(self, event):
        label = self.query_one(Label)
        label.text = f"typed {event.character}"
        label.refresh()
Empty().run()
"""


class Piece(NamedTuple):
    """What came out of a terminal at once."""

    at_s: float
    data: bytes


class Terminal:
    """A program on a pseudo terminal; what it draws is kept with its time, unless it is not to be."""

    def __init__(self, program: str, *, keep: bool = True) -> None:
        self.drawn: list[Piece] = []
        self._keep = keep
        self._near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=far, stdout=far, stderr=far, env=environ
        )
        os.close(far)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while not self._over.is_set():
            if select.select([self._near], [], [], 0.2)[0]:
                with suppress(OSError):
                    data = os.read(self._near, 1 << 16)
                    if self._keep:
                        self.drawn.append(Piece(time.monotonic(), data))

    @property
    def pid(self) -> int:
        return self._process.pid

    def type(self, key: str) -> None:
        os.write(self._near, key.encode())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._over.set()
        self._thread.join()
        os.close(self._near)


def first_s(drawn: Sequence[Piece], since_s: float, wanted: "re.Pattern[bytes]") -> float | None:
    """When this had come out of a terminal, colours and places aside."""
    seen = b""
    for piece in drawn:
        if piece.at_s >= since_s:
            seen += piece.data
            if wanted.search(_ESCAPES.sub(b"", _TITLE.sub(b"", seen))):
                return piece.at_s
            seen = seen[-4096:]
    return None


def baseline_ms() -> list[float]:
    """From a key to what it shows, in an empty application."""
    terminal = Terminal(_EMPTY)
    time.sleep(REST_S)
    out = []
    for number in range(KEYS):
        key = "abcdefghijklmnopqrstuvwxyz"[number % 26]
        typed_s = time.monotonic()
        terminal.type(key)
        time.sleep(0.13 + 0.007 * (number % 7))
        at_s = first_s(terminal.drawn, typed_s, re.compile(rb"typed " + key.encode() + rb"|" + key.encode()))
        if at_s is not None:
            out.append(1000 * (at_s - typed_s))
    terminal.close()
    return out


class Alarm(NamedTuple):
    """How late a fivefold was, in milliseconds, beyond what reconstruction waits for."""

    told: float
    screen: float
    bell: float
    way: Way
    rang_s: float


def late(one: Concluded, sent: Sent, drawn: Sequence[Piece], desk: Mapping[str, Sequence[float]]) -> Alarm | None:
    """None: it never came."""
    last_s = sent.at_s[bisect_right(sent.at_s, one.heard_s) - 1]
    due_s = last_s + (one.concluded_s - one.heard_s)
    text = re.compile(rb"! (?:BOARD )?" + re.escape(one.board.encode()) + rb" +FIVEFOLD")
    screen_s = first_s(drawn, due_s, text)
    bell_s = first_s(drawn, due_s, re.compile(rb"\x07"))
    if screen_s is None or bell_s is None:
        return None
    woken_s = after(desk["woken"], one.called_s)
    turn_s = after(desk["turn"], woken_s)
    drawn_s = after(desk["drawn"], turn_s)
    way = Way(due_s, one.reached_s, one.told_s, one.called_s, one.written_s, woken_s, turn_s, drawn_s, screen_s)
    told, screen, bell = (1000 * (at_s - due_s) for at_s in (one.told_s, screen_s, bell_s))
    return Alarm(told, screen, bell, way, bell_s)


def run(plan: Plan) -> tuple[list[Alarm | None], list[Sent]]:
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="dgt") as folder:
        boards, theirs = multiprocessing.Pipe()
        context.Process(target=serve, args=(plan, theirs), daemon=True).start()
        recorder, its = multiprocessing.Pipe()
        seats = wait(boards)
        context.Process(target=record, args=(seats, folder, its), daemon=True).start()
        place = wait(recorder)
        boards.send("converse")
        wait(boards)
        notes = Path(folder, "desk.notes")
        desk = Terminal(_DESK.format(folder=place, notes=DESK_NOTES.format(notes=str(notes))))
        begun_s = time.monotonic()
        while not notes.exists() and time.monotonic() < begun_s + PATIENCE_S:
            time.sleep(0.1)
        if not notes.exists():
            sys.exit("".join(piece.data.decode(errors="replace") for piece in desk.drawn)[-2000:])
        time.sleep(REST_S)
        boards.send("play")
        sent: dict[str, Sent] = {each.name: each for each in wait(boards, PATIENCE_S + plan.seconds * 2)}
        recorder.send("stop")
        concluded: list[Concluded] = wait(recorder)
        desk.close()
        boards.send("end")
        noted = desk_notes(notes)
        held = ", ".join(f"{1000 * each_s:.0f}" for each_s in noted["collecting"][-20:])
        print(f"times over 20 ms in which the desk looked for cycles, the last ones: {held or 'none'} ms")
    return [late(one, sent[one.board], desk.drawn, noted) for one in concluded], list(sent.values())


def _told(name: str, values: Sequence[float], base_ms: float) -> str:
    ordered = sorted(values)
    middle, p99 = statistics.median(ordered), ordered[max(0, -(-len(ordered) * 99 // 100) - 1)]
    latest = ", ".join(f"{each:.0f}" for each in ordered[-4:])
    return (
        f"{name:26} median {middle:6.1f} ms, p99 {p99:6.1f} ms, latest {latest} ms; "
        f"median {middle / base_ms:5.1f} x the empty application's"
    )


def _tell_parts(came: Sequence[Alarm]) -> None:
    """Where the time goes: of all, and of the latest on the screen and to ring."""
    parts = list(zip(*(parts_ms(alarm.way) for alarm in came), strict=True))
    for name, values in zip(PARTS, parts, strict=True):
        ordered = sorted(values)
        latest = ", ".join(f"{each:.0f}" for each in ordered[-4:])
        print(f"  {name:24} median {statistics.median(ordered):6.1f} ms, latest {latest} ms")
    rang = [alarm.rang_s for alarm in came]
    for number in sorted(range(len(came)), key=lambda each: max(came[each].screen, came[each].bell))[-5:]:
        one, before = came[number], after([], 0.0) if number == 0 else rang[number] - rang[number - 1]
        told = " + ".join(f"{each:.0f}" for each in parts_ms(one.way))
        print(
            f"  {number:3} screen {one.screen:5.0f} = {told}; bell {one.bell:5.0f}, {before:.2f} s after the last ring"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--fivefolds", type=int, default=55)
    options = parser.parse_args(arguments)
    plan = Plan(options.boards, options.fivefolds)
    empty = baseline_ms()
    base_ms = statistics.median(empty)
    alarms, sent = run(plan)
    came = [alarm for alarm in alarms if alarm is not None]
    updates = sum(len(each.at_s) for each in sent) / plan.seconds
    print(
        f"{plan.boards} boards, {updates:.0f} messages a second; fivefolds made {plan.fivefolds}, "
        f"concluded {len(alarms)}, on the screen and rung {len(came)}; refused {sum(each.refused for each in sent)}"
    )
    print(_told("empty application, a key", empty, base_ms))
    if not came:
        sys.exit(1)
    print(_told("let out by the journal", [each.told for each in came], base_ms))
    print(_told("on the screen", [each.screen for each in came], base_ms))
    print(_told("bell", [each.bell for each in came], base_ms))
    _tell_parts(came)
    print(f"goal: on the screen and rung after at most {GOAL_P99_MS:.0f} ms, 99th percentile")
    if len(came) < plan.fivefolds:
        sys.exit(1)


if __name__ == "__main__":
    main()
