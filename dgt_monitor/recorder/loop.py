"""The one loop: entries in order, each on its time; what follows goes through the gate to whoever listens."""

from collections.abc import Callable, Iterable
from typing import Protocol

from dgt_monitor.events import Event, Level, Notice
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.learning import what_changed
from dgt_monitor.recorder.gate import Gate
from drivers.readings import Reading

Sink = Callable[[list[Event]], None]
Stamp = tuple[float, str, int | None, Reading]
"""Seconds, port, bus address or None, and what was read."""


class Pace(Protocol):
    """Whether time passes while a recording is replayed."""

    def wait(self, t_s: float) -> Ruling | None:
        """Wait until the recording's time is `t_s`, or less if the arbiter rules meanwhile: then that ruling."""


class Stopped(Exception):  # noqa: N818 - not an error: somebody wants the end
    """The loop is to end now."""


Take = Callable[[float, str, int | None, Reading], None]
Read = Callable[[float, str, int | None, Reading], list[Event]]


def _straight(read: Read, hand_out: Sink) -> Take:
    """What a recorder without a gate does with a reading: as few steps as can be."""

    def take(t_s: float, port: str, address: int | None, reading: Reading) -> None:
        told = read(t_s, port, address, reading)
        if told:
            hand_out(told)

    return take


class Recorder:
    """Feeds a hall from a source of stamped readings and hands out what the hall says."""

    def __init__(self, hall: Hall, sinks: Iterable[Sink], gate: Gate | None = None) -> None:
        self.hall = hall
        self._sinks = tuple(sinks)
        self._hand_out: Sink = self._sinks[0] if gate is None and len(self._sinks) == 1 else self._tell
        """Takes events that there are; in a replay straight to whoever listens."""
        self._gate = gate
        """None stands open: where the record already exists, a replayed capture needs no second one."""
        self.take: Take = self._record if gate is not None else _straight(hall.read, self._hand_out)
        """Record one reading, and tell what follows from it. On the way of every reading."""

    def run(self, source: Iterable[Stamp], pace: Pace | None = None) -> None:
        """Take everything the source has; `pace` None means as fast as possible."""
        for t_s, port, address, reading in source:
            if pace is not None:
                self.wait(pace, t_s)
            self.take(t_s, port, address, reading)

    def _record(self, t_s: float, port: str, address: int | None, reading: Reading) -> None:
        if self._gate is not None:
            if t_s >= self.hall.due_s:  # whether it is news hangs on what was due before
                self._tell(self.hall.advance(t_s))
            self._gate.record(t_s, port, address, reading)
        told = self.hall.read(t_s, port, address, reading)
        if told:
            self._hand_out(told)

    def wait(self, pace: Pace, until_s: float) -> None:
        """Let the recording's time pass, with what falls due and what is ruled in it."""
        while True:
            next_s = min(self.hall.due_s, until_s)
            ruling = pace.wait(next_s)
            if ruling is not None:
                self.rule(ruling)
            elif next_s < until_s:
                self._tell(self.hall.advance(next_s))
            else:
                return

    def advance(self, t_s: float) -> None:
        """It is now `t_s`: tell what has fallen due."""
        self._tell(self.hall.advance(t_s))

    def rule(self, ruling: Ruling) -> None:
        """Take a ruling in, stamped never earlier than what came before it."""
        ruling = ruling._replace(t_s=max(ruling.t_s, self.hall.t_s))
        if self._gate is not None:
            self._gate.rule(ruling)
        self._tell(self.hall.apply(ruling))

    def learn(self, t_s: float, known: Known) -> None:
        """From this time on this is known: recorded, told, and applied to all that is still to come."""
        t_s = max(t_s, self.hall.t_s)
        before, known = self.hall.known, self.hall.with_its_own(known)
        if known == before:
            return
        self._tell(self.hall.advance(t_s))
        if self._gate is not None:
            self._gate.learn(t_s, known)
        self._tell([Notice(t_s, "", "event", "changed", Level.INFO, what_changed(before, known))])
        self._tell(self.hall.learn(t_s, known))

    def finish(self, end_s: float) -> None:
        """The input has ended at this time."""
        end_s = max(end_s, self.hall.t_s)
        if self._gate is not None:
            self._gate.finish(end_s)
        self._tell(self.hall.finish(end_s))

    def tell(self, notice: Notice) -> None:
        """Tell something of the monitor itself."""
        self._tell([notice])

    def release(self) -> None:
        """Tell what was held back and is recorded by now."""
        self._tell([])

    def _tell(self, events: list[Event]) -> None:
        if self._gate is not None:
            events = self._gate.release(events)
        if events:
            for sink in self._sinks:
                sink(events)
