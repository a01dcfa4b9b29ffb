"""The conversation with one board on a line of its own (single-board mode): what is sent to it, and when.

Without a line and without a clock. Whoever owns the line tells what happens, with the time, and gets a `Turn` back: the
byte to send, what was found out, and the readings that count.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from drivers.dgt.ask.asking import Asker
from drivers.dgt.ask.findings import Finding, Lost, MemoryEnded, NotForThis
from drivers.dgt.ask.judging import Judge
from drivers.dgt.ask.state import State
from drivers.readings import Complaint, FieldUpdate, Identity, Reading, Request


class Turn(NamedTuple):
    """What follows from an input."""

    send: bytes = b""
    """One command of one byte, or nothing."""
    findings: Sequence[Finding] = ()
    readings: Sequence[Reading] = ()
    """Of those that were heard all that count, in order; see `Conversation`."""
    give_up: bool = False
    """A message stopped half-way: call `Interpreter.silent`, its complaints will say so."""


NOTHING = Turn()


class Conversation:
    """Identifies the board, follows it, checks what it says, and notices when it has stopped saying it.

    Which dump counts: those in `Turn.readings`, and no others. A dump that contradicts the updates is held back
    (`Doubted`) and asked for again; if the second says the same, that one is passed on, else the next that agrees
    with the updates or with the dump before it (`ask.sieve`). The rest of the program sees only dumps that count.

    Never more than one command in flight, none that is not in `ask.commands.TABLE`. Time never runs backwards: an
    earlier time is taken as the last one. Nothing that comes raises an exception.
    """

    def __init__(self) -> None:
        self.due_s = inf
        """When `tick` wants to be called, if nothing happens before; inf if and only if the line is not open."""
        self._now_s = -inf
        self._state = State()
        self._judge = Judge(self._state)
        self._asker = Asker(self._state)
        self._rests = False
        """As `Asker.rests`, with nothing still to be told; only a turn changes it."""

    @property
    def is_open(self) -> bool:
        """Between `opened` and `lost`."""
        return self._state.is_open

    @property
    def identity(self) -> Identity:
        """What the board has told about itself."""
        return self._state.knowing.identity

    @property
    def silent(self) -> bool:
        """The line is open and the board does not answer."""
        return self._state.hearing.silent

    @property
    def noisy(self) -> bool:
        """Too much comes damaged."""
        return self._state.noise.noisy

    @property
    def followed(self) -> bool:
        """Every change is told."""
        return self._state.following.told

    # --- inputs ---------------------------------------------------------------------------------------------

    def opened(self, t_s: float) -> Turn:
        """The line was opened."""
        state = self._state
        t_s = self._at(t_s)
        state.away(t_s)
        state.is_open = True
        state.knowing.opened()
        state.meet(t_s)
        return self._turn(t_s)

    def lost(self, t_s: float) -> Turn:
        """The line was lost or closed; a log that was being read is not."""
        state = self._state
        t_s = self._at(t_s)
        if state.is_open:
            state.away(t_s)
            state.found.append(Lost())
        state.is_open = False
        return self._turn(t_s)

    def heard(self, t_s: float, readings: Sequence[Reading], pending: int) -> Turn:
        """Bytes came: what the interpreter made of them, and how many it keeps of a message under way."""
        state = self._state
        t_s = self._at(t_s)
        if state.is_open:
            self._judge.bytes_came(t_s, pending)
        return self._turn(t_s, [reading for reading in readings if self._judge.counts(t_s, reading)])

    def at_rest(self, t_s: float) -> bool:
        """Whether nothing is due, under way or still to be told: then a field update may come by `heard_plain`."""
        return self._rests and self._now_s <= t_s < self.due_s and t_s < self._state.checking.latest_s

    def heard_plain(self, t_s: float, update: FieldUpdate) -> None:
        """As `heard`, of one field update by itself while `at_rest`: it counts, and there is nothing to be said to it.

        This is the way of nearly all that comes in a large hall, in a third of the time.
        """
        self._now_s = t_s
        self._judge.changed(t_s, update)
        self.due_s = self._asker.rest_due_s
        if (noise_s := self._state.noise.due_s) < self.due_s:
            self.due_s = noise_s

    def complained(self, t_s: float, complaints: Sequence[Complaint]) -> Turn:
        """Bytes were dropped, as the interpreter tells it."""
        state = self._state
        t_s = self._at(t_s)
        if state.is_open:
            self._judge.complained(t_s, complaints)
        return self._turn(t_s)

    def requested(self, t_s: float, request: Request) -> Turn:
        """Somebody wants something of the board: a dump, or its memory. The start is marked on bus lines only."""
        state = self._state
        t_s = self._at(t_s)
        can = state.is_open and not state.hearing.silent
        if request is Request.MEMORY and can:
            state.log.want()
        elif request is Request.MEMORY:
            state.found.append(MemoryEnded(False))
        elif request is not Request.DUMP:
            state.found.append(NotForThis(request))
        elif can:
            state.checking.want(t_s)
        return self._turn(t_s)

    def tick(self, t_s: float) -> Turn:
        """It is now `t_s`: do what is due."""
        return self._turn(self._at(t_s))

    # --- what follows ---------------------------------------------------------------------------------------

    def _at(self, t_s: float) -> float:
        self._now_s = max(self._now_s, t_s)
        return self._now_s

    def _turn(self, t_s: float, readings: Sequence[Reading] = ()) -> Turn:
        """Do what is due and answer."""
        state = self._state
        send, give_up = b"", False
        self.due_s = self._due_s()
        if state.is_open and (t_s >= self.due_s or self._asker.ready):
            give_up = self._gives_up(t_s)
            state.found += state.noise.tick(t_s)
            state.fall_silent(t_s)
            send = self._asker.next(t_s)
            self.due_s = self._due_s()
        self._rests = self._asker.rests
        if not (send or give_up or readings or state.found):
            return NOTHING
        found, state.found = state.found, []
        return Turn(send, found, readings, give_up)

    def _gives_up(self, t_s: float) -> bool:
        state = self._state
        if t_s < state.under_way.due_s:
            return False
        state.under_way.forget()
        state.damage(t_s)
        return True

    def _due_s(self) -> float:
        state = self._state
        if not state.is_open:
            return inf
        return min(self._asker.due_s, state.hearing.due_s, state.noise.due_s, state.under_way.due_s)
