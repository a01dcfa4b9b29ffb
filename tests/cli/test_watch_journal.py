"""`dgt-monitor watch --journal`: killed and started again, a second one, a disk that is full."""

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.journal.lock import JournalLock
from dgt_monitor.journal.reading import chain_faults, read_journal
from dgt_monitor.recorder.rebuilding import rebuild
from tests.bench.full_disk import round_of
from tests.bench.kill_checks import faults_of
from tests.drawn import drawn

HALL = "sim://?boards=4&speed=40&think=0.3"
WATCH = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "--json", "--journal"]
LIMITED = (
    "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000)); "
    "from dgt_monitor.cli.start import main; main()"
)
"""The command, on a disk on which no file grows beyond so many bytes."""
KILLS = 3
MOST_LINES = 200
WAIT_S = 300
"""So long a command is waited for: it ends by itself, but may have the machine with many others."""
patient = pytest.mark.timeout(5 * WAIT_S)
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits are those of POSIX")


def events_in(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


@patient
@posix
@pytest.mark.parametrize("seed", [1, drawn()])
def test_killed_after_any_line_it_goes_on_and_the_journal_has_all_that_was_told(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    path, rng, begun = tmp_path / "event.dgtj", Random(seed), False
    for _ in range(KILLS):
        with subprocess.Popen([*WATCH, str(path), HALL], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(rng.randrange(1, MOST_LINES))]
            process.kill()
            told = events_in("".join(lines) + process.stdout.read())
        copy = tmp_path / "copy.dgtj"
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
        assert faults_of(read_journal(copy), told) == []
        begins = any(event["kind"] == "game_start" for event in told)
        assert begins or not begun  # a game that goes on is told again
        begun = begun or begins
    process = subprocess.Popen([*WATCH, str(path), HALL], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=WAIT_S)
    assert process.returncode == 0
    assert not list(chain_faults(read_journal(path)))


@patient
@posix
def test_a_full_disk_stops_nothing_but_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    command = [sys.executable, "-c", LIMITED, "watch", "--json", "--journal", str(path)]
    done = subprocess.run(
        [*command, "sim://?boards=3&speed=max&think=0.3"], capture_output=True, text=True, timeout=WAIT_S, check=False
    )
    told = events_in(done.stdout)
    notices = [event for event in told if event["kind"] == "notice"]
    assert (notices[0]["state"], notices[0]["level"], notices[0]["board"]) == ("failing", "act", "")
    assert {event["board"] for event in told if event["kind"] == "summary"}
    assert "the journal cannot be written" in done.stderr
    # Where the write-ahead log begins anew there is room again for a while.
    ends = "rows of the journal could not be written", "the journal is written again; nothing is missing in it"
    assert any(end in done.stderr for end in ends)
    assert done.returncode == 0
    journal = read_journal(path)
    assert journal.rows
    assert not list(chain_faults(journal))
    assert not rebuild(journal).comparison.differences


@patient
@posix
def test_a_disk_that_is_full_at_the_start_or_while_tables_change_loses_nothing(tmp_path: Path) -> None:
    seed = drawn()
    print(f"seed {seed}")
    assert round_of(tmp_path, Random(seed)) == []


def test_a_second_watch_is_told_who_the_first_is(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    lock = JournalLock(path, "process 4711: dgt-monitor watch COM3")
    result = CliRunner().invoke(cli, ["watch", "sim://?boards=1&speed=max", "--json", "--journal", str(path)])
    lock.release()
    assert result.exit_code == 2
    assert "another watch writes into it (process 4711: dgt-monitor watch COM3)" in result.output


def test_a_journal_without_a_name_is_wrong_usage() -> None:
    result = CliRunner().invoke(cli, ["watch", "sim://?boards=1&speed=max", "--json", "--journal", ""])
    assert (result.exit_code, "the name of the journal is empty" in result.output) == (2, True)


def test_plain_lines_tell_what_stands_without_all_its_moves(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    arguments = ["watch", "sim://?boards=1&speed=max&think=0.2", "--plain", "--journal", str(path)]
    first = CliRunner().invoke(cli, arguments)
    second = CliRunner().invoke(cli, arguments)
    assert first.exit_code == second.exit_code == 0
    first_move = re.compile(r"   1\.[A-Za-z]\S*$", re.MULTILINE)
    assert len(first_move.findall(first.output)) == 1
    assert len(first_move.findall(second.output)) == 1, "of the game that begins now, not of the one before"
    assert "the monitor was not running" in second.output


@patient
def test_the_rules_of_the_event_hold_with_a_journal_until_others_are_named(tmp_path: Path) -> None:
    event, journal = tmp_path / "event.toml", tmp_path / "event.dgtj"
    event.write_text("[rules]\nrepetition_claim = 2\n", encoding="utf-8")
    command = [*WATCH, str(journal), "sim://?boards=4&speed=max&think=0.3"]

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *options], capture_output=True, text=True, timeout=WAIT_S, check=False)

    told = events_in(run("--event", str(event)).stdout)
    assert {alert["profile"] for alert in told if alert["kind"] == "alert"} == {"fide-otb+event"}
    assert run("--event", str(event)).returncode == 0
    assert run().returncode == 0
    other = run("--profile", "us-chess")
    assert other.returncode == 0
    changed = [event["text"] for event in events_in(other.stdout) if event["kind"] == "notice"]
    assert changed == ["the tournament file has changed: rules us-chess"]
    again = run()
    assert "notice" not in {event["kind"] for event in events_in(again.stdout)}
    for told in (events_in(other.stdout), events_in(again.stdout)):
        last = max(event["game"] for event in told if event["kind"] == "game_start")
        profiles = {event["profile"] for event in told if event["kind"] == "alert" and event["game"] == last}
        assert profiles == {"us-chess"}
    assert rebuild(read_journal(journal)).comparison.differences == []
