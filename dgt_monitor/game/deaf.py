"""A tracker that is told all of a game again and again: what else a board or its clock says changes no move."""

from collections.abc import Sequence

from dgt_monitor.game.changes import Change
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.untold import AWAY


class Deaf(Tracker):
    """Makes nothing of lever and clock, and asks for no memory."""

    __slots__ = ()

    def line_down(self, t_s: float, why: str = AWAY) -> None:
        """From now on nothing is told; the next score tells all."""
        self.untold.begin(t_s, why, lambda *_: None)

    def line_up(self) -> None:
        """Something is told again."""
        self.untold.away_since_s = None

    def missed(self, why: str, *, for_good: bool = False) -> Sequence[Change]:  # noqa: ARG002
        """A score tells all, whatever went untold before."""
        return NOTHING

    def lever(self, t_s: float, white_to_move: bool) -> Sequence[Change]:  # noqa: ARG002
        """Of the clock only its times are taken."""
        return NOTHING

    def clock_told(self, *, runs: bool, stands: bool) -> None:
        """As `lever`."""

    def clock_started(self, t_s: float) -> Sequence[Change]:  # noqa: ARG002
        """As `lever`."""
        return NOTHING

    def clock_runs(self, t_s: float, runs: bool | None) -> Sequence[Change]:  # noqa: ARG002
        """As `lever`."""
        return NOTHING

    @property
    def wants_memory(self) -> bool:
        """No board's memory is asked for."""
        return False
