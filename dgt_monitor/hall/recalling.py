"""When a board is asked for its own memory, to know what was played while nobody saw it.

At once when its line is back. While the log is read out, which takes eight seconds, play may go on, and only another
reading tells what that was; it waits for a quiet moment, or for the end of the game, when nothing is played any more.
But where what was played meanwhile cannot be worked out, no move is told until the memory is read again: that waits for
no quiet moment, which may never come while both players move every few seconds.
"""

from dgt_monitor.game.timing import NEVER_S

FIRST_WAIT_S = 15.0
"""From one reading to the next: each leaves the board unwatched for eight seconds (chosen). It doubles every time."""
LONGEST_WAIT_S = 120.0
"""The longest wait between two (chosen)."""
MOST_RECALLS = 12
"""So often one board is asked at most after one outage (chosen)."""
LOST_WAIT_S = 3.0
"""So long a board may be lost from sight before it is read: a piece in a hand has landed by then, which may explain
what stands (chosen). It doubles every time."""
LONGEST_LOST_WAIT_S = 24.0
"""The longest of these waits: with the reading itself such a board is looked at anew every half minute (chosen)."""
MOST_LOST = 6
"""So often in a row it is read for that: what stands then is no position of the game, and only calm tells (chosen)."""
QUIET_S = 2.0
"""Nothing has moved for so long: the player thinks (chosen)."""
LOOK_AGAIN_S = 0.5
"""When it is not quiet, it is looked again so much later (chosen)."""


class Recalling:
    """The requests for one board's memory since its line came back."""

    __slots__ = ("_asked", "_asked_lost", "_calm_s", "_hopeless", "_lost_s", "_wanted", "due_s", "reading")

    def __init__(self) -> None:
        self.reading = False
        """The board reads its log out, or has and nobody knows yet what stands on it now."""
        self.due_s = NEVER_S
        """When `tick` wants to be called next."""
        self._wanted = self._hopeless = False
        self._asked = self._asked_lost = 0
        """How often it was asked in calm, and how often in a row because the board was lost from sight."""
        self._calm_s = self._lost_s = NEVER_S
        """From when on a quiet moment will do; from when on a board that is lost from sight is asked without one."""

    def begin(self) -> None:
        """A time of not seeing begins: what was asked before does not count."""
        self._asked = self._asked_lost = 0
        self._hopeless = False
        self._calm_s = self._lost_s = NEVER_S

    def want(self, t_s: float, *, lost: bool = False) -> None:
        """What happened is not known: ask now if it is the first time, else later, but soon if the board is `lost`."""
        if self._hopeless:
            return
        if not self._asked:
            self._calm_s = min(self._calm_s, t_s)
        self._wanted = True
        if not lost:
            self._asked_lost, self._lost_s = 0, NEVER_S
        elif self._lost_s == NEVER_S and self._asked_lost < MOST_LOST:
            self._lost_s = t_s + min(LOST_WAIT_S * 2.0**self._asked_lost, LONGEST_LOST_WAIT_S)
        self.due_s = min(self._calm_s, self._lost_s)

    def settled(self) -> None:
        """Everything is known, or never will be."""
        self.begin()
        self._wanted, self.due_s = False, NEVER_S

    def hopeless(self) -> None:
        """The memory does not fit: another reading will not either."""
        self._wanted, self._hopeless, self.due_s = False, True, NEVER_S

    def hurry(self, t_s: float) -> None:
        """The game stands still: if the memory is wanted, now is the time."""
        if self._wanted and not self.reading and self._asked < MOST_RECALLS:
            self.due_s = self._calm_s = t_s

    def tick(self, t_s: float, *, quiet: bool, over: bool, lost: bool = False) -> bool:
        """Whether the board is to be asked now."""
        if t_s < self.due_s:
            return False
        calm = t_s >= self._calm_s
        if calm and (not self._asked or quiet or over):
            self._asked += 1
        elif lost and t_s >= self._lost_s:
            self._asked_lost += 1
        else:
            self._calm_s = t_s + LOOK_AGAIN_S if calm else self._calm_s
            self._lost_s = self._lost_s if lost else NEVER_S
            self.due_s = min(self._calm_s, self._lost_s)
            return False
        self._lost_s = NEVER_S
        self._calm_s = t_s + self._wait_s() if self._asked < MOST_RECALLS else NEVER_S
        self.due_s = self._calm_s
        return True

    def _wait_s(self) -> float:
        return min(FIRST_WAIT_S * 2.0 ** (self._asked - 1), LONGEST_WAIT_S)
