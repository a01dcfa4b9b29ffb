"""Writing a capture, and reading back what was written."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.capture import CaptureWriter, Header, Record, read_capture
from drivers.capture.reading import LONGEST_REASON
from drivers.capture.records import RecordKind

printable = st.characters(blacklist_categories=("C", "Zl", "Zp", "Zs"), blacklist_characters="%")
words = st.text(printable, min_size=1, max_size=8)
ports = st.lists(words, min_size=1, max_size=2).map(" ".join)
fens = st.lists(words, min_size=1, max_size=3).map(" ".join)
times = st.integers(0, 10**12).map(lambda micros: micros / 1e6)
rows = st.tuples(times, ports, st.sampled_from(["rx", "tx", "up", "down"]), st.binary(min_size=1, max_size=80))
headers = st.builds(
    Header,
    start=st.none() | st.datetimes(timezones=st.just(UTC)),
    bus=st.frozensets(ports, max_size=3),
    white_clock=st.sampled_from([None, "left", "right"]),
    chess960=st.booleans(),
    positions=st.dictionaries(ports, fens, max_size=3),
    continues=st.none() | words,
    comments=st.lists(words, max_size=3).map(tuple),
)
Row = tuple[float, str, RecordKind, bytes]


@given(st.lists(rows, max_size=20), st.sampled_from(["a.dgt", "a.dgt.gz"]))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, written: list[Row], name: str) -> None:
    path = tmp_path_factory.getbasetemp() / name
    written = [(t, port, kind, data if kind in {"rx", "tx"} else b"") for t, port, kind, data in sorted(written)]
    with CaptureWriter(path) as writer:
        for row in written:
            writer.write(*row)
    capture = read_capture(path)
    assert list(capture) == [Record(*row, line) for line, row in enumerate(written, start=2)]
    assert capture.troubles == 0


@given(headers)
def test_a_header_is_read_back(tmp_path_factory: pytest.TempPathFactory, header: Header) -> None:
    path = tmp_path_factory.getbasetemp() / "header.dgt"
    CaptureWriter(path, header).close()
    capture = read_capture(path)
    assert list(capture) == []
    assert capture.troubles == 0
    assert capture.header[:-1] == header[:-1]
    assert capture.header.comments[: len(header.comments)] == header.comments


def test_a_header_that_was_read_is_written_as_it_was(tmp_path: Path) -> None:
    comments = ("start: 2024-05-01T14:00:00Z", "bus: a%20b", "position: P 8/8 w", "free words", "chess960: yes")
    text = "# dgt-capture 1\n" + "".join(f"# {comment}\n" for comment in comments)
    (tmp_path / "a.dgt").write_text(text, encoding="utf-8")
    capture = read_capture(tmp_path / "a.dgt")
    capture.close()
    copy = io.StringIO()
    CaptureWriter(copy, capture.header).close()
    assert copy.getvalue() == text


def test_the_very_bytes() -> None:
    stream = io.StringIO()
    header = Header(start=datetime(2024, 5, 1, tzinfo=UTC), bus=frozenset({"B 1"}), white_clock="left")
    writer = CaptureWriter(stream, header)
    writer.write(0, "P 7", "up")
    writer.write(1 / 3, "P 7", "rx", b"\x8e\x00")
    writer.comment("two\nlines")
    writer.close()
    assert stream.getvalue() == (
        "# dgt-capture 1\n# start: 2024-05-01T00:00:00+00:00\n# bus: B%201\n# white-clock: left\n"
        "0.000000 P%207 up\n0.333333 P%207 rx 8e 00\n# two lines\n"
    )
    assert not stream.closed


def test_a_port_name_cannot_break_out_of_its_line() -> None:
    stream = io.StringIO()
    CaptureWriter(stream).write(0, "a\n1 b up\t\x1b", "up")
    assert stream.getvalue() == "# dgt-capture 1\n0.000000 a\\n1%20b%20up\\t\\x1b up\n"


@pytest.mark.parametrize(
    ("t_s", "port", "kind", "data"),
    [
        (4.0, "P", "up", b""),
        (float("nan"), "P", "up", b""),
        (float("inf"), "P", "up", b""),
        (6.0, "P", "rx", b""),
        (6.0, "P", "up", b"\x00"),
        (6.0, "", "up", b""),
    ],
)
def test_what_cannot_be_written(t_s: float, port: str, kind: RecordKind, data: bytes) -> None:
    stream = io.StringIO()
    writer = CaptureWriter(stream)
    writer.write(5.0, "P", "up")
    before = stream.getvalue()
    with pytest.raises(ValueError, match=r"."):
        writer.write(t_s, port, kind, data)
    assert stream.getvalue() == before


def test_the_same_records_make_the_same_bytes(tmp_path: Path) -> None:
    contents = set()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        with CaptureWriter(tmp_path / folder / "a.dgt.gz") as writer:
            writer.write(0, "P", "up")
        contents.add((tmp_path / folder / "a.dgt.gz").read_bytes())
    assert len(contents) == 1


@pytest.mark.parametrize("first", [True, False])
def test_why_a_line_went_down_is_read_again_and_is_a_comment_to_others(tmp_path: Path, first: bool) -> None:
    path = tmp_path / "a.dgt"
    with CaptureWriter(path) as writer:
        if not first:
            writer.write(0.0, "P 1", "up")
        writer.write(1.0, "P 1", "down", reason="no permission: ask\nroot\x1b")
        writer.write(2.0, "P 1", "up")
        writer.write(3.0, "P 1", "down")
    told = [record.reason for record in read_capture(path) if record.kind == "down"]
    assert told == ["no permission: ask root\\x1b", ""]
    assert "# down: P%201 no permission: ask root" in path.read_text()


def test_a_reason_of_another_port_or_without_end_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.dgt"
    path.write_text(
        "# dgt-capture 1\n0 P1 up\n# down: P2 pulled\n1 P1 down\n# down: P1 " + "x" * 5000 + "\n2 P1 down\n"
    )
    first, second = (record.reason for record in read_capture(path) if record.kind == "down")
    assert first == ""
    assert second == "x" * LONGEST_REASON
