"""A bus conversation and boards on one simulated line: answers take their time, collide, and may be damaged."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import TypeVar

import chess

from dgt_monitor.game.placement import letters
from drivers.dgt.ask_bus.conversation import BusConversation, BusTurn
from drivers.dgt.ask_bus.findings import Finding
from drivers.dgt.bus_codec import decode_request
from drivers.dgt.bus_interpret import Addressed, BusInterpreter
from drivers.dgt.bus_messages import BusRequest
from drivers.dgt.commands import EVERY_BOARD, BusCommand
from drivers.readings import EMPTY, BoardDump, Complaint, FieldUpdate, Memory, Reading
from drivers.serial_line.gate import BUS_ALLOWED
from tests.tools.bus_fixture import BusBoard

BYTE_S = 10 / 9600
COMMAND_S = 4 * BYTE_S
LATENCY_S = 0.005
MARKING_S = 0.07
PING_WITHIN_S = 1.1
NEAR_S = 1e-9

Found = TypeVar("Found")


class Peer:
    """A board at the end of the line, and what can be wrong with it."""

    def __init__(self, board: BusBoard) -> None:
        self.board = board
        self.off = False
        self.ignores = False
        self.deaf: set[int] = set()
        """Commands it does not answer."""

    def hear(self, t_s: float, request: BusRequest, rng: Random) -> tuple[float, bytes]:
        """When it begins to answer, and with what."""
        command = request.command
        if self.off or request.address not in (EVERY_BOARD, self.board.address) or command in self.deaf:
            return t_s, b""
        if request.address == EVERY_BOARD:
            ignored, self.ignores = self.ignores, False
            if ignored or command != BusCommand.PING:
                return t_s, b""
            return t_s + LATENCY_S + rng.uniform(0, PING_WITHIN_S), self.board.answer(t_s, command)
        if command == BusCommand.IGNORE_NEXT_BUS_PING:
            self.ignores = True
        wait_s = MARKING_S if command == BusCommand.SET_START_GAME else rng.uniform(0.002, 0.02)
        return t_s + wait_s, self.board.answer(t_s, command)


class BusTalk:
    """Runs both ends in simulated time. `advance` goes on to a time; everything is kept with its time."""

    def __init__(self, boards: Iterable[BusBoard], *, damage: float = 0.0, seed: int = 0, lag_s: float = 0.0) -> None:
        self.peers = [Peer(board) for board in boards]
        self.talk = BusConversation()
        self.interpreter = BusInterpreter()
        self.t_s = 0.0
        self.sent: list[tuple[float, BusRequest]] = []
        self.found: list[tuple[float, Finding]] = []
        self.heard: list[tuple[float, int | None, Reading]] = []
        self.damage = damage
        self.lag_s = lag_s
        """The line holds every byte back for so long."""
        self.up = False
        self.busy_s = 0.0
        """Time in which the wire carried something."""
        self.spoil: Callable[[BusRequest, bytes], bytes] = lambda _, answer: answer
        self._rng = Random(seed)
        self._wire: list[list[float | int]] = []
        """[when its last bit has come, byte]"""
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def peer(self, address: int) -> Peer:
        return next(peer for peer in self.peers if peer.board.address == address)

    def plan(self, t_s: float, act: Callable[[], None]) -> None:
        heappush(self._plans, (t_s, next(self._numbers), act))

    def open(self) -> None:
        self.up = True
        self._say(self.interpreter.up())
        self._obey(self.talk.opened(self.t_s))

    def close(self) -> None:
        self.up = False
        self._wire.clear()
        self._obey(self.talk.lost(self.t_s))
        self._say(self.interpreter.down("pulled"))

    def cut(self, t_s: float, for_s: float) -> None:
        self.plan(t_s, self.close)
        self.plan(t_s + for_s, self.open)

    def advance(self, t_s: float) -> None:
        """Everything that happens up to `t_s`."""
        while True:
            wire_s = float(self._wire[0][0]) if self._wire else inf
            plan_s = self._plans[0][0] if self._plans else inf
            next_s = max(self.t_s, min(wire_s, plan_s, self.talk.due_s))
            if next_s > t_s:
                break
            self.t_s = next_s
            if plan_s <= next_s:
                heappop(self._plans)[2]()
            elif wire_s <= next_s:
                self._receive(bytes((int(self._wire.pop(0)[1]),)))
            else:
                before = len(self.sent), len(self.found)
                self._obey(self.talk.tick(next_s))
                assert self.talk.due_s > next_s or before != (len(self.sent), len(self.found)), "a tick must get on"
        self.t_s = t_s

    def _receive(self, data: bytes) -> None:
        self._say(self.interpreter.rx(data))
        self._say(self.interpreter.complaints(self.t_s))
        self._obey(self.talk.heard(self.t_s, data))

    def _say(self, told: Iterable[Addressed]) -> None:
        self.heard += [(self.t_s, address, reading) for address, reading in told]

    def _obey(self, turn: BusTurn) -> None:
        self.found += [(self.t_s, finding) for finding in turn.findings]
        assert self.talk.is_open == (self.talk.due_s < inf)
        if turn.give_up:
            self.interpreter.silent()
        if turn.send:
            self._send(turn.send)

    def _send(self, data: bytes) -> None:
        assert self.talk.is_open
        request = decode_request(data)
        assert isinstance(request, BusRequest)
        assert request.command in BUS_ALLOWED
        assert request.command != BusCommand.RESET
        self.sent.append((self.t_s, request))
        self._say(self.interpreter.tx(data))
        self.busy_s += COMMAND_S
        if self._rng.random() < 1 - (1 - self.damage) ** 4:
            return  # a damaged command is not obeyed
        for peer in self.peers:
            from_s, answer = peer.hear(self.t_s + COMMAND_S + self.lag_s, request, self._rng)
            self._put(from_s + self.lag_s, self.spoil(request, answer))

    def _put(self, t_s: float, data: bytes) -> None:
        """Bytes that a board sends from this time on; where two send at once the line carries both (protocol 4.1)."""
        for n, byte in enumerate(data, 1):
            at_s = t_s + n * BYTE_S
            other = next((item for item in self._wire if abs(float(item[0]) - at_s) < BYTE_S - NEAR_S), None)
            if other is not None:
                other[1] = int(other[1]) | byte
                continue
            self.busy_s += BYTE_S
            wrong = self._rng.random() < self.damage
            self._wire.append([at_s, self._rng.randrange(256) if wrong else byte])
        self._wire.sort(key=lambda item: item[0])

    # --- what came of it ------------------------------------------------------------------------------------

    def findings(self, kind: type[Found]) -> list[Found]:
        return [finding for _, finding in self.found if isinstance(finding, kind)]

    def commands(self, address: int, *commands: BusCommand) -> list[float]:
        """When these commands were sent to a board."""
        return [t_s for t_s, request in self.sent if request.address == address and request.command in commands]

    def readings(self, address: int, kind: type[Found]) -> list[Found]:
        return [reading for _, to, reading in self.heard if to == address and isinstance(reading, kind)]

    def placement(self, address: int) -> str:
        """What the readings say."""
        squares: list[str] = []
        for reading in self.readings(address, BoardDump | FieldUpdate):  # type: ignore[arg-type]  # a union will do
            if isinstance(reading, BoardDump):
                squares = list(reading.squares)
            elif squares and isinstance(reading, FieldUpdate):
                squares[reading.square] = reading.piece
        return "".join(squares)

    def complaints(self) -> list[tuple[int | None, Complaint]]:
        return [(address, reading) for _, address, reading in self.heard if isinstance(reading, Complaint)]

    def memories(self, address: int) -> list[Memory]:
        return self.readings(address, Memory)


def play(
    talk: BusTalk,
    address: int,
    *,
    plies: int,
    begin_s: float,
    every_s: tuple[float, float] = (1.5, 4.5),
    seed: int = 0,
    moves: Sequence[str] = (),
) -> float:
    """Plan a game, of these moves or at random, with hand and lever; when it is over."""
    rng = Random(f"{seed}/{address}")
    board = talk.peer(address).board
    talk.plan(begin_s, partial(board.start_clock, begin_s))
    game, t_s = chess.Board(), begin_s
    for ply in range(plies or len(moves)):
        if game.is_game_over():
            break
        t_s += rng.uniform(*every_s)
        before = letters(game)
        if moves:
            game.push_san(moves[ply])
        else:
            game.push(rng.choice(sorted(game.legal_moves, key=str)))
        after = letters(game)
        differing = [square for square in chess.SQUARES if before[square] != after[square]]
        for square in sorted(differing, key=lambda square, after=after: after[square] != EMPTY):  # type: ignore[misc]
            talk.plan(t_s, partial(board.touch, square, after[square]))
            t_s += 0.25
        talk.plan(t_s, partial(board.press, t_s))
    return t_s


def set_up(talk: BusTalk, address: int, t_s: float) -> None:
    """Somebody puts the pieces back, rank by rank."""
    board = talk.peer(address).board
    for number, (square, piece) in enumerate(enumerate(letters(chess.Board()))):
        talk.plan(t_s + number * 0.1, partial(_put, board, square, piece))


def _put(board: BusBoard, square: int, piece: str) -> None:
    if board.squares[square] != piece:
        board.touch(square, piece)
