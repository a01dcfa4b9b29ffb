"""A virtual board: command bytes in, message bytes out, pieces and clock between them. No I/O and no time
of its own.

It speaks by the same messages that the drivers read (`drivers.dgt.messages`), in single-board mode
(protocol 2). What is not here: the on-board log and the bus; commands that ask for them are passed over as
a board passes over commands it does not know.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from functools import cache
from random import Random
from typing import NamedTuple

from drivers.dgt.codec import encode
from drivers.dgt.commands import SIZED, Command
from drivers.dgt.messages import (
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
from drivers.readings import PIECES
from drivers.simulator.clock import DgtClock, Face
from drivers.simulator.hands import Touch
from drivers.simulator.scan import Rhythm, Scan

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


class Maker(NamedTuple):
    """What a board says about itself."""

    serial: str
    """Five digits."""
    long_serial: str
    """Ten digits."""
    version: tuple[int, int] = (1, 8)
    hardware: tuple[int, int] = (1, 0)
    address: int = 0
    """Bus address, 14 bits."""
    trademark: str = "Simulated chess board of the dgt-monitor project.\nNo product of any board maker.\n"
    """Its own words: nobody's trademark reply is imitated."""


class Sensors(NamedTuple):
    """How a board senses: the rhythm of its scan, and how late it hears of its clock, in seconds."""

    rhythm: Rhythm
    clock_delay_s: float = 0.0

    @classmethod
    def draw(cls, rng: Random) -> "Sensors":
        """Those of some board. Clock data are up to 1 s old (protocol 1.3); here the lever is heard at
        once."""
        return cls(Rhythm.draw(rng), rng.uniform(0.005, 0.1))


class VirtualBoard:
    """One board with its pieces, sensors and perhaps a clock.

    `placement` is 64 FEN letters, a1 first, as the players see it; a rotated board has White at its far
    side, so its own squares run the other way. `touch` and the clock's buttons are what players do, in
    order of time; `receive` is a command from the line, `advance` what the board says by itself.
    """

    def __init__(
        self,
        placement: str,
        maker: Maker,
        sensors: Sensors,
        clock: DgtClock | None = None,
        *,
        rotated: bool = False,
    ) -> None:
        self._turned = _LAST if rotated else 0
        self._scan = Scan([placement[self._wire(square)] for square in range(64)], sensors.rhythm)
        self._maker = maker
        self._clock = clock
        self._delay_s = sensors.clock_delay_s
        self._face = clock.face() if clock else None
        self._told_clock_s = 0.0
        self._mode = Mode.BUS
        self._to_skip = 0
        self._size_next = False

    def _wire(self, square: int) -> int:
        """Square of the players' board -> square on the wire (0 = a8), and back: the same step both ways."""
        return square ^ 0b111000 ^ self._turned

    @property
    def mode(self) -> Mode:
        """What the board tells unasked."""
        return self._mode

    @property
    def squares(self) -> str:
        """What really stands on the board now, 64 letters, a1 first, as the players see it."""
        truth = self._scan.truth
        return "".join(truth[self._wire(square)] for square in range(64))

    @property
    def due_s(self) -> float | None:
        """When `advance` may have something to say if nobody does anything; None: not before that."""
        dues = [self._scan.due_s]
        if self._clock:
            clock_s = self._clock.due_s
            dues.append(None if clock_s is None else clock_s + self._delay_s)
        if self._mode is Mode.UPDATE:
            dues.append(self._told_clock_s + _KEEP_UP_S)
        return min((due for due in dues if due is not None), default=None)

    def touch(self, touch: Touch) -> None:
        """A player's hand changes what stands on a square."""
        self._scan.touch(touch.t_s, self._wire(touch.square), touch.piece)

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """What the board says by itself up to and at `t_s`, each message with its time, in order."""
        seen = self._scan.advance(t_s)
        tells = self._mode in _TELLS_SQUARES
        out = [(read.t_s, _field_update(read.square, read.piece)) for read in seen] if tells else []
        out += self._clock_changes(t_s)
        if self._mode is Mode.UPDATE:
            out += self._repeats(t_s)
        out.sort(key=_time)
        return out

    def _clock_changes(self, t_s: float) -> list[tuple[float, bytes]]:
        if self._clock is None or t_s < self._delay_s:
            return []
        out: list[tuple[float, bytes]] = []
        for changed_s, face in self._clock.advance(t_s - self._delay_s):
            if self._mode is Mode.UPDATE:
                out += self._repeats(changed_s + self._delay_s - _SAME_S)
            self._face = face
            if self._mode in _TELLS_CLOCK:
                self._told_clock_s = changed_s + self._delay_s
                out.append((self._told_clock_s, encode(self._clock_message())))
        return out

    def _repeats(self, t_s: float) -> list[tuple[float, bytes]]:
        """The clock messages of UPDATE mode in which nothing is new."""
        out: list[tuple[float, bytes]] = []
        while self._told_clock_s + _KEEP_UP_S <= t_s:
            self._told_clock_s += _KEEP_UP_S
            out.append((self._told_clock_s, encode(self._clock_message())))
        return out

    def receive(self, t_s: float, data: bytes) -> bytes:
        """The answers to command bytes that come at `t_s`; what the board itself had to say before:
        `advance`.

        Bytes with bit 7 set belong to the bus and are passed over, and so is everything unknown.
        """
        out = bytearray()
        for byte in data:
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
        return encode(self._clock_message())

    def _clock_message(self) -> ClockTimes:
        return NO_CLOCK if self._face is None else clock_message(self._face)

    def _dump(self) -> BoardDump:
        return BoardDump(bytes(_CODES[letter] for letter in self._scan.said))

    def _trademark(self) -> Trademark:
        return Trademark(self._maker.trademark)

    def _serial(self) -> Serial:
        return Serial(self._maker.serial)

    def _long_serial(self) -> LongSerial:
        return LongSerial(self._maker.long_serial)

    def _version(self) -> Version:
        return Version(*self._maker.version)

    def _hardware(self) -> HardwareVersion:
        return HardwareVersion(*self._maker.hardware)

    def _address(self) -> BusAddress:
        return BusAddress(self._maker.address)


NO_CLOCK = ClockTimes(
    None, None, running=False, lever_right_high=False, left_turn=False, right_turn=False, connected=False
)
"""What a board without a clock says of it."""


def clock_message(face: Face) -> ClockTimes:
    """A clock's face as its message: the lever's high end is the side to move, the increment sign is always
    shown."""
    right = face.turn == "right"
    return ClockTimes(
        face.left_s,
        face.right_s,
        running=face.running,
        lever_right_high=right,
        left_turn=not right,
        right_turn=right,
        left_flag=face.left_flag,
        right_flag=face.right_flag,
        left_increment=True,
        right_increment=True,
    )


@cache
def _field_update(square: int, piece: str) -> bytes:
    return encode(FieldUpdate(square, _CODES[piece]))


_ANSWERS: Mapping[int, Callable[[VirtualBoard], Message]] = {
    Command.SEND_CLK: VirtualBoard._clock_message,
    Command.SEND_BRD: VirtualBoard._dump,
    Command.RETURN_SERIALNR: VirtualBoard._serial,
    Command.RETURN_LONG_SERIALNR: VirtualBoard._long_serial,
    Command.RETURN_BUSADRES: VirtualBoard._address,
    Command.SEND_TRADEMARK: VirtualBoard._trademark,
    Command.SEND_VERSION: VirtualBoard._version,
    Command.SEND_HARDWARE_VERSION: VirtualBoard._hardware,
}


def _time(message: tuple[float, bytes]) -> float:
    return message[0]
