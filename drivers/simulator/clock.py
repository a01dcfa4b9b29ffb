"""A DGT clock: two times, a lever, flags, and what its display shows when.

Read from games recorded on real boards (protocol 2.7): the times shown are whole seconds, rounded up; the
increment of the first move is there before the clock runs, that of every further one in the very display
that shows the lever pressed; at 0:00 the flag is shown and the clock stops. Sides are the clock's own, seen
from its display.
"""

import re
from bisect import bisect_right
from typing import NamedTuple

from drivers.readings import Side

_US = 1_000_000
_LONGEST_S = 9 * 3600 + 59 * 60 + 59
"""The display has one digit for hours (protocol 2.7)."""
_PERIOD = re.compile(r"(?:\d{1,4}/)?(\d{1,6})(?:\+(\d{1,5}))?", re.ASCII)
_PERIODS = 8
"""More periods than any event has: a limit for text from outside."""


class TimeControl(NamedTuple):
    """Time for all moves, and what each move adds, in seconds."""

    base_s: int
    increment_s: int

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """From the PGN tag's form in seconds: `180+2`, `5400`, `40/5400+30:1800+30`; anything else is a
        ValueError.

        The times of several periods are given at once, at the start.
        """
        periods = [_PERIOD.fullmatch(part) for part in text.strip().split(":", _PERIODS)]
        base_s, increment_s = 0, 0
        for period in periods:
            if period is None:
                raise ValueError(f"not a time control in seconds, as 180+2: {text[:40]!r}")
            base_s += int(period[1])
            increment_s = max(increment_s, int(period[2] or 0))
        if not 0 < base_s + increment_s <= _LONGEST_S:
            raise ValueError(f"a DGT clock shows 0:00:01 to 9:59:59, not {base_s + increment_s} seconds")
        return cls(base_s, increment_s)


class Face(NamedTuple):
    """What the clock shows and how its lever stands. `turn` is the side whose lever end is up."""

    left_s: int
    right_s: int
    running: bool
    turn: Side
    left_flag: bool
    right_flag: bool


class DgtClock:
    """A clock that is set, started, pressed and stopped; `advance` tells what its display went through.

    Times of day are seconds and never go back (ValueError); inside all is whole microseconds, so a display
    changes exactly when it must.
    """

    def __init__(self, control: TimeControl, first: Side) -> None:
        full_us = (control.base_s + control.increment_s) * _US
        self._left_us = full_us
        self._right_us = full_us
        self._increment_us = control.increment_s * _US
        self._turn: Side = first
        self._running = False
        self._since_us = 0
        self._changes: list[tuple[float, Face]] = []

    def face(self) -> Face:
        """What is shown at the last time told."""
        left_s, right_s = _shown_s(self._left_us), _shown_s(self._right_us)
        return Face(left_s, right_s, self._running, self._turn, self._left_us == 0, self._right_us == 0)

    @property
    def due_s(self) -> float | None:
        """When the display changes next if nobody touches the clock; None while it stands."""
        if self._changes:
            return self._changes[0][0]
        return (self._since_us + self._until_tick_us()) / _US if self._running else None

    def start(self, t_s: float) -> None:
        """The start button; nothing happens where a flag has fallen."""
        self._run(t_s)
        if not self._running and self._left_us and self._right_us:
            self._running = True
            self._note()

    def stop(self, t_s: float) -> None:
        """The stop button."""
        self._run(t_s)
        if self._running:
            self._running = False
            self._note()

    def press(self, t_s: float) -> None:
        """The side to move presses: it gains the increment if the clock runs, and the other side's time
        begins."""
        self._run(t_s)
        if self._running:
            self._spend(-self._increment_us)
        self._turn = "right" if self._turn == "left" else "left"
        self._note()

    def advance(self, t_s: float) -> list[tuple[float, Face]]:
        """Every change of the display up to and at `t_s` that was not told yet, with its time.

        `t_s` may lie before the last button: who listens with a delay has not heard of that yet.
        """
        now_us = round(t_s * _US)
        if now_us > self._since_us:
            self._run(t_s)
        heard = bisect_right(self._changes, now_us / _US, key=_time)
        out = self._changes[:heard]
        del self._changes[:heard]
        return out

    def _run(self, t_s: float) -> None:
        now_us = round(t_s * _US)
        if now_us < self._since_us:
            raise ValueError(f"time went back from {self._since_us / _US:.6f} s to {t_s:.6f} s")
        while self._running and self._since_us + self._until_tick_us() <= now_us:
            step_us = self._until_tick_us()
            self._spend(step_us)
            self._since_us += step_us
            self._running = self._left_us > 0 and self._right_us > 0
            self._note()
        if self._running:
            self._spend(now_us - self._since_us)
        self._since_us = now_us

    def _until_tick_us(self) -> int:
        """How long the running side's display stays as it is."""
        left_us = self._left_us if self._turn == "left" else self._right_us
        return left_us - (_ceil_s(left_us) - 1) * _US

    def _spend(self, us: int) -> None:
        if self._turn == "left":
            self._left_us -= us
        else:
            self._right_us -= us

    def _note(self) -> None:
        self._changes.append((self._since_us / _US, self.face()))


def _ceil_s(us: int) -> int:
    return -(-us // _US)


def _shown_s(us: int) -> int:
    return min(_ceil_s(us), _LONGEST_S)


def _time(change: tuple[float, Face]) -> float:
    return change[0]
