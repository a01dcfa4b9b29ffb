"""Several captures on one time axis."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.capture import CaptureError, CaptureWriter, Header, Record, Trouble, merge

START = "start: 2024-05-01T14:00:00Z"
LATER = "start: 2024-05-01T16:00:10+02:00"
"""Ten seconds after `START`."""


def write(path: Path, comments: list[str], *rows: str) -> Path:
    """A capture of these rows."""
    lines = ["# dgt-capture 1", *(f"# {comment}" for comment in comments), *rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def told(records: list[Record]) -> list[tuple[float, str, str]]:
    """Time, port and kind."""
    return [(record.t_s, record.port, record.kind) for record in records]


def test_with_start_in_all_they_lie_as_recorded(tmp_path: Path) -> None:
    late = write(tmp_path / "b", [LATER], "0.1 B up", "0.2 B rx 00")
    early = write(tmp_path / "a", [START], "0 A up", "10.15 A rx 00", "20 A down")
    merged = merge([late, early])
    assert told(list(merged)) == [
        (0.0, "A", "up"),
        (10.1, "B", "up"),
        (10.15, "A", "rx"),
        (10.2, "B", "rx"),
        (20.0, "A", "down"),
    ]
    assert merged.header.start is not None
    assert merged.header.start.isoformat() == "2024-05-01T14:00:00+00:00"


def test_without_they_all_begin_at_second_0(tmp_path: Path) -> None:
    a = write(tmp_path / "a", [START], "5 A up")
    b = write(tmp_path / "b", [], "1 B up", "5 B down")
    merged = merge([a, b])
    assert told(list(merged)) == [(1.0, "B", "up"), (5.0, "A", "up"), (5.0, "B", "down")]
    assert merged.header.start is None


def test_one_port_goes_on_from_file_to_file(tmp_path: Path) -> None:
    a = write(tmp_path / "a", [START], "0 P up", "10 P rx 8e 00")
    b = write(tmp_path / "b", [LATER, "continues: a"], "0 P rx 05 34 00", "7 P down")
    records = list(merge([b, a]))
    assert told(records) == [(0.0, "P", "up"), (10.0, "P", "rx"), (10.0, "P", "rx"), (17.0, "P", "down")]
    assert b"".join(record.data for record in records).hex() == "8e00053400"


def test_where_a_recording_stops_and_another_opens_the_line_anew_nobody_watched_between(tmp_path: Path) -> None:
    a = write(tmp_path / "a", [START], "0 P up", "0 Q up", "0 R up", "3 P rx 00", "4 Q rx 00", "5 Q down")
    b = write(tmp_path / "b", [LATER], "2 P up", "2 Q up", "3 R rx 00")
    records = list(merge([b, a]))
    ended = [record for record in records if record.reason]
    assert told(ended) == [(5.0, "P", "down")], "Q has said so itself, R goes on"
    assert told(records)[-4:] == [(5.0, "P", "down"), (12.0, "P", "up"), (12.0, "Q", "up"), (13.0, "R", "rx")]


@pytest.mark.parametrize("comments", [([START], [LATER]), ([], [])])
def test_a_port_in_two_files_at_once_is_refused(tmp_path: Path, comments: tuple[list[str], list[str]]) -> None:
    a = write(tmp_path / "a", comments[0], "0 P up", "11 P down")
    b = write(tmp_path / "b", comments[1], "0 P up", "1 P down")
    with pytest.raises(CaptureError, match="port P at the same time") as caught:
        merge([a, b])
    assert caught.value.usage
    assert ("# start:" in str(caught.value)) is (not comments[0])


def test_other_ports_may_overlap_what_one_port_does_not(tmp_path: Path) -> None:
    a = write(tmp_path / "a", [], "0 Q up", "100 P up", "200 P down")
    b = write(tmp_path / "b", [], "50 R up", "60 P up", "90 P down")
    assert [t_s for t_s, _, _ in told(list(merge([a, b])))] == [0, 50, 60, 90, 100, 200]


def test_headers_together(tmp_path: Path) -> None:
    a = write(tmp_path / "a", ["bus: B1", "white-clock: left", "position: P 8/8 w", "board: x"], "0 P up")
    b = write(tmp_path / "b", ["bus: B2", "white-clock: right", "position: Q 8/8 b", "board: x"], "0 Q up")
    c = write(tmp_path / "c", ["continues: 0", "chess960: yes", "position: R 8/8 w"], "0 R up")
    troubles: list[Trouble] = []
    merged = merge([a, b, c], troubles.append)
    assert merged.header == Header(
        bus=frozenset({"B1", "B2"}),
        white_clock="left",
        chess960=True,
        positions={"P": "8/8 w", "Q": "8/8 b"},
        comments=(*a_comments(a), *a_comments(b)[:3], *a_comments(c)),
    )
    assert ["white-clock" in trouble.text for trouble in troubles] == [True, False]
    assert merged.troubles == 2
    merged.close()


def a_comments(path: Path) -> list[str]:
    """The comments of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [line.removeprefix("# ") for line in lines if line.startswith("#")]


def test_a_file_that_continues_another_is_joined_late(tmp_path: Path) -> None:
    alone = write(tmp_path / "b", ["continues: a", "position: P 8/8 w"], "0 P up")
    merged = merge([alone])
    assert merged.header.positions == {}
    assert merged.header.continues == "a"
    merged.close()


def test_troubles_are_told_once_though_files_are_read_twice(tmp_path: Path) -> None:
    a = write(tmp_path / "a", [], "0 P up", "bad")
    b = write(tmp_path / "b", [], "worse")
    troubles: list[Trouble] = []
    merged = merge([a, b], troubles.append)
    assert len(list(merged)) == 1
    assert sorted((Path(trouble.file).name, trouble.line) for trouble in troubles) == [("a", 3), ("b", 2)]
    assert merged.troubles == 2


def test_a_file_that_is_no_capture_is_named(tmp_path: Path) -> None:
    good = write(tmp_path / "a", [], "0 P up")
    with pytest.raises(CaptureError, match=r"none\.dgt.*No such file"):
        merge([good, tmp_path / "none.dgt"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")
def test_a_pipe_among_several_is_refused(tmp_path: Path) -> None:
    good = write(tmp_path / "a", [], "0 P up")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CaptureError, match="cannot be read twice"):
        merge([good, tmp_path / "pipe"])


def test_nothing_at_all() -> None:
    merged = merge([])
    assert list(merged) == []
    assert merged.header == Header()


def test_a_long_chain_needs_few_files_open(tmp_path: Path) -> None:
    comments = [f"start: 2024-05-01T14:{minute:02}:00Z" for minute in range(40)]
    paths = [write(tmp_path / f"{n:02}", [text], "0 P up", "59 P rx 00") for n, text in enumerate(comments)]
    gc.collect()
    open_at_most = 0
    seen = 0
    for record in merge(reversed(paths)):
        seen += record.line > 0
        if record.kind == "rx" and Path("/proc/self/fd").exists():
            named = (str(fd.readlink()) for fd in Path("/proc/self/fd").iterdir() if fd.is_symlink())
            open_at_most = max(open_at_most, sum(name.startswith(str(tmp_path)) for name in named))
    assert seen == 80
    assert open_at_most <= 2


rows = st.lists(st.tuples(st.integers(0, 50), st.binary(min_size=1, max_size=3)), max_size=8)


@given(st.lists(rows, min_size=2, max_size=4))
def test_merged_is_all_records_in_order(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[tuple[int, bytes]]]
) -> None:
    paths = [tmp_path_factory.getbasetemp() / f"merge-{number}.dgt" for number in range(len(files))]
    expected = []
    for number, (path, file) in enumerate(zip(paths, files, strict=True)):
        with CaptureWriter(path) as writer:
            for t_s, data in sorted(file):
                writer.write(t_s, f"P{number}", "rx", data)
                expected.append((float(t_s), number, data))
    expected.sort(key=lambda row: row[:2])
    assert [(r.t_s, int(r.port[1:]), r.data) for r in merge(paths)] == expected
