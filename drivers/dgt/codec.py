"""Messages and bytes, both ways: `decode` reads identifier and data, `encode` writes the whole frame.

`decode` is total: whatever it is given, it answers with a message or the name of what is wrong. It is the
plain, complete reader; the fast one for the three common messages is `drivers.dgt.quick` and must agree.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from drivers.dgt.clock_codec import CLOCK_BYTES, build_ack, build_times, parse_clock
from drivers.dgt.messages import (
    HEADER_BYTES,
    HIGHEST_CODE,
    LENGTHS,
    NOT_AVAILABLE,
    S_BIT,
    SQUARES,
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
    Id,
    KeyState,
    LockState,
    LongSerial,
    MemoryDump,
    Message,
    Serial,
    Trademark,
    Version,
)

SERIAL_DIGITS = 5
LONG_SERIAL_CHARACTERS = frozenset(b"0123456789.")
"""A Revelation II writes its firmware number, as 3.25, in front (protocol 2.4)."""


def decode(ident: int, data: bytes) -> Message | Fault:
    """Read a message from its first byte and the data after the header; a `Fault` if it is none."""
    lengths = LENGTHS.get(ident)
    if lengths is None:
        return Fault.UNKNOWN_ID
    if len(data) + HEADER_BYTES not in lengths:
        return Fault.BAD_LENGTH
    message = _PARSERS[ident](data) if data.isascii() else None
    return Fault.OUT_OF_RANGE if message is None else message


def encode(message: Message) -> bytes:
    """The bytes a board sends for this message; ValueError for a value that the wire cannot carry."""
    ident, data = _build(message)
    if decode(ident, data) != message:
        raise ValueError(f"no board can send {message!r}")
    total = len(data) + HEADER_BYTES
    return bytes((ident, total >> 7, total & 0x7F)) + data


def _parse_dump(data: bytes) -> BoardDump | DraughtsDump | None:
    if max(data) > HIGHEST_CODE:
        return None
    return BoardDump(data) if len(data) == SQUARES else DraughtsDump("all", data)


def _parse_half_dump(fields: Literal["dark", "light"]) -> Callable[[bytes], DraughtsDump | None]:
    return lambda data: DraughtsDump(fields, data) if max(data) <= HIGHEST_CODE else None


def _parse_update(data: bytes) -> FieldUpdate | None:
    square, code = data
    return FieldUpdate(square, code) if square < SQUARES and code <= HIGHEST_CODE | S_BIT else None


def _parse_serial(data: bytes) -> Serial | None:
    digits, suffix = data[:SERIAL_DIGITS], data[SERIAL_DIGITS:]
    if not digits.isdigit() or not suffix.decode("ascii").isprintable():
        return None
    return Serial(digits.decode("ascii"), suffix.decode("ascii"))


def _parse_long_serial(data: bytes) -> LongSerial | None:
    return LongSerial(data.decode("ascii")) if LONG_SERIAL_CHARACTERS.issuperset(data) else None


def _available(value: int) -> int | None:
    return None if value == NOT_AVAILABLE else value


def _parse_battery(data: bytes) -> Battery | None:
    percent, left_h, left_min, on_h, on_min, standby_d, standby_h, standby_min, state = data
    minutes = {left_min, on_min, standby_min} - {NOT_AVAILABLE}
    if percent > 100 or max(minutes, default=0) > 59:
        return None
    return Battery(
        percent,
        _available(left_h),
        _available(left_min),
        on_h,
        on_min,
        standby_d,
        standby_h,
        standby_min,
        charging=bool(state & 1),
        discharging=bool(state & 2),
    )


_PARSERS: Mapping[int, Callable[[bytes], Message | None]] = {
    Id.BOARD_DUMP: _parse_dump,
    Id.BWTIME: parse_clock,
    Id.FIELD_UPDATE: _parse_update,
    Id.EE_MOVES: MemoryDump,
    Id.BUSADRES: lambda data: BusAddress(data[0] << 7 | data[1]),
    Id.SERIALNR: _parse_serial,
    Id.TRADEMARK: lambda data: Trademark(data.decode("ascii")),
    Id.VERSION: lambda data: Version(*data),
    Id.BOARD_DUMP_50B: _parse_half_dump("dark"),
    Id.BOARD_DUMP_50W: _parse_half_dump("light"),
    Id.HARDWARE_VERSION: lambda data: HardwareVersion(*data),
    Id.BATTERY_STATUS: _parse_battery,
    Id.LONG_SERIALNR: _parse_long_serial,
    Id.I2C_CLOCK: I2CClock,
    Id.LOCK_STATE: lambda data: LockState(*data),
    Id.KEY_STATE: lambda data: KeyState(*data),
}
"""Values of a message whose length is right; None if one is out of range."""


def _build_battery(battery: Battery) -> bytes:
    left = (NOT_AVAILABLE if value is None else value for value in battery[1:3])
    return bytes((battery.percent, *left, *battery[3:8], battery.charging | battery.discharging << 1))


_BUILDERS: Mapping[type[Message], tuple[Id, Callable[[Any], bytes]]] = {
    BoardDump: (Id.BOARD_DUMP, lambda dump: dump.codes),
    FieldUpdate: (Id.FIELD_UPDATE, bytes),
    ClockTimes: (Id.BWTIME, build_times),
    ClockZero: (Id.BWTIME, lambda _: bytes(CLOCK_BYTES)),
    ClockAck: (Id.BWTIME, build_ack),
    Serial: (Id.SERIALNR, lambda serial: (serial.digits + serial.suffix).encode("ascii")),
    LongSerial: (Id.LONG_SERIALNR, lambda serial: serial.digits.encode("ascii")),
    Version: (Id.VERSION, bytes),
    HardwareVersion: (Id.HARDWARE_VERSION, bytes),
    BusAddress: (Id.BUSADRES, lambda bus: bytes((bus.address >> 7, bus.address & 0x7F))),
    Trademark: (Id.TRADEMARK, lambda trademark: trademark.text.encode("ascii")),
    Battery: (Id.BATTERY_STATUS, _build_battery),
    MemoryDump: (Id.EE_MOVES, lambda memory: memory.log),
    I2CClock: (Id.I2C_CLOCK, lambda clock: clock.data),
    LockState: (Id.LOCK_STATE, bytes),
    KeyState: (Id.KEY_STATE, bytes),
}
"""Data of a message; those of a draughts dump stand in `_DRAUGHTS_IDS`."""

_DRAUGHTS_IDS = {"all": Id.BOARD_DUMP, "dark": Id.BOARD_DUMP_50B, "light": Id.BOARD_DUMP_50W}


def _build(message: Message) -> tuple[Id, bytes]:
    if isinstance(message, DraughtsDump):
        return _DRAUGHTS_IDS[message.fields], message.codes
    ident, data_of = _BUILDERS[type(message)]
    return ident, data_of(message)
