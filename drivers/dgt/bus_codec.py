"""Bytes of a bus line and their values, both ways and in both directions (protocol 4.2).

The decoders are total: whatever they are given, they answer with a value or the name of what is wrong.
"""

from collections.abc import Callable, Mapping

from drivers.dgt import codec
from drivers.dgt.bus_messages import (
    BUS_LENGTHS,
    DATA_AT,
    ENVELOPE_BYTES,
    HIGHEST_ADDRESS,
    REQUEST_BYTES,
    BusFault,
    BusId,
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
    Battery,
    BoardDump,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    Fault,
    HardwareVersion,
    Id,
    LongSerial,
    Serial,
    Trademark,
    Version,
)


def checksum(frame: bytes) -> int:
    """The last byte of a frame, from all bytes before it (protocol 4.2; 8, row 9)."""
    return sum(frame) & 0x7F


def encode_request(request: BusRequest) -> bytes:
    """The four bytes of a command; ValueError for what no bus command can be."""
    command, address = request
    if not 0x80 <= command <= 0xFF or not 0 <= address <= HIGHEST_ADDRESS:
        raise ValueError(f"not a command on a bus: {request!r}")
    frame = bytes((command, address >> 7, address & 0x7F))
    return frame + bytes((checksum(frame),))


def decode_request(frame: bytes) -> BusRequest | Fault | BusFault:
    """Read the four bytes of a command."""
    if len(frame) != REQUEST_BYTES:
        return Fault.BAD_LENGTH
    if not frame[0] & 0x80 or not frame[1:].isascii():
        return Fault.OUT_OF_RANGE
    if checksum(frame[:-1]) != frame[-1]:
        return BusFault.BAD_CHECKSUM
    return BusRequest(frame[0], frame[1] << 7 | frame[2])


def encode_reply(reply: BusReply) -> bytes:
    """The bytes a board sends for this; ValueError for a value that the wire cannot carry."""
    address, message = reply
    ident, data = _build(message)
    length = len(data) + ENVELOPE_BYTES
    if 0 <= address <= HIGHEST_ADDRESS and length in BUS_LENGTHS.get(ident, ()) and data.isascii():
        frame = bytes((ident, length >> 7, length & 0x7F, address >> 7, address & 0x7F)) + data
        frame += bytes((checksum(frame),))
        if decode_reply(frame) == reply:
            return frame
    raise ValueError(f"no board can send {reply!r}")


def decode_reply(frame: bytes) -> BusReply | Fault | BusFault:
    """Read a whole reply, from its identifier to its checksum."""
    lengths = BUS_LENGTHS.get(frame[0]) if frame else None
    if lengths is None:
        return Fault.UNKNOWN_ID
    if len(frame) not in lengths or frame[1] << 7 | frame[2] != len(frame):
        return Fault.BAD_LENGTH
    if not frame[1:].isascii():
        return Fault.OUT_OF_RANGE
    if checksum(frame[:-1]) != frame[-1]:
        return BusFault.BAD_CHECKSUM
    message = _parse(frame[0], frame[DATA_AT:-1])
    return message if isinstance(message, Fault) else BusReply(frame[3] << 7 | frame[4], message)


_OWN: Mapping[int, Callable[[bytes], BusMessage]] = {
    BusId.CHANGES: Changes,
    BusId.CHANGES_EVEN: lambda data: Changes(data, even=True),
    BusId.FROM_START: FromStart,
    BusId.PING: lambda _: Ping(),
    BusId.START_MARKED: lambda _: StartMarked(),
}
"""Replies that only a bus has."""

_SINGLE: Mapping[int, tuple[Id, ...]] = {
    BusId.BOARD_DUMP: (Id.BOARD_DUMP,),
    BusId.BOARD_DUMP_50B: (Id.BOARD_DUMP_50B,),
    BusId.CLOCK: (Id.BWTIME,),
    BusId.VERSION: (Id.VERSION,),
    BusId.HARDWARE_VERSION: (Id.HARDWARE_VERSION,),
    BusId.SERIALNR: (Id.SERIALNR, Id.LONG_SERIALNR),
    BusId.TRADEMARK: (Id.TRADEMARK,),
    BusId.BATTERY_STATUS: (Id.BATTERY_STATUS,),
}
"""Replies whose data are those of a board alone, and the identifiers there. From `HARDWARE_VERSION` on that is taken to
be so, not public: data that do not fit are `Opaque`, which is no fault."""
_CERTAIN = frozenset({BusId.BOARD_DUMP, BusId.BOARD_DUMP_50B, BusId.CLOCK, BusId.VERSION})

_SINGLE_KINDS = (
    BoardDump,
    DraughtsDump,
    ClockTimes,
    ClockZero,
    ClockAck,
    Version,
    HardwareVersion,
    Serial,
    LongSerial,
    Trademark,
    Battery,
)


def _parse(ident: int, data: bytes) -> BusMessage | Fault:
    own = _OWN.get(ident)
    if own is not None:
        return own(data)
    if ident == BusId.VERSION and not data:
        return NoVersion()
    for single in _SINGLE.get(ident, ()):
        message = codec.decode(single, data)
        if isinstance(message, _SINGLE_KINDS):
            return message
    return Fault.OUT_OF_RANGE if ident in _CERTAIN else Opaque(ident, data)


_IDENTS: Mapping[type, BusId] = {
    BoardDump: BusId.BOARD_DUMP,
    ClockTimes: BusId.CLOCK,
    ClockZero: BusId.CLOCK,
    ClockAck: BusId.CLOCK,
    Version: BusId.VERSION,
    HardwareVersion: BusId.HARDWARE_VERSION,
    Serial: BusId.SERIALNR,
    LongSerial: BusId.SERIALNR,
    Trademark: BusId.TRADEMARK,
    Battery: BusId.BATTERY_STATUS,
}


def _build(message: BusMessage) -> tuple[int, bytes]:
    """Identifier and data."""
    match message:
        case Changes(records, even):
            return BusId.CHANGES_EVEN if even else BusId.CHANGES, records
        case FromStart(records):
            return BusId.FROM_START, records
        case Ping():
            return BusId.PING, b""
        case StartMarked():
            return BusId.START_MARKED, b""
        case NoVersion():
            return BusId.VERSION, b""
        case Opaque(ident, data):
            return ident, data
        case DraughtsDump(fields, codes):
            return BusId.BOARD_DUMP if fields == "all" else BusId.BOARD_DUMP_50B, codes
        case _:
            return _IDENTS[type(message)], codec.encode(message)[3:]
