"""The conversation with all boards of one bus line: what is sent, and when.

Without a line and without a clock. Whoever owns the line tells what happens, with the time, and gets a `BusTurn` back:
the bytes to send, and what was found out. Readings are made of the same bytes by `drivers.dgt.bus_interpret`.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from drivers.dgt.ask_bus import timing
from drivers.dgt.ask_bus.board import CHANGES, BusBoard
from drivers.dgt.ask_bus.discovery import TURNS, Discovery, Stage
from drivers.dgt.ask_bus.exchange import Exchange
from drivers.dgt.ask_bus.findings import Discovered, Finding, Found, MemoryEnded, Nobody, NotForThis, TooMany
from drivers.dgt.ask_bus.roster import MOST_BOARDS, Roster
from drivers.dgt.bus_frames import BusFramer, Damage
from drivers.dgt.bus_messages import BusReply, BusRequest, Changes, Ping
from drivers.dgt.commands import EVERY_BOARD, BusCommand
from drivers.readings import Request


class BusTurn(NamedTuple):
    """What follows from an input."""

    send: bytes = b""
    """One command of four bytes, or nothing."""
    findings: Sequence[Finding] = ()
    give_up: bool = False
    """A reply stopped half-way: call `BusInterpreter.silent`."""


NOTHING = BusTurn()


class BusConversation:
    """Finds the boards of a line, follows each by its changes, and mends what was damaged.

    Boards that answer are asked within 2 s each, up to 20 on a line of 9600 baud, whatever else is asked; those that
    are lively more often. Never more than one command in flight, never one of a single board. Time never runs
    backwards: an earlier time is taken as the last one. Nothing that comes raises an exception.

    `follows` false: boards are found and asked who they are, and nothing that changes anything on them.
    """

    def __init__(self, *, follows: bool = True) -> None:
        self._follows = follows
        self.due_s = inf
        """When `tick` wants to be called, if nothing happens before; inf if and only if the line is not open."""
        self.is_open = False
        """Between `opened` and `lost`."""
        self.is_bus = False
        """A board has answered on the bus since the line was opened. Before that only pings to all go out."""
        self._now_s = -inf
        self._roster = Roster()
        self._boards = self._roster.boards
        self._framer = BusFramer()
        self._exchange = Exchange()
        self._discovery = Discovery()
        self._visited: BusBoard | None = None
        """Whose turn it is."""
        self._refused: set[int] = set()
        self._found: list[Finding] = []

    @property
    def addresses(self) -> tuple[int, ...]:
        """The boards known on this line."""
        return tuple(self._boards)

    @property
    def discovering(self) -> bool:
        """Whether the boards of this opening are still being found."""
        return self.is_open and self._discovery.first

    @property
    def introduced(self) -> bool:
        """Whether all boards are found, and each has said who it is as far as it can, or does not answer."""
        boards = self._boards.values()
        return self.is_open and not self._discovery.first and all(board.introduced or board.silent for board in boards)

    @property
    def nobody(self) -> bool:
        """Whether not a byte came in answer to the pings, as often as they must be sent."""
        return self.is_open and not self.is_bus and self._discovery.quiet

    def is_silent(self, address: int) -> bool:
        """Whether a board is known and does not answer."""
        board = self._boards.get(address)
        return board is not None and board.silent

    def squares(self, address: int) -> str | None:
        """What stands on a board as far as it told, 64 letters, a1 first; None while not known."""
        board = self._boards.get(address)
        return None if board is None else board.standing.squares

    # --- inputs ----------------------------------------------------------------------------------------------

    def opened(self, t_s: float) -> BusTurn:
        """The line was opened."""
        t_s = self._at(t_s)
        self._away()
        self.is_open, self.is_bus = True, False
        for board in self._boards.values():
            board.line_up(t_s)
        self._discovery.opened(t_s)
        self._roster.closed = True
        return self._turn(t_s)

    def lost(self, t_s: float) -> BusTurn:
        """The line was lost or closed."""
        t_s = self._at(t_s)
        self._away()
        self._discovery.closed()
        self.is_open = False
        return self._turn(t_s)

    def heard(self, t_s: float, data: bytes) -> BusTurn:
        """Bytes came from the boards."""
        t_s = self._at(t_s)
        if not self.is_open or not data:
            return self._turn(t_s)
        items = self._framer.feed(data)
        damaged = any(isinstance(item, Damage) for item in items)
        self._exchange.bytes_came(t_s, under_way=self._framer.pending > 0, damaged=damaged)
        for item in items:
            if isinstance(item, BusReply):
                self.is_bus = True
                self._replied(t_s, item)
            elif self._exchange.listening:
                self._discovery.collided()
        return self._turn(t_s)

    def requested(self, t_s: float, address: int | None, request: Request) -> BusTurn:
        """Somebody wants something of a board."""
        t_s = self._at(t_s)
        board = self._boards.get(-1 if address is None else address)
        if board is None:
            self._found.append(NotForThis(address, request))
        elif request is Request.DUMP:
            board.wishes.dump(t_s)
        elif request is Request.MARK_START:
            board.wishes.mark = True
        elif self.is_open and not board.silent:
            board.wishes.log(asked=True)
        else:
            self._found.append(MemoryEnded(board.address, got=False))
        return self._turn(t_s)

    def tick(self, t_s: float) -> BusTurn:
        """It is now `t_s`: do what is due."""
        return self._turn(self._at(t_s))

    # --- answers ---------------------------------------------------------------------------------------------

    def _replied(self, t_s: float, reply: BusReply) -> None:
        address, message = reply
        exchange = self._exchange
        board = self._boards.get(address)
        request = exchange.request
        if exchange.listening:
            if board is not None:
                self._found += board.lives(t_s)
            elif isinstance(message, Ping) and address != EVERY_BOARD:
                if self._discovery.is_late(t_s, address):
                    exchange.late()
                self._discovery.answered(address)
            return
        if exchange.answered_by(reply):
            assert request is not None  # noqa: S101 - it was answered
            if board is not None:
                self._found += board.answered(t_s, message)
            else:
                self._meet(t_s, address)
            return
        if board is not None:
            exchange.late()
            self._found += board.lives(t_s) if not isinstance(message, Changes) else board.came_late(t_s, message)
        elif isinstance(message, Ping) and address != EVERY_BOARD:
            self._pinged_late(t_s, address)

    def _pinged_late(self, t_s: float, address: int) -> None:
        """A board not known yet answers a ping of its own for which nobody waits any more, or one to all."""
        self._exchange.late()
        if self._discovery.is_late(t_s, address):
            self._meet(t_s, address)
        else:
            self._discovery.answered(address)

    def _meet(self, t_s: float, address: int) -> None:
        """An address that was heard in a ping to all has answered a ping of its own."""
        self._discovery.knocked(t_s, address, there=True)
        if self._roster.full:
            if address not in self._refused and len(self._refused) < MOST_BOARDS:
                self._refused.add(address)
                self._found.append(TooMany(address))
            return
        self._boards[address] = BusBoard(address, t_s, follows=self._follows)
        self._found.append(Found(address))

    def _over(self, t_s: float) -> bool:
        """What is in flight got no answer; whether part of one is to be dropped."""
        request = self._exchange.request
        assert request is not None  # noqa: S101 - asked only when its time is over
        listening = self._exchange.listening
        miss = self._exchange.over()
        cut_off = self._framer.pending > 0
        self._framer.abandon()
        board = self._boards.get(request.address)
        if listening:
            self._discovery.listened()
        elif board is not None:
            self._found += board.missed(t_s, request.command, miss)
        else:
            self._discovery.knocked(t_s, request.address, there=False)
        return cut_off

    # --- what follows ----------------------------------------------------------------------------------------

    def _at(self, t_s: float) -> float:
        self._now_s = max(self._now_s, t_s)
        return self._now_s

    def _away(self) -> None:
        self._exchange.forget()
        self._framer.abandon()
        self._visited = None

    def _turn(self, t_s: float) -> BusTurn:
        send, give_up = b"", False
        if self.is_open:
            if t_s >= self._exchange.due_s:
                give_up = self._over(t_s)
            if self._exchange.request is None:
                send = self._next(t_s)
        self.due_s = self._due_s()
        if not (send or give_up or self._found):
            return NOTHING
        found, self._found = self._found, []
        return BusTurn(send, found, give_up)

    def _due_s(self) -> float:
        if not self.is_open:
            return inf
        if self._exchange.request is not None:
            return self._exchange.due_s
        return min(self._discovery.due_s, self._roster.due_s) if self.is_bus else self._discovery.due_s

    def _next(self, t_s: float) -> bytes:
        """The next command, if there is one to be sent now."""
        board = self._visited
        if board is not None:
            time_s = 0.0 if self._discovery.under_way else self._roster.time_s(t_s, board)
            command = board.next(t_s, time_s)
            if command is not None:
                return self._ask(t_s, board, command)
            self._visited = None
        return self._discover(t_s) or (self._follow(t_s) if self.is_bus else b"")

    def _follow(self, t_s: float) -> bytes:
        """A ping to a silent board, or the turn of another."""
        address = self._roster.knock(t_s)
        if address is not None:
            return self._send(t_s, BusCommand.PING, address)
        board = self._roster.next(t_s)
        return b"" if board is None else self._visit(t_s, board)

    def _visit(self, t_s: float, board: BusBoard) -> bytes:
        board.begin()
        self._visited = board
        command = board.next(t_s, 0.0)
        assert command is not None  # noqa: S101 - a turn begins with the changes
        return self._ask(t_s, board, command)

    def _ask(self, t_s: float, board: BusBoard, command: BusCommand) -> bytes:
        board.sent(t_s, command)
        if command not in CHANGES:
            self._roster.kept_waiting_s = t_s
        return self._send(t_s, command, board.address)

    def _send(self, t_s: float, command: BusCommand, address: int) -> bytes:
        return self._exchange.send(BusRequest(command, address), t_s)

    # --- finding boards --------------------------------------------------------------------------------------

    def _discover(self, t_s: float) -> bytes:
        """The next command of a round of pings, if one is under way or due."""
        discovery = self._discovery
        if not discovery.under_way:
            if t_s < discovery.due_s:
                return b""
            discovery.begin(self._roster.answering() if self.is_bus else [])
        if discovery.stage is Stage.IGNORING:
            return self._ignore(t_s)
        if discovery.stage is Stage.SWEEPING:
            return self._sweep(t_s)
        address = discovery.next_knock()
        if address is not None:
            return self._send(t_s, BusCommand.PING, address)
        if discovery.over(t_s, self._look_every_s(t_s), known=self._roster.oldest() is not None):
            self._found.append(Discovered(self.addresses))
            if not self._boards:
                self._found.append(Nobody("answers" if self.is_bus else "nothing" if discovery.quiet else "noise"))
        self._roster.closed = discovery.first
        return b"" if t_s < discovery.due_s else self._discover(t_s)

    def _look_every_s(self, t_s: float) -> float:
        if not self.is_bus or not self._roster.answering():
            return timing.LOOK_EMPTY_S
        return timing.LOOK_LIVELY_S if self._roster.lively(t_s) else timing.LOOK_EVERY_S

    def _ignore(self, t_s: float) -> bytes:
        discovery = self._discovery
        oldest = self._roster.oldest() if self.is_bus else None
        if oldest is not None and discovery.turns < TURNS and t_s - oldest.asked_s > timing.CALM_S:
            discovery.turns += 1
            return self._visit(t_s, oldest)
        if discovery.to_ignore:
            discovery.turns = 0
            return self._send(t_s, BusCommand.IGNORE_NEXT_BUS_PING, discovery.to_ignore.pop(0))
        discovery.sweep(t_s)
        return self._sweep(t_s)

    def _sweep(self, t_s: float) -> bytes:
        oldest = self._roster.oldest() if self.is_bus else None
        if oldest is not None and oldest.asked_s < self._discovery.swept_s:
            return self._visit(t_s, oldest)
        self._discovery.stage = Stage.LISTENING
        self._roster.kept_waiting_s = t_s
        return self._send(t_s, BusCommand.PING, EVERY_BOARD)
