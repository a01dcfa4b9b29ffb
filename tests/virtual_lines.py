"""Virtual boards at the ends of lines: players who play, boards that answer; a hub of such lines in simulated time."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import NamedTuple

import chess
import chess.pgn

from drivers.serial_line import LineEvent, LineSettings
from drivers.simulator.board import Sensors, VirtualBoard
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hall import Game, maker_of, placement
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import CLEAN, HandProfile
from tests.replay_fixtures import FIXTURES

ANSWER_S = 0.005
"""A board answers within a few milliseconds (protocol 1.3)."""
STOP_S = 2.0
"""After the last move the players stop the clock."""


def fixture_games() -> list[Game]:
    """The eight games of the fixture hall."""
    found: list[Game] = []
    with (FIXTURES / "pgn" / "hall-of-eight.pgn").open(encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            found.append(Game(game.board(), list(game.mainline_moves()), control=TimeControl(180, 2)))
    return [game for game in found if game.start == chess.Board()]


class VirtualTable:
    """A board with its clock and two players, who begin at `start_s` and know nothing of the line."""

    def __init__(
        self, index: int, game: Game, *, seed: int = 1, profile: HandProfile = CLEAN, think: float = 0.5, start_s: float
    ) -> None:
        self.game = game
        self.over = False
        rng = Random(f"{seed}/{index}")
        control = game.control or TimeControl(180, 2)
        self._clock = DgtClock(control, "left")
        sensors = Sensors.draw(rng)
        self.board = VirtualBoard(placement(game.start), maker_of(seed, index), sensors, self._clock)
        self._acts = self._play(start_s, Pace(control, think), profile, rng)
        self._act = next(self._acts)

    @property
    def uci(self) -> tuple[str, ...]:
        """The moves of the game."""
        return tuple(move.uci() for move in self.game.moves)

    @property
    def due_s(self) -> float:
        """When something happens next."""
        return min(self._act[0], inf if self.board.due_s is None else self.board.due_s)

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """What the board says up to this time."""
        out: list[tuple[float, bytes]] = []
        while self._act[0] <= t_s:
            out += self.board.advance(self._act[0])
            self._act[1]()
            self._act = next(self._acts)
        return out + self.board.advance(t_s)

    def _play(
        self, start_s: float, pace: Pace, profile: HandProfile, rng: Random
    ) -> Iterator[tuple[float, Callable[[], None]]]:
        yield start_s, lambda: self._clock.start(start_s)
        over_s = start_s
        for turn in turns(self.game.start, self.game.moves, start_s, pace, profile, rng):
            for touch in turn.touches:
                yield touch.t_s, partial(self.board.touch, touch)
            over_s = turn.pressed_s
            yield over_s, partial(self._clock.press, over_s)
        yield over_s + STOP_S, lambda: self._stop(over_s + STOP_S)
        yield inf, lambda: None

    def _stop(self, t_s: float) -> None:
        self._clock.stop(t_s)
        self.over = True


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
