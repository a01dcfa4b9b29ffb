"""The framer of a bus line: the same however bytes are cut, and as a slow second framer has it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.bus_codec import decode_reply, encode_reply, encode_request
from drivers.dgt.bus_frames import BusFramer, Damage, RequestReader
from drivers.dgt.bus_messages import BUS_LENGTHS, LONGEST_REPLY_BYTES, BusFault, BusReply, BusRequest, Changes, Ping
from drivers.dgt.messages import Fault
from tests.drivers.dgt.bus_streams import BUS_SPECIMENS, E4, bus_streams, replies, requests
from tests.drivers.dgt.streams import cuts

PING = encode_reply(BusReply(1025, Ping()))
PACKET = encode_reply(BusReply(1025, Changes(E4)))
Framed = tuple[list[BusReply | tuple[str, int | None]], dict[str, int], int, int]


def framed(*pieces: bytes) -> Framed:
    """Replies, and kinds and addresses of damage, in order; counters, pending, end marks."""
    framer = BusFramer()
    items = [item for piece in pieces for item in framer.feed(piece)]
    told: Counter[str] = Counter()
    for item in items:
        if isinstance(item, Damage):
            told[item.kind] += item.dropped
    assert told == framer.dropped
    heads = [
        (item.kind, item.address) if isinstance(item, Damage) else item
        for item in items
        if isinstance(item, BusReply) or item.begins
    ]
    return heads, framer.dropped, framer.pending, framer.end_marks


class SlowFramer:
    """The bit-7 rule, a byte at a time, for reading and not for speed."""

    def __init__(self) -> None:
        self.heads: list[BusReply | tuple[str, int | None]] = []
        self.dropped: Counter[str] = Counter()
        self.current = bytearray()
        self.reason: str | None = None
        self.mark_allowed = False
        self.marks = 0

    def feed(self, stream: bytes) -> None:
        for byte in stream:
            if byte >= 0x80:
                self._start(byte)
            elif self.current:
                self.current.append(byte)
                self._check()
            elif self.mark_allowed and byte == 0x6B:
                self.mark_allowed, self.marks = False, self.marks + 1
            else:
                if self.reason is None:
                    self.reason = "noise"
                    self.heads.append(("noise", None))
                self.mark_allowed = False
                self.dropped[self.reason] += 1

    def _start(self, byte: int) -> None:
        if self.current:
            self._give_up("interrupted")
        self.reason, self.mark_allowed = None, False
        self.current.append(byte)
        if byte not in BUS_LENGTHS:
            self._give_up("unknown_id")

    def _check(self) -> None:
        if len(self.current) < 3:
            return
        length = self.current[1] * 128 + self.current[2]
        if length not in BUS_LENGTHS[self.current[0]]:
            self._give_up("bad_length")
        elif len(self.current) == length:
            said = decode_reply(bytes(self.current))
            if isinstance(said, BusReply):
                self.heads.append(said)
                self.mark_allowed = True
                self.current.clear()
            else:
                self._give_up(said)

    def _give_up(self, reason: str) -> None:
        address = self.current[3] * 128 + self.current[4] if len(self.current) > 4 else None
        self.heads.append((reason, address))
        self.dropped[reason] += len(self.current)
        self.reason = reason
        self.current.clear()


@given(st.lists(replies, max_size=6), st.data())
def test_good_replies_come_out_as_they_went_in(sent: list[BusReply], data: st.DataObject) -> None:
    assert framed(*data.draw(cuts(b"".join(map(encode_reply, sent))))) == (sent, {}, 0, 0)


@settings(max_examples=400)
@given(bus_streams, st.data())
def test_any_cut_gives_the_same(stream: bytes, data: st.DataObject) -> None:
    whole = framed(stream)
    assert framed(*data.draw(cuts(stream))) == whole
    assert framed(*(stream[at : at + 1] for at in range(len(stream)))) == whole


@settings(max_examples=400)
@given(bus_streams)
def test_agrees_with_a_slow_framer(stream: bytes) -> None:
    slow = SlowFramer()
    slow.feed(stream)
    assert framed(stream) == (slow.heads, dict(slow.dropped), len(slow.current), slow.marks)


@given(bus_streams)
def test_every_byte_is_accounted_for(stream: bytes) -> None:
    heads, dropped, pending, marks = framed(stream)
    good = sum(len(encode_reply(reply)) for reply in heads if isinstance(reply, BusReply))
    assert good + sum(dropped.values()) + pending + marks == len(stream)


@given(bus_streams, st.sampled_from(BUS_SPECIMENS))
def test_a_good_reply_after_any_damage_is_read(stream: bytes, reply: BusReply) -> None:
    heads, _, pending, _ = framed(stream, encode_reply(reply))
    assert heads[-1] == reply
    assert pending == 0


CASES = {
    "an end mark after a packet": (PACKET + b"\x6b" + PING, {}, 1),
    "a second end mark": (PACKET + b"\x6b\x6b" + PING, {Fault.NOISE: 1}, 1),
    "an end mark after damage": (PACKET[:-1] + b"\x00\x6b" + PING, {BusFault.BAD_CHECKSUM: 11}, 0),
    "noise": (b"\x01\x02" + PING, {Fault.NOISE: 2}, 0),
    "a single-board field update": (b"\x8e\x00\x05\x34\x00" + PING, {Fault.UNKNOWN_ID: 5}, 0),
    "a wrong length": (b"\x87\x00\x07\x08\x01\x16\x00" + PING, {Fault.BAD_LENGTH: 7}, 0),
    "a byte lost inside": (PACKET[:7] + PACKET[8:] + PING, {Fault.INTERRUPTED: 9}, 0),
    "a checksum": (PACKET[:6] + b"\x35" + PACKET[7:] + PING, {BusFault.BAD_CHECKSUM: 10}, 0),
}


@pytest.mark.parametrize(("stream", "dropped", "marks"), CASES.values(), ids=CASES.keys())
def test_what_is_dropped_and_why(stream: bytes, dropped: dict[str, int], marks: int) -> None:
    heads, counted, _, found = framed(stream)
    assert (heads[-1], counted, found) == (BusReply(1025, Ping()), dropped, marks)


def test_the_address_of_damage_is_told_where_it_came() -> None:
    assert framed(PACKET[:6] + PING)[0][0] == (Fault.INTERRUPTED, 1025)
    assert framed(PACKET[:4] + PING)[0][0] == (Fault.INTERRUPTED, None)


@pytest.mark.parametrize("ident", sorted(BUS_LENGTHS))
def test_the_buffer_is_bounded_for_every_kind(ident: int) -> None:
    framer = BusFramer()
    framer.feed(bytes((ident, 0x3E, 0x06)))
    for _ in range(40):
        framer.feed(b"\x40" * 997)
        assert framer.pending < LONGEST_REPLY_BYTES


def test_abandon_tells_of_the_half_reply() -> None:
    framer = BusFramer()
    framer.feed(PACKET[:7])
    assert framer.abandon() == [Damage(Fault.CUT_OFF, 7, 1025, begins=True)]
    assert framer.abandon() == []
    assert framer.feed(b"\x00" + PING) == [Damage(Fault.NOISE, 1, None, begins=True), BusReply(1025, Ping())]


@given(st.lists(requests, max_size=8), st.data())
def test_requests_in_any_pieces(sent: list[BusRequest], data: st.DataObject) -> None:
    reader = RequestReader()
    pieces = data.draw(cuts(b"".join(map(encode_request, sent))))
    assert [found for piece in pieces for found in reader.feed(piece)] == sent
    assert reader.dropped == {}


def test_single_board_bytes_among_requests_are_told() -> None:
    reader = RequestReader()
    assert reader.feed(b"\x40\x83\x08\x01\x0c\x4a") == [0x40, BusRequest(0x83, 1025), 0x4A]


def test_damaged_requests_are_counted() -> None:
    reader = RequestReader()
    assert reader.feed(b"\x83\x08\x01\x0d\x83\x08\x83\x08\x01\x0c") == [BusRequest(0x83, 1025)]
    assert reader.dropped == {BusFault.BAD_CHECKSUM: 4, Fault.INTERRUPTED: 2}


def test_what_follows_a_clock_message_is_passed_over() -> None:
    message = encode_request(BusRequest(0xA2, 1025)) + b"\x03\x42\x4e"
    assert RequestReader().feed(message + b"\x83\x08\x01\x0c") == [BusRequest(0xA2, 1025), BusRequest(0x83, 1025)]
