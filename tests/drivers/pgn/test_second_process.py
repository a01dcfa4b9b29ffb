"""A folder that a second process writes at random moments, half a line at a time: the last word stands."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from drivers.pgn import files
from drivers.readings import Score
from tests.drawn import drawn
from tests.drivers.pgn.a_writer import BOARDS, OTHER
from tests.drivers.pgn.test_source import Looking
from tests.drivers.pgn.writing import MOVES

LINES = {line[:plies] for line in (MOVES, OTHER) for plies in range(len(line) + 1)}
"""All that is ever played: nothing that is half written is any of it, and nothing else may be told."""


@pytest.mark.parametrize("seed", [2, drawn()])
@pytest.mark.parametrize("at_once", [files.MOST_BYTES_AT_ONCE, 400])
def test_what_is_told_at_the_end_is_what_was_written(
    seed: int, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where every file is a large one, and is read in steps."""
    print(f"seed {seed}")
    monkeypatch.setattr(files, "MOST_BYTES_AT_ONCE", at_once)
    looking = Looking(tmp_path)
    command = [sys.executable, "-m", "tests.drivers.pgn.a_writer", str(tmp_path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        looks = 0
        while writer.poll() is None:
            looking.look()
            looks += 1
        games = json.loads(writer.stdout.read())
    until_s = time.monotonic() + 20
    wanted = {board: tuple(games[board]) for board in BOARDS}
    while (told := looking.look()) != wanted and time.monotonic() < until_s:
        pass
    assert told == wanted
    looking.look(60)
    assert looking.look() == wanted
    scores = [stamp.reading for stamp in looking.stamps if isinstance(stamp.reading, Score)]
    assert {score.sans for score in scores} <= LINES
    assert looks > 20
