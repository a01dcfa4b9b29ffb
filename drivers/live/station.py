"""One board alone on a line: what goes to it, and the readings that count. Without a line and without a clock."""

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from drivers.dgt.ask.findings import Finding, PowerCycled
from drivers.dgt.ask.single import Conversation, Turn
from drivers.dgt.interpret import Interpreter
from drivers.live.complaining import Complaining
from drivers.readings import BOARD_RESTARTED, FieldUpdate, Reading, Request


class Step(NamedTuple):
    """What follows from something that happened on the line."""

    send: bytes
    readings: list[Reading]


class Station:
    """The interpreter of a line and the conversation on it, as one. Nothing that comes raises an exception."""

    __slots__ = ("_complaining", "_interpreter", "_talk")

    def __init__(self) -> None:
        self._interpreter = Interpreter()
        self._talk = Conversation()
        self._complaining = Complaining(self._interpreter)

    @property
    def due_s(self) -> float:
        """When `tick` wants to be called; inf if nothing is to come."""
        return min(self._talk.due_s, self._complaining.due_s)

    def up(self, t_s: float) -> Step:
        """The line was opened."""
        return self._step(t_s, self._talk.opened(t_s), self._interpreter.up())

    def down(self, t_s: float, reason: str) -> Step:
        """The line was lost."""
        readings = self._interpreter.down(reason)
        self._complaining.all_told()
        turn = self._talk.lost(t_s)
        return Step(turn.send, [*_found(turn.findings), *turn.readings, *readings])

    def rx(self, t_s: float, data: bytes) -> Step:
        """Bytes came."""
        readings = self._interpreter.rx(data)
        return self._step(t_s, self._talk.heard(t_s, readings, self._interpreter.pending))

    def rx_plain(self, t_s: float, data: bytes) -> FieldUpdate | None:
        """As `rx`, where nothing follows from the bytes but one field update; None: nothing was taken, `rx` is to."""
        if self._complaining.due_s < inf or not self._talk.at_rest(t_s):
            return None
        update = self._interpreter.rx_plain(data)
        if update is not None:
            self._talk.heard_plain(t_s, update)
        return update

    def tx(self, data: bytes) -> list[Reading]:
        """Bytes went out: what was asked by them."""
        return list(self._interpreter.tx(data))

    def request(self, t_s: float, request: Request) -> Step:
        """Somebody wants something of the board."""
        return self._step(t_s, self._talk.requested(t_s, request))

    def tick(self, t_s: float) -> Step:
        """It is now `t_s`."""
        return self._step(t_s, self._talk.tick(t_s))

    def _step(self, t_s: float, turn: Turn, readings: Iterable[Reading] = ()) -> Step:
        if turn.give_up:
            self._interpreter.silent()
        told = [*readings, *_found(turn.findings), *turn.readings]
        complaints = self._complaining.take(t_s)
        if not complaints:
            return Step(turn.send, told)
        after = self._talk.complained(t_s, complaints)
        return Step(turn.send + after.send, [*told, *complaints, *_found(after.findings), *after.readings])


def _found(findings: Iterable[Finding]) -> list[Reading]:
    """Of what the conversation found out the one thing that no reading says by itself."""
    return [BOARD_RESTARTED for finding in findings if isinstance(finding, PowerCycled)]
