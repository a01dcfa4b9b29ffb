"""The presses of the clock's lever in one game, and how far they can be believed."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from dgt_monitor.game.changes import Ply
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.aligning import PressSeen

PRESSES_RIGHT: Final = 8.0
PRESSES_WRONG: Final = 1.0
"""What a clock of which nothing is known is credited with (chosen)."""
PRESSES_REMEMBERED = 24.0
"""Presses after which older ones count half (chosen)."""
PRESSES_TOLD: Final = 96
"""Presses that are kept to be held against the plies (chosen: more than are ever weighed)."""
PRESSES_TIMED = 10
LEAST_PRESSES = 6
MOST_COUNTED = 40
"""At most and at least so many presses by whose times it is known how regularly the clock is pressed, and plies looked
at for that (chosen)."""


class Pressed:
    """When the lever was moved, and how often that agreed with the story."""

    __slots__ = ("_counts", "_times_s", "last", "told")

    def __init__(self) -> None:
        self.last: tuple[float, bool] | None = None
        """When the lever was moved last, and whether White was to move then."""
        self.told: deque[PressSeen] = deque(maxlen=PRESSES_TOLD)
        """The last presses, in order."""
        self._times_s: deque[float] = deque(maxlen=PRESSES_TIMED)
        """When the lever was moved, the last times."""
        self._counts = [PRESSES_RIGHT, PRESSES_WRONG]
        """How often it agreed with the story and how often it did not, as much as is remembered."""

    def pressed(self, t_s: float, white_to_move: bool, story: Story) -> None:
        """The lever was moved."""
        self._count(story)
        self.last = t_s, white_to_move
        self._times_s.append(t_s)
        self.told.append(PressSeen(t_s, white_to_move))

    def _count(self, story: Story) -> None:
        """Learn how far the lever can be believed: a clock may stand the other way round, or be pressed by anybody.

        Asked of the press before the present one: what had landed by then is known now.
        """
        if self.last is None:
            return
        pressed_s, white_to_move = self.last
        turn, landed_s = story.board.turn, pressed_s + costs.PRESSED_AFTER_S
        for ply in reversed(story.plies):
            if ply.t_s <= landed_s:
                break
            turn = not turn
        counts = self._counts
        counts[white_to_move != turn] += 1.0
        if counts[0] + counts[1] > PRESSES_REMEMBERED:
            counts[:] = [count / 2 for count in counts]

    @property
    def trust(self) -> float:
        """How far the lever is believed, 0 to 1: not at all if it is wrong as often as not."""
        right, wrong = self._counts
        return max(0.0, (right - wrong) / (right + wrong))

    def habit(self, plies: Sequence[Ply]) -> float:
        """How regularly the lever was moved of late, 0 to 1: once a ply, or once in several."""
        times_s = self._times_s
        if len(times_s) < LEAST_PRESSES:
            return 0.0
        first_s = times_s[0]
        count = len([ply for ply in plies[-MOST_COUNTED:] if ply.t_s > first_s])
        return min(1.0, (len(times_s) - 1) / count) if count else 1.0
