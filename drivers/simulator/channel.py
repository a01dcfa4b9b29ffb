"""The wire on which boards speak: bytes take their time on it, and what is said at one time is garbled.

The transmitters of a bus are wired-or (protocol 4.1): where bytes of two boards overlap, whoever listens reads the bits
of both. Bytes come in the time slots that the first of them began; one that lies across two slots spoils both.
"""

from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

BYTE_S = 10 / 9600
"""A byte takes ten bits at 9600 baud (protocol 1.1, 1.3)."""
PIECE_BYTES = 16
"""What comes is handed on in pieces of so many bytes at most (chosen: USB adapters wait 16 ms for more)."""
_SAME_SLOTS = 1e-6
"""Parts of a slot by which two times may differ and be one: rounding."""

Said = tuple[float, bytes]
"""When the last of these bytes had come, and the bytes."""


class _Transmission(NamedTuple):
    start_s: float
    number: int
    """In order of sending."""
    owner: int
    data: bytes


class _Voice(NamedTuple):
    """A transmission in the slots of a busy time."""

    owner: int
    first_slot: int
    across: bool
    """Each byte lies across two slots."""
    data: bytes

    @property
    def slots(self) -> int:
        """How many slots of the busy time have passed when it ends."""
        return self.first_slot + len(self.data) + (self.across and bool(self.data))

    def mix(self, slots: bytearray, begin: int) -> None:
        """Add its bits to slots that begin at `begin`."""
        for shift in range(1 + self.across):
            first = self.first_slot + shift
            for slot in range(max(begin, first), min(begin + len(slots), first + len(self.data))):
                slots[slot - begin] |= self.data[slot - first]


class Channel:
    """One wire from the boards to the monitor. Time only goes on."""

    def __init__(self) -> None:
        self._waiting: list[_Transmission] = []
        self._sent = 0
        self._voices: list[_Voice] = []
        """Who speaks in the present busy time; nobody: the line is at rest."""
        self._began_s = 0.0
        self._told = 0
        """Slots of the busy time that were handed on."""
        self._late: list[Said] = []
        """What had come before somebody was cut short."""

    @property
    def due_s(self) -> float:
        """When the next bytes may have come; inf if nobody speaks."""
        if self._voices:
            return self._piece_end_s()
        if not self._waiting:
            return inf
        first = self._waiting[0]
        return first.start_s + min(PIECE_BYTES, len(first.data)) * BYTE_S

    def send(self, start_s: float, data: bytes, owner: int = 0) -> float:
        """Somebody begins to speak at `start_s`, which is not before the last `advance`; answers when it ends."""
        if data:
            heappush(self._waiting, _Transmission(start_s, self._sent, owner, data))
            self._sent += 1
        return start_s + len(data) * BYTE_S

    def advance(self, t_s: float) -> list[Said]:
        """What has come up to and at `t_s`, in pieces, in order. How often it is asked changes no piece."""
        out, self._late = self._late, []
        while True:
            if not self._voices and not self._begin(t_s):
                return out
            end_s = self._piece_end_s()
            if self._waiting and self._waiting[0].start_s < end_s - _SAME_SLOTS * BYTE_S:
                self._join(heappop(self._waiting))
            elif end_s <= t_s:
                out.append(self._hand_on(min(self._told + PIECE_BYTES, self._length())))
            else:
                return out

    def interrupt(self, t_s: float) -> list[Said]:
        """The part of a piece that has come at `t_s`, in whole bytes: somebody pulls the cable. After `advance`."""
        if not self._voices:
            return []
        slots = min(self._slots_at(t_s), self._length())
        return [self._hand_on(slots)] if slots > self._told else []

    def hush(self, t_s: float, owner: int) -> None:
        """One who speaks is cut short at `t_s`, and what it was about to say is not said."""
        self._late = self.advance(t_s) + self.interrupt(t_s)
        self._waiting = [waiting for waiting in self._waiting if waiting.owner != owner]
        heapify(self._waiting)
        slots = self._slots_at(t_s)
        self._voices = [_cut_short(voice, slots) if voice.owner == owner else voice for voice in self._voices]
        if self._length() <= self._told:
            self._voices.clear()

    def _begin(self, t_s: float) -> bool:
        """A busy time begins if anybody speaks by `t_s`."""
        if not self._waiting or self._waiting[0].start_s > t_s:
            return False
        self._began_s, self._told = self._waiting[0].start_s, 0
        self._join(heappop(self._waiting))
        return True

    def _join(self, sent: _Transmission) -> None:
        at = (sent.start_s - self._began_s) / BYTE_S
        slot = int(at + _SAME_SLOTS)
        self._voices.append(_Voice(sent.owner, slot, at - slot > _SAME_SLOTS, sent.data))

    def _length(self) -> int:
        return max((voice.slots for voice in self._voices), default=0)

    def _slots_at(self, t_s: float) -> int:
        return int((t_s - self._began_s) / BYTE_S + _SAME_SLOTS)

    def _piece_end_s(self) -> float:
        return self._began_s + min(self._told + PIECE_BYTES, self._length()) * BYTE_S

    def _hand_on(self, slots: int) -> Said:
        """Everything up to this slot that was not handed on yet."""
        begin, self._told = self._told, slots
        if len(self._voices) == 1 and not self._voices[0].first_slot:
            data = self._voices[0].data[begin:slots]
        else:
            data = self._mixed(begin, slots)
        if slots >= self._length():
            self._voices.clear()
        return self._began_s + slots * BYTE_S, data

    def _mixed(self, begin: int, end: int) -> bytes:
        slots = bytearray(end - begin)
        for voice in self._voices:
            voice.mix(slots, begin)
        return bytes(slots)


def _cut_short(voice: _Voice, slots: int) -> _Voice:
    return voice._replace(data=voice.data[: max(0, slots - voice.first_slot - voice.across)])
