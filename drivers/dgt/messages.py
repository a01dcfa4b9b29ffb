"""The messages of a single board, as values; `drivers.dgt.codec` reads and writes their bytes.

Squares and piece codes are the wire's own here (square 0 = a8 .. 63 = h1, protocol 2.4); they become chess
squares and letters in `drivers.dgt.interpret` only.
"""

from collections.abc import Container, Mapping
from enum import IntEnum, StrEnum
from typing import Literal, NamedTuple

HEADER_BYTES = 3
"""Identifier and two length bytes; the length counts them (protocol 2.1)."""
LOG_BYTES = 0x1F00
"""Data bytes of a dump of the board's memory (protocol 3.1)."""
LONGEST_BYTES = LOG_BYTES + HEADER_BYTES
SQUARES = 64
HIGHEST_CODE = 0x0F
S_BIT = 0x10
"""A field update's code may carry this bit (protocol 2.4; the bit is that of the board's log, 3.2)."""
NOT_AVAILABLE = 0x7F
"""A battery's hours and minutes when the board cannot tell (protocol 2.4)."""


class Id(IntEnum):
    """First byte of a message from the board (protocol 2.4)."""

    BOARD_DUMP = 0x86
    BWTIME = 0x8D
    FIELD_UPDATE = 0x8E
    EE_MOVES = 0x8F
    BUSADRES = 0x90
    SERIALNR = 0x91
    TRADEMARK = 0x92
    VERSION = 0x93
    BOARD_DUMP_50B = 0x94
    BOARD_DUMP_50W = 0x95
    HARDWARE_VERSION = 0x96
    BATTERY_STATUS = 0xA0
    LONG_SERIALNR = 0xA2
    I2C_CLOCK = 0xA3
    LOCK_STATE = 0xA4
    KEY_STATE = 0xA5


class Fault(StrEnum):
    """Why bytes from the board were dropped."""

    NOISE = "noise"
    """Bytes outside any message."""
    UNKNOWN_ID = "unknown_id"
    BAD_LENGTH = "bad_length"
    OUT_OF_RANGE = "out_of_range"
    INTERRUPTED = "interrupted"
    """A new message began inside this one, so bytes of it are missing."""
    CUT_OFF = "cut_off"
    """The line fell silent or was closed inside this message."""


class BoardDump(NamedTuple):
    """All squares of a chess board."""

    codes: bytes
    """64 piece codes 0 to 15 in wire order, a8 first."""


class FieldUpdate(NamedTuple):
    """One square changed; `code` may carry `S_BIT`."""

    square: int
    code: int


class ClockTimes(NamedTuple):
    """What the clock shows (protocol 2.7). Left and right as seen from its display."""

    left_s: int | None
    """Seconds, at most 9:59:59; None if and only if not `connected`."""
    right_s: int | None
    running: bool
    lever_right_high: bool
    left_turn: bool
    right_turn: bool
    connected: bool = True
    battery_low: bool = False
    left_flag: bool = False
    """Fallen, and the clock stands at zero."""
    right_flag: bool = False
    left_flag_shown: bool = False
    """Fallen in an earlier period; the clock may be running on."""
    right_flag_shown: bool = False
    left_increment: bool = False
    """The sign for a time per move is shown."""
    right_increment: bool = False


class ClockZero(NamedTuple):
    """A clock message of zeros only: no news, some boards send it after a command (protocol 1.3, 2.7)."""


class ClockAck(NamedTuple):
    """The clock's answer to a command, or a button (protocol 2.7). Four bytes of eight bits."""

    a0: int
    a1: int
    a2: int
    a3: int


class Serial(NamedTuple):
    """Serial number: five digits as text; 1998 boards add a suffix of four characters (protocol 2.4, 8.4)."""

    digits: str
    suffix: str = ""


class LongSerial(NamedTuple):
    """Ten characters, digits but for the Revelation II's firmware number in front (protocol 2.4)."""

    digits: str


class Version(NamedTuple):
    """Firmware."""

    major: int
    minor: int


class HardwareVersion(NamedTuple):
    """Hardware of newer boards."""

    major: int
    minor: int


class BusAddress(NamedTuple):
    """14 bits; not to be derived from the serial number (protocol 2.4)."""

    address: int


class Trademark(NamedTuple):
    """Maker's text, lines ended by LF or CR LF, 7-bit and otherwise unchecked."""

    text: str


class Battery(NamedTuple):
    """Battery of a Bluetooth board; None where the board cannot tell."""

    percent: int
    left_hours: int | None
    left_minutes: int | None
    on_hours: int
    on_minutes: int
    standby_days: int
    standby_hours: int
    standby_minutes: int
    charging: bool
    discharging: bool


class MemoryDump(NamedTuple):
    """The board's log: `LOG_BYTES` bytes, or none from boards that keep no log (protocol 1.4)."""

    log: bytes


class DraughtsDump(NamedTuple):
    """A draughts board: all 100 fields, or the 50 dark or light ones."""

    fields: Literal["all", "dark", "light"]
    codes: bytes


class I2CClock(NamedTuple):
    """Message of a clock of the newer bus; its layout is not public (protocol 2.4)."""

    data: bytes


class LockState(NamedTuple):
    """Pegasus: whether the board is locked."""

    state: int


class KeyState(NamedTuple):
    """Pegasus: whether the developer key was accepted."""

    state: int


Message = (
    BoardDump
    | FieldUpdate
    | ClockTimes
    | ClockZero
    | ClockAck
    | Serial
    | LongSerial
    | Version
    | HardwareVersion
    | BusAddress
    | Trademark
    | Battery
    | MemoryDump
    | DraughtsDump
    | I2CClock
    | LockState
    | KeyState
)

LENGTHS: Mapping[int, Container[int]] = {
    Id.BOARD_DUMP: frozenset({67, 103}),
    Id.BWTIME: frozenset({10}),
    Id.FIELD_UPDATE: frozenset({5}),
    Id.EE_MOVES: frozenset({HEADER_BYTES, LONGEST_BYTES}),
    Id.BUSADRES: frozenset({5}),
    Id.SERIALNR: frozenset({8, 12}),
    Id.TRADEMARK: range(HEADER_BYTES, 301),
    Id.VERSION: frozenset({5}),
    Id.BOARD_DUMP_50B: frozenset({53}),
    Id.BOARD_DUMP_50W: frozenset({53}),
    Id.HARDWARE_VERSION: frozenset({5}),
    Id.BATTERY_STATUS: frozenset({12}),
    Id.LONG_SERIALNR: frozenset({13}),
    Id.I2C_CLOCK: range(HEADER_BYTES, 132),
    Id.LOCK_STATE: frozenset({4}),
    Id.KEY_STATE: frozenset({4}),
}
"""Total lengths each message can have, header included (protocol 2.4, 5.1). That of `I2C_CLOCK` is not
public: any up to 128 data bytes is let through."""
