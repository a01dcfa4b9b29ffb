"""The board's own log of changes (EE_MOVES, protocol 3): bytes to records. Total: any bytes give some records.

The log is a ring, dumped from its oldest byte on, so it can begin inside a record. Every byte from 5a to 7f is
certainly the first of a record; reading begins at the first such byte, and goes on at the next after damage.
"""

import re
from collections.abc import Iterator
from enum import IntEnum

from drivers.dgt.clock_codec import side_s
from drivers.dgt.messages import SQUARES
from drivers.dgt.translate import LETTERS, square_of
from drivers.readings import HaltedClock, LogChange, LogGap, Side

END_OF_LOG = 0x6B
UNUSED = b"\x00\x7f\xff"
"""Bytes that say nothing: two codes for it, and erased cells (protocol 3.1)."""
SOON_BIT = 0x10
"""In a change: less than about 250 ms after the one before (protocol 3.2)."""

_SAFE = re.compile(rb"[\x5a-\x7f]")


class Tag(IntEnum):
    """Records of one byte (protocol 3.2)."""

    POWER_UP = 0x6A
    """The position of every piece follows."""
    FOUR_ROWS = 0x6C
    """All pieces stand on the outer rows, but not in the normal array."""
    EMPTY_BOARD = 0x6D
    DOWNLOADED = 0x6E
    """The log was dumped here."""
    BEGIN_POSITION = 0x6F
    BEGIN_POSITION_ROTATED = 0x7A
    START_GAME = 0x7B
    """Written on request; the position of every piece follows."""
    WATCHDOG = 0x7C
    """The board restarted itself; as `POWER_UP`."""
    NEW_CLOCK_STATE = 0x7D
    NEW_ADDRESS = 0x7E


_TAGS = frozenset(Tag)

RawRecord = Tag | LogChange | HaltedClock | LogGap


def parse_log(log: bytes, *, begins_whole: bool = False) -> list[RawRecord]:
    """The records of a log up to its end mark, in order; bytes that say nothing are left out.

    `begins_whole`: the first byte is the first of a record, as in a bus packet; in a dump of the ring it need not
    be, and what comes before the first byte that certainly is gives no record, nor a gap.
    """
    end = log.rfind(END_OF_LOG)
    log = log[:end] if end >= 0 else log
    at = 0 if begins_whole else _next_safe(log, 0)
    return list(_records(log, at))


def _next_safe(log: bytes, at: int) -> int:
    found = _SAFE.search(log, at)
    return found.start() if found else len(log)


def _records(log: bytes, at: int) -> Iterator[RawRecord]:
    while at < len(log):
        first = log[at]
        if first in UNUSED or first == END_OF_LOG or 0x10 <= first < 0x40:
            # Between 10 and 3f newer boards write delays, of one byte each (protocol 3.2).
            at += 1
            continue
        record, length = _record_at(log, at)
        if record is None:
            length = _next_safe(log, at + 1) - at
            record = LogGap(length)
        yield record
        at += length


def _record_at(log: bytes, at: int) -> tuple[RawRecord | None, int]:
    """The record whose first byte stands at `at`, and its length; None if it is none or cut off."""
    first = log[at]
    if 0x40 <= first < 0x60:
        return _change(log[at : at + 2]), 2
    if 0x60 <= first < 0x80 and first & 0x0F < 10:
        return _halted("right" if first < 0x70 else "left", log[at : at + 3]), 3
    return (Tag(first) if first in _TAGS else None), 1


def _change(data: bytes) -> LogChange | None:
    if len(data) < 2 or data[1] >= SQUARES:
        return None
    return LogChange(square_of(data[1]), LETTERS[data[0] & 0x0F], bool(data[0] & SOON_BIT))


def _halted(side: Side, data: bytes) -> HaltedClock | None:
    time_s = side_s(*data) if len(data) == 3 else None
    return None if time_s is None else HaltedClock(side, time_s)
