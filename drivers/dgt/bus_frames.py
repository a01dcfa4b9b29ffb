"""Frames cut out of the bytes of a bus line, in both directions: checks, resynchronisation. No time, no I/O.

Only the first byte of a frame has bit 7 set (protocol 4.2), so any such byte begins a frame, and one inside a reply
shows that bytes were lost. As for a single board, silence inside a reply is not timed here: see `BusFramer.abandon`.
"""

import re
from typing import NamedTuple

from drivers.dgt.bus_codec import decode_reply, decode_request
from drivers.dgt.bus_messages import (
    BUS_LENGTHS,
    DATA_AT,
    END_MARK,
    REQUEST_BYTES,
    BusReply,
    BusRequest,
)
from drivers.dgt.commands import BusCommand
from drivers.dgt.messages import HEADER_BYTES, Fault

_START = re.compile(rb"[\x80-\xff]")


class Damage(NamedTuple):
    """Bytes dropped at this place in the stream."""

    kind: str
    """A `messages.Fault` or a `bus_messages.BusFault`."""
    dropped: int
    address: int | None
    """What stands in the address bytes, right or not; None where they did not come."""
    begins: bool
    """False: more bytes of the damage told last; how many such follow depends on how the stream was cut."""


class BusFramer:
    """Bytes from the boards of a line in, replies and damage out, in order; never an exception.

    However the bytes are cut into calls of `feed`, replies, damage that begins, and counters are the same. At most
    `LONGEST_REPLY_BYTES` - 1 bytes are kept between calls.
    """

    def __init__(self) -> None:
        self.dropped: dict[str, int] = {}
        """Bytes dropped so far. Bytes fed = bytes of replies + end marks + dropped + pending."""
        self.end_marks = 0
        """End marks that followed a reply (protocol 4.3): sound, and of no use."""
        self._rest = b""
        self._skipping: str | None = None
        """What the bytes up to the next start are dropped for; None: nothing was dropped yet."""
        self._reply_ended = False

    @property
    def pending(self) -> int:
        """Bytes kept of a reply that is not complete yet."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[BusReply | Damage]:
        """Take the next bytes and answer with what is completed by them."""
        out: list[BusReply | Damage] = []
        data, self._rest = self._rest + data, b""
        at, end = 0, len(data)
        while at < end:
            at = self._reply(data, at, out) if data[at] & 0x80 else self._between(data, at, out)
        return out

    def abandon(self) -> list[BusReply | Damage]:
        """Give up a reply that will not be completed: the line was closed, or silent for too long."""
        out: list[BusReply | Damage] = []
        if self._rest:
            self._drop(Fault.CUT_OFF, self._rest, out)
        self._rest, self._skipping, self._reply_ended = b"", None, False
        return out

    def _reply(self, data: bytes, at: int, out: list[BusReply | Damage]) -> int:
        """Read or drop what begins at `at`; answers where to go on."""
        self._skipping = None
        lengths = BUS_LENGTHS.get(data[at])
        if lengths is None:
            return at + self._drop(Fault.UNKNOWN_ID, data[at : at + 1], out)
        start = _START.search(data, at + 1)
        frame = data[at : start.start() if start else len(data)]
        if len(frame) >= HEADER_BYTES:
            length = frame[1] << 7 | frame[2]
            if length not in lengths:
                return at + self._drop(Fault.BAD_LENGTH, frame[:HEADER_BYTES], out)
            if len(frame) >= length:
                return at + self._whole(frame[:length], out)
        if start:
            return at + self._drop(Fault.INTERRUPTED, frame, out)
        self._rest = frame
        return len(data)

    def _whole(self, frame: bytes, out: list[BusReply | Damage]) -> int:
        reply = decode_reply(frame)
        if not isinstance(reply, BusReply):
            return self._drop(reply, frame, out)
        out.append(reply)
        self._reply_ended = True
        return len(frame)

    def _between(self, data: bytes, at: int, out: list[BusReply | Damage]) -> int:
        """Bytes outside any reply."""
        if self._reply_ended and data[at] == END_MARK:
            self._reply_ended = False
            self.end_marks += 1
            return at + 1
        start = _START.search(data, at)
        bytes_ = data[at : start.start() if start else len(data)]
        return at + self._drop(self._skipping or Fault.NOISE, bytes_, out, begins=self._skipping is None)

    def _drop(self, kind: str, frame: bytes, out: list[BusReply | Damage], *, begins: bool = True) -> int:
        self.dropped[kind] = self.dropped.get(kind, 0) + len(frame)
        address = frame[3] << 7 | frame[4] if begins and frame[0] & 0x80 and len(frame) >= DATA_AT else None
        out.append(Damage(kind, len(frame), address, begins))
        self._skipping, self._reply_ended = kind, False
        return len(frame)


_WITH_DATA = frozenset({BusCommand.SBI_CLOCK_MESSAGE, BusCommand.I2C_CLOCK_MESSAGE})
"""Their frames are not public; what follows the first four bytes is passed over."""


class RequestReader:
    """Cuts what was sent on a bus line into commands; the bytes may come in any pieces.

    A byte outside a frame is answered as it is: a single-board command, which all boards of the line would obey.
    """

    def __init__(self) -> None:
        self.dropped: dict[str, int] = {}
        """Bytes no board can have understood, by kind."""
        self._frame = b""
        self._data_follows = False

    def feed(self, data: bytes) -> list[BusRequest | int]:
        """Take bytes sent, and answer with the commands completed by them."""
        return [sent for byte in data if (sent := self._take(byte)) is not None]

    def _take(self, byte: int) -> BusRequest | int | None:
        if byte & 0x80:
            if self._frame:
                self._drop(Fault.INTERRUPTED)
            self._frame, self._data_follows = bytes((byte,)), False
            return None
        if not self._frame:
            return None if self._data_follows else byte
        self._frame += bytes((byte,))
        if len(self._frame) < REQUEST_BYTES:
            return None
        request = decode_request(self._frame)
        if not isinstance(request, BusRequest):
            self._drop(request)
            return None
        self._frame, self._data_follows = b"", request.command in _WITH_DATA
        return request

    def _drop(self, kind: str) -> None:
        self.dropped[kind] = self.dropped.get(kind, 0) + len(self._frame)
        self._frame = b""
