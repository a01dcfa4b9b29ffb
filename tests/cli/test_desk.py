"""`watch --headless` and `desk`: the whole way, in processes of their own."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.desk import desk
from dgt_monitor.cli.watch import watch
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.journal.schema import back_up
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.finding import Staying, found
from dgt_monitor.viewing.place import folders, open_door
from tests.viewing.rooms import GUARD_S, short_folder

HALL = "sim://?boards=3&speed=20"
COMMAND = [sys.executable, "-m", "dgt_monitor.cli.start"]
IN_TERMINAL = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from dgt_monitor.cli.start import main; main()"
)
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals are those of POSIX")


@pytest.fixture(autouse=True)
def run(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of recorders of its own."""
    tmp_path_factory.getbasetemp()  # made before temporary files have another place
    with short_folder() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        monkeypatch.setenv("TMPDIR", str(folder))
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
        yield folder


class Recorder:
    """A headless watch in a process of its own."""

    def __init__(self, *options: str) -> None:
        command = [*COMMAND, "watch", "--headless", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said: list[str] = []

    def hears(self, text: str) -> None:
        """Wait until it has said this."""
        assert self.process.stderr is not None
        while not self.said or text not in self.said[-1]:
            line = self.process.stderr.readline()
            assert line, self.said
            self.said.append(line)

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=GUARD_S)
        return self.process.returncode


@contextmanager
def recorder(*options: str) -> Iterator[Recorder]:
    made = Recorder(*options)
    try:
        made.hears("recording without a screen")
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


@contextmanager
def attached(journal: Path, **options: bool) -> Iterator[AttachedFeed]:
    feed = AttachedFeed(lambda: found(journal), "Anna", **options)  # type: ignore[arg-type]
    feed.start()
    try:
        assert feed.wait_for(lambda: feed.attached, GUARD_S), feed.why
        yield feed
    finally:
        feed.stop()


def wait(feed: AttachedFeed, so: Callable[[], bool]) -> None:
    assert feed.wait_for(so, GUARD_S), (feed.why, feed.view())


def is_held(feed: AttachedFeed) -> bool:
    boards = feed.view().boards
    return bool(boards) and boards[0].claim is not None and boards[0].claim.state == "open"


@posix
def test_a_ruling_of_a_desk_is_journalled_before_it_is_shown_and_outlives_a_kill(tmp_path: Path, run: Path) -> None:
    journal = tmp_path / "open.dgtj"
    with recorder("--journal", str(journal), HALL) as first, attached(journal) as feed:
        assert f"dgt-monitor desk --journal {journal}" in first.said[-1]
        wait(feed, lambda: bool(feed.view().boards) and feed.view().boards[0].phase == "playing")
        board = feed.view().boards[0].board
        feed.rule(Ruling(0.0, "", "intervene", board=board))
        wait(feed, lambda: is_held(feed))
        back_up(journal, tmp_path / "copy.dgtj")
        rows = read_journal(tmp_path / "copy.dgtj").rows
        assert [(row.form, '"Anna"' in row.body, board in row.body) for row in rows if row.kind == "ruling"] == [
            ("Ruling3", True, True)
        ]
        first.end(signal.SIGKILL)
        wait(feed, lambda: not feed.attached)
        assert feed.status().apart_since is not None
        with recorder("--journal", str(journal), HALL) as second:
            wait(feed, lambda: feed.attached and feed.status().apart_since is None)
            wait(feed, lambda: is_held(feed))
            assert second.end(signal.SIGTERM) == 0
            wait(feed, lambda: feed.why == "the recorder was ended" or not feed.attached)
    assert [path.name for path in (run / "dgt-monitor").iterdir()] == ["lock"]
    assert read_journal(journal).rows[-1].kind == "shown", "every game was summed up"


@posix
def test_a_desk_whose_recorder_has_ended_shows_no_other_hall_and_rules_on_none(tmp_path: Path) -> None:
    other = tmp_path / "other.dgtj"
    with recorder(HALL) as first:
        assert f"dgt-monitor desk --process {first.process.pid}" in first.said[-1]
        feed = AttachedFeed(Staying(found), "Anna", pause=lambda _: None)
        feed.start()
        try:
            wait(feed, lambda: feed.attached and bool(feed.view().boards))
            with recorder("--journal", str(other), HALL):
                first.end(signal.SIGTERM)
                wait(feed, lambda: f"has ended (process {first.process.pid}); running here: {other}" in feed.why)
                feed.rule(Ruling(0.0, "", "intervene", board=feed.view().boards[0].board))
                assert not feed.attached
                assert "was not taken: NOT CONNECTED" in feed.status().faults[1].text
        finally:
            feed.stop()
    assert not [row for row in read_journal(other).rows if row.kind == "ruling"]


@posix
def test_where_the_recorder_lets_no_desk_rule_it_may_look(tmp_path: Path) -> None:
    journal = tmp_path / "open.dgtj"
    with recorder("--desks", "look", "--journal", str(journal), HALL), attached(journal) as feed:
        assert feed.status().looks_only == "The recorder lets no desk rule."
        wait(feed, lambda: bool(feed.view().boards))


@pytest.mark.parametrize(
    "options",
    [["--json"], ["--plain"], ["--public"], ["--json", "--desks", "none"], ["--plain", "--profile", "us-chess"]],
    ids=" ".join,
)
def test_with_lines_a_headless_watch_writes_them_and_tells_how_to_attach(options: list[str], tmp_path: Path) -> None:
    event = tmp_path / "event.toml"
    event.write_text('event = "Open"\n', "utf-8")
    files = ["--record", str(tmp_path / "record"), "--journal", str(tmp_path / "j.dgtj"), "--event", str(event)]
    told = CliRunner().invoke(watch, ["--headless", *options, *files, "sim://?boards=2&speed=1000&think=0"])
    assert told.exit_code == 0
    assert len(told.stdout.splitlines()) > 20
    assert told.stderr.count("a desk attaches by: dgt-monitor desk --journal") == (0 if "none" in options else 1)
    assert list((tmp_path / "record").iterdir())


def test_where_no_desk_can_attach_the_watch_goes_on_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("dgt_monitor.viewing.place.folders", lambda: [tmp_path / "file"])
    told = CliRunner().invoke(watch, ["--headless", "--json", "sim://?boards=2&speed=1000&think=0"])
    assert told.exit_code == 0
    assert "no desk can attach" in told.stderr
    assert len(told.stdout.splitlines()) > 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "no recorder is running here; begin one: dgt-monitor watch --headless --journal FILE"),
        (["--journal", "x.dgtj"], "no recorder of x.dgtj is running here"),
        (["--author", ""], "printable characters"),
        (["--author", "a\x1b[2J"], "printable characters"),
        (["--author", "x" * 81], "printable characters"),
    ],
)
def test_a_desk_without_a_recorder_says_what_to_do(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dgt_monitor.cli.desk.has_screen", lambda: True)
    told = CliRunner().invoke(desk, arguments)
    assert told.exit_code == 2
    assert said in told.stderr
    assert "\x1b" not in told.stderr


def test_recorders_to_choose_from_stand_on_lines_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("dgt_monitor.cli.desk.has_screen", lambda: True)
    doors = [open_door(journal, None) for journal in (tmp_path / "a.dgtj", None)]
    told = CliRunner().invoke(desk, [])
    for door in doors:
        door.close()
    assert told.exit_code == 2
    assert [line.split("  (")[0].replace(str(tmp_path), "") for line in told.stderr.splitlines()] == [
        "dgt-monitor: 2 recorders are running here, name one of them:",
        "  --journal /a.dgtj",
        f"  --process {os.getpid()}",
    ]


def test_a_desk_begins_with_the_sectors_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []

    class Feed:
        attached, why = True, ""

        def __init__(self, *_: Any, **__: Any) -> None:
            self.start = self.stop = lambda: None
            self.wait_for = lambda *_: True

    def noted(_: Any, **settings: Any) -> None:
        begun.append(settings["sectors"])

    monkeypatch.setattr("dgt_monitor.cli.desk.has_screen", lambda: True)
    monkeypatch.setattr("dgt_monitor.cli.desk.found", lambda *_, **__: None)
    monkeypatch.setattr("dgt_monitor.cli.desk.AttachedFeed", Feed)
    monkeypatch.setattr("dgt_monitor.dashboard.app.run_dashboard", noted)
    for arguments in ([], ["--sector", "A"], ["--sector", "Hall West", "--sector", "B"]):
        assert CliRunner().invoke(desk, arguments).exit_code == 0
    assert begun == [(), ("A",), ("Hall West", "B")]


@posix
def test_a_desk_without_a_terminal_writes_lines_until_its_reader_has_gone(tmp_path: Path) -> None:
    journal = tmp_path / "open.dgtj"
    with recorder("--journal", str(journal), HALL):
        command = [*COMMAND, "desk", "--journal", str(journal)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert b"not acknowledged." in process.stdout.readline()
            assert process.stdout.readline()
            process.stdout.close()
            assert process.wait(GUARD_S) == 0


@posix
def test_a_desk_on_a_terminal_shows_the_boards_and_the_loss_of_the_recorder(tmp_path: Path) -> None:
    journal = tmp_path / "open.dgtj"
    ours, theirs = os.openpty()
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "30"}
    environ.pop("NO_COLOR", None)
    with recorder("--journal", str(journal), HALL) as other, attached(journal) as feed:
        wait(feed, lambda: len(feed.view().boards) == 3)
        command = [sys.executable, "-c", IN_TERMINAL, "desk", "--journal", str(journal), "--read-only"]
        streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        with subprocess.Popen(command, **streams, env=environ, start_new_session=True) as process:  # type: ignore[call-overload]
            os.close(theirs)
            try:
                reads(ours, feed.view().boards[0].board[-6:].encode())
                other.end(signal.SIGKILL)
                reads(ours, b"NOT CONNECTED")
                os.write(ours, b"q")
                reads(ours, b"\x1b[?1049l")
            finally:
                process.kill()
                os.close(ours)


@posix
def test_a_watch_with_a_dashboard_can_be_attached_to_and_leaves_nothing_when_its_terminal_goes(
    tmp_path: Path, run: Path
) -> None:
    journal = tmp_path / "open.dgtj"
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", IN_TERMINAL, "watch", "--journal", str(journal), HALL]
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    environ = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, **streams, env=environ, start_new_session=True) as process:  # type: ignore[call-overload]
        os.close(theirs)
        try:
            reads(ours, b"\x1b[?1049h")
            with attached(journal) as feed:
                wait(feed, lambda: len(feed.view().boards) == 3)
                os.close(ours)
                wait(feed, lambda: not feed.attached)
            assert process.wait(GUARD_S) == 0
        finally:
            process.kill()
    assert [path.name for path in (run / "dgt-monitor").iterdir()] == ["lock"]


@posix
def test_a_dashboard_is_drawn_where_standard_error_leads_into_a_file(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "30"}
    command = [sys.executable, "-c", IN_TERMINAL, "watch", HALL, "--desks", "none"]
    with (tmp_path / "err").open("wb") as log:
        streams = {"stdin": theirs, "stdout": theirs, "stderr": log}
        with subprocess.Popen(command, **streams, env=environ, start_new_session=True) as process:  # type: ignore[call-overload]
            os.close(theirs)
            try:
                reads(ours, b"\x1b[?1049h")
                reads(ours, b"SIMULATED")
                os.write(ours, b"q")
                reads(ours, b"\x1b[?1049l")
            finally:
                process.kill()
                os.close(ours)
    assert (tmp_path / "err").read_bytes() == b""


def reads(terminal: int, text: bytes) -> None:
    """Read until this stands on the terminal."""
    shown = b""
    while text not in shown:
        shown += os.read(terminal, 1 << 16)


def test_recorders_are_looked_for_in_the_folder_of_the_session(run: Path) -> None:
    assert folders()[0] == run / "dgt-monitor"
