"""A simulated round of rough hands, cut cables, takebacks and a correction goes out as it was played, to files and to
lichess; 64 boards: `python -m tests.bench.live_pgn`.
"""

import pytest

from tests.broadcast.lichess_round import Held, play_to_lichess

HALL = "sim://?boards=6&speed=max&think=0.3&hands=rough&cuts=2&takebacks=0.05&seed=5"


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Held:
    return play_to_lichess(HALL, tmp_path_factory.mktemp("round"))


def test_files_are_whole_meanwhile_and_hold_what_was_played(held: Held) -> None:
    found = held.round
    assert found.readings > 6
    assert found.doubtful == found.usual == found.played
    assert found.doubts
    assert found.shown == found.played


def test_lichess_holds_the_same_games(held: Held) -> None:
    assert held.otherwise == []
    assert len(held.chapters) == 6
    assert held.faults == []
    assert held.most_together == 1
