"""A hub of simulated wires, single boards or buses at their ends, in simulated time; with cuts and damage."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random

import chess

from drivers.serial_line import LineEvent, LineKind, LineSettings
from drivers.serial_line.gate import clear
from drivers.simulator.clock import TimeControl
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire
from tests.virtual_lines import Cut


def random_game(seed: object, plies: int) -> Game:
    """A legal game of at most so many plies."""
    rng, board = Random(str(seed)), chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < plies and not board.is_game_over():
        moves.append(rng.choice(sorted(board.legal_moves, key=str)))
        board.push(moves[-1])
    return Game(chess.Board(), moves, control=TimeControl(300, 2))


def bus_of(line: int, boards: int, *, plies: int, start_s: float, seed: int = 1, think: float = 0.5) -> Wire:
    """A bus line with players at every board; every fourth board lies turned round."""
    tables = []
    for n in range(boards):
        game = random_game(f"{seed}/{line}/{n}", plies)._replace(rotated=n % 4 == 3)
        index = line * boards + n
        tables.append(
            Table(game, maker_of(seed, index), Random(f"{seed}/{index}"), start_s=start_s + n / 7, think=think)
        )
    return Wire(tables, "bus", f"{seed}/{line}")


class WireHub:
    """`drivers.live.lines.Hub` over wires; its `clock` is the time, and `poll` is what lets it pass.

    `damage`: one byte in so many comes as another one. What goes out passes the gate of the line's kind.
    """

    def __init__(self, wires: Mapping[str, Wire], cuts: Sequence[Cut] = (), damage: float = 0.0, seed: int = 0) -> None:
        self.t_s = 0.0
        self.closed = False
        self.wires = dict(wires)
        self.sent: list[tuple[float, str, bytes]] = []
        self.settings: dict[str, LineSettings] = {}
        self.kinds: dict[str, LineKind] = {}
        self._damage = damage
        self._rng = Random(seed)
        self._up: set[str] = set()
        self._numbers = count()
        self._planned: list[tuple[float, int, Callable[[], None]]] = []
        self._events: list[LineEvent] = []
        for cut in cuts:
            self.plan(cut.from_s, partial(self._lose, cut.port))
            self.plan(cut.to_s, partial(self._open, cut.port))

    def clock(self) -> float:
        return self.t_s

    def plan(self, t_s: float, act: Callable[[], None]) -> None:
        """Something is to happen at this time."""
        heappush(self._planned, (t_s, next(self._numbers), act))

    def add(self, settings: LineSettings) -> None:
        self.settings[settings.url] = settings
        self._open(settings.url)

    def remove(self, port: str) -> None:
        self._lose(port)
        del self.settings[port]

    def set_kind(self, port: str, kind: LineKind) -> bool:
        if port in self._up:
            self.kinds[port] = kind
        return port in self._up

    def write(self, port: str, data: bytes) -> bool:
        clear(port, self.kinds[port] if port in self._up else self.settings[port].kind, data)
        if port not in self._up:
            return False
        self.sent.append((self.t_s, port, data))
        self._events.append(LineEvent(self.t_s, port, "tx", data))
        self.wires[port].receive(self.t_s, self._damaged(data))
        return True

    def poll(self, timeout_s: float) -> list[LineEvent]:
        until_s = self.t_s + timeout_s
        while not self._events:
            next_s = min(min((wire.due_s for wire in self.wires.values()), default=inf), self._plan_s)
            self.t_s = max(self.t_s, min(next_s, until_s))
            for port, wire in self.wires.items():
                if wire.due_s <= self.t_s:
                    self._hear(port, wire)
            while self._plan_s <= self.t_s:
                heappop(self._planned)[2]()
            if next_s > until_s:
                break
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        self.closed = True

    @property
    def _plan_s(self) -> float:
        return self._planned[0][0] if self._planned else inf

    def _hear(self, port: str, wire: Wire) -> None:
        for _, data in wire.advance(self.t_s):
            if port in self._up:
                self._events.append(LineEvent(self.t_s, port, "rx", self._damaged(data)))

    def _damaged(self, data: bytes) -> bytes:
        if not self._damage:
            return data
        rng = self._rng
        return bytes(rng.randrange(256) if rng.random() < self._damage else byte for byte in data)

    def _open(self, port: str) -> None:
        if port not in self._up and port in self.settings:
            self._up.add(port)
            self.kinds[port] = self.settings[port].kind
            self._events.append(LineEvent(self.t_s, port, "up"))

    def _lose(self, port: str) -> None:
        if port in self._up:
            self._up.discard(port)
            self._events.append(LineEvent(self.t_s, port, "down", reason="pulled"))
