"""A simulated round of rough hands, cut cables and a correction goes out as it was played; 64 boards: tests/bench."""

from pathlib import Path

from tests.broadcast.a_round import play_round


def test_a_round_is_out_as_it_was_played(tmp_path: Path) -> None:
    found = play_round("sim://?boards=6&speed=max&think=0.3&hands=rough&cuts=2&seed=5", tmp_path)
    assert not found.complaints
    assert found.readings > 6
    assert found.doubtful == found.played
    assert found.shown == found.played
