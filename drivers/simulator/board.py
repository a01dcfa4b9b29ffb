"""A virtual board: command bytes in, message bytes out, pieces and clock between them. No I/O and no time
of its own.

It speaks by the same messages that the drivers read (`drivers.dgt.messages`), here in single-board mode
(protocol 2), and writes its log in any mode (protocol 3); what it says on a bus is `drivers.simulator.bus_side`.
Commands it does not know are passed over.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cache
from heapq import merge
from math import inf
from random import Random
from typing import NamedTuple

from drivers.dgt.codec import encode
from drivers.dgt.commands import SIZED, Command
from drivers.dgt.messages import BoardDump, ClockTimes, FieldUpdate, MemoryDump, Message
from drivers.readings import PIECES
from drivers.simulator.cable import ClockCable, Heard, clock_message
from drivers.simulator.clock import DgtClock
from drivers.simulator.faulty_scan import FaultyScan
from drivers.simulator.hand import Touch
from drivers.simulator.log import MoveLog
from drivers.simulator.maker import Maker
from drivers.simulator.scan import Rhythm, Scan, Seen
from drivers.simulator.senses import SOUND, SensorProfile

__all__ = ["POWER_UP_S", "Maker", "Mode", "Sensors", "VirtualBoard"]

POWER_UP_S = 2.5
"""From the power to the first answer: "some seconds", for which a driver waits 3 s (protocol 1.3); chosen below
that."""
_CODES = {letter: code for code, letter in enumerate(PIECES)}
_KEEP_UP_S = 1.0
"""In UPDATE mode the clock is told at least once a second (protocol 1.3, 2.2)."""
_SAME_S = 1e-6
"""Closer times are one: a change that falls on the time of a repeat takes its place."""
_LAST = 63


class Mode(Enum):
    """What a board tells unasked (protocol 2.2)."""

    BUS = auto()
    """Nothing; after power-up and after TO_BUSMODE."""
    IDLE = auto()
    UPDATE_BOARD = auto()
    UPDATE = auto()
    UPDATE_NICE = auto()


_MODES: Mapping[int, Mode] = {
    Command.SEND_RESET: Mode.IDLE,
    Command.SEND_UPDATE_BRD: Mode.UPDATE_BOARD,
    Command.SEND_UPDATE: Mode.UPDATE,
    Command.SEND_UPDATE_NICE: Mode.UPDATE_NICE,
    Command.TO_BUSMODE: Mode.BUS,
}
_TELLS_SQUARES = frozenset({Mode.UPDATE_BOARD, Mode.UPDATE, Mode.UPDATE_NICE})
_TELLS_CLOCK = frozenset({Mode.UPDATE, Mode.UPDATE_NICE})


class Sensors(NamedTuple):
    """How a board senses: the rhythm of its scan, how late it hears of its clock, in seconds, and its faults."""

    rhythm: Rhythm
    clock_delay_s: float = 0.0
    profile: SensorProfile = SOUND

    @classmethod
    def draw(cls, rng: Random) -> "Sensors":
        """Those of some board. Clock data are up to 1 s old (protocol 1.3); here the lever is heard at
        once."""
        return cls(Rhythm.draw(rng), rng.uniform(0.005, 0.1))


class VirtualBoard:
    """One board with its pieces, sensors and perhaps a clock.

    `placement` is 64 FEN letters, a1 first, as the players see it; a rotated board has White at its far
    side, so its own squares run the other way. `merges` is a setting of its log. `touch` and the clock's
    buttons are what players do, in order of time; `receive` is a command from the line, `advance` what the
    board says by itself.
    """

    def __init__(
        self,
        placement: str,
        maker: Maker,
        sensors: Sensors,
        clock: DgtClock | None = None,
        *,
        rotated: bool = False,
        merges: bool = False,
    ) -> None:
        self.maker = maker
        self.log = MoveLog(merges=merges)
        """What it writes down by itself, with a line and without one."""
        self._turned = _LAST if rotated else 0
        self._scan = _scan([placement[self._wire(square)] for square in range(64)], sensors, maker)
        self._cable = ClockCable(clock, sensors.clock_delay_s)
        self._face = self._cable.face
        self._told_clock_s = 0.0
        self._mode = Mode.BUS
        self._to_skip = 0
        self._size_next = False
        self._ready_s: float | None = None
        """Without power or just after it came: when it will work; inf without power. None: it works."""
        self._times_on = 0
        self._write_power_up(self._scan.said)

    def _wire(self, square: int) -> int:
        """Square of the players' board -> square on the wire (0 = a8), and back: the same step both ways."""
        return square ^ 0b111000 ^ self._turned

    @property
    def mode(self) -> Mode:
        """What the board tells unasked."""
        return self._mode

    @property
    def works(self) -> bool:
        """Whether it has had power for long enough to sense and to answer."""
        return self._ready_s is None

    @property
    def squares(self) -> str:
        """What really stands on the board now, 64 letters, a1 first, as the players see it."""
        truth = self._scan.truth
        return "".join(truth[self._wire(square)] for square in range(64))

    @property
    def due_s(self) -> float | None:
        """When `advance` may have something to say if nobody does anything; None: not before that."""
        dues = [self._scan.due_s, self._cable.due_s, self._ready_s]
        if self._mode is Mode.UPDATE:
            dues.append(self._told_clock_s + _KEEP_UP_S)
        due_s = min([due for due in dues if due is not None], default=inf)
        return due_s if due_s < inf else None

    def touch(self, touch: Touch) -> None:
        """A player's hand changes what stands on a square."""
        self._wake_by(touch.t_s)
        self._scan.touch(touch.t_s, self._wire(touch.square), touch.piece)

    def power_off(self, t_s: float) -> None:
        """The power goes: nothing is sensed, written down or answered from now on. What it had to say before:
        `advance`."""
        self.advance(t_s)
        self._ready_s, self._mode = inf, Mode.BUS
        self._to_skip, self._size_next = 0, False

    def power_on(self, t_s: float) -> None:
        """The power comes; `POWER_UP_S` later the board works, in bus mode, and tells nobody."""
        self._wake_by(t_s)
        if self._ready_s == inf:
            self._ready_s = t_s + POWER_UP_S

    def unplug_clock(self, t_s: float) -> None:
        """The clock's cable is pulled; the clock runs on by its own battery."""
        self._cable.unplug(t_s)

    def plug_clock(self, t_s: float) -> None:
        """The clock's cable is put back."""
        self._cable.plug(t_s)

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """What the board says by itself up to and at `t_s`, each message with its time, in order."""
        self._wake_by(t_s)
        seen, heard = self._scan.advance(t_s), self._cable.advance(t_s)
        if not self.works:
            return []
        if seen or heard:
            self._write_down(seen, heard)
        tells = self._mode in _TELLS_SQUARES
        out = [(read.t_s, _field_update(read.square, read.piece)) for read in seen] if tells else []
        out += self._clock_changes(heard)
        if self._mode is Mode.UPDATE:
            out += self._repeats(t_s)
        out.sort(key=_time)
        return out

    def _wake_by(self, t_s: float) -> None:
        """The board begins to work if it is time to. It reads all squares, and the clock as it is then."""
        ready_s = self._ready_s
        if ready_s is None or t_s < ready_s:
            return
        self._ready_s = None
        self._write_power_up(self._scan.look(ready_s))
        self._cable.advance(ready_s)
        self._face = self._cable.face

    def _write_power_up(self, squares: Sequence[str]) -> None:
        self._times_on += 1
        chance = Random(f"{self.maker.long_serial}/{self._times_on}")  # noqa: S311 - seeds are for repeating
        self.log.power_up(squares, chance)

    def _write_down(self, seen: Sequence[Seen], heard: Sequence[Heard]) -> None:
        """Into the log, in order of time: what was read on the squares, and presses of the lever."""
        before = self._face
        news: Iterator[Seen | Heard] = merge(seen, heard, key=lambda one: one.t_s)
        for one in news:
            if isinstance(one, Seen):
                self.log.changed(one.t_s, one.square, one.piece)
                continue
            face = one.face
            if before and face and before.turn != face.turn:
                self.log.halted(one.t_s, before.turn, face.left_s if before.turn == "left" else face.right_s)
            before = face

    def _clock_changes(self, heard: Sequence[Heard]) -> list[tuple[float, bytes]]:
        out: list[tuple[float, bytes]] = []
        for heard_s, face in heard:
            if self._mode is Mode.UPDATE:
                out += self._repeats(heard_s - _SAME_S)
            self._face = face
            if self._mode in _TELLS_CLOCK:
                self._told_clock_s = heard_s
                out.append((heard_s, encode(self.clock_message())))
        return out

    def _repeats(self, t_s: float) -> list[tuple[float, bytes]]:
        """The clock messages of UPDATE mode in which nothing is new."""
        out: list[tuple[float, bytes]] = []
        while self._told_clock_s + _KEEP_UP_S <= t_s:
            self._told_clock_s += _KEEP_UP_S
            out.append((self._told_clock_s, encode(self.clock_message())))
        return out

    def receive(self, t_s: float, data: bytes) -> bytes:
        """The answers to command bytes that come at `t_s`; what the board itself had to say before:
        `advance`.

        Bytes with bit 7 set belong to the bus and are passed over, and so is everything unknown.
        """
        self._wake_by(t_s)
        out = bytearray()
        for byte in data if self.works else b"":
            if self._size_next:
                self._size_next = False
                self._to_skip = byte
            elif self._to_skip:
                self._to_skip -= 1
            elif byte in SIZED:
                self._size_next = True
            else:
                out += self._obey(t_s, byte)
        return bytes(out)

    def _obey(self, t_s: float, byte: int) -> bytes:
        mode = _MODES.get(byte)
        if mode is not None:
            return self._enter(t_s, mode)
        answer = _ANSWERS.get(byte)
        if answer is None:
            return b""
        if self._mode is Mode.BUS:
            self._mode = Mode.IDLE  # the first single-board command makes a single board of it (protocol 4.1)
        return encode(answer(self))

    def _enter(self, t_s: float, mode: Mode) -> bytes:
        """A change of mode; those that tell the clock begin by telling it."""
        self._mode = mode
        if mode not in _TELLS_CLOCK:
            return b""
        self._told_clock_s = t_s
        return encode(self.clock_message())

    def clock_message(self) -> ClockTimes:
        """What it knows of its clock."""
        return clock_message(self._face)

    def dump_message(self) -> BoardDump:
        """What it believes to stand on its squares."""
        return BoardDump(bytes(_CODES[letter] for letter in self._scan.said))

    def _memory(self) -> MemoryDump:
        """The whole log; that it was sent is written into it afterwards."""
        dump = MemoryDump(self.log.ring.dump())
        self.log.downloaded()
        return dump


def _scan(squares: list[str], sensors: Sensors, maker: Maker) -> Scan:
    if sensors.profile == SOUND:
        return Scan(squares, sensors.rhythm)
    chance = Random(f"{maker.long_serial}/senses")  # noqa: S311 - seeds are for repeating
    return FaultyScan(squares, sensors.rhythm, sensors.profile, chance)


@cache
def _field_update(square: int, piece: str) -> bytes:
    return encode(FieldUpdate(square, _CODES[piece]))


_ANSWERS: Mapping[int, Callable[[VirtualBoard], Message]] = {
    Command.SEND_CLK: VirtualBoard.clock_message,
    Command.SEND_BRD: VirtualBoard.dump_message,
    Command.SEND_EE_MOVES: VirtualBoard._memory,
    Command.RETURN_SERIALNR: lambda board: board.maker.serial_message(),
    Command.RETURN_LONG_SERIALNR: lambda board: board.maker.long_serial_message(),
    Command.RETURN_BUSADRES: lambda board: board.maker.address_message(),
    Command.SEND_TRADEMARK: lambda board: board.maker.trademark_message(),
    Command.SEND_VERSION: lambda board: board.maker.version_message(),
    Command.SEND_HARDWARE_VERSION: lambda board: board.maker.hardware_message(),
}


def _time(message: tuple[float, bytes]) -> float:
    return message[0]
