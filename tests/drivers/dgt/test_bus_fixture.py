"""The synthetic bus line of `hw_fixtures`: what its tool promises, and that the games on it are read."""

from collections import Counter
from pathlib import Path

from dgt_monitor.recorder.replay import replay_events
from drivers.capture import CaptureSource
from drivers.readings import Complaint
from tests.replay_fixtures import FIXTURES
from tests.stream_contract import StreamReader
from tests.tools.bus_fixture import GAMES, record

CAPTURE = FIXTURES / "bus-of-three.dgt"


def test_the_tool_makes_the_same_bytes(tmp_path: Path) -> None:
    record(tmp_path / "again.dgt")
    assert (tmp_path / "again.dgt").read_bytes() == CAPTURE.read_bytes()


def test_the_games_are_those_played() -> None:
    reader = StreamReader().read(replay_events([CAPTURE]))
    played = {name: board.summaries for name, board in reader.boards.items() if board.summaries}
    assert {name: " ".join(map(str, games[0].moves)) for name, games in played.items()} == {
        "01025": GAMES[1025],
        "47110": GAMES[4711],
        "12000": GAMES[12000],
    }
    assert all(len(games) == 1 and games[0].sure for games in played.values())
    assert played["12000"][0].rotated


def test_damage_is_told_of_the_boards_it_befell_and_one_packet_was_lost() -> None:
    complaints = Counter(
        (item.address, item.reading.kind) for item in CaptureSource(CAPTURE) if isinstance(item.reading, Complaint)
    )
    assert complaints == {
        (1025, "bad_checksum"): 1,
        (4711, "bad_checksum"): 1,
        (4711, "interrupted"): 1,
        (4711, "lost_changes"): 1,
        (12000, "bad_checksum"): 1,  # a byte short, and the end mark in its place
    }
