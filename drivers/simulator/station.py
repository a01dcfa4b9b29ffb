"""A board's end of a line: takes one command after the other, answers a little later, says one thing at a time."""

from math import inf
from random import Random

from drivers.dgt.bus_messages import BusRequest
from drivers.dgt.commands import BusCommand, Command
from drivers.simulator.board import Mode
from drivers.simulator.bus_side import BusSide
from drivers.simulator.channel import Channel
from drivers.simulator.intake import Intake, Order
from drivers.simulator.table import Table

REPLY_S = (0.002, 0.008)
"""A board answers a command after a few milliseconds (protocol 1.3)."""


class Station:
    """The board of a table on a channel that it may share with others. `number` tells it from these.

    It works on one command at a time: until the answer has gone out whole, the next one waits. Time only goes on, and
    whatever is done to it at a time is done after `advance` to that time.
    """

    def __init__(self, table: Table, channel: Channel, number: int, rng: Random) -> None:
        self.table = table
        self._board = table.board
        self._bus = BusSide(table.board, rng)
        self._channel = channel
        self._number = number
        self._rng = rng
        self._intake = Intake(self._concerns)
        self._order: Order | None = None
        """The command it works on."""
        self._answer_s = inf
        """When that is carried out."""
        self._free_s = -inf
        """When it has said all that it has to say so far."""
        self._powerless = self._mute = self._deaf = 0
        """How many faults at once take its power, its voice, its ears."""

    @property
    def due_s(self) -> float:
        """When `advance` may have something to do; inf if nothing is to come."""
        return min(self.table.due_s, self._work_s)

    @property
    def _work_s(self) -> float:
        """When the command in hand is carried out, or the next one taken in hand."""
        return max(self._intake.first_s, self._free_s) if self._order is None else self._answer_s

    def hear(self, t_s: float, byte: int) -> None:
        """A byte has come from the monitor."""
        if self._board.works and not self._deaf:
            on_bus = self._board.mode is Mode.BUS
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

    def power_off(self, t_s: float) -> None:
        """The power goes in the middle of whatever the board is doing."""
        self._powerless += 1
        self._board.power_off(t_s)
        self._channel.hush(t_s, self._number)
        self._intake.clear()
        self._order, self._free_s = None, t_s
        self._bus.restarted()

    def power_on(self, t_s: float) -> None:
        """The power comes back, if nothing else keeps it away."""
        self._powerless -= 1
        if not self._powerless:
            self._board.power_on(t_s)

    def silence(self, t_s: float, *, begins: bool, deaf: bool) -> None:
        """What it says no longer gets on the line, or does so again; with `deaf` neither do commands get to it."""
        step = 1 if begins else -1
        self._mute += step
        self._deaf += step if deaf else 0
        if begins:
            self._channel.hush(t_s, self._number)

    def say(self, t_s: float, data: bytes) -> None:
        """Send bytes from `t_s` on, after what is being said."""
        start_s = max(t_s, self._free_s)
        self._free_s = self._channel.send(start_s, b"" if self._mute else data, self._number)

    def unplug_clock(self, t_s: float) -> None:
        """The clock's cable is pulled."""
        self._board.unplug_clock(t_s)

    def plug_clock(self, t_s: float) -> None:
        """The clock's cable is put back."""
        self._board.plug_clock(t_s)

    def _listen(self, t_s: float) -> None:
        """What players do and what the board says of it by itself."""
        for said_s, data in self.table.advance(t_s):
            self.say(said_s, data)

    def _concerns(self, order: Order) -> bool:
        """Any command of a board alone is for every board, and in single mode any of the bus (protocol 4.1)."""
        return isinstance(order, bytes) or self._board.mode is not Mode.BUS or self._bus.is_for(order)

    def _carry_out(self, t_s: float, order: Order) -> None:
        if isinstance(order, bytes):
            self.say(t_s, self._board.receive(t_s, order))
        elif self._board.mode is not Mode.BUS:
            self._board.receive(t_s, bytes((Command.TO_BUSMODE,)))  # and is not obeyed (protocol 4.1)
        elif order.command == BusCommand.END_BUSMODE:
            self._board.receive(t_s, bytes((Command.SEND_RESET,)))
        elif order.command == BusCommand.RESET:
            self.power_off(t_s)
            self.power_on(t_s)
        else:
            self._answer(t_s, order)

    def _answer(self, t_s: float, request: BusRequest) -> None:
        for after_s, data in self._bus.obey(request):
            self.say(t_s + after_s, data)
