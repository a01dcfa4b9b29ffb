"""A board and its line: who it is, whether it is heard, and what is wrong with it."""

from collections.abc import Sequence

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.hall import unfollowed
from dgt_monitor.hall.held_board import HeldBoard
from dgt_monitor.hall.its_line import ItsLine
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.moments import time_text
from dgt_monitor.hall.scored import is_known, scored
from dgt_monitor.hall.squares import News, events_of
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


class LinkedBoard(HeldBoard):
    """The part of a board that has to do with the device and its line."""

    __slots__ = ("address", "day_s", "identity", "line", "name", "namesake", "port", "serials")

    address: int | None
    day_s: float | None
    identity: Identity
    line: ItsLine
    namesake: bool
    port: str
    serials: frozenset[str]

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
        if type(reading) in SPOKEN:
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

    def exchanged(self, t_s: float, out: list[Event]) -> None:
        """Another board is found to answer in its place, and nobody knows since when."""
        self.play.follow(t_s, self.name, self.belonging.ends(t_s), out)
        self.changed = True

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

    def board_event(self, t_s: float, state: events.LinkState, reason: str | None = None) -> events.Board:
        """What the stream says of its line, with who it is."""
        serial = serial_name(self.identity)
        return events.Board(t_s, self.name, state, self.port, self.address, serial, self.identity.version, reason)

    def _squares_told(self, t_s: float, told: Sequence[News], out: list[Event]) -> None:
        """Squares sense badly, or well again."""
        if told:
            out.extend(events_of(t_s, self.name, told))
            self._plan()

    def _device_alert(
        self, t_s: float, rule: Rule, out: list[Event], *, raised: bool, since_s: float | None = None
    ) -> None:
        if not raised:
            out.extend(self.alerts.clear(t_s, lambda alert: alert.rule is rule, "resolved"))
            return
        game = self.play.game or None
        if since_s is None:
            since_s = self.link.heard_s if rule is Rule.BOARD_SILENT and self.link.heard_s is not None else t_s
        level, text = device_text(rule, self.play.who(self.name), time_text(since_s, self.day_s), self.link.reason)
        alert_id = self.alerts.next_id(self.name)
        alert = events.Alert(t_s, self.name, alert_id, game, None, rule, None, level, True, (), text)
        out.append(self.alerts.add(alert))

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


def serial_name(identity: Identity) -> str | None:
    """The serial number that names a board: the short one, the long one only if it is another number."""
    short, long = identity.serial, identity.long_serial
    if long is None or short is None:
        return short or long
    same = short.isdecimal() and long.isdecimal() and int(short) == int(long)
    return short if same else long


SPOKEN = frozenset({FieldUpdate, Clock, BoardDump, Identity, Memory, Score})
"""What only a board that lives can say."""
