"""One board of a bus line: what is known of it, and what it is asked when its turn comes.

A turn begins with the changes. While a packet that was asked for has not come whole, only its repetition is asked for,
in this turn or a later one, however long that takes: the board keeps it until it is asked for the next one, so nothing
is lost by damage, nor by a line that is away (protocol 4.2, 4.5). Then comes one more question, if there is time.
"""

from math import inf

from drivers.dgt.ask_bus import timing
from drivers.dgt.ask_bus.exchange import Miss
from drivers.dgt.ask_bus.findings import (
    Back,
    ChangesLost,
    Corrected,
    Finding,
    Garbled,
    Marked,
    MemoryEnded,
    Restarted,
    Silent,
)
from drivers.dgt.ask_bus.standing import Standing, is_array
from drivers.dgt.ask_bus.wishes import Wishes
from drivers.dgt.bus_changes import PacketOrder
from drivers.dgt.bus_messages import BusId, BusMessage, Changes, FromStart, NoVersion, Opaque, StartMarked
from drivers.dgt.commands import BusCommand
from drivers.dgt.messages import (
    Battery,
    BoardDump,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    LongSerial,
    Serial,
    Version,
)
from drivers.dgt.translate import squares_of

TRIES = 3
"""How often a question is asked in one turn; chosen."""
REPEATS = 12
"""Damaged answers in a row to the demand for a packet after which it is given up, the board being there; chosen: at
one byte damaged in 100 a move passes within so many at all odds."""
GARBLED = 12
"""So many damaged answers in a row, and none whole but empty ones, look like two boards with one address; chosen."""

_ONLY_NEWER = (BusCommand.SEND_SERIALNR, BusCommand.SEND_BATTERY_STATUS)
"""Boards of older firmware do not answer these."""
CHANGES = (BusCommand.SEND_CHANGES, BusCommand.REPEAT_CHANGES)


class BusBoard:
    """One board. Told what it answers; says what to ask. `follows`: its changes; else it only introduces itself."""

    def __init__(self, address: int, t_s: float, *, follows: bool = True) -> None:
        self.address = address
        self.silent = False
        self.garbled = False
        """All it says is damaged."""
        self.asked_s = -inf
        """When its changes were asked for last."""
        self.lively_until_s = -inf
        self.standing = Standing()
        self.wishes = Wishes(follows=follows)
        self._follows = follows
        self._heard_s = t_s
        self._order = PacketOrder()
        self._waiting = False
        """A packet was asked for and has not come whole."""
        self._repeats = 0
        self._packets = 0
        """Packets that brought something."""
        self._misses = 0
        self._damaged = 0
        self._drained = False
        """In this turn a packet came."""
        self._tries = 0
        self._asking: BusCommand | None = None
        """What is asked in this turn beside the changes."""
        self._doubted: str | None = None
        self._doubts = 0

    @property
    def due_s(self) -> float:
        """When its next turn is due; inf while it is silent."""
        if self.silent or (not self._follows and self.introduced):
            return inf
        if self.garbled:
            return self.asked_s + timing.GARBLED_S
        lively = self.asked_s < self.lively_until_s
        return self.asked_s + (timing.LIVELY_S if lively else timing.CALM_S)

    @property
    def met(self) -> bool:
        """Whether it was ever asked for its changes."""
        return self.asked_s > -inf

    @property
    def introduced(self) -> bool:
        """Whether one that only introduces itself has done so, as far as it knows the questions."""
        return self.met and self.wishes.first(inf, inf, starts=False) is None

    def line_up(self, t_s: float) -> None:
        """The line is back: what was missed is in the log, and the number tells whether this is the same board."""
        self.silent = self.garbled = False
        self._heard_s = max(self._heard_s, t_s)
        self._misses = self._damaged = 0
        self.wishes.who()
        if self.met and self._follows:
            self.wishes.log(asked=False)
            self.asked_s = min(self.asked_s, t_s - timing.CALM_S)

    # --- a turn ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Its turn begins."""
        self._drained = not self._follows
        self._tries = 0
        self._asking = None

    def next(self, t_s: float, time_s: float) -> BusCommand | None:
        """What to ask it now; None: the turn is over. Beside the changes nothing that takes longer than `time_s`."""
        time_s = time_s if self._follows else inf
        if self._tries >= TRIES:
            return None
        if not self._drained:
            return BusCommand.REPEAT_CHANGES if self._waiting else BusCommand.SEND_CHANGES
        if self._asking is None:
            self._asking = self.wishes.first(t_s, time_s, starts=self.standing.starts)
        elif self.wishes.takes_s(self._asking) > time_s:
            return None  # it was damaged, and the others have waited for it once
        return self._asking

    def sent(self, t_s: float, command: int) -> None:
        """This is on its way to it."""
        self._tries += 1
        self._order.asked(command)
        if command in CHANGES:
            self._waiting = True
        if command in CHANGES or not self._follows:
            self.asked_s = t_s

    # --- answers ---------------------------------------------------------------------------------------------

    def answered(self, t_s: float, message: BusMessage) -> list[Finding]:
        """It answers what it was asked last."""
        found = self.lives(t_s)
        self._tries = 0
        asking, self._asking = self._asking, None
        if isinstance(message, Changes):
            self._drained = True
            return found + self._changes(t_s, message)
        if isinstance(message, StartMarked):
            self.wishes.marked()
            self.standing.marked()
            self._drained = False  # all pieces are in the next packet
            return [*found, Marked(self.address)]
        if asking is not None:
            self._tries = TRIES  # one thing a turn
        return found + self._told(t_s, message)

    def _told(self, t_s: float, message: BusMessage) -> list[Finding]:
        match message:
            case BoardDump(codes):
                return self._dump(t_s, squares_of(codes))
            case FromStart(records):
                self._whole()
                self.wishes.read_log(t_s, len(records))
                return [MemoryEnded(self.address, got=True)]
            case DraughtsDump():
                self.wishes.dumped(t_s)
            case ClockTimes():
                self.wishes.read_clock(t_s, runs=message.running)
            case ClockZero() | ClockAck():
                self.wishes.read_clock(t_s, runs=None)
            case Version() | NoVersion():
                self.wishes.told_version()
            case Battery() | Opaque(BusId.BATTERY_STATUS, _):
                self.wishes.told_battery()
            case Serial() | LongSerial() | Opaque():
                self.wishes.told_serial()
        return []

    def lives(self, t_s: float) -> list[Finding]:
        """It said something whole."""
        self._heard_s = t_s
        self._misses = 0
        if not self.silent:
            return []
        self.line_up(t_s)
        return [Back(self.address)]

    def came_late(self, t_s: float, packet: Changes) -> list[Finding]:
        """A packet for which nobody waits any more."""
        return self.lives(t_s) + self._changes(t_s, packet)

    def _whole(self) -> None:
        """Something came that two boards at once can hardly say alike."""
        self._damaged = 0
        self.garbled = False

    # --- no answers ------------------------------------------------------------------------------------------

    def missed(self, t_s: float, command: int, miss: Miss) -> list[Finding]:
        """It did not answer, or not so that it could be understood."""
        if miss is Miss.DAMAGED:
            return self._was_damaged(t_s, command)
        if command == BusCommand.SEND_SERIALNR:
            self.wishes.told_serial()
        elif command == BusCommand.SEND_BATTERY_STATUS:
            self.wishes.told_battery()
        if command in _ONLY_NEWER:
            self._tries = TRIES
            return []
        self._misses += 1
        if self._misses >= timing.SILENT_MISSES:
            self._tries = TRIES  # the other boards wait while it is waited for
            self.lively_until_s = -inf
        found = self._give_up(t_s, command)
        if self._misses < timing.SILENT_MISSES or t_s < self._heard_s + timing.SILENT_AFTER_S or self.silent:
            return found
        self.silent = True
        found.append(Silent(self.address, self._heard_s))
        return [*found, MemoryEnded(self.address, got=False)] if self.wishes.no_log() else found

    def _was_damaged(self, t_s: float, command: int) -> list[Finding]:
        self._heard_s = t_s
        self._damaged += 1
        found: list[Finding] = []
        if self._damaged >= GARBLED and not self.garbled:
            self.garbled = True
            found.append(Garbled(self.address))
        if command in CHANGES:
            self._repeats += 1
            found += self._lost_changes(t_s) if self._repeats >= REPEATS else []
        return found + self._give_up(t_s, command)

    def _give_up(self, t_s: float, command: int) -> list[Finding]:
        """If it was tried often enough in this turn: put it off."""
        in_vain = self._tries >= TRIES and self.wishes.failed(t_s, command)
        return [MemoryEnded(self.address, got=False)] if in_vain else []

    # --- changes and dumps -----------------------------------------------------------------------------------

    def _changes(self, t_s: float, packet: Changes) -> list[Finding]:
        self._waiting = False
        self._repeats = 0
        verdict = self._order.take(packet)
        found = self._lost_changes(t_s) if verdict.lost else []
        if verdict.new and packet.records:
            self._whole()
            self._packets += 1
            found += self._news(t_s, packet.records)
        return found

    def _news(self, t_s: float, records: bytes) -> list[Finding]:
        if self.wishes.log_bytes is not None:
            self.wishes.log_bytes += len(records)
        news = self.standing.take(records)
        if news.changed:
            self.lively_until_s = t_s + timing.LIVELY_FOR_S
            self.wishes.changed(t_s, pressed=news.pressed)
        if news.damaged or self.standing.squares is None:
            self.wishes.dump(t_s)
        if not news.restarted or self._packets == 1:  # the first packet may tell of days ago
            return []
        self.wishes.restarted()
        return [Restarted(self.address)]

    def _lost_changes(self, t_s: float) -> list[Finding]:
        self._waiting = False
        self._repeats = 0
        self.wishes.log(asked=False)
        self.wishes.dump(t_s)
        return [ChangesLost(self.address)]

    def _dump(self, t_s: float, squares: str) -> list[Finding]:
        """A dump: what contradicts the changes is asked for once more, and counts if it is said twice."""
        before = self.standing.squares
        self._whole()
        self.wishes.dumped(t_s)
        if before is None or squares in (before, self._doubted):
            return self._stands(squares, before)
        self._doubted = squares
        self._doubts += 1
        self.wishes.dump_again(t_s, self._doubts)
        return []

    def _stands(self, squares: str, before: str | None) -> list[Finding]:
        """A dump counts. Where nobody knows how it came to that, the log may tell."""
        self.standing.dumped(squares)
        self._doubted, self._doubts = None, 0
        if squares == before or (before is None and is_array(squares)):
            return []
        self.wishes.log(asked=False)
        if before is None:
            return []
        return [Corrected(self.address, tuple(n for n in range(64) if squares[n] != before[n]))]
