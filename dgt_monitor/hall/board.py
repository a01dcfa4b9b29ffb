"""One board of the hall: its readings become events."""

from dgt_monitor.events import Event, Rule
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.hall.held_board import HeldBoard
from dgt_monitor.hall.known_board import SPOKEN
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.squares import BLINK_S
from drivers.readings import (
    MEMORY_ASKED,
    Asked,
    BoardDump,
    Clock,
    Complaint,
    FieldUpdate,
    Identity,
    LineDown,
    LineUp,
    Memory,
    Reading,
)


class HallBoard(HeldBoard):
    """What is known of one board, and what follows from the next reading of it."""

    __slots__ = ()

    # --- readings -------------------------------------------------------------------------------------------

    def read(self, t_s: float, reading: Reading, out: list[Event]) -> bool:  # noqa: C901 - on the way of every update
        """Take one reading in; what follows is added to `out`. True: something is due earlier than was planned."""
        self.changed = True
        if self.held is not None:
            return self._read_held(t_s, reading, self.held, out)
        link = self.link
        if link.waits and type(reading) in SPOKEN:
            self._heard_again(t_s, out)
        if isinstance(reading, Clock):
            link.heard_s = t_s
            if self.clock.counts_down(t_s, reading):
                if t_s >= self.clock.tell_at_s - CLOSE_S:
                    self._tell_clock(t_s, out)
                return False
            self._clock(t_s, reading, out)
        elif isinstance(reading, FieldUpdate):
            link.heard_s = t_s
            square, piece = reading
            changes = self.tracker.field(t_s, square, piece)
            if changes:
                self.play.follow(t_s, self.name, changes, out)
            squares = self.squares
            shown_s, before, _ = squares.shown[square]
            if t_s - shown_s <= BLINK_S or squares.bad:
                self._squares_told(t_s, squares.field(t_s, square, piece), out)
            elif before != piece:  # nearly always: without a call, on the way of every update
                squares.shown[square] = (t_s, piece, before)
        else:
            self._line(t_s, reading, out)
        due_s = self.tracker.due_s
        if due_s > self.others_due_s:
            due_s = self.others_due_s
        self.due_s = due_s
        return due_s < self.planned_s

    def _heard_again(self, t_s: float, out: list[Event]) -> None:
        for change in self.link.heard(t_s):
            self.belonging.sure(t_s)
            self._link_changed(t_s, change, out)

    def _line(self, t_s: float, reading: Reading, out: list[Event]) -> None:
        if type(reading) in SPOKEN:
            self.link.heard_s = t_s
        if isinstance(reading, BoardDump):
            out.extend(self.alerts.clear(t_s, lambda alert: alert.rule is Rule.SETUP and not alert.squares, "resolved"))
            self.memory.dumped(t_s, self.name, reading.squares, out)
            self._squares_told(t_s, self.squares.dump(t_s, reading.squares), out)
        elif isinstance(reading, Identity):
            self._identified(t_s, reading, out)
        elif isinstance(reading, Memory):
            self.memory.came(t_s, self.name, reading, out)
        else:
            for change in self._of_the_line(t_s, reading, out):
                self._link_changed(t_s, change, out)
        self._plan()

    def _of_the_line(self, t_s: float, reading: Reading, out: list[Event]) -> list[LinkChange]:
        """What is said of the line rather than by the board."""
        if isinstance(reading, LineUp | LineDown) and not self.link.lost:
            self.belonging.sure(t_s)
        if isinstance(reading, LineUp):
            self.tracker.line_up()
            return self.link.up()
        if isinstance(reading, LineDown):
            self.memory.line_down(t_s)
            return self.link.down(reading.reason)
        if isinstance(reading, Complaint):
            return self._complained(t_s, reading, out)
        if isinstance(reading, Asked):
            self.link.asked(t_s)
            if reading.what == MEMORY_ASKED:
                self.memory.asked(t_s, self.name, out, tells_meanwhile=self.address is not None)
        return []

    def tick(self, t_s: float, out: list[Event]) -> None:
        """Do what is due at this time; what follows is added to `out`."""
        told = len(out)
        if self.held is not None:
            self._tick_held(t_s, out)
            return
        if self.tracker.due_s <= t_s:
            self.play.follow(t_s, self.name, self.tracker.tick(t_s), out)
            if self.play.result is None:
                self._squares_told(t_s, self.squares.owed(t_s), out)
        if self.link.due_s <= t_s:
            for change in self.link.tick(t_s):
                self._link_changed(t_s, change, out)
        if self.clock.due_s <= t_s:
            self._tell_clock(t_s, out)
        if self.memory.recalling.due_s <= t_s:
            self.memory.tick(t_s)
        if self.squares.due_s <= t_s:
            self._squares_told(t_s, self.squares.tick(t_s), out)
        self.changed = self.changed or len(out) > told
        self._plan()
        self.due_s = min(self.tracker.due_s, self.others_due_s)

    # --- the clock ------------------------------------------------------------------------------------------

    def _clock(self, t_s: float, reading: Clock, out: list[Event]) -> None:
        clock = self.clock
        white_to_move = clock.read(t_s, reading)
        self.tracker.clock_told(runs=reading.running, stands=clock.stands)
        if white_to_move is not None:
            changes = self.tracker.lever(t_s, white_to_move)
            if changes:
                self.play.follow(t_s, self.name, changes, out)
        pressed = white_to_move is not None and reading.running
        if (pressed or clock.has_started()) and (changes := self.tracker.clock_started()):
            self.play.follow(t_s, self.name, changes, out)
        self._clock_may_run(t_s, out)
        if not reading.connected or reading.battery_low or self.alerts.standing:
            self._clock_health(t_s, reading, out)
        if clock.showing and t_s >= clock.tell_at_s - CLOSE_S:
            self._tell_clock(t_s, out)
        if self.memory.recalling.due_s != NEVER_S and clock.stands:
            self.memory.recalling.hurry(t_s)
        if clock.due_s != NEVER_S or self.others_due_s != NEVER_S:
            self._plan()
