"""A board and its clock: whose time runs, what it shows, and what follows from that for the game."""

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.hall.aftermath import Aftermath
from dgt_monitor.hall.linked_board import LinkedBoard
from drivers.readings import (
    Clock,
)


class TimedBoard(LinkedBoard):
    """The part of a board that has to do with its clock."""

    __slots__ = ()

    aftermath: Aftermath

    @property
    def has_moves(self) -> bool:
        """Whether a game on it has gone on since it was met: more than a place waiting for its number."""
        story = self.tracker.story
        return self.play.game > 1 or (story is not None and bool(story.plies))

    def _clock(self, t_s: float, reading: Clock, out: list[Event]) -> bool:
        """`read` for a clock of which more has changed than that it counts down."""
        self.link.heard_s = t_s
        self.link.spoken += 1
        clock, tracker = self.clock, self.tracker
        white_to_move = clock.read(t_s, reading)
        tracker.clock_told(runs=reading.running, stands=clock.stands)
        if white_to_move is not None:
            changes = tracker.lever(t_s, white_to_move)
            self.play.pressed(t_s, white_to_move=white_to_move, running=reading.running)
            if changes:
                self.play.follow(t_s, self.name, changes, out)
        pressed = white_to_move is not None and reading.running
        if (pressed or clock.has_started()) and (changes := tracker.clock_started(t_s)):
            self.play.follow(t_s, self.name, changes, out)
        if clock.runs is not self._clock_runs:
            self._clock_may_run(t_s, out)
        self._clock_told(t_s, reading, out)
        due_s = tracker.due_s
        if due_s > self.others_due_s:
            due_s = self.others_due_s
        self.due_s = due_s
        return due_s < self.planned_s

    def _clock_told(self, t_s: float, reading: Clock, out: list[Event]) -> None:
        """What a clock says beside whose time runs."""
        clock = self.clock
        if reading.left_flag or reading.right_flag or self.flags.fallen:
            self.flags.look(t_s, self.name, reading, out)
        if not reading.connected or reading.battery_low or self.alerts.standing:
            self._clock_health(t_s, reading, out)
        if clock.showing and t_s >= clock.tell_at_s - CLOSE_S:
            self._tell_clock(t_s, out)
        if self.memory.recalling.due_s != NEVER_S and clock.stands:
            self.memory.recalling.hurry(t_s)
        self._look_after(t_s, out)
        play_s = min(self.play.left.due_s, self.play.settling.due_s)
        if min(clock.due_s, self.aftermath.due_s, play_s, self.others_due_s) != NEVER_S:
            self._plan()

    def _look_after(self, t_s: float, out: list[Event]) -> None:
        """Whether the clock of a game that is over runs on."""
        stopped = self.aftermath.look(t_s, self.play.mated, runs=self.clock.runs)
        if stopped is not None:
            self.play.stopped(t_s, stopped, out)

    def _clock_may_run(self, t_s: float, out: list[Event]) -> None:
        """Tell the tracker whether the clock runs, now that this has changed."""
        clock = self.clock
        self._clock_runs = clock.runs
        if self.has_moves and self.tracker.waits:
            clock.started_late()
        self.play.follow(t_s, self.name, self.tracker.clock_runs(t_s, clock.runs), out)

    def _tell_clock(self, t_s: float, out: list[Event]) -> None:
        # tuple.__new__ leaves out the Python frame of the generated constructor.
        white, black = self.clock.told(t_s)
        out.append(tuple.__new__(events.Clock, (t_s, self.name, white, black, self.clock.running, "clock")))

    def _clock_health(self, t_s: float, reading: Clock, out: list[Event]) -> None:
        for rule, bad in ((Rule.CLOCK_MISSING, not reading.connected), (Rule.CLOCK_BATTERY, reading.battery_low)):
            if bad != self.alerts.is_standing((rule,)):
                self._device_alert(t_s, rule, out, raised=bad)
