"""The quick way must give exactly what the complete way gives."""

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.codec import encode
from drivers.dgt.frames import Framer
from drivers.dgt.messages import ClockTimes, FieldUpdate
from drivers.dgt.quick import skim
from drivers.dgt.translate import reading_of
from drivers.readings import Reading
from tests.drivers.dgt.streams import byte, streams

Outcome = tuple[list[Reading], dict[str, int], int]


def both(stream: bytes) -> tuple[Outcome, Outcome]:
    """Quick and complete."""
    quick: Framer[Reading] = Framer(reading_of, skim)
    plain: Framer[Reading] = Framer(reading_of)
    return (
        (quick.feed(stream), quick.dropped, quick.pending),
        (plain.feed(stream), plain.dropped, plain.pending),
    )


def skimmed(frame: bytes) -> list[Reading]:
    """What the quick way alone makes of a frame."""
    readings: list[Reading] = []
    skim(frame, 0, readings)
    return readings


@settings(max_examples=400)
@given(streams)
def test_the_same_for_any_stream(stream: bytes) -> None:
    quick, plain = both(stream)
    assert quick == plain
    assert list(map(type, quick[0])) == list(map(type, plain[0]))


@settings(max_examples=400)
@given(st.lists(byte, min_size=7, max_size=7))
def test_the_same_for_any_clock_bytes(data: list[int]) -> None:
    quick, plain = both(b"\x8d\x00\x0a" + bytes(data))
    assert quick == plain


def test_the_same_for_every_byte_of_a_clock_message() -> None:
    good = bytes.fromhex("8d 00 0a 20 03 02 20 03 01 13")
    for at in range(1, len(good)):
        for value in range(256):
            quick, plain = both(good[:at] + bytes((value,)) + good[at + 1 :])
            assert quick == plain


def test_the_same_for_every_field_update() -> None:
    for square in range(256):
        for code in range(256):
            quick, plain = both(bytes((0x8E, 0, 5, square, code)))
            assert quick == plain


@given(st.integers(3, 66), byte)
def test_the_same_for_a_dump_with_any_byte_in_it(at: int, value: int) -> None:
    good = b"\x86\x00\x43" + bytes(range(13)) * 4 + bytes(12)
    quick, plain = both(good[:at] + bytes((value,)) + good[at + 1 :])
    assert quick == plain


def test_common_messages_do_go_the_quick_way() -> None:
    assert len(skimmed(encode(FieldUpdate(3, 0x1A)))) == 1
    assert len(skimmed(encode(ClockTimes(35_999, 0, True, True, False, True, battery_low=True)))) == 1
    assert len(skimmed(b"\x86\x00\x43" + bytes(64))) == 1
