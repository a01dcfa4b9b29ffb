"""How long things must stand on a board before they are said."""

from typing import NamedTuple


class Timing(NamedTuple):
    """How long things must stand, in seconds."""

    confirm_after_s: float = 1.0
    """A move at rest counts as made (stream format: 1.0 s, a setting), a result at rest as shown."""
    strange_after_s: float = 3.0
    """A placement that nothing explains is told (hands, 5.5)."""
    in_hand_after_s: float = 15.0
    """A piece taken off while the game goes on is told; players hold and adjust them for seconds (hands, 4; chosen)."""
    missing_after_s: float = 60.0
    """A piece taken off is told even if nothing else moves (chosen)."""
    disturbed_after_s: float = 30.0
    """Many pieces that stand wrong are told only then: the players restore what was knocked over, on the clock of him
    who did it (7.4.1; chosen)."""
    outage_s: float = 1.0
    """A line away for longer may have hidden plies (two plies take 0.4 s in a scramble: hands, 1.2; chosen)."""


AFTER_PRESS_S = 0.3
"""Seconds after a press of the clock until all squares as they then were are told: a scan, and the way of both
(protocol 1.3)."""
NEVER_S = float("inf")
"""A due time that does not come."""
CLOSE_S = 1e-9
"""Sums of times may miss a due time by so much."""
WEIGH_AGAIN_S = 0.5
"""Stories that differ are weighed again so often while nothing moves: what stands open becomes dearer (chosen)."""
WEIGH_AGAIN_UNTIL_S = 10.0
"""Until nothing has moved for so long (chosen: no cost grows any more)."""
