"""How quickly is played, told from the changes themselves: what story is made of them must not matter."""

from collections import deque
from operator import sub
from typing import Final

CHANGES_A_PLY: Final = 3
"""Changes that a ply brings, about (two, or three if it takes, and more if it is slid: hands, 3)."""
MOST_CHANGES: Final = 40
"""Changes that are looked at: a scramble is known when half of them were made in it (chosen)."""
USUAL_S: Final = 3.0
USUAL_CHANGES: Final = 7
"""A ply takes so long as long as nothing else is known, which counts as much as so many changes (chosen)."""


class Pace:
    """When the last squares changed."""

    __slots__ = ("changed",)

    def __init__(self) -> None:
        self.changed: deque[float] = deque(maxlen=MOST_CHANGES)
        """The time of each; it is the list to append to."""

    @property
    def ply_s(self) -> float:
        """How long a ply took of late, in seconds."""
        times_s = list(self.changed)
        took_s: list[float] = list(map(sub, times_s[CHANGES_A_PLY:], times_s))
        took_s += [USUAL_S] * USUAL_CHANGES
        took_s.sort()
        return took_s[len(took_s) // 2]
