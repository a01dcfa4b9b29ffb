"""`dgt-monitor watch`: what it takes, what it says, how it ends."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.complaints import COMPLAINTS_MAX, TELL_AGAIN_S, LiveComplaints
from dgt_monitor.cli.watch import watch


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


def test_what_cannot_be_watched_leaves_no_folder_behind(tmp_path: Path) -> None:
    result = CliRunner().invoke(watch, ["spy://COM3", "--plain", "--record", str(tmp_path / "folder")])
    assert result.exit_code == 2
    assert not (tmp_path / "folder").exists()


def test_help_has_an_example() -> None:
    result = CliRunner().invoke(watch, ["--help"])
    assert result.exit_code == 0
    assert "dgt-monitor watch /dev/ttyUSB0" in result.output


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
