"""One board of the hall: its readings become events."""

from collections.abc import Callable, Sequence

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.untold import NO_ANSWER
from dgt_monitor.hall import unfollowed
from dgt_monitor.hall.aftermath import Aftermath
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.belonging import Belonging
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.flags import Flags
from dgt_monitor.hall.held_board import HeldBoard
from dgt_monitor.hall.its_line import ALONE, ItsLine
from dgt_monitor.hall.link import Link, LinkChange
from dgt_monitor.hall.memory import BoardMemory
from dgt_monitor.hall.moments import time_text
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.scored import is_known, scored
from dgt_monitor.hall.squares import BLINK_S, News, Squares, events_of
from dgt_monitor.hall.texts import device_text
from drivers.readings import (
    MEMORY_ASKED,
    NOT_CHESS,
    RESTARTED,
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


class HallBoard(HeldBoard):
    """What is known of one board, and what follows from the next reading of it."""

    __slots__ = (
        "_asking",
        "address",
        "aftermath",
        "alerts",
        "belonging",
        "clock",
        "day_s",
        "flags",
        "gone",
        "identity",
        "line",
        "link",
        "memory",
        "name",
        "namesake",
        "number",
        "others_due_s",
        "place",
        "planned_s",
        "play",
        "port",
        "rename",
        "requests",
        "serials",
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

    @property
    def has_moves(self) -> bool:
        """Whether a game on it has gone on since it was met: more than a place waiting for its number."""
        story = self.tracker.story
        return self.play.game > 1 or (story is not None and bool(story.plies))

    @property
    def place_name(self) -> str:
        """What it is called by where it answers alone."""
        return self.port if self.address is None else f"{self.address:05d}"

    @property
    def label(self) -> str | None:
        """What the tournament file calls it."""
        told = self.tournament.label(self.identity.serial, self.identity.long_serial)
        return told or (None if self.serials else self.tournament.label(self.place_name))

    def named_by(self, identity: Identity) -> str | None:
        """Its label in the hall, if its number has one; else the number that names a board."""
        return self.tournament.label(identity.serial, identity.long_serial) or serial_name(identity)

    # --- readings -------------------------------------------------------------------------------------------

    def read(self, t_s: float, reading: Reading, out: list[Event]) -> bool:
        """Take one reading in; what follows is added to `out`. True: something is due earlier than was planned."""
        self.changed = True
        if self.held is not None:
            return self._read_held(t_s, reading, self.held, out)
        link = self.link
        if link.waits and type(reading) in _SPOKEN:
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

    def is_no_news(self, reading: Reading) -> bool:
        """Whether a reading says what is known: a clock that only counts down, squares or a number told before.

        Nothing that is ever told but times follows from it, as long as the board is not missed; of a number, only
        until when the board was itself for sure.
        """
        if type(reading) is Clock:
            return self.clock.would_count_down(reading)
        if type(reading) is BoardDump:
            calm = self.held is None and not self.alerts.standing and self.memory.is_calm
            return calm and self.tracker.is_no_news(reading.squares)
        if type(reading) is not Identity:
            return type(reading) is Score and is_known(self, reading)
        mine = self.identity
        return all(value is None or value == known for value, known in zip(reading, mine, strict=True))

    def _heard_again(self, t_s: float, out: list[Event]) -> None:
        for change in self.link.heard(t_s):
            self.belonging.sure(t_s)
            self._link_changed(t_s, change, out)

    def _line(self, t_s: float, reading: Reading, out: list[Event]) -> None:
        if type(reading) in _SPOKEN:
            self.link.heard_s = t_s
            self.link.spoken += 1
        if isinstance(reading, BoardDump):
            if not unfollowed.is_unfollowed(self):
                unfollowed.clear(self, t_s, out)
            self.memory.dumped(t_s, self.name, reading.squares, out)
            self._squares_told(t_s, self.squares.dump(t_s, reading.squares), out)
        elif isinstance(reading, Identity):
            self._identified(t_s, reading, out)
        elif isinstance(reading, Score):
            scored(self, t_s, reading, out)
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

    def _complained(self, t_s: float, complaint: Complaint, out: list[Event]) -> list[LinkChange]:
        """Bytes were dropped: damaged ones, unless they are sound and only not for us."""
        if complaint.kind == NOT_CHESS:
            if not self.alerts.is_standing((Rule.SETUP,)):
                self._device_alert(t_s, Rule.SETUP, out, raised=True)
            return []
        if complaint.kind == RESTARTED and self.held is None:
            self.play.follow(t_s, self.name, self.tracker.missed("the board had no power for a while"), out)
        self._ask(Request.DUMP)  # single lines have no checksum: what was damaged is not known
        return self.link.dropped(t_s, complaint.dropped)

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

    def exchanged(self, t_s: float, out: list[Event]) -> None:
        """Another board is found to answer in its place, and nobody knows since when."""
        self.play.follow(t_s, self.name, self.belonging.ends(t_s), out)
        self.changed = True

    def _ask(self, request: Request) -> None:
        self.requests.append(request)
        self._asking.add(self)

    # --- the clock ------------------------------------------------------------------------------------------

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

    # --- the device -----------------------------------------------------------------------------------------

    def _identified(self, t_s: float, told: Identity, out: list[Event]) -> None:
        known = {key: value for key, value in told._asdict().items() if value is not None}
        news = {key for key, value in known.items() if getattr(self.identity, key) != value}
        self.identity = now = self.identity._replace(**known)
        self.serials = frozenset(serial for serial in (now.serial, now.long_serial) if serial)
        if told.serial or told.long_serial:
            self.belonging.sure(t_s)
        if not news & {"serial", "long_serial", "version"}:
            return
        if not self.serials:
            return  # a version without a number identifies nobody; it is told with the number
        if self.play.game == 0 and not self.namesake:
            self.name = self.named_by(self.identity) or self.name
        self.link.identified = True
        out.append(self.board_event(t_s, "identified"))

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
            self.line.heard(self, t_s, out)
        if change.raised is not None and not self.line.tells(self, t_s, change.raised, out):
            self.tell_away(t_s, change.raised, out)

    def tell_away(self, t_s: float, rule: Rule, out: list[Event]) -> None:
        """Raise the alert of its own link."""
        self._device_alert(t_s, rule, out, raised=True)

    def fall_silent(self, t_s: float, out: list[Event]) -> None:
        """Nobody on its line is heard any more."""
        self._link_changed(t_s, self.link.fall_silent(), out)
        self.changed = True

    def board_event(self, t_s: float, state: events.LinkState, reason: str | None = None) -> events.Board:
        """What the stream says of its line, with who it is."""
        serial = serial_name(self.identity)
        return events.Board(t_s, self.name, state, self.port, self.address, serial, self.identity.version, reason)

    def _squares_told(self, t_s: float, told: Sequence[News], out: list[Event]) -> None:
        """Squares sense badly, or well again."""
        if told:
            out.extend(events_of(t_s, self.name, told))
            self._plan()

    def _plan(self) -> None:
        if self.held is not None:
            own_s = self.held.due_s
        else:
            play, memory = self.play, self.memory
            plays_s = min(self.aftermath.due_s, play.left.due_s, play.settling.due_s)
            own_s = max(self.followed_s, min(memory.recalling.due_s, self.squares.due_s, plays_s))
        self.others_due_s = min(self.clock.due_s, self.link.due_s, self.play.results_due_s, own_s)

    def _device_alert(self, t_s: float, rule: Rule, out: list[Event], *, raised: bool) -> None:
        if not raised:
            out.extend(self.alerts.clear(t_s, lambda alert: alert.rule is rule, "resolved"))
            return
        game = self.play.game or None
        since_s = self.link.heard_s if rule is Rule.BOARD_SILENT and self.link.heard_s is not None else t_s
        level, text = device_text(rule, self.play.who(self.name), time_text(since_s, self.day_s), self.link.reason)
        alert_id = self.alerts.next_id(self.name)
        alert = events.Alert(t_s, self.name, alert_id, game, None, rule, None, level, True, (), text)
        out.append(self.alerts.add(alert))


def serial_name(identity: Identity) -> str | None:
    """The serial number that names a board: the short one, the long one only if it is another number."""
    short, long = identity.serial, identity.long_serial
    if long is None or short is None:
        return short or long
    same = short.isdecimal() and long.isdecimal() and int(short) == int(long)
    return short if same else long


_SPOKEN = frozenset({FieldUpdate, Clock, BoardDump, Identity, Memory, Score})
"""What only a board that lives can say."""
