"""An hour of play on many boards for the bench of memory: readings without end, and the recorder that takes them.

Time goes `faster` than the machine's, and nothing is left out: every reading passes hall, journal, views and door.
"""

import heapq
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import chess

from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.screen_feed import LiveFeed
from dgt_monitor.events import Alert, Event, GameStart, Move
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.record import open_record
from dgt_monitor.viewing.door import Host
from dgt_monitor.viewing.place import open_door
from drivers.readings import BoardDump, Clock, FieldUpdate, Identity, LineUp, Reading, Request
from drivers.simulator.hands import touches
from drivers.simulator.table import placement
from drivers.source import Stamped
from tests.bench.feeding import QUICK_HAND, SEED
from tests.virtual_lines import fixture_games

TOUCH_S: Final = 0.5
"""From one field update of a board to its next: 400 a second on 200 boards (issue)."""
FULL_S: Final = 5400
TO_AND_FRO: Final = ("g1f3", "g8f6", "f3g1", "f6g8") * 5
"""Every so many games are these: a fivefold that is played on."""
REPEATS: Final = 10
BREAK_S: Final = 6.0
"""Between two games."""
LEAST_S: Final = 0.001
"""Time goes on by so much even where nobody waits."""
LATE_S: Final = 0.05
"""Of what a busy machine has lost no more is made good."""
SEEN_AFTER_S: Final = 3.0
"""In the hall's time an alert is acknowledged so much later."""


class Hour(NamedTuple):
    """What is to happen."""

    boards: int
    faster: float


class Counted(NamedTuple):
    """What the recorder has taken and said."""

    updates: int
    plies: int
    games: int
    alerts: int
    hall_s: float


def board_play(number: int) -> Iterator[tuple[float, Reading]]:
    """One game after the other on one board, and its clock, in order of time."""
    rng, games = Random(f"{SEED}/hour/{number}"), fixture_games()
    yield 0.0, LineUp()
    yield 0.0, Identity(serial=f"{20000 + number}", long_serial=f"30000{20000 + number}")
    yield 0.0, BoardDump(placement(chess.Board()))
    t_s = ticked_s = rng.uniform(1.0, 20.0)
    for game in count(number):
        repeats = game % REPEATS == 0
        moves = list(map(chess.Move.from_uci, TO_AND_FRO)) if repeats else list(games[game % len(games)].moves)[:-2]
        left_s, turn, squares = {True: FULL_S, False: FULL_S}, True, list(placement(chess.Board()))
        for touched, turn_after in _touches(moves, rng):
            while ticked_s <= t_s:
                left_s[turn] -= 1
                yield ticked_s, Clock(left_s[True], left_s[False], True, "left" if turn else "right")
                ticked_s += 1.0
            squares[touched.square] = touched.piece
            yield t_s, touched
            t_s, turn = t_s + TOUCH_S, turn_after
        yield t_s, Clock(left_s[True], left_s[False], False, "left" if turn else "right")
        t_s += 3.0
        for touched in _set_up(squares):
            yield t_s, touched
            t_s += TOUCH_S
        yield t_s, Clock(FULL_S, FULL_S, False, "left")
        t_s = ticked_s = t_s + BREAK_S


def _touches(moves: list[chess.Move], rng: Random) -> Iterator[tuple[FieldUpdate, bool]]:
    board = chess.Board()
    for move in moves:
        hand = touches(board, move, 0.0, QUICK_HAND, rng)
        for touch in hand[:-1]:
            yield FieldUpdate(touch.square, touch.piece), board.turn
        board.push(move)
        yield FieldUpdate(hand[-1].square, hand[-1].piece), board.turn


def _set_up(squares: list[str]) -> Iterator[FieldUpdate]:
    wanted = placement(chess.Board())
    wrong = [square for square in chess.SQUARES if squares[square] != wanted[square]]
    yield from (FieldUpdate(square, ".") for square in wrong if squares[square] != ".")
    yield from (FieldUpdate(square, wanted[square]) for square in wrong if wanted[square] != ".")


class HourSource:
    """All boards. Its time goes on as it is read: at most so many times as fast as the machine's, and never past what
    was not taken yet.
    """

    def __init__(self, hour: Hour) -> None:
        self.now_s = 0.0
        self.updates = 0
        self._faster = hour.faster
        self._read_s = time.monotonic()
        self._queue: list[tuple[float, int, Reading]] = []
        self._plays = [board_play(number) for number in range(hour.boards)]
        for number in range(hour.boards):
            self._next(number)

    def _next(self, number: int) -> None:
        t_s, reading = next(self._plays[number])
        heapq.heappush(self._queue, (t_s, number, reading))

    def poll(self, timeout_s: float) -> list[Stamped]:
        until_s = min(self.now_s + max(timeout_s, LEAST_S), max(self.now_s, self._queue[0][0]))
        ready_s = self._read_s + (until_s - self.now_s) / self._faster
        time.sleep(max(0.0, ready_s - time.monotonic()))
        self._read_s = max(ready_s, time.monotonic() - LATE_S)
        self.now_s, out = until_s, list[Stamped]()
        while self._queue[0][0] <= until_s:
            t_s, number, reading = heapq.heappop(self._queue)
            self.updates += type(reading) is FieldUpdate
            out.append(Stamped(t_s, f"P{number}", None, reading))
            self._next(number)
        return out

    def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:  # noqa: ARG002
        return []

    def close(self) -> None:
        """There is nothing to let go."""


def record(hour: Hour, folder: str, pipe: Connection) -> None:
    """The process of the recorder, with a journal and a door for desks."""
    complaints = LiveComplaints(tell=lambda _: None)
    journal = open_record(Path(folder) / "hour.dgtj")
    counts, alerts = dict.fromkeys((Move, GameStart, Alert), 0), list[tuple[float, str]]()

    def hear(events: list[Event]) -> None:
        for event in events:
            if type(event) in counts:
                counts[type(event)] += 1
            if type(event) is Alert:
                alerts.append((event.t, event.id))

    source = HourSource(hour)
    session = LiveSession(source, [hear], record=journal)
    place = Path(tempfile.mkdtemp(dir=folder))
    host = Host(LiveFeed(session, complaints), open_door(None, None, among=[place]), complain=complaints)
    host.start()

    def obey() -> None:
        pipe.send(str(place))
        while True:
            if pipe.poll(0.2):
                if pipe.recv() == "stop":
                    break
                pipe.send(Counted(source.updates, counts[Move], counts[GameStart], counts[Alert], source.now_s))
            while alerts and alerts[0][0] + SEEN_AFTER_S < source.now_s:
                session.acknowledge(alerts.pop(0)[1])
        session.stop()

    threading.Thread(target=obey, daemon=True).start()
    session.run()
    host.close()
    journal.close()
