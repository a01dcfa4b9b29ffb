"""One board of a bus line: what is known of it, and what it is to be asked when its turn comes.

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
from drivers.dgt.bus_changes import PacketOrder
from drivers.dgt.bus_messages import BusMessage, Changes, FromStart, NoVersion, Ping, StartMarked
from drivers.dgt.commands import BusCommand
from drivers.dgt.messages import BoardDump, ClockTimes, DraughtsDump, Version
from drivers.dgt.translate import squares_of

TRIES = 3
"""How often a question is asked in one turn; chosen."""
REPEATS = 12
"""Damaged answers in a row to the demand for a packet after which it is given up, the board being there; chosen: at
one byte damaged in 100 a move passes within so many at all odds."""
VERSION_TRIES = 4
DOUBTS = 3
"""So many dumps in a row that contradict are asked again at once; chosen."""
GARBLED = 12
"""So many damaged answers in a row, and none whole but empty ones, look like two boards with one address; chosen."""
GARBLED_EVERY_S = 2.0
"""Seconds between two turns of such a board; chosen."""

CHANGES = (BusCommand.SEND_CHANGES, BusCommand.REPEAT_CHANGES)


class BusBoard:
    """One board. Told what it answers; says what to ask."""

    def __init__(self, address: int, t_s: float) -> None:
        self.address = address
        self.silent = False
        self.heard_s = t_s
        self.asked_s = -inf
        """When its changes were asked for last."""
        self.standing = Standing()
        self.lively_until_s = -inf
        self.garbled = False
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
        self._version_tries = VERSION_TRIES
        self._serial_wanted = True
        self._mark_wanted = False
        self._log_wanted = False
        self._log_asked = False
        """Somebody waits for the log."""
        self._log_tries = 0
        self._log_bytes: int | None = None
        """Of its log since the start of the game; None: it was never marked, nor read."""
        self._dump_s = -inf
        """When a dump is due; inf: none is wanted."""
        self._dumped_s = -inf
        self._changed_s = -inf
        self._doubted: str | None = None
        self._doubts = 0
        self._clock_s = -inf
        self._clock_runs = False

    # --- when ------------------------------------------------------------------------------------------------

    @property
    def due_s(self) -> float:
        """When its next turn is due; inf while it is silent."""
        if self.silent:
            return inf
        if self.garbled:
            return self.asked_s + GARBLED_EVERY_S
        lively = self.asked_s < self.lively_until_s
        return self.asked_s + (timing.LIVELY_S if lively else timing.CALM_S)

    @property
    def met(self) -> bool:
        """Whether it was ever asked for its changes."""
        return self.asked_s > -inf

    # --- the line, and what others want ----------------------------------------------------------------------

    def line_up(self, t_s: float) -> None:
        """The line is back: what was missed is in the log, and the number tells whether this is the same board."""
        self.silent = self.garbled = False
        self.heard_s = max(self.heard_s, t_s)
        self._misses = self._damaged = 0
        self._version_tries, self._serial_wanted = VERSION_TRIES, True
        if self.met:
            self.read_log(asked=False)
            self.asked_s = min(self.asked_s, t_s - timing.CALM_S)

    def read_log(self, *, asked: bool) -> None:
        """The log since the start of the game is wanted."""
        self._log_wanted = True
        self._log_asked = self._log_asked or asked
        self._log_tries = 0

    def read_board(self, t_s: float) -> None:
        """A dump is wanted."""
        self._dump_s = min(self._dump_s, max(t_s, self._dumped_s + timing.DUMP_EVERY_S / 4))

    def mark_start(self) -> None:
        """The start of a game is to be marked, whatever stands there."""
        self._mark_wanted = True

    # --- a turn ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Its turn begins."""
        self._drained = False
        self._tries = 0
        self._asking = None

    def next(self, t_s: float, time_s: float) -> BusCommand | None:
        """What to ask it now; None: the turn is over. Beside the changes nothing that takes longer than `time_s`."""
        if self._tries >= TRIES:
            return None
        if not self._drained:
            return BusCommand.REPEAT_CHANGES if self._waiting else BusCommand.SEND_CHANGES
        if self._asking is None:
            self._asking = self._choose(t_s, time_s)
        elif self._takes_s(self._asking) > time_s:
            return None  # it was damaged, and the others have waited for it once
        return self._asking

    def sent(self, t_s: float, command: int) -> None:
        """This is on its way to it."""
        self._tries += 1
        self._order.asked(command)
        if command in CHANGES:
            self.asked_s = t_s
            self._waiting = True

    def _choose(self, t_s: float, time_s: float) -> BusCommand | None:
        """The one thing to ask beside the changes: the first that is due and for which there is time."""
        wanted = (
            (BusCommand.SEND_VERSION, self._version_tries > 0),
            (BusCommand.SEND_SERIALNR, self._serial_wanted),
            (BusCommand.SET_START_GAME, self._mark_wanted or self.standing.starts),
            (BusCommand.SEND_FROM_START, self._log_wanted),
            (BusCommand.SEND_BRD, self._dump_due_s <= t_s),
            (BusCommand.SEND_CLK, self._clock_due_s <= t_s),
        )
        return next((command for command, due in wanted if due and self._takes_s(command) <= time_s), None)

    def _takes_s(self, command: BusCommand) -> float:
        """About how long this question keeps the line."""
        if command == BusCommand.SEND_FROM_START and self._log_bytes is not None:
            return timing.takes_s(command, self._log_bytes)
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

    # --- what came of it -------------------------------------------------------------------------------------

    def answered(self, t_s: float, message: BusMessage) -> list[Finding]:
        """It answers what it was asked last."""
        found = self.lives(t_s)
        self._tries = 0
        asking, self._asking = self._asking, None
        match message:
            case Changes():
                found += self._changes(t_s, message)
                self._drained = True
                return found
            case Ping():
                return found
            case BoardDump(codes):
                found += self._dump(t_s, squares_of(codes))
            case DraughtsDump():
                self._dumped(t_s)
            case StartMarked():
                self._mark_wanted = False
                self._log_bytes = 0
                self.standing.marked()
                found.append(Marked(self.address))
                self._clock_s = -inf  # the times at the start are not in the log (protocol 4.5)
                self._drained = False
                return found
            case FromStart(records):
                self._log_over()
                self._log_bytes = len(records)
                found.append(MemoryEnded(self.address, got=True))
                self._dump_s = t_s
            case _:
                self._told(t_s, message)
        if asking is not None:
            self._tries = TRIES  # one thing a turn
        return found

    def _told(self, t_s: float, message: BusMessage) -> None:
        if isinstance(message, Version | NoVersion):
            self._version_tries = 0
        elif isinstance(message, ClockTimes):
            self._damaged = 0
            self._clock_s, self._clock_runs = t_s, message.running
        elif self._serial_wanted:
            self._serial_wanted = False
        else:
            self._clock_s = t_s  # zeros or an acknowledgement in place of times

    def missed(self, t_s: float, command: int, miss: Miss) -> list[Finding]:
        """It did not answer, or not so that it could be understood."""
        if miss is Miss.DAMAGED:
            return self._was_damaged(t_s, command)
        if command == BusCommand.SEND_SERIALNR:
            self._serial_wanted, self._asking = False, None  # older boards do not know it (protocol 4.2)
            self._tries = TRIES
            return []
        self._misses += 1
        if self._misses >= timing.SILENT_MISSES:
            self._tries = TRIES  # the other boards wait while it is waited for
            self.lively_until_s = -inf
        found = self._give_up(t_s, command)
        if self._misses < timing.SILENT_MISSES or t_s < self.heard_s + timing.SILENT_AFTER_S or self.silent:
            return found
        self.silent = True
        return [*found, Silent(self.address, self.heard_s), *self._log_failed()]

    def _was_damaged(self, t_s: float, command: int) -> list[Finding]:
        self.heard_s = t_s
        self._damaged += 1
        found: list[Finding] = []
        if self._damaged >= GARBLED and not self.garbled:
            self.garbled = True
            found.append(Garbled(self.address))
        if command in CHANGES:
            self._repeats += 1
            if self._repeats >= REPEATS:
                found += self._lost_changes(t_s)
        return found + self._give_up(t_s, command)

    def _give_up(self, t_s: float, command: int) -> list[Finding]:
        """If it was tried often enough in this turn: put it off."""
        if self._tries < TRIES:
            return []
        if command == BusCommand.SEND_VERSION:
            self._version_tries -= 1
        elif command == BusCommand.SEND_BRD:
            self._dump_s, self._dumped_s = inf, t_s - timing.DUMP_ANYWAY_S + timing.DUMP_EVERY_S
        elif command == BusCommand.SEND_CLK:
            self._clock_s = t_s
        elif command == BusCommand.SEND_FROM_START:
            self._log_tries += 1
            return self._log_failed() if self._log_tries >= TRIES else []
        return []

    def lives(self, t_s: float) -> list[Finding]:
        """It said something whole."""
        self.heard_s = t_s
        self._misses = 0
        if not self.silent:
            return []
        self.line_up(t_s)
        return [Back(self.address)]

    def came_late(self, t_s: float, packet: Changes) -> list[Finding]:
        """A packet for which nobody waits any more."""
        return self.lives(t_s) + self._changes(t_s, packet)

    # --- changes ---------------------------------------------------------------------------------------------

    def _changes(self, t_s: float, packet: Changes) -> list[Finding]:
        self._waiting = False
        self._repeats = 0
        verdict = self._order.take(packet)
        found = self._lost_changes(t_s) if verdict.lost else []
        if not verdict.new or not packet.records:
            return found
        self._whole()
        self._packets += 1
        if self._log_bytes is not None:
            self._log_bytes += len(packet.records)
        news = self.standing.take(packet.records)
        if news.restarted and self._packets > 1:  # the first packet may tell of days ago
            self._clock_s = -inf
            self._version_tries = VERSION_TRIES
            found.append(Restarted(self.address))
        if news.changed:
            self._changed_s = t_s
            self.lively_until_s = t_s + timing.LIVELY_FOR_S
        if news.pressed and not self._clock_runs:
            self._clock_s = -inf
        if news.damaged or self.standing.squares is None:
            self.read_board(t_s)
        return found

    def _lost_changes(self, t_s: float) -> list[Finding]:
        self._waiting = False
        self._repeats = 0
        self.read_log(asked=False)
        self.read_board(t_s)
        return [ChangesLost(self.address)]

    def _whole(self) -> None:
        """Something came that two boards at once can hardly say alike."""
        self._damaged = 0
        self.garbled = False

    # --- log and dumps ---------------------------------------------------------------------------------------

    def _log_over(self) -> None:
        self._whole()
        self._log_wanted = self._log_asked = False

    def _log_failed(self) -> list[Finding]:
        asked = self._log_asked
        self._log_wanted = self._log_asked = False
        return [MemoryEnded(self.address, got=False)] if asked else []

    def _dumped(self, t_s: float) -> None:
        self._whole()
        self._dumped_s, self._dump_s = t_s, inf

    def _dump(self, t_s: float, squares: str) -> list[Finding]:
        """A dump: what contradicts the changes is asked for once more, and counts if it is said twice."""
        before = self.standing.squares
        self._dumped(t_s)
        if before is None or squares == before:
            if before is None and not is_array(squares):
                self.read_log(asked=False)
            self.standing.dumped(squares)
            self._doubted, self._doubts = None, 0
            return []
        if squares != self._doubted:
            self._doubted = squares
            self._doubts += 1
            self._dump_s = t_s if self._doubts < DOUBTS else t_s + 1.0
            return []
        self.standing.dumped(squares)
        self._doubted, self._doubts = None, 0
        self.read_log(asked=False)
        wrong = tuple(number for number in range(64) if squares[number] != before[number])
        return [Corrected(self.address, wrong)]
