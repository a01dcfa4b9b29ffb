"""What was told of late, from moments at which story and sensors agreed: where a weighing can begin."""

from collections import deque
from typing import NamedTuple

from dgt_monitor.game.story import Story

Seen = tuple[float, int, str]
"""A change that was reported: its time in seconds, square and letter; the time is minus infinity if a dump told it."""

LEVER = -1
"""In place of a square: the clock's lever was moved, and it is White's turn by it ("w") or Black's ("b")."""
LOOK_BACK_PLY = 3
"""Plies that are weighed again when something does not fit: what was read plainly may have been something else (chosen:
a slide, the reply, and a correction)."""
LOOK_BACK_CHANGES = 40
"""Changes that are told again then, at most (chosen, for what it costs)."""
MOST_KEPT = 128
"""Changes kept of one stretch: fiddling without a move is forgotten (chosen)."""
ROTATE_AFTER = 12
"""Changes after which a stretch ends at the next agreement, though no ply was made (chosen)."""
STRETCHES = 5
"""Stretches kept: as many as are looked back on, and those of pieces touched between (chosen)."""


class Stretch(NamedTuple):
    """Changes from one moment on; at that moment a story had so many plies."""

    plies: int
    changes: list[Seen]
    shown: dict[int, tuple[float, str]]
    """Where it did not agree even then: since when, and what stood there."""


class Tape:
    """The last stretches. `now` takes every change: it is the list to append to."""

    __slots__ = ("_past", "_plies", "_shown", "now")

    def __init__(self) -> None:
        self.now: list[Seen] = []
        self._plies = 0
        self._shown: dict[int, tuple[float, str]] = {}
        self._past: deque[Stretch] = deque(maxlen=STRETCHES)

    def agreed(self, plies: int) -> None:
        """Story and sensors agree, the story has so many plies now."""
        if plies == self._plies and len(self.now) < ROTATE_AFTER:
            return
        # tuple.__new__ leaves out the Python frame of the generated constructor.
        self._past.append(tuple.__new__(Stretch, (self._plies, self.now, self._shown)))
        self.now, self._plies, self._shown = [], plies, {}
        while self._past and self._past[0].plies > plies:
            self._past.popleft()

    def trim(self, story: Story) -> None:
        """Bound what is kept."""
        if len(self.now) > MOST_KEPT:
            self.begin(story)

    def begin(self, story: Story) -> None:
        """Forget everything: what was told before is settled, or belongs to another story."""
        self._past.clear()
        self.now, self._plies = [], len(story.plies)
        self._shown = {square: (since_s, story.seen[square]) for square, since_s in story.debts.items()}

    def since(self, plies: int) -> list[Stretch] | None:
        """All stretches since the story had so many plies, if it never had fewer; None if they are too many."""
        found = [*self._past, Stretch(self._plies, self.now, self._shown)]
        changes = sum(len(stretch.changes) for stretch in found)
        whole = found[0].plies == plies and len(self._past) < STRETCHES and changes <= LOOK_BACK_CHANGES
        return found if whole and all(stretch.plies >= plies for stretch in found) else None

    def stretches(self, plies: int) -> list[Stretch]:
        """Those to weigh again, where the story has so many plies now: the first begins where it has some fewer."""
        found = [*self._past, Stretch(self._plies, self.now, self._shown)]
        while len(found) > 1 and not self._reaches(found, plies):
            del found[0]
        return found

    @staticmethod
    def _reaches(found: list[Stretch], plies: int) -> bool:
        """Whether the first of these is near enough, and no later one goes back behind it."""
        first = found[0].plies
        changes = sum(len(stretch.changes) for stretch in found)
        return first >= plies - LOOK_BACK_PLY and changes <= LOOK_BACK_CHANGES and all(s.plies >= first for s in found)
