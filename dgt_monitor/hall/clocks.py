"""From a clock's left and right to White and Black, and what of it is worth telling."""

from dgt_monitor.events import Colour, Times
from dgt_monitor.game.tracker import NEVER_S
from dgt_monitor.hall.entries import WhiteClock
from drivers.readings import Clock as ClockReading
from drivers.readings import Side

TELL_EVERY_S = 1.0
"""The stream tells a board's clock at most so often."""


class BoardClock:
    """The clock of one board."""

    __slots__ = (
        "_first",
        "_last",
        "_setting",
        "_started",
        "_steady",
        "_times",
        "_unread",
        "due_s",
        "running",
        "showing",
        "tell_at_s",
        "white_left",
    )

    def __init__(self, setting: WhiteClock | None) -> None:
        self._setting = setting
        self.white_left: bool = setting != "right"
        self._times: Times | None = None
        self._unread: ClockReading | None = None
        """The last reading with times, as long as nobody has asked for them."""
        self.running: Colour | None = None
        self.due_s = NEVER_S
        self.tell_at_s = float("-inf")
        """Before this time nothing is told."""
        self.showing = False
        """The last reading had times."""
        self._last: ClockReading | None = None
        self._steady: tuple[object, ...] | None = None
        """All but the times of the last reading, while the clock runs and each second says the same again."""
        self._started = False
        self._first: Side | None = None
        """Whose clock was started first since the game began, or last before its first move."""

    @property
    def times(self) -> Times | None:
        """What both clocks showed last; None before the first reading with times."""
        reading = self._unread
        if reading is not None and reading.left_s is not None and reading.right_s is not None:
            self._unread = None
            left, right = reading.left_s, reading.right_s
            # tuple.__new__ leaves out the Python frame of the generated constructor.
            self._times = tuple.__new__(Times, (left, right) if self.white_left else (right, left))
        return self._times

    def lies(self, *, rotated: bool) -> None:
        """A game begins on a board that lies this way: White's clock is left, or right if turned (protocol 2.7)."""
        self._times, self._first, self._steady = self.times, None, None
        if self._setting is None:
            self.white_left = not rotated

    def first_move(self, *, by_white: bool) -> None:
        """The first move of the game was made: the clock that was started first is the mover's.

        Not the one that runs now: the lever may be pressed before the board's scan has seen the piece land.
        """
        if self._setting is not None or self._first is None:
            return
        white_left = (self._first == "left") == by_white
        self._first = self._steady = None
        if white_left != self.white_left:
            times = self.times
            self.white_left = white_left
            self._times = None if times is None else Times(times.black, times.white)

    def counts_down(self, reading: ClockReading) -> bool:
        """Take in a reading that differs from the last, of a running clock, in nothing but its times; False: `read` it.

        Nine clock readings in ten are of this kind.
        """
        if reading[2:] != self._steady:
            return False
        self._last = self._unread = reading
        self._started = False
        return True

    def read(self, t_s: float, reading: ClockReading) -> bool | None:
        """Take a reading in; answers whether the lever says White is to move, where that has changed, else None."""
        before, self._last, self._steady = self._last, reading, None
        left, right, running, to_move = reading[:4]
        if left is None or right is None or to_move is None or not reading.connected:
            self.running, self.due_s, self.showing = None, NEVER_S, False
            return None
        self.showing = True
        self._started = running and before is not None and not before.running
        if running and (self._first is None or self._started):
            # The lever may have been pressed since: a clock that stood tells whose turn it was when it was started.
            self._first = before.to_move if before is not None and self._started and before.to_move else to_move
        self._unread = reading
        white = (to_move == "left") == self.white_left
        if running:
            # It speaks again within a second; only the last word of a stopped clock would never come.
            self.running = "white" if white else "black"
            self.due_s = NEVER_S
            self._steady = reading[2:]
        else:
            self.running = None
            self.due_s = max(t_s, self.tell_at_s)
        return None if before is not None and before.to_move == to_move else white

    def has_started(self) -> bool:
        """Whether the last reading is the first of a clock that runs after it was stopped."""
        return self._started

    def told(self, t_s: float) -> Times:
        """The times, to be told now."""
        self.tell_at_s = t_s + TELL_EVERY_S
        self.due_s = NEVER_S
        times = self.times
        assert times is not None  # noqa: S101 - told only after a reading that had times
        return times
