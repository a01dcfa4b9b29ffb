"""The hall of the bench of alarms: boards that play, and boards that make a fivefold each at its own time.

Each function is a process of its own, which tells by a pipe what it has done: the boards, and the recorder with a
journal and a door for desks.
"""

import heapq
import tempfile
import threading
import time
from array import array
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import chess

from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.screen_feed import LiveFeed
from dgt_monitor.events import Alert, Event, Rule
from dgt_monitor.journal.note_forms import Delivered, Screen
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.record import open_record
from dgt_monitor.viewing.door import Host
from dgt_monitor.viewing.place import open_door
from drivers.live import LiveLines
from drivers.readings import Asked, Request
from drivers.serial_line import raise_descriptor_limit
from drivers.source import Stamped
from tests.bench.alarm_parts import after
from tests.bench.feeding import SEED, Load, Seat, asked_of, converse, open_line, played

TO_AND_FRO: Final = ("g1f3", "g8f6", "f3g1", "f6g8") * 4
"""After these the first position stands for the fifth time."""
UPDATES_A_S: Final = 400.0
"""Field updates a second in the whole hall (issue)."""
FIVEFOLD_PACE: Final = 2.0
"""Field updates a second of a board that comes to its fivefold (chosen: a ply a second)."""
GAP_S: Final = (3.2, 4.0)
"""From one fivefold to the next; the bell never rings twice within 2 s, reconstruction may wait for half a one, and a
busy machine be late with the one before."""
LEAD_S: Final = 20.0
"""Before the first."""
SEEN_AFTER_S: Final = 1.2
"""So long after it was told an alert is acknowledged, as an arbiter does: nothing hides the next one."""
CLOCK_S: Final = 1.0


class Plan(NamedTuple):
    """What is to happen."""

    boards: int
    fivefolds: int

    def due_s(self) -> list[float]:
        """When the last piece of each fivefold lands, from the beginning of the play."""
        rng = Random(f"{SEED}/alarm")
        at, out = LEAD_S, []
        for _ in range(self.fivefolds):
            out.append(at)
            at += rng.uniform(*GAP_S)
        return out

    @property
    def seconds(self) -> float:
        return self.due_s()[-1] + 5.0


class Sent(NamedTuple):
    """What one board sent: when, whatever it was."""

    name: str
    at_s: "array[float]"
    refused: int


class Concluded(NamedTuple):
    """A fivefold, by the clock of this machine."""

    board: str
    concluded_s: float
    """When the hall, by its own time, came to it."""
    heard_s: float
    """When that was read which came last from its board before."""
    reached_s: float
    """When the loop had come to it."""
    told_s: float
    """When the gate let it out."""
    called_s: float
    """When a view had it, and screens were woken."""
    written_s: float
    """When the door had written it to the desk."""


class NotedSeat(Seat):
    """A board that remembers when it sent anything."""

    def __init__(self, number: int, master: int, plan: Plan) -> None:
        super().__init__(number, master, Load(plan.boards, plan.seconds))
        self.wrote_s = array("d")
        if number < plan.fivefolds:
            moves = map(chess.Move.from_uci, TO_AND_FRO)
            self.play = played(moves, len(TO_AND_FRO) * 4, Random(number))

    def write(self, data: bytes) -> None:
        self.wrote_s.append(time.monotonic())
        super().write(data)


def serve(plan: Plan, pipe: Connection) -> None:
    """The process of the boards."""
    raise_descriptor_limit()
    lines = [open_line() for _ in range(plan.boards)]
    seats = [NotedSeat(number, master, plan) for number, (master, _) in enumerate(lines)]
    pipe.send([(seat.name, path) for seat, (_, path) in zip(seats, lines, strict=True)])
    pipe.recv()
    converse(list(seats))
    pipe.send("followed")
    pipe.recv()
    _play(seats, plan)
    pipe.send([Sent(seat.name, seat.wrote_s, seat.refused) for seat in seats])
    pipe.recv()


def _play(seats: list[NotedSeat], plan: Plan) -> None:
    begin_s, rng = time.monotonic(), Random(f"{SEED}/starts")
    others = max(1, plan.boards - plan.fivefolds)
    pace = (UPDATES_A_S - FIVEFOLD_PACE * min(plan.fivefolds, LEAD_S / 2)) / others
    queue: list[tuple[float, int, bool, float]] = []
    for number, seat in enumerate(seats):
        if number < plan.fivefolds:
            every_s = 1 / FIVEFOLD_PACE
            first_s = plan.due_s()[number] - (len(seat.play.pieces) - 1) * every_s
        else:
            every_s, first_s = 1 / pace, rng.uniform(0.0, 1.0)
        heapq.heappush(queue, (first_s, number, True, every_s))
        heapq.heappush(queue, (rng.uniform(0.0, CLOCK_S), number, False, CLOCK_S))
    selector = asked_of(list(seats))
    while queue and queue[0][0] < plan.seconds:
        due_s, number, plays, every_s = heapq.heappop(queue)
        while (left_s := begin_s + due_s - time.monotonic()) > 0:
            for key, _ in selector.select(left_s):
                key.data.serve()
        seat = seats[number]
        if plays:
            seat.step()
        elif number >= plan.fivefolds or len(seat.sent_s) < len(seat.play.pieces):
            seat.tick()
        heapq.heappush(queue, (due_s + every_s, number, plays, every_s))


class _Noting:
    """Lines that remember when something was read of each."""

    def __init__(self, lines: LiveLines) -> None:
        self._lines = lines
        self.heard: dict[str, array[float]] = {}

    @property
    def now_s(self) -> float:
        return self._lines.now_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        return self._noted(self._lines.poll(timeout_s))

    def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:
        return self._noted(self._lines.request(port, request, address))

    def close(self) -> None:
        self._lines.close()

    def _noted(self, stamps: list[Stamped]) -> list[Stamped]:
        for stamp in stamps:
            if type(stamp.reading) is not Asked:  # that is the recorder's own
                self.heard.setdefault(stamp.port, array("d")).append(stamp.t_s)
        return stamps


def record(seats: list[tuple[str, str]], folder: str, pipe: Connection) -> None:
    """The process of the recorder: a journal, and desks that may rule."""
    raise_descriptor_limit()
    complaints = LiveComplaints(tell=lambda _: None)
    port_of = dict(seats)
    lines = _Noting(LiveLines([path for _, path in seats], complaints))
    zero_s = time.monotonic() - lines.now_s
    journal = open_record(Path(folder) / "alarm.dgtj", lambda _: None)
    reached: dict[str, float] = {}
    told: list[tuple[Alert, float]] = []
    called: list[float] = []

    def hear(events: list[Event]) -> None:
        now_s = time.monotonic()
        told.extend((each, now_s) for each in fivefolds(events))

    release = journal.gate.release

    def reach(events: list[Event]) -> list[Event]:
        for each in fivefolds(events):
            reached[each.id] = time.monotonic()
        return release(events)

    journal.gate.release = reach  # type: ignore[method-assign]  # of this process, which does nothing else
    session = LiveSession(lines, [hear], record=journal)
    session.on_call(lambda: called.append(time.monotonic()))
    feed = LiveFeed(session, complaints)
    place = Path(tempfile.mkdtemp(dir=folder))
    written: dict[str, float] = {}

    def announce(note: Screen | Delivered) -> None:
        if isinstance(note, Delivered):
            written[note.alert] = time.monotonic()

    host = Host(feed, open_door(None, None, among=[place]), complain=complaints, announce=announce)
    host.start()

    def obey() -> None:
        pipe.send(str(place))
        seen = 0
        while not pipe.poll(0.05):
            while seen < len(told) and told[seen][1] < time.monotonic() - SEEN_AFTER_S:
                session.acknowledge(told[seen][0].id)
                seen += 1
        session.stop()

    threading.Thread(target=obey, daemon=True).start()
    session.run()
    host.close()
    journal.close()
    out = []
    for alert, told_s in told:
        last_s = max((t_s for t_s in lines.heard[port_of[alert.board]] if t_s <= alert.t), default=0.0)
        called_s = after(called, reached[alert.id])
        moments = reached[alert.id], told_s, called_s, written.get(alert.id, 0.0)
        out.append(Concluded(alert.board, zero_s + alert.t, zero_s + last_s, *moments))
    pipe.send(out)


def fivefolds(events: list[Event]) -> list[Alert]:
    """Those among what was told."""
    return [each for each in events if type(each) is Alert and each.rule is Rule.FIVEFOLD]
