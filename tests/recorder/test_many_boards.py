"""The bench of many boards, a small sample of it: nothing lost and the games right. How long it takes is not judged."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.bench.feeding import Load
from tests.bench.many_boards import compare
from tests.bench.watching import Who

pytestmark = pytest.mark.skipif(
    not (hasattr(os, "openpty") and Path("/proc/self/statm").exists()),
    reason="the bench needs pseudo terminals and Linux's /proc",
)


@pytest.mark.parametrize(
    ("load", "readers"), [(Load(8, 1.0), ("bare", "json")), (Load(4, 0.5, full=True), ("monitor",))]
)
def test_every_update_comes_to_its_tracker_and_every_game_is_right(load: Load, readers: Sequence[Who]) -> None:
    done = compare(load, readers, 1)
    for who in readers:
        (one,) = done[who]
        assert (one.lost, one.wrong, one.troubles) == (0, 0, 0)
        assert load.full or one.told >= load.boards, "it is known when moves were told"
