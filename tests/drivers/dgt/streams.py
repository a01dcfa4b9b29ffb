"""Hypothesis strategies: messages with any good values, and streams of bytes that may be damaged in any way."""

from hypothesis import strategies as st

from drivers.dgt.codec import encode
from drivers.dgt.messages import (
    LOG_BYTES,
    Battery,
    BoardDump,
    BusAddress,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    FieldUpdate,
    HardwareVersion,
    I2CClock,
    KeyState,
    LockState,
    LongSerial,
    MemoryDump,
    Message,
    Serial,
    Trademark,
    Version,
)
from tests.drivers.dgt.specimens import SPECIMENS

low = st.integers(0, 0x7F)
byte = st.integers(0, 0xFF)
digits = st.text("0123456789", min_size=5, max_size=5)
side_s = st.integers(0, 35_999)
minutes = st.integers(0, 59)


def codes(count: int) -> st.SearchStrategy[bytes]:
    """So many piece codes."""
    return st.lists(st.integers(0, 15), min_size=count, max_size=count).map(bytes)


def low_bytes(smallest: int, largest: int) -> st.SearchStrategy[bytes]:
    """Bytes as they come inside a message."""
    return st.binary(min_size=smallest, max_size=largest).map(lambda data: bytes(b & 0x7F for b in data))


clock_times = st.builds(
    ClockTimes, side_s, side_s, *[st.booleans()] * 4, st.just(value=True), *[st.booleans()] * 7
).filter(lambda times: any(times[:2]) or any(times[2:6]) or any(times[7:]))
no_clock = st.builds(ClockTimes, st.none(), st.none(), *[st.booleans()] * 4, st.just(value=False), *[st.booleans()] * 7)
updates = st.builds(FieldUpdate, st.integers(0, 63), st.integers(0, 0x1F))
battery = st.builds(
    Battery,
    st.integers(0, 100),
    st.none() | st.integers(0, 0x7E),
    st.none() | minutes,
    low,
    minutes,
    low,
    low,
    minutes,
    st.booleans(),
    st.booleans(),
)
identities = st.one_of(
    st.builds(Serial, digits, st.sampled_from(["", " 1.0"])),
    st.builds(LongSerial, st.text("0123456789.", min_size=10, max_size=10)),
    st.builds(Version, low, low),
    st.builds(HardwareVersion, low, low),
    st.builds(BusAddress, st.integers(0, (1 << 14) - 1)),
    st.builds(Trademark, low_bytes(0, 297).map(lambda data: data.decode("ascii"))),
    battery,
)
others = st.one_of(
    st.builds(ClockAck, byte, byte, byte, byte),
    st.just(ClockZero()),
    st.builds(MemoryDump, low_bytes(1, 40).map(lambda data: (data * LOG_BYTES)[:LOG_BYTES]) | st.just(b"")),
    st.builds(DraughtsDump, st.just("all"), codes(100)),
    st.builds(DraughtsDump, st.sampled_from(["dark", "light"]), codes(50)),
    st.builds(I2CClock, low_bytes(0, 128)),
    st.builds(LockState, low),
    st.builds(KeyState, low),
)
messages: st.SearchStrategy[Message] = st.one_of(
    updates, clock_times, no_clock, st.builds(BoardDump, codes(64)), identities, others
)

frames = st.sampled_from(SPECIMENS).map(encode)
headers = st.builds(lambda ident, length: bytes((ident, *length)), st.integers(0x80, 0xA8), st.tuples(byte, byte))


@st.composite
def damaged_frames(draw: st.DrawFn) -> bytes:
    """A frame with one byte changed, left out, doubled or put in."""
    frame = draw(frames)
    at = draw(st.integers(0, len(frame) - 1))
    put = draw(st.sampled_from([b"", frame[at : at + 1] * 2]) | st.binary(min_size=1, max_size=3))
    return frame[:at] + put + frame[at + draw(st.integers(0, 2)) :]


streams = st.lists(frames | headers | damaged_frames() | st.binary(max_size=8), max_size=12).map(b"".join)


@st.composite
def cuts(draw: st.DrawFn, stream: bytes) -> list[bytes]:
    """The stream in pieces, some of them empty."""
    marks = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    return [stream[a:b] for a, b in zip([0, *marks], [*marks, len(stream)], strict=True)]
