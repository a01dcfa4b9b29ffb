"""One command at a time: what is in flight, until when it is waited for, and what comes after it."""

from collections import deque
from collections.abc import Iterable
from math import inf

from drivers.dgt.ask.commands import LONGEST_S, MEMORY, STALLED_S, Ask, Step
from drivers.readings import Reading


class Exchange:
    """The command in flight and the steps that follow it."""

    def __init__(self) -> None:
        self.asked: Ask | None = None
        """In flight: not answered and not timed out."""
        self.steps: deque[Step] = deque()
        self._sent_s = -inf
        self._active_s = -inf
        """When bytes of the memory last came in."""
        self._tries = 0

    @property
    def idle(self) -> bool:
        """Nothing is in flight and nothing to follow."""
        return self.asked is None and not self.steps

    @property
    def due_s(self) -> float:
        """When what is in flight times out; inf if nothing is."""
        if self.asked is None:
            return inf
        patience_s = max(self._sent_s + self.asked.timeout_s, self._active_s + STALLED_S)
        return min(patience_s, self._sent_s + LONGEST_S)

    def plan(self, steps: Iterable[Step]) -> None:
        """What is to be done after the command in flight, in place of all that was to be done."""
        self.steps = deque(steps)

    def forget(self) -> None:
        """The line went away: nothing is in flight, nothing is to be done."""
        self.asked = None
        self.steps.clear()

    def send(self, ask: Ask, t_s: float) -> bytes:
        """Put a command in flight: its byte. Nothing else may be in flight but the same, timed out."""
        self._tries = self._tries + 1 if ask is self.asked else 1
        self.asked = ask
        self._sent_s = t_s
        self._active_s = -inf
        return bytes((ask.command,))

    def bytes_came(self, t_s: float) -> None:
        """Something came in. While the memory is read, whatever it is keeps the line: a damaged log does, too."""
        if self.asked is MEMORY:
            self._active_s = t_s

    def answered_by(self, reading: Reading) -> Ask | None:
        """What this reading answers; nothing is in flight then."""
        ask = self.asked
        if ask is None or ask.answered_by is None or not ask.answered_by(reading):
            return None
        self.asked = None
        return ask

    def out_of_time(self, t_s: float) -> Ask | None:
        """What got no answer in time; nothing is in flight then, unless it `may_try`."""
        if self.asked is None or t_s < self.due_s:
            return None
        ask = self.asked
        if not self.may_try:
            self.asked = None
        return ask

    @property
    def may_try(self) -> bool:
        """Whether what is in flight may be sent again when its time is over."""
        return self.asked is not None and self._tries < self.asked.tries


class UnderWay:
    """The message that is coming in: whether it grows, and whether it has stopped half-way."""

    def __init__(self) -> None:
        self._pending = 0
        self._last_s = inf

    @property
    def due_s(self) -> float:
        """When it has stopped half-way if nothing comes; inf if there is none."""
        return self._last_s + STALLED_S

    def came(self, t_s: float, pending: int) -> bool:
        """Bytes came, and so many are kept of it; whether it has grown."""
        grew = pending > self._pending
        self._pending = pending
        self._last_s = t_s if pending > 0 else inf
        return grew

    def forget(self) -> None:
        """There is none any more."""
        self._pending, self._last_s = 0, inf
