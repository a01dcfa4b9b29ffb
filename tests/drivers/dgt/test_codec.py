"""Every message, both ways: bytes as the protocol facts give them, and any good values there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.codec import decode, encode
from drivers.dgt.messages import (
    LENGTHS,
    LOG_BYTES,
    Battery,
    BoardDump,
    BusAddress,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    Fault,
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
from tests.drivers.dgt.specimens import LOG, SPECIMENS, START_CODES
from tests.drivers.dgt.streams import byte, messages

KNOWN = [
    ("8e 00 05 34 00", FieldUpdate(0x34, 0)),
    ("90 00 05 08 01", BusAddress(1025)),
    ("91 00 08 30 31 30 32 35", Serial("01025")),
    ("91 00 0c 30 31 30 32 35 20 31 2e 30", Serial("01025", " 1.0")),
    ("93 00 05 01 08", Version(1, 8)),
    ("96 00 05 02 00", HardwareVersion(2, 0)),
    ("8f 00 03", MemoryDump(b"")),
    ("92 00 05 41 0a", Trademark("A\n")),
    ("94 00 35" + " 01" * 50, DraughtsDump("dark", b"\x01" * 50)),
    ("95 00 35" + " 04" * 50, DraughtsDump("light", b"\x04" * 50)),
    ("86 00 67" + " 0a" * 100, DraughtsDump("all", b"\x0a" * 100)),
    ("86 00 43" + START_CODES.hex(), BoardDump(START_CODES)),
    ("8f 3e 03" + "7f" * LOG_BYTES, MemoryDump(b"\x7f" * LOG_BYTES)),
    ("a0 00 0c 58 7f 7f 01 02 03 04 05 01", Battery(88, None, None, 1, 2, 3, 4, 5, True, False)),
    ("a2 00 0d 33 30 30 30 31 34 37 37 34 30", LongSerial("3000147740")),
    ("a3 00 06 01 02 03", I2CClock(b"\x01\x02\x03")),
    ("a4 00 04 00", LockState(0)),
    ("a5 00 04 01", KeyState(1)),
]
RECORDED = [
    ("8d 00 0a 20 03 02 20 03 01 13", (181, 182, True, True, False, True)),
    ("8d 00 0a 20 03 02 20 03 02 08", (182, 182, False, False, True, False)),
]
"""Clock messages of real boards: left, right, running, lever high on the right, turn left, turn right."""


@pytest.mark.parametrize(("wire", "message"), KNOWN, ids=lambda value: type(value).__name__)
def test_known_bytes(wire: str, message: Message) -> None:
    frame = bytes.fromhex(wire)
    assert decode(frame[0], frame[3:]) == message
    assert type(decode(frame[0], frame[3:])) is type(message)
    assert encode(message) == frame


@pytest.mark.parametrize(("wire", "fields"), RECORDED)
def test_recorded_clock_times(wire: str, fields: tuple[int | bool, ...]) -> None:
    frame = bytes.fromhex(wire)
    times = decode(frame[0], frame[3:])
    assert isinstance(times, ClockTimes)
    assert times[:6] == fields
    assert times.left_increment
    assert times.right_increment
    assert encode(times) == frame


def test_a_flag_falls() -> None:
    fallen = decode(0x8D, bytes.fromhex("30 00 00 20 00 16 12"))
    assert isinstance(fallen, ClockTimes)
    assert (fallen.right_flag, fallen.left_flag, fallen.right_s, fallen.left_s) == (True, False, 0, 16)


@pytest.mark.parametrize(("b3", "b6"), [(0x0A, 0x00), (0x05, 0x0A), (0x3A, 0x1A)])
def test_either_half_byte_makes_an_acknowledgement(b3: int, b6: int) -> None:
    data = bytes((b3, 0x10, 0x08, b6, 0x05, 0x31, 0x00))
    high = 0x80 if b3 & 0x10 else 0
    expected = ClockAck(
        0x10 | (0x80 if b6 & 0x10 else 0),
        0x08 | (0x80 if b6 & 0x20 else 0),
        0x05 | high,
        0x31 | (0x80 if b3 & 0x20 else 0),
    )
    assert decode(0x8D, data) == expected


def test_no_clock_makes_the_times_invalid_whatever_they_are() -> None:
    times = decode(0x8D, bytes.fromhex("0b 7f 7f 09 61 00 20"))
    assert isinstance(times, ClockTimes)
    assert (times.left_s, times.right_s, times.connected) == (None, None, False)


def test_all_zero_is_no_news() -> None:
    assert type(decode(0x8D, bytes(7))) is ClockZero


OUT_OF_RANGE = {
    "square 64": "8e 00 05 40 00",
    "code with two bits too many": "8e 00 05 00 20",
    "dump code 16": "86 00 43" + "00" * 63 + "10",
    "draughts code 16": "94 00 35" + "00" * 49 + "10",
    "minutes 60": "8d 00 0a 00 60 00 00 00 00 08",
    "seconds 5a": "8d 00 0a 00 00 00 00 00 5a 08",
    "hours 11": "8d 00 0a 0b 00 00 00 00 00 08",
    "reserved bit": "8d 00 0a 00 00 00 00 00 00 48",
    "serial with a letter": "91 00 08 30 31 30 32 41",
    "serial suffix with a bell": "91 00 0c 30 31 30 32 35 07 31 2e 30",
    "long serial with a letter": "a2 00 0d 33 30 30 30 31 34 37 37 34 41",
    "battery over full": "a0 00 0c 65 00 00 00 00 00 00 00 00",
    "battery minutes 60": "a0 00 0c 64 00 3c 00 00 00 00 00 00",
}


@pytest.mark.parametrize("wire", OUT_OF_RANGE.values(), ids=OUT_OF_RANGE.keys())
def test_out_of_range(wire: str) -> None:
    frame = bytes.fromhex(wire)
    assert decode(frame[0], frame[3:]) is Fault.OUT_OF_RANGE


@pytest.mark.parametrize("message", [*SPECIMENS, LOG], ids=lambda message: type(message).__name__)
def test_one_byte_more_or_less_is_a_bad_length(message: Message) -> None:
    frame = encode(message)
    for data in (frame[3:-1], frame[3:] + b"\x01"):
        if len(data) + 3 in LENGTHS[frame[0]] or (len(frame) == 3 and len(data) == 0):
            continue
        assert decode(frame[0], data) is Fault.BAD_LENGTH


def test_every_kind_has_a_specimen() -> None:
    assert {encode(message)[0] for message in SPECIMENS} == set(LENGTHS)


@given(messages)
def test_there_and_back(message: Message) -> None:
    frame = encode(message)
    assert frame[1] * 128 + frame[2] == len(frame)
    assert frame[0] >= 0x80
    assert frame[1:].isascii()
    back = decode(frame[0], frame[3:])
    assert back == message
    assert type(back) is type(message)


@given(byte, st.binary(max_size=120))
def test_decode_is_total_and_agrees_with_encode(ident: int, data: bytes) -> None:
    message = decode(ident, data)
    if not isinstance(message, Fault):
        again = encode(message)
        assert decode(again[0], again[3:]) == message


@pytest.mark.parametrize(
    "message",
    [
        FieldUpdate(64, 0),
        FieldUpdate(0, 300),
        BoardDump(b"\x00" * 63),
        Serial("1025"),
        Serial("0102\N{DEGREE SIGN}"),
        BusAddress(1 << 14),
        BusAddress(-1),
        ClockTimes(36_000, 0, False, False, True, False),
        ClockTimes(-1, 0, False, False, True, False),
        ClockTimes(0, 0, False, False, False, False),
        Trademark("x" * 400),
        I2CClock(b"\x80"),
    ],
    ids=repr,
)
def test_what_no_board_can_send_is_refused(message: Message) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode(message)
