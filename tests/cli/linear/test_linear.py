"""Lines and choices one after the other; and both in the real program, at a terminal."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dgt_monitor.cli.linear.happenings import Line
from dgt_monitor.cli.linear.keyboard import Keyboard
from dgt_monitor.cli.linear.linear import HELD, LEFT_S, Linear
from tests.dashboard.fake_hall import FakeFeed, Hand, board, hall_of
from tests.viewing.rooms import short_folder

GUARD_S = 50.0
CALM, LOUD = Line("a move"), Line("! a fivefold", loud=True)
posix = pytest.mark.skipif(sys.platform == "win32", reason="terminals are those of POSIX")


class Person:
    """Who hears and types."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.left = threading.Event()
        self.hand = Hand()
        feed = FakeFeed(hall_of([board("12", "fivefold")]))
        self.feed = feed
        self.linear = Linear(feed, self.heard.extend, self.left.set, self.hand)

    def new(self) -> list[str]:
        heard, self.heard[:] = list(self.heard), []
        return heard


@pytest.fixture
def person() -> Person:
    return Person()


def test_lines_go_out_as_they_come_while_nothing_is_chosen(person: Person) -> None:
    person.linear.happened([CALM, LOUD])
    assert person.new() == ["a move", "! a fivefold"]


def test_while_something_is_chosen_only_what_is_loud_is_told_and_the_rest_after_it(person: Person) -> None:
    person.linear.typed("")
    assert person.new()[0].startswith("What next?")
    person.linear.happened([CALM, LOUD])
    assert person.new() == ["! a fivefold"]
    person.linear.typed("")
    assert person.new() == ["a move"]


def test_a_choice_that_is_left_alone_is_given_up(person: Person) -> None:
    person.linear.typed("")
    person.linear.happened([CALM])
    person.new()
    person.hand.time_s += LEFT_S - 1
    person.linear.passes()
    assert person.new() == []
    person.hand.time_s += 1
    person.linear.passes()
    assert person.new() == ["Nothing was chosen; what happens is told again.", "a move"]


def test_what_waits_is_bounded_and_what_is_lost_is_told(person: Person) -> None:
    person.linear.typed("")
    person.linear.happened([Line(str(number)) for number in range(HELD + 3)])
    person.new()
    person.linear.typed("")
    heard = person.new()
    assert heard[:2] == ["3 older lines are not told.", "3"]
    assert len(heard) == HELD + 1


def test_q_leaves_from_everywhere(person: Person) -> None:
    person.linear.typed("1")
    person.linear.typed("q")
    assert person.left.is_set()


def test_typing_is_read_in_whole_lines_whatever_the_pieces_and_the_bytes() -> None:
    taken: list[str] = []
    ended = threading.Event()
    out, into = os.pipe()
    keyboard = Keyboard(taken.append, ended.set, out)
    keyboard.start()
    for piece in (b"1", b"2\r\n\xff", b"\xc3", b"\xa9\n", b"x" * 10_000, b"\n"):
        os.write(into, piece)
    os.close(into)
    assert ended.wait(GUARD_S)
    os.close(out)
    assert taken[:2] == ["12", "\ufffdé"]
    assert len(taken[2]) == 200


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.ours, theirs = os.openpty()
        environ = {**os.environ, "TERM": "linux", "XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(folder)}
        code = (
            "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); import dgt_monitor.cli.start as s; s.main()"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{code}; s.main()", *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environ, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = b""

    def hears(self, text: str) -> str:
        """Read until this was told; all that was told up to there."""
        while text.encode() not in self.seen:
            self.seen += os.read(self.ours, 1 << 16)
        before, _, self.seen = self.seen.partition(text.encode())
        return before.decode()

    def types(self, line: str) -> None:
        os.write(self.ours, line.encode() + b"\n")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.fixture
def short() -> Iterator[Path]:
    with short_folder() as folder:
        yield folder


@posix
def test_a_watch_at_a_terminal_is_asked_and_answered_in_lines_and_sends_nothing_but_text(short: Path) -> None:
    terminal = Terminal("watch", "--plain", "sim://?boards=3&speed=20", folder=short)
    try:
        told = terminal.hears("Enter: what can be done. q and Enter: quit.")
        told += terminal.hears(" 4.")  # moves on, so that the hall has been looked at since it began
        terminal.types("")
        told += terminal.hears("2 look at a board")
        told += terminal.hears("4 the hall in one line")
        terminal.types("4")
        told += terminal.hears("3 boards: ")
        terminal.types("q")
        assert terminal.process.wait(GUARD_S) == 0
        assert "\x1b" not in told
    finally:
        terminal.close()


@posix
def test_a_desk_in_lines_acknowledges_on_a_recorder_of_another_process(short: Path) -> None:
    hall = "sim://?boards=2&speed=20"
    environ = {**os.environ, "XDG_RUNTIME_DIR": str(short), "TMPDIR": str(short)}
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "--headless", hall]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True) as recorder:
        assert recorder.stderr is not None
        assert any("a desk attaches by" in line for line in iter(recorder.stderr.readline, ""))
        desk = Terminal("desk", "--plain", "--author", "Anna", folder=short)
        try:
            desk.hears("not watched;")
            desk.types("")
            desk.hears("2 look at a board")
            desk.types("2")
            desk.hears("Boards: ")
            desk.types(desk.hears(", "))
            page = desk.hears("rule its result")
            desk.types(page.rsplit("\n", 1)[1].split()[0])
            desk.hears("1 1-0")
            desk.types("1")
            desk.hears("1 rule so")
            desk.types("1")
            desk.hears("of Anna: ")
        finally:
            desk.close()
            recorder.kill()
