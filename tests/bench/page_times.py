"""When moves were where, noted where the server runs: in games.pgn, and handed to readers (`tests.bench.page`)."""

import json
import re
import statistics
import time
from collections.abc import Iterable
from pathlib import Path

from dgt_monitor.broadcast.folder import replace_file
from dgt_monitor.broadcast.web.ring import Ring
from dgt_monitor.broadcast.web.streams import Stream

FIRST_CLOCK_S = 10_000
"""The moves that are measured have clocks from here on, each another one, by which they are found in the file."""
WRITTEN = "round-5/games.pgn"
Mark = tuple[str, int]
"""Board, and how many moves its game has."""
_CLOCK = re.compile(r"\[%clk (\d+):(\d\d):(\d\d)\]")


class Handed:
    """Follows the page's stream: when each move had been handed to every reader that keeps up."""

    def __init__(self, ring: Ring) -> None:
        self.at_s: dict[Mark, float] = {}
        self._waiting: list[Mark] = []
        self._ring = ring
        put, wake = Ring.put, Stream.wake

        def noted_put(self_: Ring, data: str) -> None:
            put(self_, data)
            if self_ is ring:
                self._note(json.loads(data))

        def noted_wake(self_: Stream) -> None:
            wake(self_)
            if self_.ring is ring:
                now_s = time.monotonic()
                self.at_s.update((mark, self.at_s.get(mark, now_s)) for mark in self._waiting)
                self._waiting.clear()

        Ring.put, Stream.wake = noted_put, noted_wake  # type: ignore[assignment,method-assign]

    def _note(self, told: dict[str, object]) -> None:
        moves, first = told.get("moves"), told.get("from")
        if isinstance(moves, list) and isinstance(first, int):
            self._waiting += [(str(told["board"]), first + number) for number in range(1, len(moves) + 1)]


class Written:
    """In place of the writing of a file: when the file of the round had which move."""

    def __init__(self) -> None:
        self.at_s: dict[int, float] = {}
        """By the clocks of the moves."""
        self.size = 0
        self._data = b""

    def __call__(self, path: Path, data: bytes) -> None:
        replace_file(path, data)
        if str(path).endswith(WRITTEN):
            now_s, self.size = time.monotonic(), len(data)
            for hours, minutes, seconds in _CLOCK.findall(data.decode()):
                clock_s = 3600 * int(hours) + 60 * int(minutes) + int(seconds)
                if clock_s >= FIRST_CLOCK_S:
                    self.at_s.setdefault(clock_s, now_s)


def between_ms(from_s: dict[Mark, float], to_s: dict[Mark, float]) -> list[float]:
    """From one to the other, of every move that was at both."""
    return sorted(1000 * (to_s[mark] - at_s) for mark, at_s in from_s.items() if mark in to_s)


def told(late_ms: Iterable[float]) -> str:
    """Median and 99th percentile in words."""
    ordered = sorted(late_ms)
    return f"{statistics.median(ordered):.0f} ms (median), {p99(ordered):.0f} ms (p99)"


def p99(ordered: list[float]) -> float:
    """The 99th percentile."""
    return ordered[int(0.99 * len(ordered))]
