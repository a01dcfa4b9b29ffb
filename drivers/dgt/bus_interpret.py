"""What goes over a bus line becomes readings with the address of their board: used live and in replay.

Boards on a bus never speak unasked (protocol 4.1), so damaged bytes are those of the board that was asked last.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from drivers.dgt.bus_changes import PacketOrder
from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_frames import BusFramer, Damage, RequestReader
from drivers.dgt.bus_messages import (
    BusFault,
    BusId,
    BusMessage,
    BusReply,
    BusRequest,
    Changes,
    FromStart,
    NoVersion,
    Opaque,
    Ping,
    StartMarked,
)
from drivers.dgt.bus_records import RecordReader
from drivers.dgt.commands import BUS_ANSWERED, EVERY_BOARD, BusCommand, Command
from drivers.dgt.interpret import TEXTS, Complainer
from drivers.dgt.log_reading import memory_of
from drivers.dgt.messages import ClockAck, ClockTimes, ClockZero, DraughtsDump
from drivers.dgt.translate import reading_of, turn_agrees
from drivers.readings import NOT_CHESS, Asked, BoardDump, Clock, Complaint, Identity, LineDown, LineUp, Reading

LOST_CHANGES = "lost_changes"
NOBODY_BYTES = 64
"""So many dropped bytes are told of a line on which no board was heard; fewer wait for a board (chosen)."""


class Addressed(NamedTuple):
    """A reading and the bus address of the board that says it; None: it concerns every board of the line."""

    address: int | None
    reading: Reading


class _Account:
    """What was dropped of one board, or of the line."""

    def __init__(self) -> None:
        self.dropped: Counter[str] = Counter()
        self.complainer = Complainer(self.dropped)


class _Board:
    """One board of the line."""

    def __init__(self, records: RecordReader) -> None:
        self.order = PacketOrder()
        self.records = records


class BusInterpreter:
    """`LineInterpreter` of a bus line, its readings `Addressed`. Nothing is told of a board before it was heard."""

    def __init__(self) -> None:
        self.noted: Counter[str] = Counter()
        """What was understood and is no reading, or no news, by name."""
        self.request: BusRequest | None = None
        """What was sent last; None if that is not known, or was no command of the bus."""
        self._framer = BusFramer()
        self._sent = RequestReader()
        self._boards: dict[int, _Board] = {}
        self._found: set[int] = set()
        """Answered a ping to all boards only, where two answers at once can look like a third."""
        self._accounts: dict[int | None, _Account] = {}
        self._begun: BusRequest | None = None
        """What was sent before the reply that is not complete yet, if something was sent since."""
        self._blamed: int | None = None
        self._collided = False
        self._single = False
        """Somebody threw the line into single-board mode, in which everything means something else."""

    @property
    def dropped(self) -> Mapping[str, int]:
        """Bytes dropped so far, by kind; not those of answers that collided, which is as it must be."""
        return sum((account.dropped for account in self._accounts.values()), Counter())

    @property
    def pending(self) -> int:
        """Bytes kept of a reply that is not complete yet."""
        return self._framer.pending

    # --- the line -------------------------------------------------------------------------------------------

    def up(self) -> list[Addressed]:
        """Tell that the line was opened: to the boards known on it, if any."""
        self.silent()
        self._sent = RequestReader()
        self.request, self._single = None, False
        for board in self._boards.values():
            board.records.line_up()
        return [Addressed(None, LineUp())] if self._boards else []

    def down(self, reason: str = "") -> list[Addressed]:
        """Tell that the line was lost or closed; all complaints not yet told come first."""
        self.silent()
        rest = [Addressed(key, said) for key, account in self._accounts.items() for said in account.complainer.rest()]
        return [*rest, Addressed(None, LineDown(reason))] if self._boards else rest

    def silent(self) -> None:
        """Tell that the live line has been silent inside a reply for too long: it is dropped."""
        self._take(self._framer.abandon())

    # --- bytes ----------------------------------------------------------------------------------------------

    def tx(self, data: bytes) -> list[Addressed]:
        """Take bytes sent; answers `Asked` for each request that a board heard before must answer."""
        out: list[Addressed] = []
        for sent in self._sent.feed(data):
            if self._framer.pending and self._begun is None:
                self._begun = self.request
            if isinstance(sent, BusRequest):
                out += self._requested(sent)
            else:
                self._single_command(sent)
        return out

    def rx(self, data: bytes) -> list[Addressed]:
        """Take bytes from the boards; the readings are the same however they are cut."""
        if self._single:
            self.noted["single_mode_bytes"] += len(data)
            return []
        return self._take(self._framer.feed(data))

    def complaints(self, now_s: float) -> list[Addressed]:
        """What was dropped and not yet told, one complaint a kind and board; none within a second of its last."""
        out: list[Addressed] = []
        for address, account in self._accounts.items():
            few = account.dropped.total() < NOBODY_BYTES and now_s < float("inf")
            if address is None and few and not self._boards:
                continue
            out += [Addressed(address, said) for said in account.complainer.due(now_s)]
        return out

    # --- requests -------------------------------------------------------------------------------------------

    def _requested(self, request: BusRequest) -> list[Addressed]:
        self.request = request
        if self._single:
            self._single, self.request = False, None
            self.noted["wasted_command"] += 1  # it only leads the boards back to the bus (protocol 4.1)
            return []
        if request.command == BusCommand.END_BUSMODE and request.address == EVERY_BOARD:
            self._single_command(request.command)
        board = self._boards.get(request.address)
        if board is None:
            return []
        board.order.asked(request.command)
        what = BUS_ANSWERED.get(request.command)
        return [] if what is None else [Addressed(request.address, Asked(what))]

    def _single_command(self, command: int) -> None:
        self.silent()
        self.request = None
        self._single = command != Command.TO_BUSMODE
        self.noted["single_command"] += 1

    # --- replies --------------------------------------------------------------------------------------------

    def _take(self, items: list[BusReply | Damage]) -> list[Addressed]:
        out: list[Addressed] = []
        for item in items:
            request, self._begun = self._begun or self.request, None
            if isinstance(item, BusReply):
                out += self._replied(item, request)
            else:
                self._damaged(item, request)
        return out

    def _damaged(self, damage: Damage, request: BusRequest | None) -> None:
        if damage.begins:
            self._collided = request is not None and request.address == EVERY_BOARD
            asked = damage.address if request is None else request.address
            self._blamed = asked if asked in self._boards else None
        if self._collided:
            self.noted["collided_bytes"] += damage.dropped
        else:
            self._drop(self._blamed, damage.kind, damage.dropped)

    def _drop(self, address: int | None, kind: str, count: int) -> None:
        account = self._accounts.get(address)
        if account is None:
            account = self._accounts[address] = _Account()
        account.dropped[kind] += count

    def _replied(self, reply: BusReply, request: BusRequest | None) -> list[Addressed]:
        address, message = reply
        board = self._boards.get(address)
        out: list[Addressed] = []
        if board is None:
            if not self._believed(reply, request):
                return []
            records = RecordReader(self.noted, lambda kind, count: self._drop(address, kind, count))
            board = self._boards[address] = _Board(records)
            out.append(Addressed(address, LineUp()))
        readings = self._readings(address, board, message)
        if all(isinstance(reading, Complaint) for reading in readings):
            readings.append(Identity(address=address))  # the board lives
        return out + [Addressed(address, reading) for reading in readings]

    def _believed(self, reply: BusReply, request: BusRequest | None) -> bool:
        """Whether an address never heard before is that of a board."""
        if request is None or request.address == reply.address:
            return True
        if request.address != EVERY_BOARD:
            blamed = request.address if request.address in self._boards else None
            self._drop(blamed, BusFault.WRONG_ADDRESS, len(encode_reply(reply)))
            return False
        known = reply.address in self._found
        self._found.add(reply.address)
        self.noted["found"] += not known
        return known

    def _readings(self, address: int, board: _Board, message: BusMessage) -> list[Reading]:
        match message:
            case Changes():
                return self._changes(board, message)
            case FromStart(records):
                return [memory_of(records, begins_whole=True)]
            case DraughtsDump():
                self._drop(address, NOT_CHESS, len(encode_reply(BusReply(address, message))))
                return []
            case Ping():
                return []
            case StartMarked() | NoVersion() | ClockAck() | ClockZero() | Opaque():
                self.noted[_name_of(message)] += 1
                return []
            case _:
                return self._said_alone_too(board, message)

    def _said_alone_too(self, board: _Board, message: BusMessage) -> list[Reading]:
        """What a board can say without a bus as well."""
        assert not isinstance(message, Changes | FromStart | Ping | StartMarked | NoVersion | Opaque)  # noqa: S101
        reading = reading_of(message)
        if isinstance(message, ClockTimes) and message.connected and not turn_agrees(message):
            self.noted["turn_disagrees"] += 1
        if isinstance(reading, Clock):
            board.records.clock = reading
        elif isinstance(reading, BoardDump):
            board.records.dumped(reading.squares)
        return [] if reading is None else [reading]

    def _changes(self, board: _Board, packet: Changes) -> list[Reading]:
        new, lost = board.order.take(packet)
        readings: list[Reading] = [Complaint(LOST_CHANGES, 0, TEXTS[LOST_CHANGES])] if lost else []
        if new:
            readings += board.records.read(packet.records)
        else:
            self.noted["repeated_changes"] += 1
        return readings


_NAMES: dict[type, str] = {
    StartMarked: "start_marked",
    NoVersion: "no_version",
    ClockAck: "clock_ack",
    ClockZero: "clock_zero",
}


def _name_of(message: BusMessage) -> str:
    return BusId(message.ident).name.lower() if isinstance(message, Opaque) else _NAMES[type(message)]
