"""A port of which nobody said what is on it: a bus is looked for first, then a board alone, until one answers.

What was said of a board alone is held back until it has answered, so that a port without a board is no board.
"""

from collections.abc import Sequence
from math import inf

from drivers.dgt.bus_interpret import Addressed
from drivers.live.bus_station import BusStation, BusStep
from drivers.live.line import BoardAlone
from drivers.readings import BoardDump, Clock, FieldUpdate, Identity, Memory, Request
from drivers.serial_line import LineKind, LineSettings

TRY_S = 2.5
"""Seconds for a board alone to answer: it is asked twice, for half a second each, and once more for another thing."""
TRY_AGAIN_S = 60.0
"""Seconds from one such attempt to the next; chosen: a board that comes is found on the bus, if it knows it."""

_SPOKEN = (FieldUpdate, Clock, BoardDump, Identity, Memory)


class Search:
    """A `LiveLine` that finds out by itself what it is. `raised`: modem lines are raised from the beginning."""

    def __init__(self, port: str, *, raised: bool = False) -> None:
        self.settings = LineSettings(port, dtr=raised, rts=raised)
        """How the line is to be open now: low for a bus (protocol 1.2), raised for a board alone."""
        self.heard = False
        """A board has answered since the line was opened."""
        self.ever_heard = False
        """One has answered at any time."""
        self._for_bus = self.settings
        self._bus = BusStation()
        self._alone: BoardAlone | None = None
        self._held: list[Addressed] = []
        self._until_s = inf
        """When a board alone must have answered."""
        self._try_s = -inf
        """When one is asked next, if nobody is on the bus."""
        self._told = False

    @property
    def kind(self) -> LineKind:
        """What is known to be on it."""
        return self._bus.kind if self._alone is None else "single"

    @property
    def due_s(self) -> float:
        """When `tick` wants to be called."""
        return self._bus.due_s if self._alone is None else min(self._alone.due_s, self._until_s)

    def up(self, t_s: float) -> BusStep:
        """The line was opened."""
        if self._alone is not None:
            return self._try(t_s, self._alone)
        return self._on_bus(t_s, self._bus.up(t_s))

    def down(self, t_s: float, reason: str) -> BusStep:
        """The line was lost: whatever comes back is looked for anew."""
        alone, self._alone = self._alone, None
        heard, self.heard = self.heard, False
        self.settings, self._held, self._until_s, self._try_s = self._for_bus, [], inf, -inf
        if alone is None:
            return self._bus.down(t_s, reason)
        step = alone.down(t_s, reason)
        return step if heard else BusStep()

    def rx(self, t_s: float, data: bytes) -> BusStep:
        """Bytes came."""
        if self._alone is None:
            return self._on_bus(t_s, self._bus.rx(t_s, data))
        return self._on_one(t_s, self._alone.rx(t_s, data))

    def tx(self, data: bytes) -> list[Addressed]:
        """Bytes went out: what was asked by them."""
        if self._alone is None:
            return self._bus.tx(data)
        asked = self._alone.tx(data)
        return asked if self.heard else []

    def request(self, t_s: float, address: int | None, request: Request) -> BusStep:
        """Somebody wants something of a board."""
        if self._alone is None:
            return self._bus.request(t_s, address, request)
        return self._on_one(t_s, self._alone.request(t_s, address, request))

    def tick(self, t_s: float) -> BusStep:
        """It is now `t_s`."""
        if self._alone is None:
            return self._on_bus(t_s, self._bus.tick(t_s))
        if not self.heard and t_s >= self._until_s:
            return self._give_up(t_s)
        return self._on_one(t_s, self._alone.tick(t_s))

    # --- what follows ----------------------------------------------------------------------------------------

    def _on_bus(self, t_s: float, step: BusStep) -> BusStep:
        self.heard = self.heard or self._bus.kind == "bus"
        self.ever_heard = self.ever_heard or self.heard
        if not self._bus.nobody or t_s < self._try_s:
            return step
        self._bus.down(t_s, "")
        self._alone = BoardAlone()
        if "://" not in self.settings.url and self.settings.modem_line(self.settings.dtr) is False:
            self.settings = LineSettings(self.settings.url, kind="single")
            return BusStep()  # it goes on when the line is open again
        return self._try(t_s, self._alone)

    def _try(self, t_s: float, alone: BoardAlone) -> BusStep:
        self._until_s = t_s + TRY_S
        return self._on_one(t_s, alone.up(t_s))

    def _on_one(self, t_s: float, step: BusStep) -> BusStep:  # noqa: ARG002 - as `_on_bus`
        if self.heard:
            return step
        self.heard = _speaks(step.readings)
        self.ever_heard = self.ever_heard or self.heard
        self._held += step.readings
        if not self.heard:
            return step._replace(readings=())
        held, self._held, self._until_s = self._held, [], inf
        return step._replace(readings=held)

    def _give_up(self, t_s: float) -> BusStep:
        """No board alone either: pings again."""
        self._alone, self._held, self._until_s = None, [], inf
        self._try_s = t_s + TRY_AGAIN_S
        troubles = [] if self._told else ["no board answers there; looked for again and again"]
        self._told = True
        if self.settings != self._for_bus:
            self.settings = self._for_bus
            return BusStep(troubles=troubles)
        step = self._bus.up(t_s)
        return step._replace(troubles=[*step.troubles, *troubles])


def _speaks(readings: Sequence[Addressed]) -> bool:
    """Whether a board says any of these."""
    return any(isinstance(reading, _SPOKEN) for _, reading in readings)
