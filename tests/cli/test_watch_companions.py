"""`dgt-monitor watch` beside another program: a folder that grows, a LiveChess, both, and again after a kill."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.recorder.rebuilding import rebuild
from tests.drivers.livechess.stand_in import Serving, StandIn
from tests.drivers.pgn.writing import MOVES, round_text

WATCH = [sys.executable, "-m", "dgt_monitor.cli.start", "watch"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


class Stream:
    """The stream of a watch, line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.told: list[dict[str, Any]] = []

    def until(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.append(json.loads(line))
            if what(self.told[-1]):
                return self.told[-1]
        raise AssertionError(f"it never came: {self.told[-5:]}")


@contextmanager
def watching(*arguments: str) -> Iterator[Stream]:
    with subprocess.Popen([*WATCH, "--json", *arguments], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Stream(process)
        finally:
            process.kill()


def move(board: str, ply: int) -> Callable[[dict[str, Any]], bool]:
    return lambda event: (event["kind"], event["board"], event.get("ply")) == ("move", board, ply)


@posix
def test_a_folder_and_again_after_a_kill(tmp_path: Path) -> None:
    journal, path = tmp_path / "event.dgtj", tmp_path / "round-1" / "games.pgn"
    path.parent.mkdir()
    path.write_text(round_text([MOVES[:3], ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]]))
    with watching("--journal", str(journal), f"pgn:{tmp_path}") as stream:
        stream.until(move("2", 7))
        path.write_text(round_text([MOVES[:3], ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]]))
        alert = stream.until(lambda event: event["kind"] == "alert" and event["rule"] == "threefold")
        assert (alert["board"], alert["plies"]) == ("2", [0, 4, 8])
    path.write_text(round_text([MOVES[:4], ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]]))
    with watching("--journal", str(journal), f"pgn:{tmp_path}") as stream:
        told = stream.until(move("1", 4))
        assert (told["san"], told["provenance"]) == (MOVES[3], "claimed")
        stream.process.send_signal(signal.SIGTERM)
        assert stream.process.wait(20) == 0
        assert not [event for event in stream.told if event["kind"] == "retract"]
    assert not rebuild(read_journal(journal)).comparison.differences
    games = CliRunner().invoke(cli, ["games", str(journal)]).stdout
    assert "2... Nc6" in games
    assert "4... Ng8" in games
    assert CliRunner().invoke(cli, ["verify", str(journal)]).exit_code == 0


@posix
def test_a_livechess_and_a_folder_at_once(tmp_path: Path) -> None:
    program = StandIn(["30001"])
    served = Serving(program)
    (tmp_path / "games.pgn").write_text(round_text([MOVES[:2]]))
    try:
        with watching(f"livechess://127.0.0.1:{served.port}", f"pgn:{tmp_path}") as stream:
            stream.until(lambda event: event["kind"] == "game_start" and event["board"] == "30001")
            served.do(lambda it: it.play("30001", "e4"))
            told = stream.until(move("30001", 1))
            assert (told["provenance"], told["clock"]) == ("claimed", {"white": 890, "black": 900})
            if not any(move("1", 2)(event) for event in stream.told):
                stream.until(move("1", 2))
    finally:
        served.close()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["livechess://"], "is named as"),
        (["livechess://a:99999"], "is named as"),
        (["pgn:"], "stands the path"),
        (["pgn+http://"], "names no server"),
        (["pgn:a", "pgn:a"], "named twice"),
        (["pgn:a", "--record", "x"], "nothing of it can be recorded"),
        (["pgn:a", "sim://"], "sim://"),
    ],
)
def test_what_cannot_be_watched_is_said(arguments: list[str], why: str) -> None:
    done = CliRunner().invoke(cli, ["watch", *arguments])
    assert done.exit_code == 2
    assert why in done.output
