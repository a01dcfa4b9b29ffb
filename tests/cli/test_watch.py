"""`dgt-monitor watch`: what it takes, what it says, how it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.complaints import COMPLAINTS_MAX, TELL_AGAIN_S, LiveComplaints
from dgt_monitor.cli.foreign import DEBUG
from dgt_monitor.cli.output import EventWriter
from dgt_monitor.cli.watch import watch
from dgt_monitor.events import Event
from drivers.simulator.source import PARAMETERS
from tests.cli.test_outlet import until

IN_TERMINAL = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from dgt_monitor.cli.start import main; main()"
)
"""The command, with its standard input as the terminal whose hanging up it is told of."""
SCREEN_BEGINS, SCREEN_ENDS = b"\x1b[?1049h", b"\x1b[?1049l"
"""How a terminal is told of a screen of its own, and of its end (xterm)."""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["COM3", "--json", "--plain"], "exclude each other"),
        (["COM3", "COM3"], "named twice"),
        (["bus+", "--plain"], "no port; name one"),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(watch, arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_a_file_and_a_directory_are_refused_at_once(tmp_path: Path) -> None:
    recording = tmp_path / "round-5.dgt"
    recording.write_text("# dgt-capture 1\n")
    for path, what in ((recording, "is a file"), (tmp_path, "is a directory")):
        for url in (str(path), f"bus+{path}"):
            result = CliRunner().invoke(watch, [url, "--plain"])
            assert result.exit_code == 2
            assert f"{path}: {what}, no serial port; `dgt-monitor replay` reads recordings" in result.output


def test_what_cannot_be_watched_leaves_no_folder_behind(tmp_path: Path) -> None:
    result = CliRunner().invoke(watch, ["spy://COM3", "--plain", "--record", str(tmp_path / "folder")])
    assert result.exit_code == 2
    assert not (tmp_path / "folder").exists()


def test_help_has_an_example() -> None:
    result = CliRunner().invoke(watch, ["--help"])
    assert result.exit_code == 0
    assert "dgt-monitor watch /dev/ttyUSB0" in result.output
    assert all(f"{name}=" in result.output for name in PARAMETERS)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order(number: signal.Signals, tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", str(tmp_path / "none"), "--json"]
    with subprocess.Popen(
        [*command, "--record", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert '"state":"lost"' in process.stdout.readline()
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "is not there: plug it in" in said
    assert [path.suffix for path in folder.iterdir()] == [".gz"]


class TestComplaintsOfADay:
    def test_the_same_is_told_again_only_after_a_while(self, capsys: pytest.CaptureFixture[str]) -> None:
        now = [0.0]
        complaints = LiveComplaints(lambda: now[0])
        for _ in range(1000):
            complaints("P1: is not there")
            now[0] += 1.0
        assert complaints.count == 1000
        assert capsys.readouterr().err.count("P1: is not there") == 1 + int(999 // TELL_AGAIN_S)

    def test_one_line_does_not_use_up_what_is_told_of_others(self, capsys: pytest.CaptureFixture[str]) -> None:
        complaints = LiveComplaints(lambda: 0.0)
        for n in range(COMPLAINTS_MAX * 3):
            complaints(f"P1: reason {n}")
        complaints("P2: is not there")
        assert "P2: is not there" in capsys.readouterr().err

    def test_what_was_held_while_a_screen_was_drawn_is_told_after_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        complaints = LiveComplaints(lambda: 0.0)
        complaints.held = []
        complaints("P1: is not there")
        assert capsys.readouterr().err == ""
        complaints.close()
        assert "P1: is not there" in capsys.readouterr().err


class TestAFaultOfOurs:
    @pytest.fixture
    def arguments(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        def broken(_writer: EventWriter, _events: list[Event]) -> None:
            raise RuntimeError("no\npaper")

        monkeypatch.setattr(EventWriter, "__call__", broken)
        return ["sim://?boards=2&speed=max", "--json", "--record", str(tmp_path / "recording")]

    def test_is_told_in_a_sentence_and_leaves_the_recording_whole(self, arguments: list[str], tmp_path: Path) -> None:
        result = CliRunner().invoke(watch, arguments)
        assert result.exit_code == 1
        assert isinstance(result.exception, SystemExit)
        assert "error of the program itself (RuntimeError: no paper)" in result.output
        assert len(result.output.splitlines()) == 1
        assert [path.suffix for path in (tmp_path / "recording").iterdir()] == [".gz"]

    def test_tells_where_to_those_who_ask(
        self, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(DEBUG, "1")
        result = CliRunner().invoke(watch, arguments)
        assert isinstance(result.exception, RuntimeError)
        assert [path.suffix for path in (tmp_path / "recording").iterdir()] == [".gz"]


class Terminal:
    """A watch on the dashboard, in a process with a terminal of its own."""

    def __init__(self, folder: Path) -> None:
        import pty

        self.folder = folder
        self.ours, theirs = pty.openpty()
        command = [sys.executable, "-c", IN_TERMINAL, "watch", "sim://?boards=8&speed=10", "--record", str(folder)]
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm"},
        )
        os.close(theirs)

    def recorded(self, count: int = 2000) -> bool:
        return any(path.stat().st_size > count for path in self.folder.glob("*.dgt"))

    def read(self, until: bytes) -> bytes:
        """What is drawn, until this is, or the terminal is let go."""
        seen = b""
        with suppress(OSError):  # nobody has it open any more
            while until not in seen and (more := os.read(self.ours, 65_536)):
                seen += more
        return seen

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with suppress(OSError):
            os.close(self.ours)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    one = Terminal(tmp_path / "recording")
    yield one
    one.close()


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo terminals are of POSIX")
class TestADashboardEndsInOrder:
    @pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
    def test_by_a_signal(self, terminal: Terminal, name: str) -> None:
        terminal.read(SCREEN_BEGINS)
        until(terminal.recorded)
        terminal.process.send_signal(getattr(signal, name))
        if name == "SIGHUP":  # a shell says so once more
            terminal.process.send_signal(signal.SIGHUP)
        assert SCREEN_ENDS in terminal.read(b"never drawn")
        self._is_whole(terminal)

    def test_where_its_window_is_closed(self, terminal: Terminal) -> None:
        terminal.read(SCREEN_BEGINS)
        until(terminal.recorded)
        os.close(terminal.ours)
        self._is_whole(terminal)

    def test_where_its_terminal_takes_nothing(self, terminal: Terminal) -> None:
        until(lambda: terminal.recorded(40_000))  # by then the screen waits for it
        terminal.process.send_signal(signal.SIGTERM)
        self._is_whole(terminal)

    @staticmethod
    def _is_whole(terminal: Terminal) -> None:
        assert terminal.process.wait(20) == 0
        assert [path.suffix for path in terminal.folder.iterdir()] == [".gz"]
