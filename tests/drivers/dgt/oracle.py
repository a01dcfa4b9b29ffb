"""A second framer, slow and plain: one byte at a time, one state. The real one must agree with it."""

from collections import Counter

from drivers.dgt.codec import decode
from drivers.dgt.messages import Fault, Message

FIXED = {0x8D: {10}, 0x8E: {5}, 0x86: {67, 103}, 0x8F: {3, 7939}, 0x90: {5}, 0x91: {8, 12}, 0x93: {5}}
FIXED |= {0x94: {53}, 0x95: {53}, 0x96: {5}, 0xA0: {12}, 0xA2: {13}, 0xA4: {4}, 0xA5: {4}}
LENGTHS = FIXED | {0x92: set(range(3, 301)), 0xA3: set(range(3, 132))}


class SlowFramer:
    """The bit-7 rule, written for reading, not for speed."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.dropped: Counter[str] = Counter()
        self.current = bytearray()
        self._reason: str = Fault.NOISE

    def feed(self, stream: bytes) -> None:
        """Take bytes."""
        for byte in stream:
            if byte >= 0x80:
                self._start(byte)
            elif self.current:
                self.current.append(byte)
                self._check()
            else:
                self.dropped[self._reason] += 1

    def _start(self, byte: int) -> None:
        if self.current:
            self._give_up(Fault.INTERRUPTED)
        self._reason = Fault.NOISE
        self.current.append(byte)
        if byte not in LENGTHS:
            self._give_up(Fault.UNKNOWN_ID)

    def _check(self) -> None:
        if len(self.current) < 3:
            return
        ident, high, low = self.current[:3]
        length = high * 128 + low
        if length not in LENGTHS[ident]:
            self._give_up(Fault.BAD_LENGTH)
        elif len(self.current) == length:
            message = decode(ident, bytes(self.current[3:]))
            if isinstance(message, Fault):
                self._give_up(message)
            else:
                self.messages.append(message)
                self.current.clear()

    def _give_up(self, reason: str) -> None:
        self.dropped[reason] += len(self.current)
        self._reason = reason
        self.current.clear()
