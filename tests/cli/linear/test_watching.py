"""A desk in lines: what is to be acted on waits for no look."""

import queue
import threading

import pytest

from dgt_monitor.cli.linear import watching
from tests.viewing.rooms import GUARD_S
from tests.viewing.test_calling import CallingFeed


def test_a_fivefold_is_told_when_it_calls_and_not_at_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    feed, left, said = CallingFeed(), threading.Event(), queue.SimpleQueue[list[str]]()
    monkeypatch.setattr(watching, "write_lines", said.put)
    desk = threading.Thread(
        target=watching.follow_as_lines, args=(feed, left, ()), kwargs={"typing": False, "look_s": 1e6}, daemon=True
    )
    desk.start()
    assert said.get(timeout=GUARD_S), "how the hall stands"
    feed.happen()
    assert any("FIVEFOLD" in line for line in said.get(timeout=GUARD_S))
    left.set()
    feed.calling.look(feed.view()._replace(alerts=()))
    feed.calling.look(feed.view())
    desk.join(GUARD_S)
    assert not desk.is_alive()
