"""Messages cut out of a stream of bytes from one board: framing, checks, resynchronisation. No time, no I/O.

Only the first byte of a message has bit 7 set (protocol 2.1), so any such byte begins a message, and one
inside a message shows that bytes were lost. There is no checksum: exact lengths and ranges are all there is.

A message that stops half-way is not timed out here, because then the result would depend on how the bytes
were cut into reads; whoever reads a live line calls `Framer.abandon` when it has been silent for too long.
"""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from drivers.dgt.codec import decode
from drivers.dgt.messages import HEADER_BYTES, LENGTHS, Fault, Message

Item = TypeVar("Item")

Skim = Callable[[bytes, int, list[Item]], int]
"""Reads flawless messages from an offset on, appends their items, and answers the offset of what it left to
the complete way. Its items must be those that `convert` would make of the same messages."""

_START = re.compile(rb"[\x80-\xff]")


class Framer(Generic[Item]):
    """Bytes in, items out, as `convert` makes them of messages (None: no item); never an exception.

    However the bytes are cut into calls of `feed`, the items and the counters come out the same. At most
    `LONGEST_BYTES` - 1 bytes are kept between calls.
    """

    def __init__(
        self,
        convert: Callable[[Message], Item | None],
        skim: Skim[Item] = lambda _data, at, _items: at,
    ) -> None:
        self.dropped: dict[str, int] = {}
        """Bytes dropped so far, by `Fault`. Bytes fed = bytes of messages + dropped + pending."""
        self._convert = convert
        self._skim = skim
        self._rest = b""
        self._skipping = Fault.NOISE
        self.between = True
        """Nothing is kept of a message and nothing skipped: the next byte should begin a message."""

    @property
    def pending(self) -> int:
        """Bytes kept of a message that is not complete yet."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Item]:
        """Take the next bytes and answer with the items completed by them, in order."""
        at = 0
        if not self.between:
            self.between = True
            if self._rest:
                data = self._rest + data
                self._rest = b""
            else:
                at = self._drop_from(data, 0, self._skipping, search_from=0)
        items: list[Item] = []
        end = len(data)
        while at < end:
            at = self._skim(data, at, items)
            if at < end:
                at = self._step(data, at, items)
        return items

    def drop(self, kind: str, count: int) -> None:
        """Count bytes that are of no use."""
        self.dropped[kind] = self.dropped.get(kind, 0) + count

    def abandon(self) -> None:
        """Give up a message that will not be completed: the line was closed, or silent for too long."""
        if self._rest:
            self.drop(Fault.CUT_OFF, len(self._rest))
        self._rest = b""
        self._skipping = Fault.NOISE
        self.between = True

    def _step(self, data: bytes, at: int, items: list[Item]) -> int:
        """Read or drop what begins at `at`, with all checks; answers where to go on."""
        ident = data[at]
        lengths = LENGTHS.get(ident)
        if lengths is None:
            return self._drop_from(data, at, Fault.UNKNOWN_ID if ident & 0x80 else Fault.NOISE)
        length = HEADER_BYTES
        header = data[at + 1 : at + HEADER_BYTES]
        if len(header) == 2 and header.isascii():
            length = header[0] << 7 | header[1]
            if length not in lengths:
                return self._drop_from(data, at, Fault.BAD_LENGTH)
        frame = data[at : at + length]
        if not frame[1:].isascii():
            return self._drop_from(data, at, Fault.INTERRUPTED)
        if len(frame) < length:
            self._rest = frame
            self.between = False
            return len(data)
        return self._finish(data, at, frame, items)

    def _finish(self, data: bytes, at: int, frame: bytes, items: list[Item]) -> int:
        message = decode(frame[0], frame[HEADER_BYTES:])
        if isinstance(message, Fault):
            return self._drop_from(data, at, message)
        item = self._convert(message)
        if item is not None:
            items.append(item)
        return at + len(frame)

    def _drop_from(self, data: bytes, at: int, fault: Fault, search_from: int | None = None) -> int:
        """Count everything from `at` up to the next start of a message; answers where that is."""
        start = _START.search(data, at + 1 if search_from is None else search_from)
        stop = start.start() if start else len(data)
        if stop > at:
            self.drop(fault, stop - at)
        self._skipping = Fault.NOISE if start else fault
        self.between = self._skipping is Fault.NOISE
        return stop


def message_framer() -> Framer[Message]:
    """A framer that answers with the messages themselves."""
    return Framer(lambda message: message)
