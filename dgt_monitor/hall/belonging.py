"""Which of what was told at a place is a board's own: another may have taken its place while the line stayed open."""

from collections.abc import Sequence

from dgt_monitor.game.changes import Change
from dgt_monitor.game.disowning import disown
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.untold import Base


class Belonging:
    """Keeps how things stood when the board was last known to be itself."""

    __slots__ = ("_own", "_tracker")

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self._own: Base | None = None

    def belong_to(self, tracker: Tracker) -> None:
        """What is told there is understood by this one from now on."""
        self._tracker = tracker

    def sure(self, t_s: float) -> None:
        """What was told until now is its own: it tells its number, or was away since and has told nothing."""
        self._own = self._tracker.snapshot(t_s)

    def ends(self, t_s: float) -> Sequence[Change]:
        """Another board answers in its place: what becomes of what was told since it was `sure`."""
        changes = disown(self._tracker, t_s, self._own)
        self.sure(t_s)
        return changes
