"""One board of the hall: its readings become events."""

from collections.abc import Callable

from dgt_monitor.events import Event, Rule
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.untold import NO_ANSWER
from dgt_monitor.hall.aftermath import Aftermath
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.belonging import Belonging
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.flags import Flags
from dgt_monitor.hall.its_line import ALONE, ItsLine
from dgt_monitor.hall.link import Link, LinkChange
from dgt_monitor.hall.linked_board import SPOKEN
from dgt_monitor.hall.memory import BoardMemory
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.squares import BLINK_S, Squares
from dgt_monitor.hall.timed_board import TimedBoard
from drivers.readings import (
    Clock,
    FieldUpdate,
    Identity,
    Reading,
    Request,
)


class HallBoard(TimedBoard):
    """What is known of one board, and what follows from the next reading of it."""

    __slots__ = (
        "_asking",
        "aftermath",
        "alerts",
        "belonging",
        "clock",
        "flags",
        "gone",
        "link",
        "memory",
        "number",
        "others_due_s",
        "place",
        "planned_s",
        "play",
        "rename",
        "requests",
        "squares",
        "tracker",
        "wanted",
    )

    def __init__(
        self,
        number: int,
        port: str,
        address: int | None,
        known: Known,
        alert_numbers: AlertNumbers,
        asking: set["HallBoard"],
    ) -> None:
        self.number = number
        """The order in which the hall met its boards."""
        self.port = port
        self.address = address
        self.place: tuple[str, int | None] | None = (port, address)
        """Where it answers; None since another board was found there."""
        self.wanted: str | None = None
        """The name it takes when its next game begins."""
        own_name = self.place_name
        self.tournament = known.tournament
        self.day_s = known.day_s
        self.name = known.tournament.label(own_name) or own_name
        self.identity = Identity()
        self.serials: frozenset[str] = frozenset()
        """The serial numbers the board has told."""
        self.changed = True
        """A reading has come since a screen was last shown the board."""
        self.due_s = NEVER_S
        """When `tick` wants to be called next; `NEVER_S` if nothing is to come."""
        self.others_due_s = NEVER_S
        """The same without the tracker, which alone has something due at nearly every reading."""
        self.planned_s = NEVER_S
        """When the hall will look at this board next; it may find nothing due."""
        self.requests: list[Request] = []
        """What it is to be asked; it joins the hall's set of those that have any."""
        self._asking = asking
        self.rename: Callable[[str], bool] = self._rename_alone
        """Gives it another name, as far as no other board has that."""
        self.line: ItsLine = ALONE
        """Tells of boards that are away together."""
        self.gone = False
        """It was only a port, until another board told its number there."""
        self.namesake = False
        """Another board answers with the same number: this one keeps the name of its port."""
        fen = known.positions.get(port if address is None else f"{port}/{address:05d}")
        setup = Setup(chess960=known.chess960) if fen is None else Setup(fen, known.chess960)
        self.tracker = Tracker(setup, known.timing)
        self.belonging = Belonging(self.tracker)
        self.alerts = AlertBook(alert_numbers, known.profile)
        self.clock = BoardClock(known.white_clock)
        self._clock_runs: bool | None = None
        """What the tracker was told of it last."""
        self.link = Link()
        self.play = Play(self.tracker, self.alerts, self.clock, known)
        self.flags = Flags(self.tracker, self.alerts, self.clock, self.play, known.moves_required)
        self.aftermath = Aftermath()
        self.squares = Squares(self.tracker)
        self.held = self.last_claim = self.claim_told = self.waiting = None
        self.followed_s = -NEVER_S
        self.rounds = {}
        self.memory = BoardMemory(self.tracker, self.clock, self.play, lambda: self._ask(Request.MEMORY))

    # --- readings -------------------------------------------------------------------------------------------

    def read(self, t_s: float, reading: Reading, out: list[Event]) -> bool:
        """Take one reading in; what follows is added to `out`. True: something is due earlier than was planned."""
        self.changed = True
        if self.held is not None:
            return self._read_held(t_s, reading, self.held, out)
        link = self.link
        if link.waits and type(reading) in SPOKEN:
            self._heard_again(t_s, out)
        if isinstance(reading, FieldUpdate):
            return self._square(t_s, reading, out)
        if isinstance(reading, Clock):
            if not self.clock.counts_down(t_s, reading):
                return self._clock(t_s, reading, out)
            link.heard_s = t_s
            link.spoken += 1
            if t_s >= self.clock.tell_at_s - CLOSE_S:
                self._tell_clock(t_s, out)
            return False
        self._line(t_s, reading, out)
        self.due_s = due_s = min(self.tracker.due_s, self.others_due_s)
        return due_s < self.planned_s

    def _square(self, t_s: float, update: FieldUpdate, out: list[Event]) -> bool:
        """`read` for a square that has changed, where the board is neither held nor missed."""
        self.link.heard_s = t_s
        self.link.spoken += 1
        square, piece = update
        tracker, squares = self.tracker, self.squares
        changes = tracker.field(t_s, square, piece)
        if changes:
            self.play.follow(t_s, self.name, changes, out)
        shown_s, before, _ = squares.shown[square]
        if t_s - shown_s <= BLINK_S or squares.bad:
            self._squares_told(t_s, squares.field(t_s, square, piece), out)
        elif before != piece:  # nearly always: without a call, on the way of every update
            squares.shown[square] = (t_s, piece, before)
        due_s = tracker.due_s
        if due_s > self.others_due_s:
            due_s = self.others_due_s
        self.due_s = due_s
        return due_s < self.planned_s

    def heard_by(self, tracker: Tracker, clock: BoardClock) -> None:
        """This tracker and this clock are the board's from now on."""
        self.tracker, self.clock = tracker, clock

    def _rename_alone(self, wanted: str) -> bool:
        """A board of no hall has whatever name is wanted."""
        self.name = wanted
        return True

    def tick(self, t_s: float, out: list[Event]) -> None:
        """Do what is due at this time; what follows is added to `out`."""
        told = len(out)
        if self.held is not None:
            self._tick_held(t_s, self.held, out)
            return
        if self.tracker.due_s <= t_s:
            self.play.follow(t_s, self.name, self.tracker.tick(t_s), out)
            if not self.play.is_over:
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
        self._pressed_before(t_s, out)
        if self.aftermath.due_s <= t_s and (over := self.aftermath.tick()) is not None:
            self.play.goes_on(t_s, self.name, over, out)
        self._confirm_results(t_s, out)
        self._look_after(t_s, out)
        self.changed = self.changed or len(out) > told
        self._plan()
        self.due_s = min(self.tracker.due_s, self.others_due_s)

    def _pressed_before(self, t_s: float, out: list[Event]) -> None:
        """What is due some time after the clock was pressed, or was not stopped."""
        if self.aftermath.due_s <= t_s and (over := self.aftermath.tick()) is not None:
            self.play.goes_on(t_s, self.name, over, out)
        if self.play.left.due_s <= t_s:
            self.play.left_again(t_s, self.name, out)
        if self.play.settling.due_s <= t_s:
            self.play.settles(t_s, self.name, out)

    def resume(self, game: int) -> None:
        """So many games were played on it before its next one begins."""
        self.play.game = game

    def _ask(self, request: Request) -> None:
        self.requests.append(request)
        self._asking.add(self)

    def _plan(self) -> None:
        if self.held is not None:
            own_s = self.held.due_s
        else:
            play, memory = self.play, self.memory
            plays_s = min(self.aftermath.due_s, play.left.due_s, play.settling.due_s)
            own_s = max(self.followed_s, min(memory.recalling.due_s, self.squares.due_s, plays_s))
        self.others_due_s = min(self.clock.due_s, self.link.due_s, self.play.results_due_s, own_s)

    def _link_changed(self, t_s: float, change: LinkChange, out: list[Event]) -> None:
        if change.state == "silent" and self.link.heard_s is not None:
            self.belonging.sure(t_s)
            if self.held is None:
                self.memory.untold_from(self.link.heard_s, NO_ANSWER)
            else:
                self.held.known = False
                self.memory.untold_while_held()
        out.append(self.board_event(t_s, change.state, change.reason))
        if change.ended is not None:
            self._device_alert(t_s, change.ended, out, raised=False)
            (self.line.quiet if change.ended is Rule.LINE_NOISY else self.line.heard)(self, t_s, out)
        if (
            change.raised is not None
            and not self.link.out_of_use
            and not self.line.tells(self, t_s, change.raised, out)
        ):
            self.tell_away(t_s, change.raised, out)

    def tell_away(self, t_s: float, rule: Rule, out: list[Event], *, since_s: float | None = None) -> None:
        """Raise the alert of its own link, or clock; `since_s`: since when it is so, if not since now."""
        self._device_alert(t_s, rule, out, raised=True, since_s=since_s)

    def fall_silent(self, t_s: float, out: list[Event]) -> None:
        """Nobody on its line is heard any more."""
        self._link_changed(t_s, self.link.fall_silent(), out)
        self.changed = True
