"""What goes over a bus line, as values; `drivers.dgt.bus_codec` reads and writes their bytes (protocol 4.2).

What a board says on a bus is mostly what it says alone, with an address and a checksum, so those messages are the
values of `drivers.dgt.messages`. Identifiers are not the same: 86 is a dump alone and a log on a bus.
"""

from collections.abc import Container, Mapping
from enum import IntEnum, StrEnum
from typing import NamedTuple

from drivers.dgt.messages import (
    LOG_BYTES,
    Battery,
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

REQUEST_BYTES = 4
"""Command, two address bytes, checksum: every command has these."""
ENVELOPE_BYTES = 6
"""Identifier, two length bytes, two address bytes; checksum. The length counts them."""
DATA_AT = 5
"""Where the data of a reply begin: before them all but the checksum."""
HIGHEST_ADDRESS = 0x3FFF
LONGEST_REPLY_BYTES = ENVELOPE_BYTES + LOG_BYTES
"""A packet of log records; it cannot hold more than the log does."""
END_MARK = 0x6B
"""Some boards end a packet with the log's end mark, behind its checksum (protocol 4.3)."""
OPAQUE_BYTES = 128
"""Data bytes let through in a reply whose layout is not public (chosen, as for `messages.Id.I2C_CLOCK`)."""
TRADEMARK_BYTES = 297
"""As much as a board alone may say (`messages.LENGTHS`)."""


class BusId(IntEnum):
    """First byte of a reply (protocol 4.2). From b0 on, and 8b and 8c: newer firmware only."""

    BOARD_DUMP = 0x83
    CLOCK = 0x84
    CHANGES = 0x85
    FROM_START = 0x86
    PING = 0x87
    START_MARKED = 0x88
    VERSION = 0x89
    BOARD_DUMP_50B = 0x8A
    CHANGES_EVEN = 0x8B
    """Newer boards use it for every second packet of changes."""
    HARDWARE_VERSION = 0x8C
    SERIALNR = 0xB0
    I2C_CLOCK = 0xB1
    STATISTICS = 0xB2
    CONFIGURATION = 0xB3
    TRADEMARK = 0xB4
    BATTERY_STATUS = 0xB5


class BusFault(StrEnum):
    """Why bytes on a bus were dropped, beside `messages.Fault`."""

    BAD_CHECKSUM = "bad_checksum"
    WRONG_ADDRESS = "wrong_address"
    """Another board than the one asked, and one never heard of: damage that the checksum did not show."""


class BusRequest(NamedTuple):
    """A command to one board, or to all (address 0)."""

    command: int
    """One of `commands.BusCommand`, or one not known yet: 80 to ff."""
    address: int


class Changes(NamedTuple):
    """Log records since the last packet (protocol 3.2); none if nothing has changed."""

    records: bytes
    even: bool = False
    """Sent with the identifier that newer boards use for every second packet."""


class FromStart(NamedTuple):
    """All log records since the game was marked as starting, but for those that wait for the next `Changes`."""

    records: bytes


class Ping(NamedTuple):
    """The board is there."""


class StartMarked(NamedTuple):
    """The board has written the start of a game into its log."""


class NoVersion(NamedTuple):
    """The answer of firmware up to 1.2 to the question for its version: no number (protocol 8, row 17)."""


class Opaque(NamedTuple):
    """A reply that is known by name and whose layout is not public (protocol 4.2)."""

    ident: int
    data: bytes


BusMessage = (
    BoardDump
    | DraughtsDump
    | ClockTimes
    | ClockZero
    | ClockAck
    | Changes
    | FromStart
    | Ping
    | StartMarked
    | Version
    | NoVersion
    | HardwareVersion
    | Serial
    | LongSerial
    | Trademark
    | Battery
    | Opaque
)


class BusReply(NamedTuple):
    """What the board with this address says."""

    address: int
    message: BusMessage


_RECORDS = range(ENVELOPE_BYTES, LONGEST_REPLY_BYTES + 1)
_OPAQUE = range(ENVELOPE_BYTES, ENVELOPE_BYTES + OPAQUE_BYTES + 1)

BUS_LENGTHS: Mapping[int, Container[int]] = {
    BusId.BOARD_DUMP: frozenset({70, 106}),
    BusId.CLOCK: frozenset({13}),
    BusId.CHANGES: _RECORDS,
    BusId.FROM_START: _RECORDS,
    BusId.PING: frozenset({6}),
    BusId.START_MARKED: frozenset({6}),
    BusId.VERSION: frozenset({6, 8}),
    BusId.BOARD_DUMP_50B: frozenset({56}),
    BusId.CHANGES_EVEN: _RECORDS,
    BusId.HARDWARE_VERSION: _OPAQUE,
    BusId.SERIALNR: _OPAQUE,
    BusId.I2C_CLOCK: _OPAQUE,
    BusId.STATISTICS: _OPAQUE,
    BusId.CONFIGURATION: _OPAQUE,
    BusId.TRADEMARK: range(ENVELOPE_BYTES, ENVELOPE_BYTES + TRADEMARK_BYTES + 1),
    BusId.BATTERY_STATUS: _OPAQUE,
}
"""Total lengths each reply can have (protocol 4.2); 106 is a draughts board."""
