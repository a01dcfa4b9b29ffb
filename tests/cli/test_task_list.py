"""The beginning of a person's task list, through the real program in a terminal; all of it: `tests.bench.task_list`."""

import sys
from pathlib import Path

import pytest

from tests.bench.task_list import sat_through
from tests.bench.tasks.panes import TMUX, Captures
from tests.bench.tasks.tasks import TASKS

pytestmark = [
    pytest.mark.skipif(TMUX is None, reason="no tmux on this machine: no real terminal to sit before"),
    pytest.mark.skipif(sys.platform == "win32", reason="pseudo terminals are those of POSIX"),
]
FIRST = 4
"""So many take half a minute."""


@pytest.mark.timeout(240)
def test_the_round_begins_and_the_first_draw_is_seen(tmp_path: Path) -> None:
    done = sat_through((80, 24), Captures(tmp_path), TASKS[:FIRST])
    assert [(task.name, missing) for task, missing in done if missing] == []
    assert len(list(tmp_path.glob("*.txt"))) >= FIRST
