"""The synthetic bus line of `hw_fixtures`: what its tool promises, and that the games on it are read."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dgt_monitor.recorder.replay import replay_events
from drivers.capture import CaptureSource, CaptureWriter, Header
from drivers.dgt.bus_codec import decode_reply
from drivers.dgt.bus_messages import BusReply
from drivers.dgt.commands import BusCommand
from drivers.readings import Complaint
from tests.replay_fixtures import FIXTURES
from tests.stream_contract import StreamReader
from tests.tools.bus_fixture import GAMES, PORT, BusBoard, Line, play, record

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


class BadLine(Line):
    """A wire on which one received byte in a hundred is changed or lost."""

    def ask_until_whole(self, command: int, address: int) -> None:
        """Ask, and ask again for what came damaged; changes with the command that repeats them."""
        for _ in range(12):
            if isinstance(decode_reply(self.ask(command, address, self._spoil)), BusReply):
                return
            command = BusCommand.REPEAT_CHANGES if command == BusCommand.SEND_CHANGES else command
        raise AssertionError("nothing comes through")

    def _spoil(self, frame: bytes) -> bytes:
        out = bytearray()
        for byte in frame:
            if self.rng.random() >= 0.01:
                out.append(byte)
            elif self.rng.random() < 0.5:
                out.append(byte ^ 1 << self.rng.randrange(8))
        return bytes(out)


@pytest.mark.parametrize("seed", range(6))
def test_a_bad_line_loses_nothing_where_what_is_damaged_is_asked_for_again(seed: int, tmp_path: Path) -> None:
    boards = [BusBoard(1025), BusBoard(4711, "47110"), BusBoard(12000, turned=True)]
    path = tmp_path / "bad.dgt"
    with CaptureWriter(path, Header(bus=frozenset({PORT}))) as out:
        line = BadLine(out, boards, Random(seed))
        for board in boards:
            for command in (BusCommand.PING, BusCommand.SEND_CHANGES, BusCommand.SEND_BRD):
                line.ask_until_whole(command, board.address)
            play(line, board, GAMES[board.address], 5.0)
        while line.hands:
            for board in boards:
                line.ask_until_whole(BusCommand.SEND_CHANGES, board.address)
                line.ask_until_whole(BusCommand.SEND_CLK, board.address)
            line.wait(0.5)
        for board in boards:
            line.ask_until_whole(BusCommand.SEND_CHANGES, board.address)
    kinds = Counter(item.reading.kind for item in CaptureSource(path) if isinstance(item.reading, Complaint))
    assert kinds["bad_checksum"] > 0
    assert kinds["lost_changes"] == 0
    reader = StreamReader().read(replay_events([path]))
    played = [board.summaries[-1] for board in reader.boards.values() if board.summaries]
    assert sorted(" ".join(map(str, game.moves)) for game in played) == sorted(GAMES.values())
    assert all(game.sure for game in played)
