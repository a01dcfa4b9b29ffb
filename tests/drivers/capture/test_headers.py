"""The header of a capture: what readers use, and values that say nothing."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from drivers.capture import Header, Trouble, read_capture
from drivers.capture.headers import HeaderReader

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def read(*comments: str) -> Header:
    """The header of good comments."""
    reader = HeaderReader()
    assert [reader.add(comment) for comment in comments] == [None] * len(comments)
    return reader.finished()


def test_all_keys() -> None:
    comments = (
        "start: 2024-05-01T14:00:00.250000+02:00",
        "bus: P07",
        "bus: P08 my%20port",
        "White-Clock: right",
        "chess960: yes",
        f"position: P01 {FEN}",
        f"position: P07/01025   {FEN}",
        "continues: part-1.dgt",
        "doubts: asked-again",
        "board: anything, at all: here",
        "just words",
    )
    header = read(*comments)
    zone = timezone(timedelta(hours=2))
    assert header == Header(
        start=datetime(2024, 5, 1, 14, 0, 0, 250_000, zone),
        bus=frozenset({"P07", "P08", "my port"}),
        white_clock="right",
        chess960=True,
        positions={"P01": FEN, "P07/01025": FEN},
        continues="part-1.dgt",
        asks_again=True,
        comments=comments,
    )


@pytest.mark.parametrize("text", ["2024-05-01T12:00:00Z", "2024-05-01t12:00:00z", "2024-05-01 12:00:00.000+00:00"])
def test_start_as_rfc_3339_allows(text: str) -> None:
    assert read(f"start: {text}").start == datetime(2024, 5, 1, 12, tzinfo=UTC)


def test_nothing_said() -> None:
    assert read() == Header()
    assert read("chess960: no").chess960 is False


@pytest.mark.parametrize(
    "comment",
    [
        "start: yesterday",
        "start: 2024-05-01T12:00:00",
        "start: 2024-13-01T12:00:00Z",
        "start:",
        "bus:",
        "white-clock: up",
        "chess960: perhaps",
        "position: P07",
        "position:",
        "continues:",
        "doubts: none",
    ],
)
def test_bad_values_are_told_and_kept_as_comments(comment: str) -> None:
    reader = HeaderReader()
    assert reader.add(comment)
    assert reader.finished() == Header(comments=(comment,))


def test_a_bad_value_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.dgt"
    path.write_text("# dgt-capture 1\n# fine\n\n# start: never\n0 P up\n", encoding="utf-8")
    troubles: list[Trouble] = []
    capture = read_capture(path, troubles.append)
    assert [record.kind for record in capture] == ["up"]
    assert [(trouble.line, trouble.file) for trouble in troubles] == [(4, str(path))]
    assert capture.troubles == 1


def test_values_from_outside_are_harmless() -> None:
    header = read("continues: \x1b[2Jx", "position: \x1bP 8/8\x07")
    assert header.continues == "\\x1b[2Jx"
    assert header.positions == {"\\x1bP": "8/8\\x07"}
