"""Every recorded fixture still gives the events expected of it."""

from pathlib import Path

import pytest

from dgt_monitor.recorder.replay import replay_events
from tests.replay_fixtures import FIXTURES, captures, difference, expected_file
from tests.stream_contract import StreamReader


def test_there_are_captures() -> None:
    assert len(captures()) >= 8


@pytest.mark.parametrize("capture", captures(), ids=lambda path: path.name)
def test_replay(capture: Path) -> None:
    assert expected_file(capture).exists(), "a capture without expected events; see hw_fixtures/README.md"
    assert difference(capture) == []


@pytest.mark.parametrize("capture", captures(), ids=lambda path: path.name)
def test_the_stream_keeps_its_contract(capture: Path) -> None:
    reader = StreamReader().read(replay_events([capture]))
    assert reader.boards


def test_no_expected_file_without_its_capture() -> None:
    assert {path.name for path in FIXTURES.glob("*.events.jsonl")} == {expected_file(c).name for c in captures()}
