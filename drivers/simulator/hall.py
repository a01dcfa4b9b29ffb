"""A hall of virtual boards on one time axis, one game on each, as a monitor that listens would have
recorded it.

The monitor's side is the conversation every recording begins with: version, serial number, dump, and then
updates; and a question now and then into a silent line, so that silence proves nothing bad.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from math import inf
from random import Random
from typing import Literal, NamedTuple

from drivers.dgt.commands import Command
from drivers.dgt.messages import Id
from drivers.simulator.channel import BYTE_S
from drivers.simulator.profiles import CLEAN, HandProfile
from drivers.simulator.station import REPLY_S
from drivers.simulator.table import Game, Table, maker_of, placement
from drivers.simulator.turn import Played

__all__ = ["BYTE_S", "Chunk", "Conditions", "Game", "maker_of", "placement", "play", "port_name", "truths"]

MOST_BOARDS = 1000
"""Boards in one hall: five times a large tournament's."""

_ASK_S = (0.001, 0.004)
"""The monitor asks its next question so long after an answer."""
_UP_EVERY_S = 0.02
"""The monitor opens one line after the other."""
_SETTLE_S = 2.0
"""From the first lines to the first clock started."""
KEEP_ALIVE_S = 10.0
"""After so much silence the monitor asks for the serial number."""
REST_S = 1.0
"""After so long without a further change a monitor that asks for dumps asks for one."""
_TAIL_S = KEEP_ALIVE_S + 2.0
"""The recording goes on so long after the last game: every line is heard of once more."""
_QUESTIONS = (Command.SEND_VERSION, Command.RETURN_SERIALNR, Command.SEND_BRD, Command.SEND_UPDATE_NICE)


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


def play(
    games: Sequence[Game], conditions: Conditions, on_table: Callable[[str, Table], None] | None = None
) -> Iterator[Chunk]:
    """All that goes over the lines of a hall while the games are played, in order of time.

    The same games and conditions give the same chunks; what happens at one table does not depend on the
    others, but for the end: all are recorded until shortly after the last game. `on_table` is told each port and its
    table before anything happens; when its game is over, `Table.truth` is whole. ValueError: too many games.
    """
    if len(games) > MOST_BOARDS:
        raise ValueError(f"{len(games)} games are more than the {MOST_BOARDS} boards of a hall")
    tables = _tables(games, conditions)
    for index, table in enumerate(tables):
        if on_table is not None:
            on_table(port_name(index), table)
    lines = [_Line(index, table, conditions).run() for index, table in enumerate(tables)]
    playing = len(lines)
    end_s = 0.0
    for chunk in merge(*lines, key=_time):
        if chunk.kind == "over":
            playing -= 1
            end_s = chunk.t_s + _TAIL_S
        elif not playing and chunk.t_s > end_s:
            return
        yield chunk


def truths(games: Sequence[Game], conditions: Conditions) -> dict[str, list[Played]]:
    """For each port of such a hall the plies of its game with their times, in seconds of its recording."""
    tables = _tables(games, conditions)
    for table in tables:
        while not table.over:
            table.advance(table.act_s)
    return {port_name(index): table.truth for index, table in enumerate(tables)}


def _tables(games: Sequence[Game], conditions: Conditions) -> list[Table]:
    return [_table(index, game, conditions) for index, game in enumerate(games)]


def _table(index: int, game: Game, conditions: Conditions) -> Table:
    rng = Random(f"{conditions.seed}/{index}")  # noqa: S311 - seeds are for repeating
    return Table(
        game,
        maker_of(conditions.seed, index),
        rng,
        start_s=index * _UP_EVERY_S + _SETTLE_S + rng.uniform(0.0, conditions.stagger_s),
        profile=conditions.profile,
        think=conditions.think,
    )


def _time(chunk: Chunk) -> float:
    return chunk.t_s


class _Line:
    """A table's line, and the monitor at its other end."""

    def __init__(self, index: int, table: Table, conditions: Conditions) -> None:
        self._rng = Random(f"{conditions.seed}/{index}/line")  # noqa: S311 - questions change no game
        self._dumps = conditions.dumps
        self._port = port_name(index)
        self._up_s = index * _UP_EVERY_S
        self._table = table
        self._heard_s = self._up_s
        """When the last byte came over the line."""
        self._dump_due_s = inf

    def run(self) -> Iterator[Chunk]:
        """The line's chunks: opening, game, and then keep-alives without end."""
        yield from self._open()
        while not self._table.over:
            over_s = self._table.act_s
            yield from self._until(over_s)
        yield Chunk(max(over_s, self._heard_s), self._port, "over")
        while True:
            yield from self._until(self._heard_s + KEEP_ALIVE_S)

    def _open(self) -> Iterator[Chunk]:
        yield Chunk(self._up_s, self._port, "up")
        for question in _QUESTIONS:
            yield from self._ask(question, self._heard_s + self._rng.uniform(*_ASK_S))

    def _until(self, t_s: float) -> Iterator[Chunk]:
        """What is done and said at the table up to `t_s`, and what it is asked meanwhile."""
        while True:
            question_s = min(self._heard_s + KEEP_ALIVE_S, self._dump_due_s)
            stop_s = min(question_s, t_s)
            due_s = self._table.board.due_s if self._dumps else None
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
        for said_s, data in self._table.advance(t_s):
            yield self._heard(said_s, data)
            if self._dumps and data[0] == Id.FIELD_UPDATE:
                self._dump_due_s = self._heard_s + REST_S

    def _ask(self, question: Command, t_s: float) -> Iterator[Chunk]:
        """A question at `t_s`, and the answer, which tells how things stood then."""
        yield Chunk(t_s, self._port, "tx", bytes((question,)))
        answer = self._table.board.receive(t_s, bytes((question,)))
        yield self._heard(t_s + BYTE_S + self._rng.uniform(*REPLY_S), answer)

    def _heard(self, t_s: float, data: bytes) -> Chunk:
        """Bytes the board sends at `t_s` have come when the last of them has; the line carries one message
        at a time."""
        self._heard_s = max(t_s, self._heard_s) + len(data) * BYTE_S
        return Chunk(self._heard_s, self._port, "rx", data)
