"""Virtual boards at the ends of lines: players who play, boards that answer; a hub of such lines in simulated time."""

from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import NamedTuple

import chess
import chess.pgn

from drivers.serial_line import LineEvent, LineSettings
from drivers.simulator.clock import TimeControl
from drivers.simulator.table import Game, Table, maker_of
from tests.replay_fixtures import FIXTURES

ANSWER_S = 0.005
"""A board answers within a few milliseconds (protocol 1.3)."""


def fixture_games() -> list[Game]:
    """The eight games of the fixture hall."""
    found: list[Game] = []
    with (FIXTURES / "pgn" / "hall-of-eight.pgn").open(encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            found.append(Game(game.board(), list(game.mainline_moves()), control=TimeControl(180, 2)))
    return [game for game in found if game.start == chess.Board()]


class VirtualTable(Table):
    """A table of the hall of this number, with this seed."""

    def __init__(self, index: int, game: Game, *, seed: int = 1, think: float = 0.5, start_s: float) -> None:
        super().__init__(game, maker_of(seed, index), Random(f"{seed}/{index}"), start_s=start_s, think=think)


class Cut(NamedTuple):
    """A cable that is out for a while; the board keeps its power."""

    port: str
    from_s: float
    to_s: float


class SimulatedHub:
    """`drivers.live.lines.Hub` over virtual tables; its `clock` is the time, and `poll` is what lets it pass."""

    def __init__(self, tables: dict[str, VirtualTable], cuts: Sequence[Cut] = ()) -> None:
        self.t_s = 0.0
        self.closed = False
        self.sent: list[tuple[float, str, bytes]] = []
        self.tables = tables
        self.dead: set[str] = set()
        """Ports that stay open while the board at their end says nothing any more."""
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

    def say(self, port: str, data: bytes) -> None:
        """Bytes on a line, whoever sent them."""
        if port in self._up and port not in self.dead and data:
            self._events.append(LineEvent(self.t_s, port, "rx", data))

    def add(self, settings: LineSettings) -> None:
        assert settings.kind == "single"
        self._open(settings.url)

    def write(self, port: str, data: bytes) -> bool:
        if port not in self._up:
            return False
        self.sent.append((self.t_s, port, data))
        self._events.append(LineEvent(self.t_s, port, "tx", data))
        self.plan(self.t_s + ANSWER_S, lambda: self.say(port, self.tables[port].board.receive(self.t_s, data)))
        return True

    def poll(self, timeout_s: float) -> list[LineEvent]:
        until_s = self.t_s + timeout_s
        while not self._events:
            dues = [table.due_s for table in self.tables.values()]
            next_s = min(*dues, self._planned[0][0] if self._planned else inf)
            self.t_s = max(self.t_s, min(next_s, until_s))
            for port, table in self.tables.items():
                for _, data in table.advance(self.t_s):
                    self.say(port, data)
            while self._planned and self._planned[0][0] <= self.t_s:
                heappop(self._planned)[2]()
            if next_s > until_s:
                break
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        self.closed = True

    def _open(self, port: str) -> None:
        if port not in self._up:
            self._up.add(port)
            self._events.append(LineEvent(self.t_s, port, "up"))

    def _lose(self, port: str) -> None:
        self._up.discard(port)
        self._events.append(LineEvent(self.t_s, port, "down", reason="pulled"))
