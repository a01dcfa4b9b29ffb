"""`dgt-monitor demo` and `watch sim://`: the whole way from virtual hands to the event stream, no line between."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.demo import BOARDS, SPEED, demo
from dgt_monitor.cli.watch import watch
from dgt_monitor.recorder.replay import replay_events
from drivers.simulator.pace import Pace
from drivers.simulator.pgn import built_in_games


class Room:
    """Real time that passes only by waiting."""

    now_s = 0.0

    def clock(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    """What the program takes for real time."""
    room = Room()
    monkeypatch.setattr("drivers.simulator.source.Pace", lambda speed: Pace(speed, room.clock, room.wait))
    return room


def events(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_without_arguments_a_fivefold_comes_up_in_half_a_minute_and_all_boards_play(room: Room) -> None:
    told = CliRunner().invoke(demo, ["--json"])
    assert told.exit_code == 0
    stream = events(told.stdout)
    (first, *_) = (event for event in stream if event["kind"] == "alert" and event["level"] == "act")
    assert first["rule"] == "fivefold"
    assert first["t"] / SPEED < 30.0
    moving = {event["board"] for event in stream if event["kind"] == "move" and event["t"] < first["t"]}
    summaries = [event for event in stream if event["kind"] == "summary"]
    assert len(summaries) == BOARDS
    assert moving == {summary["board"] for summary in summaries}
    played = [[move.uci() for move in game.moves] for game in built_in_games()]
    assert sorted(summary["uci"] for summary in summaries) == sorted(played[:BOARDS])
    assert all(summary["sure"] for summary in summaries)
    assert room.now_s == pytest.approx(stream[-1]["t"] / SPEED, rel=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_with_any_players_it_comes_up_within_two_minutes(room: Room, seed: int) -> None:
    told = CliRunner().invoke(demo, ["--json", "--boards", "1", "--seed", str(seed)])
    acts = [event["t"] for event in events(told.stdout) if event.get("level") == "act"]
    assert acts[0] / SPEED < 120.0
    assert room.now_s < 300.0


@pytest.mark.usefixtures("room")
def test_without_a_terminal_it_writes_plain_lines() -> None:
    told = CliRunner().invoke(demo, ["--boards", "2", "--think", "0.1"])
    assert told.exit_code == 0
    assert "same position 5 times" in told.stdout
    assert not told.stdout.startswith("{")


@pytest.mark.usefixtures("room")
def test_watch_takes_a_simulated_hall_and_ends_after_its_last_game() -> None:
    told = CliRunner().invoke(watch, ["sim://?boards=3&speed=1000&seed=5&think=0.1", "--json"])
    assert told.exit_code == 0
    played = [[move.uci() for move in game.moves] for game in built_in_games()]
    summaries = [event["uci"] for event in events(told.stdout) if event["kind"] == "summary"]
    assert sorted(summaries) == sorted(played[:3])


@pytest.mark.usefixtures("room")
def test_boards_on_simulated_bus_lines_are_found_and_followed(tmp_path: Path) -> None:
    games = tmp_path / "short.pgn"
    games.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n1. d4 d5 2. c4 dxc4 3. e4 e5 1/2-1/2\n")
    played = [["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], ["d2d4", "d7d5", "c2c4", "d5c4", "e2e4", "e7e5"]]
    url = f"sim://?boards=21&speed=1000&seed=5&lines=bus&games={games}"
    told = CliRunner().invoke(watch, [url, "--json", "--record", str(tmp_path / "record")])
    assert told.exit_code == 0
    summaries = [event for event in events(told.stdout) if event["kind"] == "summary"]
    assert sorted(summary["uci"] for summary in summaries) == sorted((played * 11)[:21])
    assert all(summary["sure"] for summary in summaries)
    replayed = [event for event in replay_events(sorted((tmp_path / "record").iterdir())) if event.kind == "summary"]
    assert sorted(list(event.uci) for event in replayed) == sorted((played * 11)[:21])


@pytest.mark.usefixtures("room")
def test_cut_lines_of_a_simulated_hall_are_told_and_disturb_no_other() -> None:
    told = CliRunner().invoke(watch, ["sim://?boards=4&speed=1000&seed=2&cuts=2", "--json"])
    stream = events(told.stdout)
    lost = {event["port"] for event in stream if event["kind"] == "board" and event["state"] == "lost"}
    assert len(lost) == 2
    assert told.stderr.count("tried again until it is there") == 2
    played = [[move.uci() for move in game.moves] for game in built_in_games()][:4]
    summaries = [event for event in stream if event["kind"] == "summary"]
    assert len(summaries) == 4
    assert all(summary["uci"] in played or not summary["sure"] for summary in summaries)
    assert sum(summary["uci"] in played and summary["sure"] for summary in summaries) >= 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sim://?boards=0"], "boards must be a number from 1 to 1000"),
        (["sim://", "sim://"], "without any other line"),
        (["/dev/none", "sim://"], "without any other line"),
        (["bus+sim://"], "without bus+"),
        (["sim://?\x1b[2J=1"], "means nothing here"),
    ],
)
def test_what_is_no_hall_is_refused(arguments: list[str], said: str) -> None:
    told = CliRunner().invoke(watch, arguments)
    assert told.exit_code == 2
    assert said in told.stderr
    assert "\x1b" not in told.stderr


def test_games_that_cannot_be_read_are_a_faulty_input_as_everywhere() -> None:
    told = CliRunner().invoke(watch, ["sim://?games=none.pgn"])
    assert told.exit_code == 1
    assert "none.pgn: No such file" in told.stderr


@pytest.mark.parametrize(
    "arguments", [["--json", "--plain"], ["--boards", "0"], ["--boards", "1001"], ["--speed", "nan"], ["--speed", "0"]]
)
def test_a_wrong_command_line_is_refused(arguments: list[str]) -> None:
    assert CliRunner().invoke(demo, arguments).exit_code == 2


@pytest.mark.usefixtures("room")
def test_a_simulated_hall_can_be_recorded_and_replayed(tmp_path: Path) -> None:
    told = CliRunner().invoke(watch, ["sim://?boards=2&speed=1000&think=0", "--json", "--record", str(tmp_path)])
    replayed = list(replay_events(sorted(tmp_path.iterdir())))
    moves = [event["uci"] for event in events(told.stdout) if event["kind"] == "move"]
    assert moves
    assert [event.uci for event in replayed if event.kind == "move"] == moves
