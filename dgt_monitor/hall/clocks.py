"""From a clock's left and right to White and Black, and what of it is worth telling."""

from dgt_monitor.events import Colour, Times
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.hall.entries import WhiteClock
from dgt_monitor.hall.stillness import TICK_S, Stillness
from drivers.readings import Clock as ClockReading
from drivers.readings import HaltedClock, Side

TELL_EVERY_S = 1.0
"""The stream tells a board's clock at most so often."""


class BoardClock:
    """The clock of one board."""

    __slots__ = (
        "_counts",
        "_first",
        "_last",
        "_ran",
        "_read_s",
        "_setting",
        "_started",
        "_steady",
        "_stillness",
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
        """The last reading that had times, as long as nobody has asked for them."""
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
        self._stillness = Stillness()
        self._read_s = 0.0
        """When the clock was last read."""
        self._counts = False
        """It says that it stands, and its time goes down all the same."""
        self._ran = False
        """It has run in this game."""
        self._first: Side | None = None
        """Whose clock was started first since the game began, or last before its first move."""

    @property
    def times(self) -> Times | None:
        """What both clocks showed last; None before the first reading with times."""
        reading = self._unread
        if reading is not None:
            self._unread = None
            times = (reading[0], reading[1]) if self.white_left else (reading[1], reading[0])
            # tuple.__new__ leaves out the Python frame of the generated constructor.
            self._times = tuple.__new__(Times, times)
        return self._times

    def learn(self, setting: WhiteClock | None) -> None:
        """White's time is on this side of all clocks; None: not known, and what was found out stays so."""
        if setting == self._setting:
            return
        self._setting = setting
        if setting is not None:
            self._turn(white_left=setting != "right")

    def _turn(self, *, white_left: bool) -> bool:
        self._first = self._steady = None
        if white_left == self.white_left:
            return False
        times = self.times
        self.white_left = white_left
        self._times = None if times is None else Times(times.black, times.white)
        return True

    def lies(self, *, rotated: bool) -> None:
        """A game begins on a board that lies this way: White's clock is left, or right if turned (protocol 2.7)."""
        self._times, self._steady = self.times, None
        self._first, self._ran = None, False
        if self._setting is None:
            self.white_left = not rotated

    def first_move(self, *, by_white: bool) -> bool:
        """The first move of the game was made: the clock that was started first is the mover's; whether that is news.

        Not the one that runs now: the lever may be pressed before the board's scan has seen the piece land.
        """
        if self._setting is not None or self._first is None:
            return False
        return self._turn(white_left=(self._first == "left") == by_white)

    def would_count_down(self, reading: ClockReading) -> bool:
        """Whether `counts_down` would say so; nothing is taken in."""
        return reading[2:] == self._steady and None not in reading

    def counts_down(self, t_s: float, reading: ClockReading) -> bool:
        """Take in a reading that differs from the last, of a running clock, in nothing but its times; False: `read` it.

        Nine clock readings in ten are of this kind.
        """
        if reading[2:] != self._steady or None in reading:  # as in `would_count_down`
            return False
        self._last = self._unread = reading
        self._read_s = t_s
        self._started = False
        return True

    def catch_up(self, other: "BoardClock") -> None:
        """Show what another one shows that was told the same readings, and those that only count down."""
        mine, last = self._last, other._last
        if mine is not None and last is not None and mine[2:] == last[2:] and None not in last:
            self._last, self._read_s, self._started = last, other._read_s, other._started
            if self.white_left == other.white_left:
                self._unread, self._times = other._unread, other._times
            else:
                self._unread = last
        self.tell_at_s, self.due_s = other.tell_at_s, other.due_s

    def read(self, t_s: float, reading: ClockReading) -> bool | None:
        """Take a reading in; answers whether the lever says White is to move, where that has changed, else None."""
        steady = self._steady
        if steady is not None and reading[4:] == steady[2:] and reading.running and None not in reading:
            return self._pressed(t_s, reading)
        before, self._last, self._steady = self._last, reading, None
        left, right, running, to_move = reading[:4]
        if left is None or right is None or to_move is None or not reading.connected:
            self.running, self.due_s, self.showing = None, NEVER_S, False
            return None
        self.showing = True
        self._counts = not running and (self._counts or _counts(before, reading))
        if self._stillness.watching:
            self._stillness.read(t_s, before, reading)
        self._read_s = t_s
        self._started = running and before is not None and not before.running
        if running and (self._first is None or self._started):
            # The lever may have been pressed since: a clock that stood tells whose turn it was when it was started.
            self._first = before.to_move if before is not None and self._started and before.to_move else to_move
        self._unread = reading
        white = (to_move == "left") == self.white_left
        if running:
            self._ran = True
            # It speaks again within a second; only the last word of a stopped clock would never come.
            self.running = "white" if white else "black"
            self.due_s = NEVER_S
            if not self._stillness.watching:
                self._steady = reading[2:]
        else:
            self.running = None
            self.due_s = max(t_s, self.tell_at_s)
        return None if before is not None and before.to_move == to_move else white

    def _pressed(self, t_s: float, reading: ClockReading) -> bool:
        """Of a running clock nothing but the lever has changed, as once a move; answers whether White is to move."""
        self._last = self._unread = reading
        self._read_s, self._started, self._steady = t_s, False, reading[2:]
        white = (reading.to_move == "left") == self.white_left
        self.running = "white" if white else "black"
        return white

    def halted(self, halted: HaltedClock) -> bool:
        """A press of the lever that the board's memory tells of; whether White is to move after it."""
        white = (halted.side == "left") == self.white_left
        times = self.times
        if times is not None:
            self._times = times._replace(white=halted.time_s) if white else times._replace(black=halted.time_s)
        return not white

    @property
    def runs(self) -> bool | None:
        """Whether it runs now; None where nobody knows: no clock, no times, or a time that is up."""
        last = self._last
        if last is None or not last.connected or not last.left_s or not last.right_s:
            return None
        return last.running or self._counts

    def started_late(self) -> None:
        """It first runs when moves stand already: whose time runs first says nothing of who moved first."""
        self._first = None

    @property
    def white_to_move(self) -> bool | None:
        """Whose turn it is by the lever of the last reading; None if that had none."""
        to_move = None if self._last is None else self._last.to_move
        return None if to_move is None else (to_move == "left") == self.white_left

    def watch(self) -> None:
        """Changes go untold from now on: whether somebody presses the clock meanwhile is to be found out."""
        self._stillness.begin(self._read_s, self._last)
        self._steady = None

    @property
    def is_watched(self) -> bool:
        """Whether that is being found out."""
        return self._stillness.watching

    def unwatch(self) -> None:
        """What went untold is known, or will not be."""
        self._stillness.end()

    @property
    def idle(self) -> bool:
        """Whether the clock shows that nobody has pressed it unheard since `watch`."""
        return self._stillness.idle

    @property
    def stood(self) -> bool:
        """Whether it has stood still since `watch`, and had run before in this game."""
        return self._ran and self._stillness.stood

    @property
    def has_run(self) -> bool:
        """Whether it has run in this game."""
        return self._ran

    @property
    def stands(self) -> bool:
        """Whether it has run in this game and is stopped now."""
        return self._ran and self._last is not None and self._last.connected and not self._last.running

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


def _counts(before: ClockReading | None, now: ClockReading) -> bool:
    """Whether one time alone has gone down by a second or two, though the clock is said to stand."""
    if before is None or None in (before.left_s, before.right_s, now.left_s, now.right_s) or before.running:
        return False
    gone = sorted(((before.left_s or 0) - (now.left_s or 0), (before.right_s or 0) - (now.right_s or 0)))
    return gone[0] == 0 and 1 <= gone[1] <= TICK_S
