"""A board while a claim or an intervention is open on it: what is moved is no play (`hall.holding`)."""

from dgt_monitor.events import Event
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.hall.drilling import drill_alert
from dgt_monitor.hall.holding import Holding
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.ruled_board import RuledBoard
from dgt_monitor.hall.scored import scored
from dgt_monitor.laws.claim import Route
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
    Request,
    Score,
)

ROUTES = frozenset(route.value for route in Route)


class HeldBoard(RuledBoard):
    """The part of a board that the arbiter holds: what he rules, and its readings as long as they make no play."""

    __slots__ = ()

    def hold(self, t_s: float, held: Holding, out: list[Event]) -> None:
        """What is moved is no play until the position of the game stands."""
        self.held, self._clock_runs = held, None
        if not held.known:
            self._ask(Request.DUMP)
        elif not self._goes_on(t_s, held, out) and held.waits:
            self._not_restored(t_s, held, out)
        self._plan_held()

    def _plan_held(self) -> None:
        self._plan()
        self.due_s = min(self._tracker_due_s, self.others_due_s)

    def _goes_on(self, t_s: float, held: Holding, out: list[Event]) -> bool:
        """Whether what is moved from now on is play again."""
        if held.is_put_back(t_s):
            self._play_on(t_s, held, out)
        elif held.is_set_up_anew:
            self._let_go(t_s, held, out)
            self.play.follow(t_s, self.name, self.tracker.set_up_anew(t_s, held.squares), out)
            self._clock_again(t_s, out)
        return self.held is None

    def _let_go(self, t_s: float, held: Holding, out: list[Event]) -> None:
        self.held, self.followed_s = None, t_s
        self.tracker.follow_again(t_s)
        self.memory.play_again()
        out.extend(self.alerts.clear(t_s, lambda alert: alert.id == held.alert_id, "resolved"))

    def _play_on(self, t_s: float, held: Holding, out: list[Event]) -> None:
        """Play goes on from what stands."""
        self._let_go(t_s, held, out)
        if self.tracker.untold.is_over:
            self.play.follow(t_s, self.name, self.tracker.stands_again(t_s, held.squares), out)
        else:
            self.memory.dumped(t_s, self.name, held.squares, out)
        self._clock_again(t_s, out)

    def _clock_again(self, t_s: float, out: list[Event]) -> None:
        """The tracker was told nothing of the clock."""
        clock = self.clock
        self.tracker.clock_told(runs=clock.running is not None, stands=clock.stands)
        if clock.white_to_move is not None:
            self.play.follow(t_s, self.name, self.tracker.lever(t_s, clock.white_to_move), out)
        self._clock_may_run(t_s, out)
        if self.waiting is not None:
            score, self.waiting = self.waiting, None
            scored(self, t_s, score, out)

    def _read_held(self, t_s: float, reading: Reading, held: Holding, out: list[Event]) -> bool:
        """A reading while what is moved is no play: of the line and the clock all is told, of the pieces nothing."""
        spoken = isinstance(reading, FieldUpdate | Clock | BoardDump | Identity | Memory | Score)
        if spoken and self.link.waits:
            for change in self.link.heard(t_s):
                self.belonging.sure(t_s)
                self._link_changed(t_s, change, out)
        if spoken:
            self.link.heard_s = t_s
            self.link.spoken += 1
        if isinstance(reading, Clock):
            self._clock_held(t_s, reading, out)
        elif isinstance(reading, FieldUpdate | BoardDump):
            self._placed_held(t_s, reading, held, out)
        elif isinstance(reading, Identity):
            self._identified(t_s, reading, out)
        elif isinstance(reading, Score):
            self.waiting = None if held.of == "drill" else reading
        else:
            for change in self._line_held(t_s, reading, held, out):
                self._link_changed(t_s, change, out)
        self._goes_on(t_s, held, out)
        self._plan_held()
        return self.due_s < self.planned_s

    def _placed_held(self, t_s: float, reading: FieldUpdate | BoardDump, held: Holding, out: list[Event]) -> None:
        if isinstance(reading, FieldUpdate):
            held.field(t_s, reading.square, reading.piece)
        else:
            held.dump(t_s, reading.squares)
        if held.rings:
            who, alert_id = self.play.who(self.name), self.alerts.next_id(self.name)
            out.append(self.alerts.add(drill_alert(t_s, self.name, alert_id, who, held, self.play)))

    def _clock_held(self, t_s: float, reading: Clock, out: list[Event]) -> None:
        clock = self.clock
        if not clock.counts_down(t_s, reading):
            clock.read(t_s, reading)
            self._clock_health(t_s, reading, out)
        if clock.showing and t_s >= clock.tell_at_s - CLOSE_S:
            self._tell_clock(t_s, out)

    def _line_held(self, t_s: float, reading: Reading, held: Holding, out: list[Event]) -> list[LinkChange]:
        if isinstance(reading, LineUp):
            return self.link.up()
        if isinstance(reading, LineDown):
            held.known = False
            self.memory.untold_while_held()
            return self.link.down(reading.reason)
        if isinstance(reading, Complaint):
            return self._complained(t_s, reading, out)
        if isinstance(reading, Asked):
            self.link.asked(t_s)
            if reading.what == MEMORY_ASKED:
                self.memory.untold_while_held()
        return []

    @property
    def _tracker_due_s(self) -> float:
        """When the tracker is due; while the board is held it may only confirm the last move of a game that stands."""
        return self.tracker.due_s if self.held is None or self.tracker.is_plain else NEVER_S

    def _tick_held(self, t_s: float, held: Holding, out: list[Event]) -> None:
        if held.due_s <= t_s:
            self._goes_on(t_s, held, out)
        if self._tracker_due_s <= t_s:
            self.play.follow(t_s, self.name, self.tracker.tick(t_s), out)
        if self.link.due_s <= t_s:
            for change in self.link.tick(t_s):
                self._link_changed(t_s, change, out)
        if self.clock.due_s <= t_s:
            self._tell_clock(t_s, out)
        self._confirm_results(t_s, out)
        self.changed = True
        self._plan_held()
