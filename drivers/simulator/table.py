"""A table of a hall: a virtual board, its clock, and two players who play a game on it and know nothing of any line."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import NamedTuple

import chess

from drivers.readings import EMPTY, Side
from drivers.simulator.board import Maker, Sensors, VirtualBoard
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import CLEAN, HandProfile
from drivers.simulator.turn import Played, Turn

_STOP_S = (1.5, 3.5)
"""After the last move the players stop the clock (chosen)."""
_SERIALS = range(20000, 60000)

Act = tuple[float, Callable[[], None]]
"""Something the players do, and when."""
Planned = tuple[float, int, Callable[[], None]]
"""The same, and its number: of two at one time the lower comes first."""


class Game(NamedTuple):
    """What is to happen on one board. The moves are legal from `start`, which is White's view whatever is
    rotated."""

    start: chess.Board
    moves: Sequence[chess.Move]
    title: str = ""
    control: TimeControl | None = None
    """None: no clock is connected."""
    rotated: bool = False
    over: bool = True
    """False: the last move is not the end; the clock runs on."""


def maker_of(seed: int, index: int) -> Maker:
    """What the board at `index` says about itself; no two boards of a hall have one serial number."""
    number = _SERIALS[(Random(f"{seed}/serials").randrange(len(_SERIALS)) + index * 7919) % len(_SERIALS)]  # noqa: S311 - seeds are for repeating
    return Maker(f"{number:05d}", f"30000{number:05d}", address=index + 1)


def placement(board: chess.Board) -> str:
    """What stands on the squares, 64 letters, a1 first."""
    pieces = board.piece_map()
    return "".join(pieces[square].symbol() if square in pieces else EMPTY for square in chess.SQUARES)


class Table:
    """A board with its players, who begin at `start_s` and go on whatever is said or asked.

    The same game, maker, chance and pace give the same play. `think` is a factor on all thinking times, `merges` a
    setting of the board's log.
    """

    def __init__(
        self,
        game: Game,
        maker: Maker,
        rng: Random,
        *,
        start_s: float,
        profile: HandProfile = CLEAN,
        think: float = 1.0,
        merges: bool = False,
    ) -> None:
        self.game = game
        self.over = False
        """The last move was made and the clock is stopped, unless the game is one that goes on."""
        self._count = count()
        self.truth: list[Played] = []
        """The plies of the game that stand, each with its times. Whole when the game is over."""
        self.habits: list[tuple[str, ...]] = []
        """For each of them what showed in it beside the move, by the names of `Habits`."""
        self._clock = DgtClock(game.control, _first_side(game)) if game.control else None
        sensors = Sensors.draw(rng)
        self.board = VirtualBoard(
            placement(game.start),
            maker,
            sensors._replace(profile=profile.senses),
            self._clock,
            rotated=game.rotated,
            merges=merges,
        )
        self._acts = self._play(start_s, Pace(game.control, think), profile, rng)
        self._next = next(self._acts)

    @property
    def uci(self) -> tuple[str, ...]:
        """The moves of the game."""
        return tuple(move.uci() for move in self.game.moves)

    @property
    def act_s(self) -> float:
        """When the players do something next; inf after the game."""
        return self._next[0]

    @property
    def due_s(self) -> float:
        """When `advance` may have something to do; inf if nothing is to come."""
        due_s = self.board.due_s
        return self.act_s if due_s is None else min(self.act_s, due_s)

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """What the players do up to and at `t_s`, and what the board says by itself: messages with their times."""
        said: list[tuple[float, bytes]] = []
        while self.act_s <= t_s:
            said += self.board.advance(self.act_s)
            self._next[1]()
            self._next = next(self._acts)
        return said + self.board.advance(t_s)

    def _play(self, start_s: float, pace: Pace, profile: HandProfile, rng: Random) -> Iterator[Act]:
        """What the players do, in order of time; the last never comes."""
        game, over_s = self.game, start_s
        if game.moves:
            yield start_s, partial(self._start, start_s)
        planned: list[Planned] = []
        for turn in turns(game.start, game.moves, start_s, pace, profile, rng):
            self._plan(turn, planned)
            while planned and planned[0][0] < turn.since_s:
                yield planned[0][0], heappop(planned)[2]
        while planned:
            over_s = planned[0][0]
            yield over_s, heappop(planned)[2]
        over_s += rng.uniform(*_STOP_S)
        yield over_s, partial(self._end, over_s)
        yield inf, lambda: None

    def _plan(self, turn: Turn, planned: list[Planned]) -> None:
        """Keep what is done in a turn among all that is still to be done, by time; at one time, as it was planned."""
        acts: list[Act] = [(touch.t_s, partial(self.board.touch, touch)) for touch in turn.touches]
        if turn.pressed_s < inf:
            acts.append((turn.pressed_s, partial(self._press, turn.pressed_s)))
        for t_s, act in acts:
            heappush(planned, (t_s, next(self._count), act))
        if turn.stands:
            self.truth.append(Played(turn.uci, turn.ended_s, turn.pressed_s))
            self.habits.append(turn.habits)

    def _start(self, t_s: float) -> None:
        if self._clock:
            self._clock.start(t_s)

    def _press(self, t_s: float) -> None:
        if self._clock:
            self._clock.press(t_s)

    def _end(self, t_s: float) -> None:
        if self._clock and self.game.over:
            self._clock.stop(t_s)
        self.over = True


def _first_side(game: Game) -> Side:
    """White's clock is on the left of a board as it should stand, on the right of a rotated one (protocol 2.7)."""
    return "left" if (game.start.turn == chess.WHITE) != game.rotated else "right"
