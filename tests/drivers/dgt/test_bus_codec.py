"""Frames of a bus line: the worked ones, there and back, and whatever else may come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.bus_codec import checksum, decode_reply, decode_request, encode_reply, encode_request
from drivers.dgt.bus_messages import (
    BUS_LENGTHS,
    HIGHEST_ADDRESS,
    LONGEST_REPLY_BYTES,
    BusFault,
    BusId,
    BusReply,
    BusRequest,
    Changes,
    FromStart,
    NoVersion,
    Opaque,
    Ping,
    StartMarked,
)
from drivers.dgt.commands import BUS_ANSWERED, BusCommand
from drivers.dgt.messages import BoardDump, ClockTimes, DraughtsDump, Fault, FieldUpdate, Serial, Version
from tests.drivers.dgt.bus_streams import BUS_SPECIMENS, E4, HALTED, replies, requests
from tests.drivers.dgt.specimens import START_CODES

A = 1025
"""The board of the worked frames (protocol 4.3): 08 01."""

WORKED_REQUESTS = {
    "81 10 06 17": (BusCommand.SEND_CLK, 2054),
    "87 08 01 10": (BusCommand.PING, A),
    "87 00 00 07": (BusCommand.PING, 0),
    "8a 08 01 13": (BusCommand.IGNORE_NEXT_BUS_PING, A),
    "81 08 01 0a": (BusCommand.SEND_CLK, A),
    "82 08 01 0b": (BusCommand.SEND_BRD, A),
    "83 08 01 0c": (BusCommand.SEND_CHANGES, A),
    "84 08 01 0d": (BusCommand.REPEAT_CHANGES, A),
    "85 08 01 0e": (BusCommand.SET_START_GAME, A),
    "86 08 01 0f": (BusCommand.SEND_FROM_START, A),
    "8b 08 01 14": (BusCommand.SEND_VERSION, A),
    "8b 00 00 0b": (BusCommand.SEND_VERSION, 0),
    "8d 08 01 16": (BusCommand.SEND_ALL_D, A),
    "89 08 01 12": (BusCommand.RESET, A),
    "88 08 01 11": (BusCommand.END_BUSMODE, A),
}
WORKED_REPLIES = {
    "87 00 06 08 01 16": Ping(),
    "84 00 0d 08 01 20 03 02 20 03 01 09 6c": ClockTimes(
        181, 182, True, False, True, False, left_increment=True, right_increment=True
    ),
    "83 00 46 08 01" + START_CODES.hex() + "7c": BoardDump(START_CODES),
    "85 00 06 08 01 14": Changes(b""),
    "85 00 0a 08 01 40 34 41 24 71": Changes(E4),
    "8b 00 0a 08 01 40 34 41 24 77": Changes(E4, even=True),
    "85 00 0d 08 01 40 34 41 24 70 29 45 52": Changes(E4 + HALTED),
    "88 00 06 08 01 17": StartMarked(),
    "86 00 07 08 01 7b 11": FromStart(b"\x7b"),
    "89 00 08 08 01 01 03 1e": Version(1, 3),
    "89 00 06 08 01 18": NoVersion(),
}


@pytest.mark.parametrize(("text", "request_"), WORKED_REQUESTS.items())
def test_worked_requests(text: str, request_: tuple[int, int]) -> None:
    frame = bytes.fromhex(text)
    assert decode_request(frame) == request_
    assert encode_request(BusRequest(*request_)) == frame


@pytest.mark.parametrize(("text", "message"), WORKED_REPLIES.items())
def test_worked_replies(text: str, message: BoardDump) -> None:
    frame = bytes.fromhex(text)
    assert decode_reply(frame) == BusReply(A, message)
    assert encode_reply(BusReply(A, message)) == frame


@given(requests)
def test_requests_there_and_back(request: BusRequest) -> None:
    assert decode_request(encode_request(request)) == request


@given(replies)
def test_replies_there_and_back(reply: BusReply) -> None:
    assert decode_reply(encode_reply(reply)) == reply


def test_the_longest_packet() -> None:
    reply = BusReply(HIGHEST_ADDRESS, FromStart(b"\x6f" * (LONGEST_REPLY_BYTES - 6)))
    assert decode_reply(encode_reply(reply)) == reply
    with pytest.raises(ValueError, match="no board"):
        encode_reply(BusReply(1, FromStart(b"\x6f" * (LONGEST_REPLY_BYTES - 5))))


@given(replies | st.sampled_from(BUS_SPECIMENS), st.data())
def test_one_wrong_bit_is_always_seen(reply: BusReply, data: st.DataObject) -> None:
    frame = bytearray(encode_reply(reply))
    frame[data.draw(st.integers(0, len(frame) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert not isinstance(decode_reply(bytes(frame)), BusReply)


@given(requests, st.integers(0, 31))
def test_one_wrong_bit_of_a_request_is_always_seen(request: BusRequest, bit: int) -> None:
    frame = bytearray(encode_request(request))
    frame[bit // 8] ^= 1 << bit % 8
    assert not isinstance(decode_request(bytes(frame)), BusRequest)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_a_fault(frame: bytes) -> None:
    if isinstance(said := decode_reply(frame), BusReply):
        assert decode_reply(encode_reply(said)) == said
    if isinstance(asked := decode_request(frame), BusRequest):
        assert encode_request(asked) == frame


FAULTS = {
    "": Fault.UNKNOWN_ID,
    "8d 00 0a 20 03 02 20 03 01 09": Fault.UNKNOWN_ID,
    "87 00 07 08 01 16 00": Fault.BAD_LENGTH,
    "87 00 06 08 01": Fault.BAD_LENGTH,
    "84 00 0c 08 01 20 03 02 20 03 01 09": Fault.BAD_LENGTH,
    "87 00 06 08 81 16": Fault.OUT_OF_RANGE,
    "87 00 06 08 01 17": BusFault.BAD_CHECKSUM,
    "84 00 0d 08 01 20 03 02 20 03 01 49 2c": Fault.OUT_OF_RANGE,
    "84 00 0d 08 01 20 60 02 20 03 01 09 49": Fault.OUT_OF_RANGE,
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items())
def test_faults_of_replies(text: str, fault: str) -> None:
    assert decode_reply(bytes.fromhex(text)) is fault


def test_faults_of_requests() -> None:
    assert decode_request(b"\x83\x08\x01") is Fault.BAD_LENGTH
    assert decode_request(b"\x03\x08\x01\x0c") is Fault.OUT_OF_RANGE
    assert decode_request(b"\x83\x88\x01\x0c") is Fault.OUT_OF_RANGE
    assert decode_request(b"\x83\x08\x01\x0d") is BusFault.BAD_CHECKSUM


@pytest.mark.parametrize("request_", [(0x42, 1), (0x100, 1), (0x83, -1), (0x83, HIGHEST_ADDRESS + 1)])
def test_no_other_command_can_be_made(request_: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="not a command on a bus"):
        encode_request(BusRequest(*request_))


@pytest.mark.parametrize(
    "reply",
    [
        BusReply(-1, Ping()),
        BusReply(HIGHEST_ADDRESS + 1, Ping()),
        BusReply(1, BoardDump(bytes(63))),
        BusReply(1, Changes(b"\x80")),
        BusReply(1, Serial("1234")),
        BusReply(1, Opaque(0x99, b"")),
        BusReply(1, Opaque(0x87, b"")),
        BusReply(1, Opaque(0xB0, b"12345")),
        BusReply(1, DraughtsDump("light", bytes(50))),
    ],
)
def test_what_no_board_can_send(reply: BusReply) -> None:
    with pytest.raises(ValueError, match="no board can send"):
        encode_reply(reply)


def test_newer_replies_of_unknown_layout_are_opaque_and_bounded() -> None:
    for ident in (BusId.SERIALNR, BusId.I2C_CLOCK, BusId.STATISTICS, BusId.CONFIGURATION, BusId.HARDWARE_VERSION):
        frame = bytes((ident, 0, 9, 8, 1, 1, 2, 3))
        assert decode_reply(frame + bytes((checksum(frame),))) == BusReply(A, Opaque(ident, b"\x01\x02\x03"))
        assert 6 + 129 not in BUS_LENGTHS[ident]


def test_every_request_that_must_be_answered_is_a_command_and_no_newer_one() -> None:
    assert {command for command in BusCommand if command < 0x91} - set(BUS_ANSWERED) == {
        BusCommand.END_BUSMODE,
        BusCommand.RESET,
        BusCommand.SEND_BRD_50B,
    }
    assert max(BUS_ANSWERED) < 0x91
    assert all(command & 0x80 for command in BusCommand)


def test_a_single_board_value_that_a_bus_has_not_is_refused() -> None:
    with pytest.raises((KeyError, ValueError)):
        encode_reply(BusReply(1, FieldUpdate(0, 0)))  # type: ignore[arg-type]  # that is the test
