"""The monitor on one game, and its opinion as a reader of the stream holds it: with when it came to it."""

import time
from typing import NamedTuple

from dgt_monitor.events import Alert, AlertCleared, Event, Fen, GameStart, Move, Retract, Summary
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.loop import Recorder
from drivers.readings import FieldUpdate
from tests.bench.accuracy.playing import Played
from tests.stream_contract import StreamReader


class Told:
    """One ply that stands in the monitor's opinion."""

    __slots__ = ("confirmed_s", "last")

    def __init__(self, move: Move) -> None:
        self.last = move
        self.confirmed_s: float | None = None
        self.heard(move)

    def heard(self, move: Move) -> None:
        self.last = move
        if self.confirmed_s is None and move.status == "confirmed":
            self.confirmed_s = move.t

    @property
    def fen(self) -> Fen:
        return self.last.fen


class Raised:
    """An alert, and how it ended."""

    __slots__ = ("alert", "ended")

    def __init__(self, alert: Alert) -> None:
        self.alert = alert
        self.ended: AlertCleared | None = None

    @property
    def withdrawn(self) -> bool:
        return self.ended is not None and self.ended.reason == "withdrawn"


class Revision(NamedTuple):
    """Plies that were withdrawn together."""

    retract: Retract
    confirmed_sure: int
    """How many of them had been told as confirmed and sure."""


class Heard:
    """All that was said of one board."""

    def __init__(self) -> None:
        self.games: list[list[Told]] = []
        self.summaries: list[Summary] = []
        self.raised: dict[str, Raised] = {}
        self.revisions: list[Revision] = []
        self.events: list[Event] = []
        self.costs_ms: list[float] = []
        """CPU of each field update, from the reading to the events."""
        self.broken: str | None = None
        """What of the stream's contract did not hold."""
        self._contract = StreamReader()

    def take(self, events: list[Event]) -> None:
        """As a sink of the recorder: kept for later, so that reading costs nothing while time is measured."""
        self.events += events

    def read(self) -> None:
        """Apply all events in order."""
        for event in self.events:
            self._check(event)
            self._apply(event)

    def _check(self, event: Event) -> None:
        if self.broken is None:
            try:
                self._contract.apply(event)
            except (AssertionError, LookupError) as error:
                self.broken = f"{error!r} at {event.t:.3f} s"

    def _apply(self, event: Event) -> None:
        if isinstance(event, GameStart):
            self.games.append([])
        elif isinstance(event, Move):
            line = self.games[-1]
            if event.ply <= len(line):
                line[event.ply - 1].heard(event)
            else:
                line.append(Told(event))
        elif isinstance(event, Retract):
            gone = self.games[-1][event.ply - 1 :]
            sure = sum(told.confirmed_s is not None and told.last.sure for told in gone)
            self.revisions.append(Revision(event, sure))
            del self.games[-1][event.ply - 1 :]
        elif isinstance(event, Alert):
            self.raised[event.id] = Raised(event)
        elif isinstance(event, AlertCleared):
            self.raised[event.id].ended = event
        elif isinstance(event, Summary):
            self.summaries.append(event)


def follow(played: Played) -> Heard:
    """Feed a hall as a replay does, and read what it says."""
    heard = Heard()
    recorder = Recorder(Hall(played.known), [heard.take])
    clock, costs_ms = time.thread_time_ns, heard.costs_ms
    with seldom_collecting():
        for t_s, port, reading in played.entries:
            if type(reading) is FieldUpdate:
                before = clock()
                recorder.take(t_s, port, None, reading)
                costs_ms.append((clock() - before) / 1e6)
            else:
                recorder.take(t_s, port, None, reading)
        recorder.finish(played.end_s)
    heard.read()
    return heard
