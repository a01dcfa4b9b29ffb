"""Hypothesis strategies for bus lines: replies with any good values, and streams that may be damaged in any way."""

from hypothesis import strategies as st

from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_messages import (
    END_MARK,
    HIGHEST_ADDRESS,
    BusMessage,
    BusReply,
    BusRequest,
    Changes,
    FromStart,
    NoVersion,
    Opaque,
    Ping,
    StartMarked,
)
from drivers.dgt.messages import (
    BoardDump,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    HardwareVersion,
    LongSerial,
    Serial,
    Trademark,
    Version,
)
from tests.drivers.dgt.specimens import START_CODES
from tests.drivers.dgt.streams import battery, byte, clock_times, codes, digits, low, low_bytes, no_clock

E4 = bytes.fromhex("40 34 41 24")
HALTED = bytes.fromhex("70 29 45")

BUS_SPECIMENS: tuple[BusReply, ...] = (
    BusReply(1025, BoardDump(START_CODES)),
    BusReply(1025, ClockTimes(1985, 1989, True, False, True, False, left_increment=True, right_increment=True)),
    BusReply(4711, ClockZero()),
    BusReply(1025, ClockAck(0x10, 0x88, 0x05, 0x31)),
    BusReply(1025, Changes(b"")),
    BusReply(1025, Changes(E4)),
    BusReply(4711, Changes(E4 + HALTED, even=True)),
    BusReply(4711, Changes(b"\x6f")),
    BusReply(4711, Changes(b"\x7f\x7f\x7f\x6a\x41\x24", even=True)),
    BusReply(1025, FromStart(b"\x7b" + E4)),
    BusReply(HIGHEST_ADDRESS, Ping()),
    BusReply(1025, StartMarked()),
    BusReply(1025, Version(1, 3)),
    BusReply(1025, NoVersion()),
    BusReply(4711, HardwareVersion(2, 0)),
    BusReply(4711, Serial("47110")),
    BusReply(4711, LongSerial("3000147740")),
    BusReply(4711, Trademark("Test board\r\nmade by nobody\n")),
    BusReply(4711, Opaque(0xB2, b"\x01\x02")),
    BusReply(1025, DraughtsDump("all", bytes(100))),
    BusReply(1025, DraughtsDump("dark", bytes(50))),
)

addresses = st.integers(0, HIGHEST_ADDRESS)
requests = st.builds(BusRequest, st.integers(0x80, 0xFF), addresses)
records = low_bytes(0, 60)
bus_messages: st.SearchStrategy[BusMessage] = st.one_of(
    st.builds(BoardDump, codes(64)),
    st.builds(DraughtsDump, st.just("all"), codes(100)),
    st.builds(DraughtsDump, st.just("dark"), codes(50)),
    clock_times,
    no_clock,
    st.just(ClockZero()),
    st.builds(ClockAck, byte, byte, byte, byte),
    st.builds(Changes, records, st.booleans()),
    st.builds(FromStart, records),
    st.sampled_from([Ping(), StartMarked(), NoVersion()]),
    st.builds(Version, low, low),
    st.builds(HardwareVersion, low, low),
    st.builds(Serial, digits, st.sampled_from(["", " 1.0"])),
    st.builds(LongSerial, st.text("0123456789.", min_size=10, max_size=10)),
    st.builds(Trademark, low_bytes(0, 297).map(lambda data: data.decode("ascii"))),
    battery,
    st.builds(Opaque, st.sampled_from([0xB1, 0xB2, 0xB3]), low_bytes(0, 128)),
    st.builds(Opaque, st.sampled_from([0x8C, 0xB0]), low_bytes(20, 128)),
)
replies = st.builds(BusReply, addresses, bus_messages)

frames = st.sampled_from(BUS_SPECIMENS).map(encode_reply)
headers = st.builds(
    lambda ident, length: bytes((ident, *length)), st.integers(0x80, 0xB8), st.tuples(st.sampled_from([0, 0, 1]), byte)
)


@st.composite
def damaged_frames(draw: st.DrawFn) -> bytes:
    """A frame with one byte changed, left out, doubled or put in."""
    frame = draw(frames)
    at = draw(st.integers(0, len(frame) - 1))
    put = draw(st.sampled_from([b"", frame[at : at + 1] * 2]) | st.binary(min_size=1, max_size=3))
    return frame[:at] + put + frame[at + draw(st.integers(0, 2)) :]


mark = st.just(bytes((END_MARK,)))
bus_streams = st.lists(frames | frames | headers | damaged_frames() | mark | st.binary(max_size=8), max_size=12).map(
    b"".join
)
