"""When a board is asked for its own memory, to know what was played while nobody saw it.

At once when its line is back. While the log is read out, which takes eight seconds, play may go on, and only another
reading tells what that was; it waits for a quiet moment, or for the end of the game, when nothing is played any more.
"""

from dgt_monitor.game.timing import NEVER_S

FIRST_WAIT_S = 15.0
"""From one reading to the next: each leaves the board unwatched for eight seconds (chosen). It doubles every time."""
LONGEST_WAIT_S = 120.0
"""The longest wait between two (chosen)."""
MOST_RECALLS = 12
"""So often one board is asked at most after one outage (chosen)."""
QUIET_S = 2.0
"""Nothing has moved for so long: the player thinks (chosen)."""
LOOK_AGAIN_S = 0.5
"""When it is not quiet, it is looked again so much later (chosen)."""


class Recalling:
    """The requests for one board's memory since its line came back."""

    __slots__ = ("_asked", "_wanted", "due_s", "reading")

    def __init__(self) -> None:
        self.reading = False
        """The board reads its log out, or has and nobody knows yet what stands on it now."""
        self.due_s = NEVER_S
        """When `tick` wants to be called next."""
        self._wanted = False
        self._asked = 0

    def begin(self) -> None:
        """A time of not seeing begins: what was asked before does not count."""
        self._asked = 0

    def want(self, t_s: float) -> None:
        """What happened is not known: ask now if it is the first time, else later."""
        if self._asked >= MOST_RECALLS:
            return
        if not self._wanted or self.due_s == NEVER_S:
            self.due_s = t_s + self._wait_s() if self._asked else t_s
        self._wanted = True

    def settled(self) -> None:
        """Everything is known, or never will be."""
        self._wanted, self.due_s, self._asked = False, NEVER_S, 0

    def hopeless(self) -> None:
        """The memory does not fit: another reading will not either."""
        self._wanted, self.due_s, self._asked = False, NEVER_S, MOST_RECALLS

    def hurry(self, t_s: float) -> None:
        """The game stands still: if the memory is wanted, now is the time."""
        if self._wanted and not self.reading and self._asked < MOST_RECALLS:
            self.due_s = t_s

    def tick(self, t_s: float, *, quiet: bool, over: bool) -> bool:
        """Whether the board is to be asked now."""
        if t_s < self.due_s:
            return False
        if self._asked and not quiet and not over:
            self.due_s = t_s + LOOK_AGAIN_S
            return False
        self._asked += 1
        self.due_s = t_s + self._wait_s() if self._asked < MOST_RECALLS else NEVER_S
        return True

    def _wait_s(self) -> float:
        return min(FIRST_WAIT_S * 2.0 ** (self._asked - 1), LONGEST_WAIT_S)
