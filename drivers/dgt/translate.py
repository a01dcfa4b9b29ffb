"""Messages as readings: here, and only here, wire squares become chess squares and piece codes letters."""

import re

from drivers import readings
from drivers.dgt.messages import (
    HIGHEST_CODE,
    Battery,
    BoardDump,
    BusAddress,
    ClockTimes,
    FieldUpdate,
    HardwareVersion,
    LongSerial,
    Message,
    Serial,
    Trademark,
    Version,
)

LETTERS = readings.PIECES + "=><"
"""Letter of each piece code 0 to 15; the last three are those of `readings.MAGIC` (protocol 2.4)."""
FLIP_RANKS = 56
"""Exclusive-or that turns wire squares (a8 first) into those of python-chess (a1 first), and back."""

_SERIAL_IN_TRADEMARK = re.compile(r"Serial nr\. (\d{5})\b", re.ASCII)
"""Boards of 1998 tell their number in the trademark's configuration line (protocol 2.4)."""


def square_of(wire_square: int) -> int:
    """The python-chess number of a wire square; the way back is the same."""
    return wire_square ^ FLIP_RANKS


def squares_of(codes: bytes) -> str:
    """64 wire codes as 64 letters, a1 first."""
    letters = "".join(LETTERS[code] for code in codes)
    return "".join(letters[rank : rank + 8] for rank in range(FLIP_RANKS, -1, -8))


def codes_of(squares: str) -> bytes:
    """64 letters, a1 first, as 64 wire codes: the way back, for simulators."""
    ranks = (squares[rank : rank + 8] for rank in range(FLIP_RANKS, -1, -8))
    return bytes(LETTERS.index(letter) for rank in ranks for letter in rank)


def reading_of(message: Message) -> readings.Reading | None:
    """What a message says about board, clock or memory; None if it says nothing of the kind."""
    match message:
        case FieldUpdate(square, code):
            return readings.FieldUpdate(square_of(square), LETTERS[code & HIGHEST_CODE])
        case ClockTimes():
            return _clock_of(message)
        case BoardDump(codes):
            return readings.BoardDump(squares_of(codes))
        case _:
            return _identity_of(message)


def _clock_of(times: ClockTimes) -> readings.Clock:
    """Whose turn it is comes from the lever; the turn bits are disputed (protocol 8, row 1)."""
    lever: readings.Side = "right" if times.lever_right_high else "left"
    return readings.Clock(
        times.left_s,
        times.right_s,
        running=times.running and times.connected,
        to_move=lever if times.connected else None,
        connected=times.connected,
        battery_low=times.battery_low,
        left_flag=times.connected and (times.left_flag or times.left_flag_shown),
        right_flag=times.connected and (times.right_flag or times.right_flag_shown),
        left_blocked=times.connected and times.left_flag,
        right_blocked=times.connected and times.right_flag,
    )


def turn_agrees(times: ClockTimes) -> bool:
    """Whether the turn bits say the same as the lever: the cross-check of protocol 8, row 1."""
    return times.right_turn is times.lever_right_high and times.left_turn is not times.lever_right_high


def _identity_of(message: Message) -> readings.Identity | None:
    match message:
        case Serial(digits):
            return readings.Identity(serial=digits)
        case LongSerial(digits):
            return readings.Identity(long_serial=digits)
        case Version(major, minor):
            return readings.Identity(version=f"{major}.{minor:02d}")
        case HardwareVersion(major, minor):
            return readings.Identity(hardware=f"{major}.{minor:02d}")
        case BusAddress(address):
            return readings.Identity(address=address)
        case Battery():
            return readings.Identity(battery_percent=message.percent)
        case Trademark(text):
            found = _SERIAL_IN_TRADEMARK.search(text)
            return readings.Identity(trademark=_harmless(text), serial=found and found[1])
        case _:
            return None


def _harmless(text: str) -> str:
    """Lines ended by LF; every other control character is written out, so that no terminal obeys it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in line) for line in lines)
