"""What else one board is to be asked, beside its changes, and when."""

from math import inf

from drivers.dgt.ask_bus import timing
from drivers.dgt.commands import BusCommand

VERSION_TRIES = 4
LOG_TRIES = 3
DOUBTS = 3
"""So many dumps in a row that contradict are asked again at once; chosen."""


class Wishes:
    """Who it is, the start of a game marked, its log, its squares, its clock.

    A board that only introduces itself (`follows` false) is asked who it is and how full its battery is, no more.
    """

    def __init__(self, *, follows: bool = True) -> None:
        self._follows = follows
        self._battery = not follows
        self.mark = False
        """The start of a game is to be marked, whatever stands there."""
        self.log_bytes: int | None = None
        """Of its log since the start of the game; None: it was never marked, nor read."""
        self._version_tries = VERSION_TRIES
        self._serial = True
        self._log = False
        self._log_asked = False
        """Somebody waits for the log."""
        self._log_tries = 0
        self._dump_s = -inf
        """When a dump is due; inf: none is wanted."""
        self._dumped_s = -inf
        self._changed_s = -inf
        self._clock_s = -inf
        self._clock_runs = False

    def first(self, t_s: float, time_s: float, *, starts: bool) -> BusCommand | None:
        """The first that is due and takes no longer than `time_s`. `starts`: what stands there is to be marked."""
        follows = self._follows
        wanted = (
            (BusCommand.SEND_VERSION, self._version_tries > 0),
            (BusCommand.SEND_SERIALNR, self._serial),
            (BusCommand.SEND_BATTERY_STATUS, self._battery),
            (BusCommand.SET_START_GAME, follows and (self.mark or starts)),
            (BusCommand.SEND_FROM_START, follows and self._log),
            (BusCommand.SEND_BRD, follows and self._dump_due_s <= t_s),
            (BusCommand.SEND_CLK, follows and self._clock_due_s <= t_s),
        )
        return next((command for command, due in wanted if due and self.takes_s(command) <= time_s), None)

    def takes_s(self, command: BusCommand) -> float:
        """About how long this question keeps the line."""
        if command == BusCommand.SEND_FROM_START and self.log_bytes is not None:
            return timing.takes_s(command, self.log_bytes)
        return timing.takes_s(command)

    @property
    def _dump_due_s(self) -> float:
        anyway_s = self._dumped_s + timing.DUMP_ANYWAY_S
        rest_s = inf
        if self._changed_s > self._dumped_s:
            rest_s = max(self._changed_s + timing.REST_S, self._dumped_s + timing.DUMP_EVERY_S)
        return min(anyway_s, rest_s, self._dump_s)

    @property
    def _clock_due_s(self) -> float:
        every_s = timing.CLOCK_EVERY_S if self._clock_runs else timing.CLOCK_ANYWAY_S
        return self._clock_s + every_s

    # --- wanted ----------------------------------------------------------------------------------------------

    def who(self) -> None:
        """It may be another board, or have other firmware."""
        self._version_tries, self._serial = VERSION_TRIES, True

    def restarted(self) -> None:
        """It had no power for a while."""
        self._version_tries, self._clock_s = VERSION_TRIES, -inf

    def log(self, *, asked: bool) -> None:
        """The log since the start of the game; `asked`: somebody waits for it."""
        self._log = True
        self._log_asked = self._log_asked or asked
        self._log_tries = 0

    def dump(self, t_s: float) -> None:
        """What stands there, as soon as it may be asked for again."""
        self._dump_s = min(self._dump_s, max(t_s, self._dumped_s + timing.DUMP_AGAIN_S))

    def dump_again(self, t_s: float, doubts: int) -> None:
        """A dump contradicts the changes, for the so many-th time in a row."""
        self._dump_s = t_s if doubts < DOUBTS else t_s + timing.DUMP_AGAIN_S

    def changed(self, t_s: float, *, pressed: bool) -> None:
        """It told changes; `pressed`: of the lever, too."""
        self._changed_s = t_s
        if pressed and not self._clock_runs:
            self._clock_s = -inf

    # --- had, or not to be had -------------------------------------------------------------------------------

    def told_version(self) -> None:
        """It told its version, or that it has none."""
        self._version_tries = 0

    def told_serial(self) -> None:
        """It told its number, or will not: older boards do not know the question (protocol 4.2)."""
        self._serial = False

    def told_battery(self) -> None:
        """It told its battery, or will not: older boards do not know the question."""
        self._battery = False

    def marked(self) -> None:
        """A start is marked: the times on the clock are not in the log then (protocol 4.5)."""
        self.mark, self.log_bytes, self._clock_s = False, 0, -inf

    def read_log(self, t_s: float, size: int) -> None:
        """The log has come; what stands there now is to be seen, too."""
        self._log = self._log_asked = False
        self.log_bytes = size
        self._dump_s = t_s

    def dumped(self, t_s: float) -> None:
        """A dump has come."""
        self._dumped_s, self._dump_s = t_s, inf

    def read_clock(self, t_s: float, *, runs: bool | None) -> None:
        """The clock was read; None: it said something else than times."""
        self._clock_s = t_s
        if runs is not None:
            self._clock_runs = runs

    def failed(self, t_s: float, command: int) -> bool:
        """It was asked often enough in one turn, in vain: put off. Whether somebody waits for a log in vain now."""
        if command == BusCommand.SEND_VERSION:
            self._version_tries -= 1
        elif command == BusCommand.SEND_BRD:
            self._dump_s, self._dumped_s = inf, t_s - timing.DUMP_ANYWAY_S + timing.DUMP_EVERY_S
        elif command == BusCommand.SEND_CLK:
            self._clock_s = t_s
        elif command == BusCommand.SEND_FROM_START:
            self._log_tries += 1
            return self._log_tries >= LOG_TRIES and self.no_log()
        return False

    def no_log(self) -> bool:
        """The log cannot be had; whether somebody waits for it."""
        asked = self._log_asked
        self._log = self._log_asked = False
        return asked
