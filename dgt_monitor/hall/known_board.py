"""What is known of one board of the hall, whatever is played on it: its line, who it is, its clock."""

from collections.abc import Iterator, Sequence
from typing import Any

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.untold import NO_ANSWER
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.belonging import Belonging
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.holding import Holding
from dgt_monitor.hall.link import Link, LinkChange
from dgt_monitor.hall.memory import BoardMemory
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.squares import News, Squares, events_of
from dgt_monitor.hall.texts import device_text
from dgt_monitor.hall.views import ClaimView
from drivers.readings import BoardDump, Clock, FieldUpdate, Identity, Memory, Request

SPOKEN = frozenset({FieldUpdate, Clock, BoardDump, Identity, Memory})
"""What only a board that lives can say."""


class KnownBoard:
    """One board: its parts, its line, who it is, its clock, and the alerts of a device."""

    __slots__ = (
        "_asking",
        "_clock_runs",
        "address",
        "alerts",
        "belonging",
        "changed",
        "clock",
        "due_s",
        "gone",
        "held",
        "identity",
        "last_claim",
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
        "requests",
        "serials",
        "squares",
        "tracker",
    )

    def __init__(
        self,
        number: int,
        port: str,
        address: int | None,
        known: Known,
        alert_numbers: Iterator[int],
        asking: "set[Any]",
    ) -> None:
        self.number = number
        """The order in which the hall met its boards."""
        self.port = port
        self.address = address
        self.place: tuple[str, int | None] | None = (port, address)
        """Where it answers; None since another board was found there."""
        self.name = port if address is None else f"{address:05d}"
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
        self.gone = False
        """It was only a port, until another board told its number there."""
        self.namesake = False
        """Another board answers with the same number: this one keeps the name of its port."""
        fen = known.positions.get(port if address is None else f"{port}/{address:05d}")
        setup = Setup(chess960=known.chess960) if fen is None else Setup(fen, known.chess960)
        self.tracker = Tracker(setup, known.timing)
        self.belonging = Belonging(self.tracker)
        self.alerts = AlertBook(alert_numbers)
        self.clock = BoardClock(known.white_clock)
        self._clock_runs: bool | None = None
        """What the tracker was told of it last."""
        self.link = Link()
        self.play = Play(self.tracker, self.alerts, self.clock)
        self.squares = Squares(self.tracker)
        self.held: Holding | None = None
        """A claim or an intervention is open here, or what it left behind is not put back yet."""
        self.last_claim: tuple[int, ClaimView] | None = None
        """The last one that is closed, with its game."""
        self.memory = BoardMemory(self.tracker, self.clock, self.play, lambda: self._ask(Request.MEMORY))

    @property
    def has_moves(self) -> bool:
        """Whether a game on it has gone on since it was met: more than a place waiting for its number."""
        story = self.tracker.story
        return self.play.game > 1 or (story is not None and bool(story.plies))

    def exchanged(self, t_s: float, out: list[Event]) -> None:
        """Another board is found to answer in its place, and nobody knows since when."""
        self.play.follow(t_s, self.name, self.belonging.ends(t_s), out)
        self.changed = True

    def _ask(self, request: Request) -> None:
        self.requests.append(request)
        self._asking.add(self)

    def acknowledge(self, t_s: float, alert_id: str) -> None:
        """Somebody has seen an alert."""
        if self.alerts.acknowledge(t_s, alert_id):
            self.changed = True

    # --- the clock ------------------------------------------------------------------------------------------

    def _clock_may_run(self, t_s: float, out: list[Event]) -> None:
        """Tell the tracker whether the clock runs, where that has changed."""
        clock = self.clock
        if clock.runs is self._clock_runs:
            return
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
            self.name = serial_name(self.identity) or self.name
        self.link.identified = True
        out.append(self._board_event(t_s, "identified"))

    def _link_changed(self, t_s: float, change: LinkChange, out: list[Event]) -> None:
        if change.state == "silent" and self.link.heard_s is not None:
            self.belonging.sure(t_s)
            if self.held is None:
                self.memory.untold_from(self.link.heard_s, NO_ANSWER)
            else:
                self.held.known = False
        out.append(self._board_event(t_s, change.state, change.reason))
        if change.ended is not None:
            self._device_alert(t_s, change.ended, out, raised=False)
        if change.raised is not None:
            self._device_alert(t_s, change.raised, out, raised=True)

    def _board_event(self, t_s: float, state: events.LinkState, reason: str | None = None) -> events.Board:
        serial = serial_name(self.identity)
        return events.Board(t_s, self.name, state, self.port, self.address, serial, self.identity.version, reason)

    def _squares_told(self, t_s: float, told: Sequence[News], out: list[Event]) -> None:
        """Squares sense badly, or well again."""
        if told:
            out.extend(events_of(t_s, self.name, told))
            self._plan()

    def _plan(self) -> None:
        self.others_due_s = min(self.clock.due_s, self.link.due_s)
        if self.held is None:
            self.others_due_s = min(self.others_due_s, self.memory.recalling.due_s, self.squares.due_s)
        else:
            self.others_due_s = min(self.others_due_s, self.held.due_s)

    def _device_alert(self, t_s: float, rule: Rule, out: list[Event], *, raised: bool) -> None:
        if not raised:
            out.extend(self.alerts.clear(t_s, lambda alert: alert.rule is rule, "resolved"))
            return
        game = self.play.game or None
        level, text = device_text(rule, self.name)
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
