"""A board's end of a line: takes one command after the other, answers a little later, says one thing at a time."""

from math import inf
from random import Random

from drivers.dgt.bus_messages import BusRequest
from drivers.dgt.commands import Command
from drivers.simulator.board import Mode
from drivers.simulator.channel import Channel
from drivers.simulator.intake import Intake, Order
from drivers.simulator.table import Table

REPLY_S = (0.002, 0.008)
"""A board answers a command after a few milliseconds (protocol 1.3)."""


class Station:
    """The board of a table on a channel that it may share with others. `number` tells it from these.

    It works on one command at a time: until the answer has gone out whole, the next one waits. Time only goes on.
    """

    def __init__(self, table: Table, channel: Channel, number: int, rng: Random) -> None:
        self.table = table
        self._channel = channel
        self._number = number
        self._rng = rng
        self._intake = Intake()
        self._order: Order | None = None
        """The command it works on."""
        self._answer_s = inf
        """When that is carried out."""
        self._free_s = -inf
        """When it has said all that it has to say so far."""

    @property
    def due_s(self) -> float:
        """When `advance` may have something to do; inf if nothing is to come."""
        return min(self.table.due_s, self._work_s)

    @property
    def _work_s(self) -> float:
        """When the command in hand is carried out, or the next one taken in hand."""
        return max(self._intake.first_s, self._free_s) if self._order is None else self._answer_s

    def hear(self, t_s: float, byte: int) -> None:
        """A byte has come from the monitor. After `advance`."""
        on_bus = self.table.board.mode is Mode.BUS
        self._intake.hear(t_s, byte, on_bus=on_bus, busy=self._order is not None or self._free_s > t_s)

    def advance(self, t_s: float) -> None:
        """What happens up to and at `t_s`."""
        while (work_s := self._work_s) <= t_s:
            self._listen(work_s)
            if self._order is not None:
                order, self._order = self._order, None
                self._carry_out(work_s, order)
            elif self._free_s <= work_s:  # it may have begun to say something
                self._order = self._intake.take()
                self._answer_s = work_s + self._rng.uniform(*REPLY_S)
        self._listen(t_s)

    def _listen(self, t_s: float) -> None:
        """What players do and what the board says of it by itself."""
        for said_s, data in self.table.advance(t_s):
            self._say(said_s, data)

    def _say(self, t_s: float, data: bytes) -> None:
        self._free_s = self._channel.send(max(t_s, self._free_s), data, self._number)

    def _carry_out(self, t_s: float, order: Order) -> None:
        board = self.table.board
        if isinstance(order, bytes):
            self._say(t_s, board.receive(t_s, order))
        elif board.mode is not Mode.BUS:
            board.receive(
                t_s, bytes((Command.TO_BUSMODE,))
            )  # it leads back to the bus and is not obeyed (protocol 4.1)
        else:
            self._obey(t_s, order)

    def _obey(self, t_s: float, request: BusRequest) -> None:
        """A command of the bus."""
