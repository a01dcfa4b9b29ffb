"""`dgt-monitor simulate --serve`: what it says, what it refuses, how it ends, and a watch of what it serves."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.cli import serving
from dgt_monitor.cli.simulate import simulate
from drivers.simulator.pgn import built_in_games
from tests.drivers.simulator.serve.ends import Client

PTYS = pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo terminals on this system")
SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
MONITOR = [sys.executable, "-m", "dgt_monitor.cli.start"]


@contextmanager
def served(*arguments: str, lines: int) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A hall in a process of its own, and its URLs."""
    command = [*MONITOR, "simulate", "--serve", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, [process.stdout.readline().strip() for _ in range(lines)]
        finally:
            if process.poll() is None:
                process.kill()


@SIGNALS
@pytest.mark.parametrize("kind", ["tcp", pytest.param("pty", marks=PTYS)])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_its_lines_and_ends_in_order(kind: str, number: signal.Signals) -> None:
    with served(kind, "--boards", "3", "--seed", "7", lines=3) as (process, urls):
        assert all(url.startswith("socket://127.0.0.1:" if kind == "tcp" else "/dev/") for url in urls)
        clients = [Client(url) for url in urls]
        clients[0].send(b"\x4d")
        process.send_signal(number)
        rest, said = process.communicate(timeout=30)
        for client in clients:
            client.close()
    assert process.returncode == 0
    assert rest == ""
    assert "3 boards, speed 1, seed 7" in said
    assert f"\ndgt-monitor watch {' '.join(urls)}\n" in said, "a line that can be copied as it stands"
    assert "the hall has ended after 0:00:0" in said
    assert "Traceback" not in said


@SIGNALS
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_order_where_a_script_has_sigint_ignored(number: signal.Signals) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell starts what runs beside its script
    try:
        with served("tcp", "--boards", "1", lines=1) as (process, _):
            signal.signal(signal.SIGINT, before)
            process.send_signal(number)
            _, said = process.communicate(timeout=30)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.returncode == 0
    assert "the hall has ended" in said


@SIGNALS
def test_what_is_served_can_be_watched(tmp_path: Path) -> None:
    games = tmp_path / "short.pgn"
    games.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 d5 2. c4 dxc4 *\n")
    played = [["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], ["d2d4", "d7d5", "c2c4", "d5c4"]]
    options = (str(games), "--speed", "5", "--stagger", "0", "--think", "0.5", "--seed", "1")
    with served("tcp", *options, lines=2) as (hall, urls):
        with subprocess.Popen([*MONITOR, "watch", "--json", *urls], stdout=subprocess.PIPE, text=True) as monitor:
            assert monitor.stdout is not None
            moves: dict[str, list[str]] = {}
            for line in monitor.stdout:
                event = json.loads(line)
                if event["kind"] == "move" and event["status"] == "confirmed":
                    moves.setdefault(event["board"], []).append(event["uci"])
                if sorted(moves.values()) == sorted(played):
                    break
            monitor.send_signal(signal.SIGTERM)
            rest, _ = monitor.communicate(timeout=30)
        hall.send_signal(signal.SIGTERM)
        hall.communicate(timeout=30)
    summaries = [event for event in map(json.loads, rest.splitlines()) if event["kind"] == "summary"]
    assert sorted(summary["uci"] for summary in summaries) == sorted(played)
    assert all(summary["sure"] for summary in summaries)


@SIGNALS
def test_a_bus_is_served_with_many_boards_to_a_line() -> None:
    with served("bus", "--boards", "21", lines=2) as (process, urls):
        assert all(url.startswith("bus+socket://127.0.0.1:") for url in urls)
        process.send_signal(signal.SIGTERM)
        rest, said = process.communicate(timeout=30)
    assert rest == ""
    assert "21 boards" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "-o FILE.dgt, or --serve"),
        (["--serve", "tcp", "-o", "x.dgt"], "exclude each other"),
        (["-o", "x.dgt"], "name the games"),
        (["games.pgn", "-o", "x.dgt", "--boards", "3"], "--boards does not go with -o"),
        (["games.pgn", "-o", "x.dgt", "--speed", "3"], "--speed does not go with -o"),
        (["games.pgn", "-o", "x.dgt", "--port", "7001"], "--port does not go with -o"),
        (["--serve", "tcp", "--dumps"], "--dumps does not go with --serve"),
        (["--serve", "tcp", "--no-clobber"], "--no-clobber does not go with --serve"),
        (["--serve", "pty", "--port", "7001"], "--port is a TCP port"),
        (["--serve", "tcp", "--boards", "0"], "--boards"),
        (["--serve", "tcp", "--speed", "nan"], "not a number"),
        (["--serve", "tcp", "--port", "0"], "--port"),
        (["--serve", "tcp", "--rotate", "99"], "no game 99"),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], said: str) -> None:
    told = CliRunner().invoke(simulate, arguments)
    assert told.exit_code == 2
    assert said in told.stderr


def test_ports_beyond_the_last_are_refused() -> None:
    told = CliRunner().invoke(simulate, ["--serve", "tcp", "--boards", "64", "--port", "65500"])
    assert told.exit_code == 2
    assert "beyond 65535" in told.stderr


def test_a_system_without_ptys_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "openpty", raising=False)
    told = CliRunner().invoke(simulate, ["--serve", "pty"])
    assert told.exit_code == 1
    assert "no pseudo terminals on this system; serve the hall over TCP" in told.stderr


def test_more_lines_than_open_files_are_refused_before_any_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "raise_descriptor_limit", lambda: 256)
    told = CliRunner().invoke(simulate, ["--serve", "tcp", "--boards", "1000"])
    assert told.exit_code == 1
    assert "1000 lines need 2064 open files, and this system allows 256" in told.stderr
    assert told.stdout == ""


def test_games_that_come_with_it_take_the_clocks_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []
    monkeypatch.setattr("dgt_monitor.cli.simulate.serve_hall", lambda games, *_: taken.extend(games))
    CliRunner().invoke(simulate, ["--serve", "tcp", "--no-clock", "--rotate", "2"])
    games = [game for game in taken if isinstance(game, type(built_in_games()[0]))]
    assert len(games) == len(built_in_games())
    assert {game.control for game in games} == {None}
    assert [game.rotated for game in games][:3] == [False, True, False]
