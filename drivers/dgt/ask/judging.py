"""What follows from what a board says."""

from collections.abc import Sequence
from math import inf

from drivers.dgt.ask.commands import DUMP, FOLLOWING, LONG_SERIAL, MEMORY, SERIAL, TRADEMARK, Ask
from drivers.dgt.ask.findings import Corrected, Doubted, Followed, PowerCycled
from drivers.dgt.ask.sieve import Sifted
from drivers.dgt.ask.state import State
from drivers.readings import NOT_CHESS, BoardDump, Clock, Complaint, FieldUpdate, Identity, Memory, Reading


class Judge:
    """Takes readings in, says which count, and keeps the state by them."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._unexplained = False
        """The first of the doubted dumps contradicts although nothing was damaged and no update came."""
        self._agreed_s = -inf
        """When the board last proved that it tells its changes."""

    def bytes_came(self, t_s: float, pending: int) -> None:
        """Bytes came, and so many are kept of a message under way."""
        state = self._state
        grew = state.under_way.came(t_s, pending)
        state.exchange.bytes_came(t_s)
        if grew and state.exchange.asked is MEMORY:
            state.hearing.lives(t_s)
            state.found += state.log.grew(t_s, pending)

    def complained(self, t_s: float, complaints: Sequence[Complaint]) -> None:
        """Bytes were dropped."""
        state = self._state
        dropped = sum(max(0, complaint.dropped) for complaint in complaints if complaint.kind != NOT_CHESS)
        if dropped:
            state.found += state.noise.dropped(t_s, dropped)
            state.damage(t_s)
        if any(complaint.kind == NOT_CHESS for complaint in complaints) and state.exchange.asked is DUMP:
            state.exchange.asked = None  # a draughts board has answered, and well
            self._lives(t_s)

    def counts(self, t_s: float, reading: Reading) -> bool:
        """Take one reading in; whether it counts."""
        state = self._state
        sifted = state.sieve.sift(reading)
        if not state.is_open or not isinstance(reading, _SPOKEN):
            return sifted.passes
        self._lives(t_s)
        ask = state.exchange.answered_by(reading)
        if isinstance(reading, FieldUpdate):
            state.checking.change(t_s)
            self._agreed_s = t_s
        elif isinstance(reading, Clock):
            self._clock(t_s, reading)
        elif isinstance(reading, BoardDump):
            self._dump(t_s, sifted, asked=ask is not None)
        elif isinstance(reading, Identity):
            self._identity(t_s, reading, passes=sifted.passes)
        elif ask is MEMORY:
            state.found += state.log.over(got=True)
        return sifted.passes

    def changed(self, t_s: float, update: FieldUpdate) -> None:
        """Take in a field update that came by itself, from a board that answers and was asked nothing."""
        state = self._state
        state.sieve.update(*update)
        state.said(t_s)
        self._agreed_s = t_s
        state.hearing.lives(t_s)
        state.knowing.spoke = True
        state.checking.change(t_s)

    def _lives(self, t_s: float) -> None:
        state = self._state
        state.said(t_s)
        if state.hearing.silent:
            state.meet(t_s)
        state.hearing.lives(t_s)
        state.knowing.spoke = True

    def _clock(self, t_s: float, clock: Clock) -> None:
        state = self._state
        since_s = state.following.clock(t_s, clock)
        if since_s is None or state.checking.damaged:
            return
        state.found.append(PowerCycled(since_s))
        state.following.blind(since_s, state.sieve.squares)
        state.exchange.plan((*state.who(t_s, surely=True), *FOLLOWING))

    def _dump(self, t_s: float, sifted: Sifted, *, asked: bool) -> None:
        state = self._state
        checking = state.checking
        if not sifted.passes:
            if not checking.doubts:
                self._unexplained = not checking.updated and not checking.damaged
            checking.doubted(t_s)
            state.mode_again = True
            state.found.append(Doubted(sifted.squares))
            return
        if not state.following.told:
            state.found += state.following.sees(state.sieve.squares or "") if asked else ()
        elif sifted.squares and self._unexplained:
            state.found += (PowerCycled(self._agreed_s), Followed(self._agreed_s, sifted.squares))
        elif sifted.squares:
            state.found.append(Corrected(sifted.squares))
        checking.counted()
        self._agreed_s = t_s

    def _identity(self, t_s: float, told: Identity, *, passes: bool) -> None:
        state = self._state
        if not passes:
            if state.knowing.doubts():
                state.exchange.steps.appendleft(_question(told))
            return
        state.knowing.numbered(t_s, told)
        unknown = state.knowing.identity.serial is None
        if state.knowing.take(told):
            state.following.another_board()
            state.found += state.log.over(got=False)
            state.meet(t_s)
        elif unknown and state.following.told:
            state.found += state.knowing.tell()


def _question(told: Identity) -> Ask:
    """What has this answer."""
    if told.trademark is not None:
        return TRADEMARK
    return SERIAL if told.serial is not None else LONG_SERIAL


_SPOKEN = (FieldUpdate, Clock, BoardDump, Identity, Memory)
"""What only a board says."""
