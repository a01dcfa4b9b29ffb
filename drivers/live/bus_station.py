"""The boards of a bus line: what goes to them, and the readings. Without a line and without a clock."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from drivers.dgt.ask_bus.conversation import BusConversation, BusTurn
from drivers.dgt.ask_bus.findings import Finding, Garbled, TooMany
from drivers.dgt.bus_interpret import Addressed, BusInterpreter
from drivers.live.complaining import Complaining
from drivers.readings import Request
from drivers.serial_line import LineKind


class BusStep(NamedTuple):
    """What follows from something that happened on the line."""

    send: bytes = b""
    readings: Sequence[Addressed] = ()
    troubles: Sequence[str] = ()
    """What somebody has to see to."""


class BusStation:
    """The interpreter of a bus line and the conversation on it, as one. Nothing that comes raises an exception."""

    __slots__ = ("_complaining", "_interpreter", "_talk")

    def __init__(self) -> None:
        self._interpreter = BusInterpreter()
        self._talk = BusConversation()
        self._complaining = Complaining(self._interpreter)

    @property
    def due_s(self) -> float:
        """When `tick` wants to be called; inf if nothing is to come."""
        return min(self._talk.due_s, self._complaining.due_s)

    @property
    def kind(self) -> LineKind:
        """What is known to be on the line: a bus once a board has answered there since it was opened."""
        return "bus" if self._talk.is_bus else "unknown"

    @property
    def nobody(self) -> bool:
        """Whether no board has answered on the bus, nor anything else been heard, after all pings."""
        return self._talk.nobody

    def up(self, t_s: float) -> BusStep:
        """The line was opened."""
        return self._step(t_s, self._talk.opened(t_s), self._interpreter.up())

    def down(self, t_s: float, reason: str) -> BusStep:
        """The line was lost."""
        readings = self._interpreter.down(reason)
        self._complaining.all_told()
        turn = self._talk.lost(t_s)
        return BusStep(turn.send, readings, _troubles(turn.findings))

    def rx(self, t_s: float, data: bytes) -> BusStep:
        """Bytes came."""
        readings = self._interpreter.rx(data)
        return self._step(t_s, self._talk.heard(t_s, data), readings)

    def tx(self, data: bytes) -> list[Addressed]:
        """Bytes went out: what was asked by them."""
        return self._interpreter.tx(data)

    def request(self, t_s: float, address: int | None, request: Request) -> BusStep:
        """Somebody wants something of a board."""
        return self._step(t_s, self._talk.requested(t_s, address, request))

    def tick(self, t_s: float) -> BusStep:
        """It is now `t_s`."""
        return self._step(t_s, self._talk.tick(t_s))

    def _step(self, t_s: float, turn: BusTurn, readings: Iterable[Addressed] = ()) -> BusStep:
        if turn.give_up:
            self._interpreter.silent()
        return BusStep(turn.send, [*readings, *self._complaining.take(t_s)], _troubles(turn.findings))


def _troubles(findings: Iterable[Finding]) -> list[str]:
    """What somebody has to see to, in words."""
    out: list[str] = []
    for finding in findings:
        if isinstance(finding, Garbled):
            board = f"board {finding.address:05d}"
            out.append(f"{board}: all it says is garbled: do two boards have this address? Take one off the line")
        elif isinstance(finding, TooMany):
            out.append(f"board {finding.address:05d} is not followed: there are too many boards on this line")
    return out
