"""What goes over the line of one board becomes readings: used live and in replay. It asks nothing itself.
(Of a bus line: `drivers.dgt.bus_interpret`.)

Bytes that were dropped are counted at once and told by `complaints`, at most once a second, so that a noisy line
gives neither a complaint a byte nor other complaints when its bytes are cut differently.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from drivers.dgt.commands import ANSWERED, SIZED
from drivers.dgt.frames import Framer
from drivers.dgt.log_reading import memory_of
from drivers.dgt.messages import (
    HEADER_BYTES,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    Fault,
    I2CClock,
    KeyState,
    LockState,
    MemoryDump,
    Message,
)
from drivers.dgt.quick import UPDATES, clock_at, skim
from drivers.dgt.translate import reading_of, turn_agrees
from drivers.readings import NOT_CHESS, Asked, Complaint, FieldUpdate, LineDown, LineUp, Reading

COMPLAINT_EVERY_S = 1.0
"""Seconds between two rounds of complaints about one line; a choice: a dashboard refreshes no faster."""

CLOCK_MESSAGE_BYTES = 10
"""Length of a message with the clock's times (protocol 2.5)."""

BUS_COMMAND_BYTES = 4
"""A command of the bus protocol: command, address, checksum (protocol 4.2)."""

TEXTS: dict[str, str] = {
    Fault.NOISE: "bytes outside any message",
    Fault.UNKNOWN_ID: "messages of an unknown kind",
    Fault.BAD_LENGTH: "messages whose length is wrong for their kind",
    Fault.OUT_OF_RANGE: "messages with a value that cannot be",
    Fault.INTERRUPTED: "messages from which bytes are missing",
    Fault.CUT_OFF: "a message that the line broke off",
    NOT_CHESS: "a draughts board, not chess: its position is not shown",
    "bad_checksum": "replies on a bus line whose checksum is wrong",
    "wrong_address": "replies on a bus line from a board that was not asked and is not known",
    "log_gap": "parts of a list of changes that are no record",
    "lost_changes": "changes were sent on a bus line and lost",
}
"""Kind of a complaint and what it says; those of a bus line stand in `bus_messages`, `bus_records`, `bus_interpret`."""

_NOTED: dict[type[Message], str] = {
    ClockAck: "clock_ack",
    ClockZero: "clock_zero",
    I2CClock: "i2c_clock",
    LockState: "lock_state",
    KeyState: "key_state",
}
"""Messages that are understood and tell nothing a reading could say."""


Said = TypeVar("Said", covariant=True)
"""`Reading` on the line of one board; on a bus `bus_interpret.Addressed`, a reading with the address of its board."""

_ASKED = {what: Asked(what) for what in ANSWERED.values()}
"""One for all boards."""


class LineInterpreter(Protocol[Said]):
    """One line's bytes, in both directions, as readings. No time, no I/O, no exception whatever comes."""

    @property
    def dropped(self) -> Mapping[str, int]:
        """Bytes dropped so far, by kind."""

    def up(self) -> Sequence[Said]:
        """Tell that the line was opened."""

    def down(self, reason: str = "") -> Sequence[Said]:
        """Tell that the line was lost or closed; all complaints not yet told come first."""

    def rx(self, data: bytes) -> Sequence[Said]:
        """Take bytes from the line; the readings are the same however they are cut."""

    def tx(self, data: bytes) -> Sequence[Said]:
        """Take bytes sent; answers what was asked by them."""

    def complaints(self, now_s: float) -> Sequence[Said]:
        """What was dropped and not yet told, one complaint a kind; nothing within a second of the last."""


class Interpreter:
    """`LineInterpreter` of one board in single-board mode."""

    def __init__(self) -> None:
        self.noted: Counter[str] = Counter()
        """Messages understood that are no reading, and `turn_disagrees`: turn bits against the lever."""
        self.asked: str | None = None
        """What was last asked and may be answered next; None when the board has spoken since."""
        self._framer: Framer[Reading] = Framer(self._reading_of, skim)
        self._commands = CommandReader()
        self._complainer = Complainer(self._framer.dropped)

    @property
    def dropped(self) -> Mapping[str, int]:
        """Bytes dropped so far, by kind."""
        return self._framer.dropped

    @property
    def pending(self) -> int:
        """Bytes kept of a message that is not complete yet."""
        return self._framer.pending

    def up(self) -> list[Reading]:
        """Tell that the line was opened; half a message from before is dropped."""
        self._framer.abandon()
        self._commands = CommandReader()
        self.asked = None
        return [LineUp()]

    def down(self, reason: str = "") -> list[Reading]:
        """Tell that the line was lost or closed; all complaints not yet told come first."""
        self._framer.abandon()
        return [*self._complainer.rest(), LineDown(reason)]

    def silent(self) -> None:
        """Tell that the live line has been silent inside a message for too long: it is dropped."""
        self._framer.abandon()

    def rx(self, data: bytes) -> list[Reading]:
        """Take bytes from the board; the readings are the same however they are cut."""
        self.asked = None
        if self._framer.between:  # a live line gives nearly always one whole message at a time
            update = UPDATES.get(data)
            if update is not None:
                return [update]
            if len(data) == CLOCK_MESSAGE_BYTES:
                clock = clock_at(data, 0)
                if clock is not None:
                    return [clock]
        return self._framer.feed(data)

    def rx_plain(self, data: bytes) -> FieldUpdate | None:
        """As `rx`, of bytes that are one field update, whole and by itself; None: nothing was taken, `rx` is to."""
        if not self._framer.between:
            return None
        update = UPDATES.get(data)
        if update is not None:
            self.asked = None
        return update

    def tx(self, data: bytes) -> list[Reading]:
        """Take bytes sent to the board; answers `Asked` for each request that must be answered."""
        commands = self._commands.feed(data)
        asked = [what for command in commands if (what := ANSWERED.get(command)) is not None]
        if asked:
            self.asked = asked[-1]
        return [_ASKED[what] for what in asked]

    def complaints(self, now_s: float) -> list[Complaint]:
        """What was dropped and not yet told, one complaint a kind; nothing within a second of the last."""
        return self._complainer.due(now_s)

    def _reading_of(self, message: Message) -> Reading | None:
        noted = _NOTED.get(type(message))
        if noted is not None:
            self.noted[noted] += 1
            return None
        if isinstance(message, DraughtsDump):
            self._framer.drop(NOT_CHESS, HEADER_BYTES + len(message.codes))
            return None
        if isinstance(message, MemoryDump):
            return memory_of(message.log)
        if isinstance(message, ClockTimes) and message.connected and not turn_agrees(message):
            self.noted["turn_disagrees"] += 1
        return reading_of(message)


class Complainer:
    """Tells from growing counters what has been dropped since it last told."""

    def __init__(self, dropped: Mapping[str, int]) -> None:
        self._dropped = dropped
        self._told: dict[str, int] = {}
        self._due_s = float("-inf")

    def due(self, now_s: float) -> list[Complaint]:
        """All that is new, unless something was told less than `COMPLAINT_EVERY_S` ago."""
        if self._told == self._dropped or now_s < self._due_s:
            return []
        self._due_s = now_s + COMPLAINT_EVERY_S
        return self.rest()

    def rest(self) -> list[Complaint]:
        """All that is new."""
        new = {kind: count - self._told.get(kind, 0) for kind, count in self._dropped.items()}
        self._told = dict(self._dropped)
        return [Complaint(kind, count, f"{count} bytes: {TEXTS[kind]}") for kind, count in new.items() if count]


class CommandReader:
    """Cuts what was sent to a board into commands; the bytes may come in any pieces."""

    def __init__(self) -> None:
        self._skip = 0
        """Bytes still to come that belong to the last command."""
        self._size_next = False

    def feed(self, data: bytes) -> list[int]:
        """Take bytes sent and answer with the command bytes among them."""
        return [byte for byte in data if self._is_command(byte)]

    def _is_command(self, byte: int) -> bool:
        if self._skip:
            self._skip -= 1
            return False
        if self._size_next:
            self._size_next = False
            self._skip = byte & 0x7F
            return False
        if byte & 0x80:
            self._skip = BUS_COMMAND_BYTES - 1
        self._size_next = byte in SIZED
        return True
