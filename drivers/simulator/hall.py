"""A hall of virtual boards on one time axis, one game on each, as a monitor that listens would have
recorded it.

The monitor's side is the conversation every recording begins with: version, serial number, dump, and then
updates; and a question now and then into a silent line, so that silence proves nothing bad.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from math import inf
from random import Random
from typing import Literal, NamedTuple

import chess

from drivers.dgt.commands import Command
from drivers.dgt.messages import Id
from drivers.readings import EMPTY, Side
from drivers.simulator.board import Maker, Sensors, VirtualBoard
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import CLEAN, HandProfile

BYTE_S = 10 / 9600
"""A byte takes ten bits at 9600 baud (protocol 1.1, 1.3)."""
MOST_BOARDS = 1000
"""Boards in one hall: five times a large tournament's."""

_REPLY_S = (0.002, 0.008)
"""A board answers a command after a few milliseconds (protocol 1.3)."""
_ASK_S = (0.001, 0.004)
"""The monitor asks its next question so long after an answer."""
_UP_EVERY_S = 0.02
"""The monitor opens one line after the other."""
_SETTLE_S = 2.0
"""From the first lines to the first clock started."""
_STOP_S = (1.5, 3.5)
"""After the last move the players stop the clock."""
KEEP_ALIVE_S = 10.0
"""After so much silence the monitor asks for the serial number."""
REST_S = 1.0
"""After so long without a further change a monitor that asks for dumps asks for one."""
_TAIL_S = KEEP_ALIVE_S + 2.0
"""The recording goes on so long after the last game: every line is heard of once more."""
_QUESTIONS = (Command.SEND_VERSION, Command.RETURN_SERIALNR, Command.SEND_BRD, Command.SEND_UPDATE_NICE)
_SERIALS = range(20000, 60000)


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


class Conditions(NamedTuple):
    """What holds for the whole hall."""

    seed: int
    profile: HandProfile = CLEAN
    think: float = 1.0
    """Factor on all thinking times."""
    stagger_s: float = 30.0
    """Games begin at random within so many seconds."""
    dumps: bool = False
    """The monitor asks for a dump whenever a change of the board has been at rest for a second: on a line
    without checksums nothing else tells that an update was damaged."""


class Chunk(NamedTuple):
    """Something that happened on a line."""

    t_s: float
    port: str
    kind: Literal["up", "rx", "tx", "over"]
    """`over` is no traffic: the game at this table has ended."""
    data: bytes = b""


def port_name(index: int) -> str:
    """The port of the game that stands at `index` (0 = first) among the hall's games."""
    return f"P{index + 1:02d}"


def maker_of(seed: int, index: int) -> Maker:
    """What the board at `index` says about itself; no two boards of a hall have one serial number."""
    number = _SERIALS[(Random(f"{seed}/serials").randrange(len(_SERIALS)) + index * 7919) % len(_SERIALS)]  # noqa: S311 - seeds are for repeating
    return Maker(f"{number:05d}", f"30000{number:05d}", address=index + 1)


def play(games: Sequence[Game], conditions: Conditions) -> Iterator[Chunk]:
    """All that goes over the lines of a hall while the games are played, in order of time.

    The same games and conditions give the same chunks; what happens at one table does not depend on the
    others, but for the end: all are recorded until shortly after the last game. ValueError: too many games.
    """
    if len(games) > MOST_BOARDS:
        raise ValueError(f"{len(games)} games are more than the {MOST_BOARDS} boards of a hall")
    tables = [_Table(index, game, conditions).run() for index, game in enumerate(games)]
    playing = len(tables)
    end_s = 0.0
    for chunk in merge(*tables, key=_time):
        if chunk.kind == "over":
            playing -= 1
            end_s = chunk.t_s + _TAIL_S
        elif not playing and chunk.t_s > end_s:
            return
        yield chunk


def _time(chunk: Chunk) -> float:
    return chunk.t_s


def placement(board: chess.Board) -> str:
    """What stands on the squares, 64 letters, a1 first."""
    pieces = board.piece_map()
    return "".join(pieces[square].symbol() if square in pieces else EMPTY for square in chess.SQUARES)


class _Table:
    """One board, its players and its line."""

    def __init__(self, index: int, game: Game, conditions: Conditions) -> None:
        self._rng = Random(f"{conditions.seed}/{index}")  # noqa: S311 - seeds are for repeating
        self._line_rng = Random(f"{conditions.seed}/{index}/line")  # noqa: S311 - questions change no game
        self._game = game
        self._conditions = conditions
        self._port = port_name(index)
        self._up_s = index * _UP_EVERY_S
        self._start_s = self._up_s + _SETTLE_S + self._rng.uniform(0.0, conditions.stagger_s)
        self._clock = DgtClock(game.control, self._first_side()) if game.control else None
        self._board = VirtualBoard(
            placement(game.start),
            maker_of(conditions.seed, index),
            Sensors.draw(self._rng),
            self._clock,
            rotated=game.rotated,
        )
        self._heard_s = self._up_s
        """When the last byte came over the line."""
        self._dump_due_s = inf

    def _first_side(self) -> Side:
        """White's clock is on the left of a board as it should stand, on the right of a rotated one
        (protocol 2.7)."""
        return "left" if (self._game.start.turn == chess.WHITE) != self._game.rotated else "right"

    def run(self) -> Iterator[Chunk]:
        """The table's chunks: opening, game, and then keep-alives without end."""
        yield from self._open()
        yield from self._play()
        while True:
            yield from self._until(self._heard_s + KEEP_ALIVE_S)

    def _open(self) -> Iterator[Chunk]:
        yield Chunk(self._up_s, self._port, "up")
        for question in _QUESTIONS:
            yield from self._ask(question, self._heard_s + self._line_rng.uniform(*_ASK_S))

    def _play(self) -> Iterator[Chunk]:
        game, conditions = self._game, self._conditions
        pace = Pace(game.control, conditions.think)
        over_s = self._start_s
        if self._clock and game.moves:
            self._clock.start(self._start_s)
        for turn in turns(game.start, game.moves, self._start_s, pace, conditions.profile, self._rng):
            for touch in turn.touches:
                yield from self._until(touch.t_s)
                self._board.touch(touch)
            yield from self._until(turn.pressed_s)
            if self._clock:
                self._clock.press(turn.pressed_s)
            over_s = turn.pressed_s
        over_s += self._rng.uniform(*_STOP_S)
        yield from self._until(over_s)
        if self._clock and game.over:
            self._clock.stop(over_s)
        yield Chunk(max(over_s, self._heard_s), self._port, "over")

    def _until(self, t_s: float) -> Iterator[Chunk]:
        """What the board says up to `t_s`, and what it is asked meanwhile."""
        while True:
            question_s = min(self._heard_s + KEEP_ALIVE_S, self._dump_due_s)
            stop_s = min(question_s, t_s)
            due_s = self._board.due_s if self._conditions.dumps else None
            if due_s is not None and due_s < stop_s:
                yield from self._listen(due_s)  # what is said now may bring the next question forward
                continue
            yield from self._listen(stop_s)
            if question_s > t_s:
                return
            if self._dump_due_s <= question_s:
                self._dump_due_s = inf
                yield from self._ask(Command.SEND_BRD, max(question_s, self._heard_s))
            elif self._heard_s + KEEP_ALIVE_S <= question_s:
                yield from self._ask(Command.RETURN_SERIALNR, question_s)

    def _listen(self, t_s: float) -> Iterator[Chunk]:
        """What the board says by itself up to `t_s`."""
        for said_s, data in self._board.advance(t_s):
            yield self._heard(said_s, data)
            if self._conditions.dumps and data[0] == Id.FIELD_UPDATE:
                self._dump_due_s = self._heard_s + REST_S

    def _ask(self, question: Command, t_s: float) -> Iterator[Chunk]:
        """A question at `t_s`, and the answer, which tells how things stood then."""
        yield Chunk(t_s, self._port, "tx", bytes((question,)))
        answer = self._board.receive(t_s, bytes((question,)))
        yield self._heard(t_s + BYTE_S + self._line_rng.uniform(*_REPLY_S), answer)

    def _heard(self, t_s: float, data: bytes) -> Chunk:
        """Bytes the board sends at `t_s` have come when the last of them has; the line carries one message
        at a time."""
        self._heard_s = max(t_s, self._heard_s) + len(data) * BYTE_S
        return Chunk(self._heard_s, self._port, "rx", data)
