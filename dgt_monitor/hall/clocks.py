"""From a clock's left and right to White and Black, and what of it is worth telling."""

from dgt_monitor.events import Colour, Times
from dgt_monitor.hall.entries import WhiteClock
from drivers.readings import Clock as ClockReading

TELL_EVERY_S = 1.0
"""The stream tells a board's clock at most so often."""


class BoardClock:
    """The clock of one board."""

    __slots__ = ("_last", "_pending", "_setting", "_told_s", "due_s", "running", "times", "white_left")

    def __init__(self, setting: WhiteClock | None) -> None:
        self._setting = setting
        self.white_left: bool = setting != "right"
        self.times: Times | None = None
        self.running: Colour | None = None
        self.due_s: float | None = None
        self._told_s = float("-inf")
        self._pending = False
        self._last: ClockReading | None = None

    def lies(self, *, rotated: bool) -> None:
        """A game begins on a board that lies this way: White's clock is left, or right if turned (protocol 2.7)."""
        if self._setting is None:
            self.white_left = not rotated

    def first_move(self, *, by_white: bool) -> None:
        """The first move was made while a clock ran: that clock is the mover's, whatever way the board lies."""
        last = self._last
        if self._setting is not None or last is None or not last.running or last.to_move is None:
            return
        white_left = (last.to_move == "left") == by_white
        if white_left != self.white_left:
            self.white_left = white_left
            self.times = None if self.times is None else Times(self.times.black, self.times.white)

    def read(self, t_s: float, reading: ClockReading) -> bool | None:
        """Take a reading in; answers whose turn the lever says it is (True: White) where that has changed, else None."""
        before, self._last = self._last, reading
        left, right, running, to_move = reading[:4]
        if left is None or right is None or to_move is None or not reading.connected:
            self.running = None
            return None
        self.times = Times(left, right) if self.white_left else Times(right, left)
        white = (to_move == "left") == self.white_left
        self.running = ("white" if white else "black") if running else None
        self._pending = True
        # A running clock speaks again within a second; the last word of a stopped one would never come.
        self.due_s = None if running else max(t_s, self._told_s + TELL_EVERY_S)
        return None if before is not None and before.to_move == to_move else white

    def is_due(self, t_s: float) -> bool:
        """Whether what was read last is to be told now."""
        return self._pending and t_s >= self._told_s + TELL_EVERY_S - 1e-9

    def told(self, t_s: float) -> None:
        """It was told."""
        self._told_s = t_s
        self._pending = False
        self.due_s = None
