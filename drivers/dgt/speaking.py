"""Readings as the bytes by which a board alone on its line would have told them: the way back of `interpret`."""

from collections.abc import Iterable
from typing import Final

from drivers.dgt.clock_codec import HOUR_S, MINUTE_S
from drivers.dgt.codec import encode
from drivers.dgt.commands import ANSWERED
from drivers.dgt.log_reading import STANDING
from drivers.dgt.memory import END_OF_LOG, SOON_BIT, Tag
from drivers.dgt.messages import (
    LOG_BYTES,
    Battery,
    BoardDump,
    BusAddress,
    ClockTimes,
    FieldUpdate,
    HardwareVersion,
    LongSerial,
    MemoryDump,
    Message,
    Serial,
    Trademark,
    Version,
)
from drivers.dgt.translate import LETTERS, codes_of, square_of
from drivers.readings import (
    EMPTY,
    NOT_CHESS,
    RESTARTED,
    Asked,
    Clock,
    Complaint,
    HaltedClock,
    Identity,
    LogChange,
    LogGap,
    LogRecord,
    LogRestart,
    LogStanding,
    Memory,
    Reading,
)
from drivers.readings import BoardDump as DumpReading
from drivers.readings import FieldUpdate as UpdateReading

ERASED: Final = 0x7F
"""A cell of the log never written, as it comes over the line (protocol 3.1)."""
NO_RECORD: Final = 0x01
"""A byte that no record of the log begins with (protocol 3.2)."""
NOISE: Final = 0x00
"""A byte outside any message."""
_CHANGE: Final = 0x40
_HALTED: Final = {"right": 0x60, "left": 0x70}
_TAGS: Final = {squares: tag for tag, squares in STANDING.items()}
_COMMANDS: Final = {what: command for command, what in ANSWERED.items()}


class CannotBeSaidError(ValueError):
    """No board alone on its line says this."""


def asked_by(asked: Asked) -> bytes:
    """The command that asks this; CannotBeSaidError if a board alone is not asked so."""
    command = _COMMANDS.get(asked.what)
    if command is None:
        raise CannotBeSaidError(f"nobody asks a board alone for {asked.what!r}")
    return bytes((command,))


def said_by(reading: Reading) -> bytes:
    """The bytes a board sends; CannotBeSaidError for a reading that none makes."""
    if isinstance(reading, Complaint):
        return _noise(reading)
    try:
        return b"".join(encode(message) for message in _messages(reading))
    except (ValueError, TypeError) as error:
        raise CannotBeSaidError(f"{type(reading).__name__}: {error}") from error


def _noise(complaint: Complaint) -> bytes:
    """As many bytes that nobody understands; which ones they were is not known any more."""
    if complaint.kind in {RESTARTED, NOT_CHESS} or not complaint.dropped:
        raise CannotBeSaidError(complaint.text)
    return bytes((NOISE,)) * complaint.dropped


def _messages(reading: Reading) -> list[Message]:
    if isinstance(reading, UpdateReading):
        return [FieldUpdate(square_of(reading.square), LETTERS.index(reading.piece))]
    if isinstance(reading, DumpReading):
        return [BoardDump(codes_of(reading.squares))]
    if isinstance(reading, Clock):
        return [_clock(reading)]
    if isinstance(reading, Identity):
        return list(_identity(reading))
    if isinstance(reading, Memory):
        return [MemoryDump(log_of(reading.records))]
    raise ValueError("is not said by a board")


def _clock(clock: Clock) -> ClockTimes:
    right = clock.to_move == "right"
    return ClockTimes(
        clock.left_s,
        clock.right_s,
        running=clock.running,
        lever_right_high=right,
        left_turn=clock.connected and not right,
        right_turn=right,
        connected=clock.connected,
        battery_low=clock.battery_low,
        left_flag=clock.left_blocked,
        right_flag=clock.right_blocked,
        left_flag_shown=clock.left_flag and not clock.left_blocked,
        right_flag_shown=clock.right_flag and not clock.right_blocked,
    )


def _identity(told: Identity) -> Iterable[Message]:
    """Each part in a message of its own. What a trademark tells of the serial number stands in its text."""
    if told.trademark is not None:
        yield Trademark(told.trademark)
    elif told.serial is not None:
        yield Serial(told.serial)
    if told.long_serial is not None:
        yield LongSerial(told.long_serial)
    if told.version is not None:
        yield Version(*_parts(told.version))
    if told.hardware is not None:
        yield HardwareVersion(*_parts(told.hardware))
    if told.address is not None:
        yield BusAddress(told.address)
    if told.battery_percent is not None:
        yield Battery(told.battery_percent, None, None, 0, 0, 0, 0, 0, charging=False, discharging=False)


def _parts(version: str) -> tuple[int, int]:
    major, _, minor = version.partition(".")
    return int(major), int(minor)


def log_of(records: Iterable[LogRecord]) -> bytes:
    """A log with these records, the oldest of more than it holds left out."""
    data = b"".join(_record(record) for record in records)[-(LOG_BYTES - 1) :]
    return data.rjust(LOG_BYTES - 1, bytes((ERASED,))) + bytes((END_OF_LOG,))


def _record(record: LogRecord) -> bytes:
    if isinstance(record, LogChange):
        return _change(record)
    if isinstance(record, HaltedClock):
        hours, rest = divmod(record.time_s, HOUR_S)
        minutes, seconds = divmod(rest, MINUTE_S)
        return bytes((_HALTED[record.side] | hours, _bcd(minutes), _bcd(seconds)))
    if isinstance(record, LogGap):
        return bytes((NO_RECORD,)) * record.skipped
    if isinstance(record, LogStanding) and record.squares in _TAGS:
        return bytes((_TAGS[record.squares],))
    tag = Tag.POWER_UP if isinstance(record, LogRestart) else Tag.START_GAME
    pieces = [LogChange(square, piece) for square, piece in enumerate(record.squares) if piece != EMPTY]
    return bytes((tag,)) + b"".join(map(_change, pieces))


def _change(change: LogChange) -> bytes:
    code = _CHANGE | LETTERS.index(change.piece) | (SOON_BIT if change.soon else 0)
    return bytes((code, square_of(change.square)))


def _bcd(value: int) -> int:
    return value // 10 << 4 | value % 10
