"""Reading a capture: what the format allows, what it does not, and files that are no captures at all."""

import gzip
import math
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.capture import Capture, CaptureError, Record, Trouble, read_capture
from drivers.capture.lines import LONGEST_LINE_BYTES
from drivers.capture.reading import MOST_PORTS

FIRST = b"# dgt-capture 1\n"


def opened(tmp_path: Path, content: bytes, name: str = "a.dgt") -> tuple[Capture, list[Trouble]]:
    """A capture with this content, and its troubles as they come."""
    path = tmp_path / name
    path.write_bytes(content)
    troubles: list[Trouble] = []
    return read_capture(path, troubles.append), troubles


def records(tmp_path: Path, content: bytes) -> tuple[list[Record], list[tuple[int, str]]]:
    """Records and troubles of a capture with this content after the first line."""
    capture, troubles = opened(tmp_path, FIRST + content)
    found = list(capture)
    assert capture.troubles == len(troubles)
    return found, [(trouble.line, trouble.text) for trouble in troubles]


def test_the_example_of_the_format(tmp_path: Path) -> None:
    found, troubles = records(
        tmp_path,
        b"# board: wooden tournament board, firmware 1.08\n"
        b"0.000000 P07 up\n"
        b"0.000120 P07 tx 4d\n"
        b"0.041877 P07 rx 93 00 05 01 08\n"
        b"812.004100 P07 down\n",
    )
    assert troubles == []
    assert found == [
        Record(0.0, "P07", "up", b"", 3),
        Record(0.00012, "P07", "tx", b"\x4d", 4),
        Record(0.041877, "P07", "rx", b"\x93\x00\x05\x01\x08", 5),
        Record(812.0041, "P07", "down", b"", 6),
    ]


def test_what_is_read_with_good_will(tmp_path: Path) -> None:
    found, troubles = records(
        tmp_path,
        b"\n   \n0 my%20port   rx 8E0005\t34  00\r\n# later\r\n  # indented\n1e1 \xc3\xbc up\n2.5e1 P rx 00",
    )
    assert troubles == []
    assert [(r.t_s, r.port, r.kind, r.data.hex(), r.line) for r in found] == [
        (0.0, "my port", "rx", "8e00053400", 4),
        (10.0, "ü", "up", "", 7),
        (25.0, "P", "rx", "00", 8),
    ]


def test_a_byte_order_mark_and_carriage_returns(tmp_path: Path) -> None:
    capture, troubles = opened(tmp_path, b"\xef\xbb\xbf# dgt-capture 1\r\n# chess960: yes\r\n0 P up\r\n")
    assert [record.kind for record in capture] == ["up"]
    assert capture.header.chess960
    assert capture.header.comments == ("chess960: yes",)
    assert troubles == []


BAD_LINES = {
    "few words": b"1.0 P",
    "one word": b"hello",
    "kind": b"1.0 P RX 00",
    "no bytes": b"1.0 P rx",
    "half a byte": b"1.0 P rx 8e 0",
    "no hex": b"1.0 P tx zz",
    "not ascii": "1.0 P rx ８ｅ".encode(),
    "bytes after up": b"1.0 P up 00",
    "not a number": b"one P up",
    "nan": b"nan P up",
    "infinite": b"inf P up",
    "overflow": b"1e400 P up",
    "absurd": b"1e300 P up",
    "negative": b"-1 P up",
    "underscore": b"1_0 P up",
    "nul bytes": b"\x00\x00\x00",
    "latin 1": b"\xe9\xe8 P up",
    "an escape": b"\x1b[31m P up",
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_reported_and_skipped(tmp_path: Path, bad: bytes) -> None:
    found, troubles = records(tmp_path, b"0.5 P up\n" + bad + b"\n2.0 P down\n")
    assert [(r.t_s, r.kind, r.line) for r in found] == [(0.5, "up", 2), (2.0, "down", 4)]
    ((line, text),) = troubles
    assert line == 3
    assert text.isprintable()


def test_a_bad_line_is_named_by_file_and_number(tmp_path: Path) -> None:
    capture, troubles = opened(tmp_path, FIRST + b"nonsense\n")
    assert list(capture) == []
    assert str(troubles[0]) == f"{tmp_path / 'a.dgt'}:2: not 'SECONDS PORT rx|tx|up|down': nonsense"


def test_time_that_goes_back_is_that_of_the_line_before(tmp_path: Path) -> None:
    found, troubles = records(tmp_path, b"5.0 P up\n3.0 P rx 00\n4.0 Q up\n6.0 P down\n")
    assert [record.t_s for record in found] == [5.0, 5.0, 5.0, 6.0]
    assert [line for line, _ in troubles] == [3, 4]
    assert "goes back from 5.000000 to 3.000000" in troubles[0][1]


def test_a_bad_line_with_a_late_time_moves_nothing(tmp_path: Path) -> None:
    found, _ = records(tmp_path, b"1.0 P up\n900.0 P rx zz\n2.0 P down\n")
    assert [record.t_s for record in found] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("word", "port"),
    [
        (b"a%20b", "a b"),
        (b"\x1b[2J", "\\x1b[2J"),
        (b"[bold]", "[bold]"),
        (b"\xff", "\\xff"),
        (b"\xed\xa0\x80", "\\xed\\xa0\\x80"),
        ("\u202eP".encode(), "\\u202eP"),
        (b"../../etc", "../../etc"),
    ],
)
def test_port_names_are_harmless_text(tmp_path: Path, word: bytes, port: str) -> None:
    found, _ = records(tmp_path, b"0 " + word + b" up\n")
    assert found[0].port == port
    assert port.isprintable()


def test_comments_after_the_first_record_are_kept_apart(tmp_path: Path) -> None:
    capture, _ = opened(tmp_path, FIRST + b"# one\n0 P up\n#two\n# bus: P\n")
    assert [record.kind for record in capture] == ["up"]
    assert capture.header.comments == ("one",)
    assert capture.late_comments == ("two", "bus: P")
    assert capture.header.bus == frozenset()


def test_nothing_after_the_first_line_is_an_empty_capture(tmp_path: Path) -> None:
    assert records(tmp_path, b"") == ([], [])
    capture, _ = opened(tmp_path, FIRST.rstrip())
    assert list(capture) == []


NO_CAPTURES = {
    "empty": (b"", "is empty"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "is not a capture file"),
    "zeros": (bytes(5000), "is not a capture file"),
    "later version": (b"# dgt-capture 2\n", "another version"),
    "version 10": (b"# dgt-capture 10\n", "another version"),
    "blank before": (b" # dgt-capture 1\n", "is not a capture file"),
    "utf-16": ("# dgt-capture 1\n".encode("utf-16"), "is not a capture file"),
    "long line": (b"#" * 100_000, "is not a capture file"),
}


@pytest.mark.parametrize(("content", "said"), NO_CAPTURES.values(), ids=NO_CAPTURES.keys())
@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_what_is_no_capture(tmp_path: Path, content: bytes, said: str, suffix: str) -> None:
    path = tmp_path / f"x.dgt{suffix}"
    path.write_bytes(gzip.compress(content) if suffix else content)
    with pytest.raises(CaptureError, match=said) as caught:
        read_capture(path)
    assert "begins with the line '# dgt-capture 1'" in str(caught.value)
    assert not caught.value.usage


def test_no_such_file_a_directory_and_a_name_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="No such file"):
        read_capture(tmp_path / "none.dgt")
    with pytest.raises(CaptureError, match="is a directory"):
        read_capture(tmp_path)
    with pytest.raises(CaptureError, match="cannot be opened") as caught:
        read_capture("nul\0in\x1b[31mside")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("content", [b"", b"plain text", gzip.compress(FIRST)[:12]])
def test_a_gz_name_without_gzip_inside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.dgt.gz"
    path.write_bytes(content)
    with pytest.raises(CaptureError, match=r"cannot be read|is empty"):
        read_capture(path)


def many_lines() -> bytes:
    """A good capture of some size that does not compress to nothing."""
    lines = [f"{i}.5 P{i % 7} rx {i * 7919 % 65536:04x}\n" for i in range(20_000)]
    return FIRST + "".join(lines).encode("ascii")


@pytest.mark.parametrize("damage", ["cut", "flipped"])
def test_damaged_gzip_gives_what_came_before(tmp_path: Path, damage: str) -> None:
    packed = bytearray(gzip.compress(many_lines()))
    if damage == "cut":
        del packed[len(packed) // 2 :]
    else:
        packed[len(packed) // 2] ^= 0xFF
    capture, troubles = opened(tmp_path, bytes(packed), "a.dgt.gz")
    found = list(capture)
    assert 1000 < len(found) < 20_000
    assert "cannot be read on from here" in troubles[-1].text


def test_gzip_and_plain_are_the_same(tmp_path: Path) -> None:
    plain, _ = opened(tmp_path, many_lines())
    packed, _ = opened(tmp_path, gzip.compress(many_lines()), "a.dgt.gz")
    assert list(plain) == list(packed)


def test_a_line_without_end_costs_no_memory(tmp_path: Path) -> None:
    size = 64 << 20
    path = tmp_path / "a.dgt"
    with path.open("wb") as file:
        file.write(FIRST + b"0 P up\n0 P rx ")
        file.seek(size, 1)
        file.write(b"\n1 P down\n")
    troubles: list[Trouble] = []
    tracemalloc.start()
    try:
        found = list(read_capture(path, troubles.append))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [record.kind for record in found] == ["up", "down"]
    assert [(trouble.line, "longer than" in trouble.text) for trouble in troubles] == [(3, True)]
    assert peak < 8 * LONGEST_LINE_BYTES


def test_a_gzip_bomb_costs_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.dgt.gz"
    with gzip.open(path, "wb") as file:
        file.write(FIRST)
        for _ in range(32):
            file.write(bytes(1 << 20))
    tracemalloc.start()
    try:
        found = list(read_capture(path))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == []
    assert peak < 8 * LONGEST_LINE_BYTES


def test_too_many_ports_and_comments_are_passed_over(tmp_path: Path) -> None:
    ports = "".join(f"0 P{i} up\n" for i in range(MOST_PORTS + 2)).encode("ascii")
    comments = (b"# " + b"x" * 100_000 + b"\n") * 50
    capture, troubles = opened(tmp_path, FIRST + ports + comments + b"1 P0 down\n")
    found = list(capture)
    assert len(found) == MOST_PORTS + 1
    assert found[-1].port == "P0"
    assert ["ports" in trouble.text for trouble in troubles] == [True, True, False]
    assert sum(map(len, capture.late_comments)) < 1 << 22


@given(st.binary(max_size=400) | st.text("0123456789.# rtxupdown:-e\n\x00é").map(str.encode))
def test_any_content_gives_records_or_troubles(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    capture, troubles = opened(tmp_path_factory.getbasetemp(), FIRST + content, "any.dgt")
    last_s = 0.0
    for record in capture:
        assert math.isfinite(record.t_s)
        assert record.t_s >= last_s
        assert record.port.isprintable()
        assert bool(record.data) is (record.kind in {"rx", "tx"})
        last_s = record.t_s
    assert all(trouble.text.isprintable() for trouble in troubles)
    for comment in (*capture.header.comments, *capture.late_comments):
        comment.encode("utf-8")


def test_closing_early(tmp_path: Path) -> None:
    capture, _ = opened(tmp_path, many_lines())
    assert next(iter(capture)).line == 2
    capture.close()
