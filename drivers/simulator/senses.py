"""How well a board senses: rates of its faults, for a scan that has them (`drivers.simulator.faulty_scan`)."""

from typing import NamedTuple

from drivers.simulator.habits import Span


class SensorProfile(NamedTuple):
    """Faults of one board's sensors. As it stands it has none.

    No rates have been published. A bad square is the most common complaint of `hands.md` 3.1; judgement throughout.
    """

    flicker_per_hour: float = 0.0
    """So often a square with a piece on it begins to lose and find it."""
    flicker_s: Span = (1.0, 8.0)
    """So long that lasts."""
    blink_s: Span = (0.15, 0.9)
    """So long the piece is lost or found each time; from under a scan to four."""
    misread: float = 0.0
    """Of the pieces that land, this share is taken for another kind for one scan."""
    smear: float = 0.0
    """Of the pieces that land, this share is felt on an empty square beside it too, for one scan."""
    dead: int = 0
    """So many squares never change whatever happens on them. Off in every profile: ask for it."""


SOUND = SensorProfile()
"""No faults."""
