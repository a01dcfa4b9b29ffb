"""How the page of a board is looked at, and with what beside the board itself. Pure."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from dgt_monitor.dashboard.diagram import CELLS
from dgt_monitor.dashboard.pulse import NO_PULSE, Beats
from dgt_monitor.dashboard.score import CELLS_AT_LEAST
from dgt_monitor.dashboard.when import When
from dgt_monitor.dashboard.words import hms
from dgt_monitor.hall.views import RulingView

Part = Literal["moves", "facts", "score"]
"""What the keys scroll: the moves, what stands under the diagram, or the moves with times in the whole width."""
PARTS: Final[tuple[Part, ...]] = ("moves", "facts", "score")
LEFT_CELLS: Final = 2 * CELLS + 1
"""Two diagrams, or one and what is to be seen at a glance."""


class Sight(NamedTuple):
    """How the page is looked at."""

    cells: int
    height: int
    flip: bool = False
    back: int = 0
    """Lines scrolled: back through the moves, or down the page where it is narrow."""
    down: int = 0
    """Lines of what stands under the diagram that are scrolled away."""
    part: Part = "moves"
    curtain: bool = False
    figurines: bool = False
    beats: Beats = NO_PULSE
    """How much was heard of the board."""
    rulings: Sequence[RulingView] = ()
    """Those of the hall."""
    named: When = hms
    """How moments are named."""

    @property
    def narrow(self) -> bool:
        """Whether the moves stand below the diagram instead of beside it."""
        return self.cells < LEFT_CELLS + CELLS_AT_LEAST
