"""The framer: the same messages and counters however bytes are cut, and as a slow second framer has them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.codec import encode
from drivers.dgt.frames import Framer, message_framer
from drivers.dgt.messages import LENGTHS, LONGEST_BYTES, Fault, FieldUpdate, LockState, Message, Version
from tests.drivers.dgt.oracle import SlowFramer
from tests.drivers.dgt.specimens import LOG, SPECIMENS
from tests.drivers.dgt.streams import cuts, messages, streams

UPDATE = encode(FieldUpdate(0x34, 0))


def framed(*pieces: bytes) -> tuple[list[Message], dict[str, int], int]:
    framer = message_framer()
    found = [message for piece in pieces for message in framer.feed(piece)]
    return found, framer.dropped, framer.pending


@given(st.lists(messages, max_size=6), st.data())
def test_good_messages_come_out_as_they_went_in(sent: list[Message], data: st.DataObject) -> None:
    pieces = data.draw(cuts(b"".join(map(encode, sent))))
    assert framed(*pieces) == (sent, {}, 0)


@settings(max_examples=400)
@given(streams, st.data())
def test_any_cut_gives_the_same(stream: bytes, data: st.DataObject) -> None:
    whole = framed(stream)
    assert framed(*data.draw(cuts(stream))) == whole
    assert framed(*(stream[at : at + 1] for at in range(len(stream)))) == whole


@settings(max_examples=400)
@given(streams)
def test_agrees_with_a_slow_framer(stream: bytes) -> None:
    slow = SlowFramer()
    slow.feed(stream)
    assert framed(stream) == (slow.messages, dict(slow.dropped), len(slow.current))


@given(streams)
def test_every_byte_is_accounted_for(stream: bytes) -> None:
    lengths: list[int] = []
    framer: Framer[None] = Framer(lambda message: lengths.append(len(encode(message))))
    framer.feed(stream)
    # An acknowledgement can be sent in several ways, all as long.
    assert sum(lengths) + sum(framer.dropped.values()) + framer.pending == len(stream)


@given(streams, st.sampled_from(SPECIMENS))
def test_a_good_message_after_any_damage_is_read(stream: bytes, message: Message) -> None:
    framer = message_framer()
    framer.feed(stream)
    found = framer.feed(encode(message))
    assert found[-1:] == [message]
    assert framer.pending == 0


CASES = {
    "noise before a message": (b"\x01\x02" + UPDATE, 1, {Fault.NOISE: 2}),
    "noise after a message": (UPDATE + b"\x01\x02\x03", 1, {Fault.NOISE: 3}),
    "unknown identifier and what follows": (b"\x80\x00\x05\x01\x02" + UPDATE, 1, {Fault.UNKNOWN_ID: 5}),
    "length too large": (b"\x8e\x00\x06\x01\x02" + UPDATE, 1, {Fault.BAD_LENGTH: 5}),
    "length of the shape of an older driver": (b"\xa0\x00\x07\x01\x02\x03\x04", 0, {Fault.BAD_LENGTH: 7}),
    "square off the board": (b"\x8e\x00\x05\x40\x02" + UPDATE, 1, {Fault.OUT_OF_RANGE: 5}),
    "a byte lost inside": (UPDATE[:4] + UPDATE, 1, {Fault.INTERRUPTED: 4}),
    "a start inside the header": (b"\x8e\x00" + UPDATE, 1, {Fault.INTERRUPTED: 2}),
    "starts only": (b"\x8e" * 9, 0, {Fault.INTERRUPTED: 8}),
    "a bit 7 set inside": (UPDATE[:3] + b"\xb4\x00" + UPDATE, 1, {Fault.INTERRUPTED: 3, Fault.UNKNOWN_ID: 2}),
}


@pytest.mark.parametrize(("stream", "good", "dropped"), CASES.values(), ids=CASES.keys())
def test_what_is_dropped_and_why(stream: bytes, good: int, dropped: dict[str, int]) -> None:
    found, counted, _ = framed(stream)
    assert (len(found), counted) == (good, dropped)


def test_a_lost_byte_costs_one_message_only() -> None:
    stream = UPDATE * 3
    for at in range(5, 10):
        found, dropped, pending = framed(stream[:at] + stream[at + 1 :])
        assert len(found) == 2
        assert sum(dropped.values()) + pending == 4


@pytest.mark.parametrize("ident", sorted(LENGTHS))
def test_the_buffer_is_bounded_for_every_kind(ident: int) -> None:
    framer = message_framer()
    framer.feed(bytes((ident, 0x3E, 0x03)))
    for _ in range(40):
        framer.feed(b"\x40" * 997)
        assert framer.pending < LONGEST_BYTES


def test_a_memory_dump_byte_by_byte() -> None:
    stream = encode(LOG)
    found, dropped, pending = framed(*(stream[at : at + 1] for at in range(len(stream))))
    assert (found, dropped, pending) == ([LOG], {}, 0)


def test_abandon_counts_the_half_message() -> None:
    framer = message_framer()
    framer.feed(UPDATE[:3])
    framer.abandon()
    framer.abandon()
    assert framer.dropped == {Fault.CUT_OFF: 3}
    assert framer.feed(b"\x00\x00") == []
    assert framer.dropped == {Fault.CUT_OFF: 3, Fault.NOISE: 2}
    assert framer.feed(encode(Version(1, 8)) + encode(LockState(0))) == [Version(1, 8), LockState(0)]
