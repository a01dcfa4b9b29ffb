"""What is sent to a board next."""

from math import inf

from drivers.dgt.ask.commands import (
    CLOCK,
    DUMP,
    FOLLOW,
    FOLLOWING,
    IDLE,
    MEMORY,
    OPENING,
    READING_MEMORY,
    SERIAL,
    TRADEMARK,
    Ask,
    Mark,
    Step,
)
from drivers.dgt.ask.state import State

KEEP_ALIVE_S = 3.0
"""Seconds of silence after which the board is asked something, as the maker's own sample does (protocol 1.3)."""


class Asker:
    """Sends what was planned, one after the other, and plans what is due when nothing is left."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._checks = 0

    @property
    def due_s(self) -> float:
        """When `next` may have something to send although nothing has happened."""
        state = self._state
        if not state.exchange.idle:
            return state.exchange.due_s
        return self.rest_due_s

    @property
    def rest_due_s(self) -> float:
        """`due_s` while the exchange is idle."""
        state = self._state
        check_s, alive_s = state.checking.due_s, state.quiet_s + KEEP_ALIVE_S
        return min(alive_s, check_s)

    @property
    def ready(self) -> bool:
        """Whether `next` has something to send whatever the time: nothing is in flight, and something is to follow."""
        state = self._state
        return state.exchange.asked is None and bool(state.exchange.steps or state.log.wanted)

    @property
    def rests(self) -> bool:
        """Whether the board is open and answers, nothing is in flight or to follow, and no message is under way."""
        state = self._state
        return (
            state.is_open
            and not state.hearing.silent
            and state.exchange.idle
            and not state.log.wanted
            and state.under_way.due_s == inf
        )

    def next(self, t_s: float) -> bytes:
        """The next command, if there is one and none in flight."""
        state = self._state
        exchange = state.exchange
        ask = exchange.out_of_time(t_s)
        if ask is not None:
            if exchange.asked is ask:
                return self._send(ask, t_s)
            self._unanswered(ask, t_s)
        while exchange.asked is None:
            step = exchange.steps.popleft() if exchange.steps else None
            if isinstance(step, Ask):
                return self._send(step, t_s)
            if step is Mark.IDENTIFIED:
                self._identified()
            elif not self._choose(t_s):
                break
        return b""

    def _unanswered(self, ask: Ask, t_s: float) -> None:
        state = self._state
        state.quiet_s = t_s
        state.knowing.paused = state.knowing.paused or ask.answered_by is not None
        if ask is MEMORY:
            state.found += state.log.over(got=False)
        elif ask is SERIAL and not state.hearing.silent:
            state.exchange.steps.extendleft(state.knowing.no_number())
        elif ask is DUMP and not state.hearing.silent:
            state.checking.failed(t_s)
            state.mode_again = True

    def _send(self, ask: Ask, t_s: float) -> bytes:
        state = self._state
        if ask.proves:
            state.hearing.asked(t_s)
        if ask is DUMP and not state.hearing.silent:
            state.checking.asked(t_s)
        elif ask is FOLLOW:
            state.following.mode_set = True
            state.mode_again = False
        elif ask is IDLE:
            state.following.blind(t_s, state.sieve.squares)
        elif ask is CLOCK:
            state.clock_again = False
        return state.exchange.send(ask, t_s)

    def _identified(self) -> None:
        """All questions about the board are answered or not; one that has no number yet may tell it in its text."""
        state = self._state
        knowing = state.knowing
        if state.knowing.identity.serial is None and knowing.spoke and not knowing.text_tried:
            knowing.text_tried = True
            state.exchange.steps.extendleft((Mark.IDENTIFIED, TRADEMARK))
            return
        state.found += knowing.tell()

    def _choose(self, t_s: float) -> bool:
        """Plan what is due, if anything is."""
        state = self._state
        if state.log.wanted:
            self._plan_memory(t_s)
        elif state.checking.due_s <= t_s:
            mode = (FOLLOW,) if state.mode_again else ()
            who = state.who(t_s)
            state.exchange.plan((*who, *mode, DUMP, *((CLOCK,) if state.clock_again else ())))
        elif t_s >= state.quiet_s + KEEP_ALIVE_S:
            state.exchange.plan(self._keep_alive(t_s))
        else:
            return False
        return True

    def _plan_memory(self, t_s: float) -> None:
        """Only a board that answers is asked for its memory: it may look silent for a long time then."""
        state = self._state
        if state.hearing.answers:
            state.log.start()
            who = state.who(t_s, surely=True)
            state.exchange.plan((*who, *READING_MEMORY, *who, *FOLLOWING))
        else:
            state.exchange.plan((SERIAL,))

    def _keep_alive(self, t_s: float) -> tuple[Step, ...]:
        """Whether it lives, and in turns whether it still tells its changes; a clock that ran should have spoken.

        It is asked who it is before it is told to tell: another board may be there, and say nothing before that.
        """
        state = self._state
        self._checks += 1
        check = self._checks % 2 == 0
        if state.hearing.silent:
            return (DUMP,) if check else (SERIAL,)
        if not state.following.told:
            return OPENING
        who = state.who(t_s)
        if state.following.clock_runs:
            return (*who, CLOCK, FOLLOW, DUMP)
        if not state.knowing.answers_number:
            return (*(who or (SERIAL,)), FOLLOW, DUMP)  # the dump proves that it lives
        return (*who, FOLLOW, DUMP) if check else (SERIAL,)
