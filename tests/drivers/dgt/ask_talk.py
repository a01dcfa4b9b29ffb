"""A conversation and a board on one simulated line: bytes take their time, come in pieces, and may be damaged."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import TypeVar

from drivers.dgt.ask.findings import Finding
from drivers.dgt.ask.single import Conversation, Turn
from drivers.dgt.codec import encode
from drivers.dgt.commands import FORBIDDEN, Command
from drivers.dgt.interpret import Interpreter
from drivers.dgt.messages import LOG_BYTES, MemoryDump
from drivers.readings import BoardDump, Clock, FieldUpdate, Identity, Memory, Reading, Request
from drivers.simulator.board import Mode, VirtualBoard
from drivers.simulator.hall import BYTE_S

LATENCY_S = 0.005
"""A board answers within a few milliseconds (protocol 1.3)."""
MAY_BE_SENT = frozenset({0x40, 0x41, 0x42, 0x45, 0x47, 0x49, 0x4B, 0x4D, 0x55})
"""The bytes of a conversation, written down a second time."""
PATIENCE_S = {0x41: 0.5, 0x42: 1.5, 0x45: 0.5, 0x47: 1.0, 0x49: 3.0, 0x4D: 0.5, 0x55: 0.5}
"""Shortest time for which each answer must be waited for."""
ANSWER_IDS = {0x41: 0x8D, 0x42: 0x86, 0x45: 0x91, 0x47: 0x92, 0x49: 0x8F, 0x4D: 0x93, 0x55: 0xA2}
PAUSE_S = 0.1
"""After a command without an answer."""
NEAR_S = 1e-9

Found = TypeVar("Found", bound=Finding)


class PowerBoard(VirtualBoard):
    """A virtual board that has an on-board log and can lose its power."""

    memory = bytes(LOG_BYTES)
    off = False

    def unplug(self) -> None:
        self.off = True

    def plug(self) -> None:
        """It comes back in bus mode, without a word (protocol 2.2)."""
        self.off = False
        self._mode = Mode.BUS

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        said = super().advance(t_s)
        return [] if self.off else said

    def receive(self, t_s: float, data: bytes) -> bytes:
        if self.off:
            return b""
        out = b""
        for byte in data:
            out += (
                encode(MemoryDump(self.memory))
                if byte == Command.SEND_EE_MOVES
                else super().receive(t_s, bytes((byte,)))
            )
        return out

    def stands(self) -> str:
        """What a flawless dump would say now."""
        interpreter = Interpreter()
        (dump,) = interpreter.rx(super().receive(0.0, b"\x42"))
        assert isinstance(dump, BoardDump)
        return dump.squares


class Talk:
    """Runs both ends in simulated time. `advance` goes on to a time; everything is kept with its time."""

    def __init__(self, board: PowerBoard, *, piece: int = 1, damage: float = 0.0, seed: int = 0) -> None:
        self.board = board
        self.talk = Conversation()
        self.interpreter = Interpreter()
        self.t_s = 0.0
        self.sent: list[tuple[float, int]] = []
        self.found: list[tuple[float, Finding]] = []
        self.raw: list[tuple[float, Reading]] = []
        """All readings as the board said them."""
        self.heard: list[tuple[float, Reading]] = []
        """Those that counted."""
        self.damage = damage
        self.deaf: set[int] = set()
        """Commands the board does not know."""
        self.late_s: Callable[[int], float] = lambda _command: LATENCY_S
        self.echoes = 1
        """So often each answer comes."""
        self._piece = piece
        self._rng = Random(seed)
        self._wire: list[tuple[float, int, bytes]] = []
        self._free_s = 0.0
        self._numbers = count()
        self._in_flight: tuple[float, int] | None = None
        self._answered = True

    def open(self) -> None:
        self.interpreter.up()
        self._obey(self.talk.opened(self.t_s))

    def close(self) -> None:
        self._in_flight = None
        self._obey(self.talk.lost(self.t_s))
        self.interpreter.down()

    def request(self, request: Request) -> None:
        self._obey(self.talk.requested(self.t_s, request))

    def advance(self, t_s: float) -> None:
        """Everything that happens up to `t_s`."""
        while True:
            wire_s = self._wire[0][0] if self._wire else inf
            board_s = self.board.due_s if self.board.due_s is not None else inf
            next_s = max(self.t_s, min(wire_s, board_s, self.talk.due_s))
            if next_s > t_s:
                break
            self.t_s = next_s
            for said_s, data in self.board.advance(next_s):
                self.put(said_s, data)
            if self._wire and self._wire[0][0] <= next_s:
                self._receive(heappop(self._wire)[2])
            elif self.talk.due_s <= next_s:
                self._obey(self.talk.tick(next_s))
                assert self.talk.due_s > next_s, "a tick must get on"
        self.t_s = t_s

    def put(self, t_s: float, data: bytes) -> None:
        """Bytes that the board sends from this time on; the line carries one at a time."""
        for at in range(0, len(data), self._piece):
            piece = bytes(self._damaged(byte) for byte in data[at : at + self._piece])
            self._free_s = max(self._free_s, t_s) + BYTE_S * len(piece)
            heappush(self._wire, (self._free_s, next(self._numbers), piece))

    def _damaged(self, byte: int) -> int:
        return self._rng.randrange(256) if self._rng.random() < self.damage else byte

    def _receive(self, data: bytes) -> None:
        if not self.talk.is_open:
            return  # sent to nobody
        readings = self.interpreter.rx(data)
        self.raw += [(self.t_s, reading) for reading in readings]
        if self._in_flight is not None and not self._answered:
            self._answered = any(is_answer(self._in_flight[1], reading) for reading in readings)
        self._obey(self.talk.heard(self.t_s, readings, self.interpreter.pending))
        self._complain()

    def _complain(self) -> None:
        complaints = self.interpreter.complaints(self.t_s)
        if complaints:
            self._obey(self.talk.complained(self.t_s, complaints))

    def _obey(self, turn: Turn) -> None:
        self.found += [(self.t_s, finding) for finding in turn.findings]
        self.heard += [(self.t_s, reading) for reading in turn.readings]
        assert self.talk.is_open == (self.talk.due_s < inf)
        if turn.send:
            self._send(turn.send)
        if turn.give_up:
            self.interpreter.silent()
            self._complain()

    def _send(self, data: bytes) -> None:
        assert self.talk.is_open
        (command,) = data
        self._may_be_sent(command)
        self.sent.append((self.t_s, command))
        self._in_flight, self._answered = (self.t_s, command), False
        self.interpreter.tx(data)
        answer = b"" if command in self.deaf else self.board.receive(self.t_s, data)
        for _ in range(self.echoes):
            self.put(self.t_s + BYTE_S + self.late_s(command), answer)

    def _may_be_sent(self, command: int) -> None:
        assert command in MAY_BE_SENT
        assert command not in FORBIDDEN
        if self._in_flight is not None and not self._answered:
            sent_s, before = self._in_flight
            assert self.t_s >= sent_s + PATIENCE_S.get(before, PAUSE_S) - NEAR_S, f"{command:02x} in {before:02x}"

    # --- what came of it ------------------------------------------------------------------------------------

    def findings(self, kind: type[Found]) -> list[tuple[float, Found]]:
        return [(t_s, finding) for t_s, finding in self.found if isinstance(finding, kind)]

    def times(self, command: int) -> list[float]:
        return [t_s for t_s, byte in self.sent if byte == command]

    def dumps(self) -> list[BoardDump]:
        return [reading for _, reading in self.heard if isinstance(reading, BoardDump)]

    def placement(self) -> str:
        """What the readings that counted say."""
        squares: list[str] = []
        for _, reading in self.heard:
            if isinstance(reading, BoardDump):
                squares = list(reading.squares)
            elif squares and isinstance(reading, FieldUpdate):
                squares[reading.square] = reading.piece
        return "".join(squares)


def id_of(reading: Reading) -> int | None:
    """First byte of the message that a reading came from."""
    match reading:
        case BoardDump():
            return 0x86
        case Clock():
            return 0x8D
        case Memory():
            return 0x8F
        case Identity():
            told = {"trademark": 0x92, "long_serial": 0xA2, "version": 0x93, "serial": 0x91}
            return next((ident for field, ident in told.items() if getattr(reading, field) is not None), None)
        case _:
            return None


def is_answer(command: int, reading: Reading) -> bool:
    """Whether a reading may answer a command; an `Identity` may tell several things at once here."""
    if isinstance(reading, Identity):
        told = {0x47: reading.trademark, 0x55: reading.long_serial, 0x4D: reading.version, 0x45: reading.serial}
        return told.get(command) is not None
    return ANSWER_IDS.get(command) == id_of(reading)
