"""A simulated round of rough hands, cut cables, takebacks and a correction goes out as it was played, to files and to
lichess; 64 boards: `python -m tests.bench.live_pgn`.
"""

from pathlib import Path

from tests.broadcast.a_round import play_round
from tests.broadcast.lichess_round import play_to_lichess

HALL = "sim://?boards=6&speed=max&think=0.3&hands=rough&cuts=2&seed=5"


def test_a_round_is_out_as_it_was_played(tmp_path: Path) -> None:
    found = play_round(HALL, tmp_path)
    assert not found.complaints
    assert found.readings > 6
    assert found.doubtful == found.usual == found.played
    assert found.doubts
    assert found.shown == found.played


def test_lichess_holds_the_same_games(tmp_path: Path) -> None:
    held = play_to_lichess(f"{HALL}&takebacks=0.05", tmp_path)
    assert held.otherwise == []
    assert len(held.chapters) == 6
    assert held.faults == []
    assert held.most_together == 1
