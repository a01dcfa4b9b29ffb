"""What is on one port: pings of the bus first, and only where nobody answers them the questions to a board alone.

One byte of a board alone throws a whole bus line out of its mode (protocol 4.1), so it goes out only after all pings
were followed by silence. A board in single-board mode takes the first ping as the way back to the bus and does not
answer it; there is always a second one. A board that answers the pings and is the only one is asked in the same way
afterwards, since most boards tell no serial number on the bus: nobody else is there to be disturbed, and the next ping
leads it back. No line, no clock.
"""

from typing import Literal, NamedTuple

from drivers.dgt.ask.introducing import Introduction
from drivers.dgt.ask_bus.conversation import BusConversation, BusTurn
from drivers.dgt.bus_interpret import Addressed, BusInterpreter
from drivers.dgt.interpret import Interpreter
from drivers.readings import Identity
from drivers.serial_line import CLOSED_AT_ONCE, CLOSED_THERE, LineKind, LineSettings

LONGEST_S = 60.0
"""Seconds after which a port is told as far as it is known; chosen: 128 boards on one line take as long."""

OnPort = Literal["bus", "single", "nothing", "noise", "closed"]
"""Several boards on a bus; a board alone, whether it knows the bus or not; nobody; something else; the port cannot be
opened, or went away."""


class PortReport(NamedTuple):
    """What is on a port."""

    port: str
    found: OnPort
    boards: tuple[Identity, ...] = ()
    """What each board told of itself; with its address if it answers on the bus, in their order."""
    reason: str = ""
    """closed: why, and what to do."""


class Probe:
    """One port. Told what happens on it; answers what to send. It is over when there is a `report`."""

    def __init__(self, port: str, *, raised: bool = False) -> None:
        self.settings = LineSettings(port, dtr=raised, rts=raised)
        """How the line is to be open now: low modem lines for a bus (protocol 1.2), raised ones for a board alone."""
        self.kind: LineKind = "unknown"
        self.report: PortReport | None = None
        self._raised = raised
        self._heard = False
        self._began_s: float | None = None
        self._bus = BusConversation(follows=False)
        self._bus_said = BusInterpreter()
        self._told: dict[int, Identity] = {}
        self._alone: Introduction | None = None
        self._alone_said = Interpreter()

    @property
    def port(self) -> str:
        """Its name."""
        return self.settings.url

    @property
    def due_s(self) -> float:
        """When `tick` wants to be called."""
        return self._bus.due_s if self._alone is None else self._alone.due_s

    @property
    def boards(self) -> int:
        """How many boards have been found so far."""
        return int(self._alone.heard) if self._alone is not None else len(self._bus.addresses)

    def up(self, t_s: float) -> bytes:
        """The line was opened."""
        self._began_s = t_s if self._began_s is None else self._began_s
        if self._alone is not None:
            return self._alone.begin(t_s)
        self._bus_said.up()
        return self._turn(t_s, self._bus.opened(t_s))

    def down(self, reason: str) -> None:
        """The line cannot be opened, or went away."""
        if reason == CLOSED_THERE and not self._heard:
            reason = CLOSED_AT_ONCE
        self._over(PortReport(self.port, "closed", self._identities(), reason))

    def rx(self, t_s: float, data: bytes) -> bytes:
        """Bytes came."""
        self._heard = True
        if self._alone is not None:
            return self._asked(self._alone.take(t_s, self._alone_said.rx(data)))
        self._take(self._bus_said.rx(data))
        return self._turn(t_s, self._bus.heard(t_s, data))

    def tx(self, data: bytes) -> None:
        """Bytes went out."""
        if self._alone is None:
            self._bus_said.tx(data)

    def tick(self, t_s: float) -> bytes:
        """It is now `t_s`."""
        if self._began_s is not None and t_s > self._began_s + LONGEST_S:
            self._end()
            return b""
        if self._alone is not None:
            return self._asked(self._alone.tick(t_s))
        return self._turn(t_s, self._bus.tick(t_s))

    # --- on the bus ------------------------------------------------------------------------------------------

    def _turn(self, t_s: float, turn: BusTurn) -> bytes:
        if turn.give_up:
            self._bus_said.silent()
        self.kind = "bus" if self._bus.is_bus else "unknown"
        if self._bus.nobody:
            return self._ask_one(t_s)
        if self._bus.introduced:
            if self._one_without_number():
                return self._ask_one(t_s)
            self._end()
        return b"" if self.report else turn.send

    def _one_without_number(self) -> bool:
        """Whether all that is on the line is one board, for certain, that told no serial number there."""
        boards = self._on_bus()
        return len(boards) == 1 and not boards[0].serial and not any(self._bus_said.dropped.values())

    def _ask_one(self, t_s: float) -> bytes:
        """No bus is disturbed: a board alone is asked, if there is one. Where there are modem lines they are raised."""
        self._alone = Introduction()
        self.kind = "single"
        if self._raised or "://" in self.port:
            return self._alone.begin(t_s)
        self.settings = LineSettings(self.port, kind="single")
        return b""

    def _take(self, said: list[Addressed]) -> None:
        for address, reading in said:
            if isinstance(reading, Identity) and address is not None:
                told = {field: value for field, value in reading._asdict().items() if value is not None}
                self._told[address] = self._told.get(address, Identity())._replace(**told)

    # --- what came of it -------------------------------------------------------------------------------------

    def _asked(self, send: bytes) -> bytes:
        if self._alone is not None and self._alone.over:
            self._end()
        return send

    def _on_bus(self) -> tuple[Identity, ...]:
        addresses = sorted(self._bus.addresses)
        return tuple(self._told.get(address, Identity())._replace(address=address) for address in addresses)

    def _identities(self) -> tuple[Identity, ...]:
        on_bus = self._on_bus()
        if self._alone is None or not self._alone.heard:
            return on_bus
        before = on_bus[0] if on_bus else Identity()
        told = {field: value for field, value in self._alone.identity._asdict().items() if value is not None}
        return (before._replace(**told),)

    def _end(self) -> None:
        boards = self._identities()
        found: OnPort = "bus"
        if self._alone is not None and self._alone.heard:
            found = "single"
        elif not boards:
            found = "nothing" if self._alone is not None and not self._alone_said.dropped else "noise"
        self._over(PortReport(self.port, found, boards))

    def _over(self, report: PortReport) -> None:
        self.report = self.report or report
