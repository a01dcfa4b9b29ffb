"""The boards of a bus line: what goes to them, and the readings. Without a line and without a clock."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from drivers.dgt.ask_bus.conversation import BusConversation, BusTurn
from drivers.dgt.ask_bus.findings import Finding, Garbled, Nobody, TooMany
from drivers.dgt.bus_interpret import Addressed, BusInterpreter
from drivers.live.complaining import Complaining
from drivers.readings import LineDown, LineUp, Request
from drivers.serial_line import LineKind


class BusStep(NamedTuple):
    """What follows from something that happened on the line."""

    send: bytes = b""
    readings: Sequence[Addressed] = ()
    troubles: Sequence[str] = ()
    """What somebody has to see to."""


NOBODY = {
    "nothing": "no board answers on this bus line: check the boards' power and the cable",
    "noise": "what comes here is no answer of a board on a bus: is it another device, or a board alone (without bus+)?",
    "answers": "boards answer the pings to all here, but none its own: has one address two, or is the line slow?",
}
"""What is said of a line on which all pings have found no board, by what was heard instead."""
LOOKED_FOR = "; looked for again and again"


class BusStation:
    """The interpreter of a bus line and the conversation on it, as one. Nothing that comes raises an exception.

    `named`: somebody said that this is a bus line, so as long as no board was heard the line itself is told: that it
    cannot be opened, or that nobody is there.
    """

    __slots__ = ("_complaining", "_interpreter", "_met", "_missed", "_named", "_talk")

    def __init__(self, *, named: bool = False) -> None:
        self._named = named
        self._met = False
        """A board was heard at any time."""
        self._missed = False
        """It was told of the line itself that nobody is there."""
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
        readings = self._interpreter.up()
        if self._missed and not self._met:
            readings.append(Addressed(None, LineUp()))
        return self._step(t_s, self._talk.opened(t_s), readings)

    def down(self, t_s: float, reason: str) -> BusStep:
        """The line was lost."""
        readings = self._interpreter.down(reason)
        self._complaining.all_told()
        turn = self._talk.lost(t_s)
        return BusStep(turn.send, [*readings, *self._none_there(reason)], _troubles(turn.findings))

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
        told = [*readings, *self._complaining.take(t_s)]
        self._met = self._met or any(address is not None for address, _ in told)
        nobody = next((finding for finding in turn.findings if isinstance(finding, Nobody)), None)
        if nobody is None:
            return BusStep(turn.send, told, _troubles(turn.findings))
        why = NOBODY[nobody.heard] + LOOKED_FOR
        troubles = [*_troubles(turn.findings), *([why] if self._named else [])]
        return BusStep(turn.send, [*told, *self._none_there(why)], troubles)

    def _none_there(self, reason: str) -> list[Addressed]:
        """What is told of the line itself: of one that was named, before a board was heard."""
        if not self._named or self._met:
            return []
        self._missed = True
        return [Addressed(None, LineDown(reason))]


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
