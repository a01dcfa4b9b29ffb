"""The board's log: known records, the ring's seams, damage, and any bytes at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.memory import RawRecord, Tag, parse_log
from drivers.dgt.messages import LOG_BYTES
from drivers.readings import PIECES, HaltedClock, LogChange, LogGap
from tests.drivers.dgt.streams import byte

E4 = "40 34 41 24"
E4_RECORDS: list[RawRecord] = [LogChange(12, ".", soon=False), LogChange(28, "P", soon=False)]


def parse(text: str, *, begins_whole: bool = True) -> list[RawRecord]:
    """Records of hex bytes."""
    return parse_log(bytes.fromhex(text), begins_whole=begins_whole)


def test_a_change_packet_with_the_clock_that_was_halted() -> None:
    assert parse(E4 + "70 29 45") == [*E4_RECORDS, HaltedClock("left", 29 * 60 + 45)]
    assert parse("61 30 00") == [HaltedClock("right", 5400)]


def test_tags_and_a_quick_change() -> None:
    tags = parse("7f 7f 7f 6a 6c 6d 6e 6f 7a 7b 7c 7d 7e 5a 00 6b")
    assert tags == [*Tag, LogChange(56, "b", soon=True)]


def test_a_young_ring_and_its_unused_part_on_either_side() -> None:
    log = bytes.fromhex("6f" + E4 + "6b")
    for filler in (b"\x7f", b"\x00", b"\xff"):
        rest = filler * (LOG_BYTES - len(log))
        assert parse_log(rest + log) == [Tag.BEGIN_POSITION, *E4_RECORDS]
        assert parse_log(log + rest) == [Tag.BEGIN_POSITION, *E4_RECORDS]


def test_a_ring_that_begins_inside_a_record() -> None:
    # 24: square of a lost change. 41 45: minutes and seconds of a lost clock, which look like a change.
    assert parse("24 40 34 6f " + E4, begins_whole=False) == [Tag.BEGIN_POSITION, *E4_RECORDS]
    assert parse("41 45 7a " + E4, begins_whole=False) == [Tag.BEGIN_POSITION_ROTATED, *E4_RECORDS]
    assert parse(E4, begins_whole=False) == []


@pytest.mark.parametrize(
    ("damage", "skipped"),
    [("41 40", 2), ("41", 1), ("70 61 00", 1), ("70 10", 2), ("01 02 03", 3), ("60 12 7f", 2)],
)
def test_damage_is_a_gap_and_reading_goes_on(damage: str, skipped: int) -> None:
    records = parse(f"{E4} {damage} 6f {E4}")
    assert records[:3] == [*E4_RECORDS, LogGap(skipped)]
    assert records[-3:] == [Tag.BEGIN_POSITION, *E4_RECORDS]


def test_a_record_cut_off_at_the_end() -> None:
    assert parse(E4 + "70 29") == [*E4_RECORDS, LogGap(2)]


def test_delays_of_newer_boards_are_skipped() -> None:
    assert parse("15 3f 20" + E4 + "30") == E4_RECORDS


def test_the_end_mark_ends_the_log() -> None:
    assert parse(E4 + "6b 40 34") == E4_RECORDS


changes = st.builds(LogChange, st.integers(0, 63), st.sampled_from(PIECES), st.booleans())
clocks = st.builds(HaltedClock, st.sampled_from(["left", "right"]), st.integers(0, 35_999))


def bytes_of(record: RawRecord) -> bytes:
    """A record as a board writes it."""
    match record:
        case LogChange(square, piece, soon):
            return bytes((0x40 | soon << 4 | PIECES.index(piece), square ^ 56))
        case HaltedClock(side, time_s):
            digits = f"{time_s // 3600}{time_s // 60 % 60:02}{time_s % 60:02}"
            return bytes.fromhex(("6" if side == "right" else "7") + digits)
        case Tag():
            return bytes((record,))
        case _:
            raise AssertionError


@given(st.lists(changes | clocks | st.sampled_from(Tag), max_size=30))
def test_records_there_and_back(records: list[RawRecord]) -> None:
    log = b"".join(map(bytes_of, records))
    assert parse_log(log + b"\x6b", begins_whole=True) == records


@given(st.lists(changes | clocks | st.sampled_from(Tag), min_size=2, max_size=30), st.data())
def test_a_ring_cut_anywhere_loses_only_its_beginning(records: list[RawRecord], data: st.DataObject) -> None:
    log = b"".join(map(bytes_of, records))
    found = parse_log(log[data.draw(st.integers(0, len(log))) :] + b"\x6b")
    assert records[len(records) - len(found) :] == found


@given(st.binary(max_size=300) | st.lists(byte.map(lambda b: b & 0x7F), max_size=300).map(bytes), st.booleans())
def test_any_bytes_give_records(log: bytes, begins_whole: bool) -> None:
    records = parse_log(log, begins_whole=begins_whole)
    assert sum(record.skipped if isinstance(record, LogGap) else 1 for record in records) <= len(log)
