"""Silent and noisy: how well a line carries. The hall judges by the same rules and numbers from the readings alone."""

from collections import deque
from math import inf

from drivers.dgt.ask.findings import Noisy, Quiet, Silent

SILENT_AFTER_S = 3.0
"""Seconds without a word after the second unanswered request that make a board silent (the hall's; D01 asks after 3 s:
protocol 5.2)."""
SILENT_REQUESTS = 2
NOISY_WITHIN_S = 10.0
"""Seconds in which dropped bytes are counted (the hall's)."""
NOISY_BYTES = 30
"""Dropped bytes in that time that make a line noisy (the hall's): six field updates' worth."""
QUIET_AFTER_S = 30.0
"""Seconds without a dropped byte after which a line is good again (the hall's)."""


class Hearing:
    """Whether the board can be heard."""

    def __init__(self) -> None:
        self.silent = False
        self.heard_s = -inf
        """When it was last heard, or the line opened."""
        self._asked: list[float] = []

    @property
    def due_s(self) -> float:
        """When `tick` may find the board silent; inf: not before more is asked."""
        return self._asked[-1] + SILENT_AFTER_S if len(self._asked) >= SILENT_REQUESTS else inf

    @property
    def answers(self) -> bool:
        """Whether it has been heard since it was last asked."""
        return not self.silent and not self._asked

    def opened(self, t_s: float) -> None:
        """The line is open: a new beginning."""
        self.silent = False
        self.lives(t_s)

    def lives(self, t_s: float) -> None:
        """Something came that only a board sends; a board that was silent stays so until it is `opened` again."""
        self.heard_s = t_s
        self._asked.clear()

    def asked(self, t_s: float) -> None:
        """A request goes out that every board must answer."""
        if not self.silent and len(self._asked) < SILENT_REQUESTS:
            self._asked.append(t_s)

    def tick(self, t_s: float) -> list[Silent]:
        """Do what is due."""
        if t_s < self.due_s:
            return []
        self._asked.clear()
        self.silent = True
        return [Silent(self.heard_s)]


class Noise:
    """Whether too much is damaged on the way."""

    def __init__(self) -> None:
        self.noisy = False
        self._last_s = -inf
        self._dropped: deque[tuple[float, int]] = deque()
        """Empty while noisy, fewer than `NOISY_BYTES` entries else."""

    @property
    def due_s(self) -> float:
        """When `tick` may find the line good again; inf while it is good."""
        return self._last_s + QUIET_AFTER_S if self.noisy else inf

    def dropped(self, t_s: float, count: int) -> list[Noisy]:
        """So many bytes were dropped, at least one."""
        self._last_s = t_s
        if self.noisy:
            return []
        self._dropped.append((t_s, count))
        while self._dropped[0][0] < t_s - NOISY_WITHIN_S:
            self._dropped.popleft()
        total = sum(number for _, number in self._dropped)
        if total < NOISY_BYTES:
            return []
        self._dropped.clear()
        self.noisy = True
        return [Noisy(total)]

    def tick(self, t_s: float) -> list[Quiet]:
        """Do what is due."""
        if t_s < self.due_s:
            return []
        self.noisy = False
        return [Quiet()]
