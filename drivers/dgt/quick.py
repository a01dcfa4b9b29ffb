"""The quick way from bytes to readings, for the three messages that come all the time.

Nearly all time of a decoder goes into plain field updates, clock times and dumps, so these are read here by
tables in one loop (`tests/bench/decode.py` has the figures). All checks are made; whatever is damaged, incomplete
or out of the ordinary is left to `drivers.dgt.frames`, with which this must agree to the last reading.
"""

from collections.abc import Mapping
from struct import Struct

from drivers.dgt.clock_codec import CLOCK_BYTES, HOUR_S, INCREMENT, MINUTE_S, bcd, parse_clock
from drivers.dgt.codec import encode
from drivers.dgt.messages import HEADER_BYTES, HIGHEST_CODE, S_BIT, SQUARES, ClockTimes, FieldUpdate
from drivers.dgt.translate import LETTERS, square_of, turn_agrees
from drivers.readings import BoardDump, Clock, Reading, Side
from drivers.readings import FieldUpdate as SquareChanged

UPDATES: Mapping[bytes, SquareChanged] = {
    encode(FieldUpdate(square, code)): SquareChanged(square_of(square), LETTERS[code & HIGHEST_CODE])
    for square in range(SQUARES)
    for code in range((HIGHEST_CODE | S_BIT) + 1)
}
"""Every field update there is, from its five bytes."""

_NO_FLAGS = (False,) * 4
"""Fallen flags are left to the complete way: shown, and blocked at 0, left and right."""
_INVALID_S = -10 * HOUR_S
"""Makes any sum it is part of negative, as no side of a clock shows ten hours."""

_HOURS_S = [
    (byte & 0x0F) * HOUR_S if byte & 0x0F < 10 and not byte & ~(0x0F | INCREMENT) else _INVALID_S for byte in range(256)
]
"""Seconds of an hours byte; a fallen flag is left to the complete way."""


_SECONDS_S = [_INVALID_S if (value := bcd(byte)) is None else value for byte in range(256)]
"""Seconds of a seconds byte."""
_MINUTES_S = [value * MINUTE_S if value >= 0 else _INVALID_S for value in _SECONDS_S]
"""Seconds of a minutes byte."""

_Status = tuple[bool, Side, bool, bool, bool, bool, bool, bool]


def _status_of(byte: int) -> _Status | None:
    """The fields of `Clock` after the times; None for what is left to the complete way."""
    times = parse_clock(bytes((*bytes(CLOCK_BYTES - 1), byte))) if byte < 0x80 else None
    if not isinstance(times, ClockTimes) or not times.connected or not turn_agrees(times):
        return None
    lever: Side = "right" if times.lever_right_high else "left"
    return times.running, lever, True, times.battery_low, *_NO_FLAGS


_STATUS = [_status_of(byte) for byte in range(256)]

_LETTER_OF_BYTE = LETTERS.encode("ascii") + bytes([0xFF] * (256 - len(LETTERS)))
"""For `bytes.translate`; what is no piece code becomes no ASCII."""

_clock_fields = Struct("3s7B").unpack_from
"""Identifier and length; right hours, minutes and seconds; the same left; status."""
_CLOCK_HEAD = b"\x8d\x00\x0a"
_dump_fields = Struct(">H8s8s8s8s8s8s8s8s").unpack_from
"""After the first byte: length, and the eight ranks, eighth rank first."""
_new_tuple = tuple.__new__
"""Makes a named tuple in half the time its own constructor takes."""


def skim(data: bytes, at: int, readings: list[Reading]) -> int:
    """Read plain messages from offset `at` on; answers the offset of the first that is not, or the end.

    Identifiers and lengths are written as numbers here: looking up a name costs a tenth of the whole time.
    """
    end = len(data)
    while at < end:
        ident = data[at]
        if ident == 0x8E:  # FIELD_UPDATE
            update = UPDATES.get(data[at : at + 5])
            if update is None:
                break
            readings.append(update)
            at += 5
        elif ident == 0x8D and end - at >= 10:  # BWTIME
            clock = clock_at(data, at)
            if clock is None:
                break
            readings.append(clock)
            at += 10
        elif ident == 0x86 and end - at >= 67:  # BOARD_DUMP
            dump = _dump_at(data, at)
            if dump is None:
                break
            readings.append(dump)
            at += 67
        else:
            break
    return at


def clock_at(data: bytes, at: int) -> Clock | None:
    """The ten bytes of a message with the clock's times, where they are flawless and ordinary."""
    head, b3, b4, b5, b6, b7, b8, b9 = _clock_fields(data, at)
    right_s = _HOURS_S[b3] + _MINUTES_S[b4] + _SECONDS_S[b5]
    left_s = _HOURS_S[b6] + _MINUTES_S[b7] + _SECONDS_S[b8]
    status = _STATUS[b9]
    if right_s < 0 or left_s < 0 or status is None or head != _CLOCK_HEAD:
        return None
    return _new_tuple(Clock, (left_s, right_s) + status)  # noqa: RUF005 - the quicker form


def _dump_at(data: bytes, at: int) -> BoardDump | None:
    fields = _dump_fields(data, at + 1)
    letters = b"".join(fields[:0:-1]).translate(_LETTER_OF_BYTE)
    if fields[0] != HEADER_BYTES + SQUARES or not letters.isascii():
        return None
    return _new_tuple(BoardDump, (letters.decode("ascii"),))
