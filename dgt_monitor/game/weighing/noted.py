"""What a branch notes until the next ply: pieces that were seen elsewhere, and the presses of the clock."""

from typing import NamedTuple


class Passed(NamedTuple):
    """A piece in a hand was seen on a square and went on: cheap if its move then leads over that square, else not."""

    square: int
    piece: str
    for_s: float
    cost: float
    """What was paid for it so far."""
    until_s: float
    """When it was seen to be gone from there."""

    @property
    def white(self) -> bool:
        """Whose piece it is."""
        return self.piece.isupper()


class Trip(NamedTuple):
    """A piece was missing from its square for a while, and came back."""

    white: bool
    since_s: float
    until_s: float
    seen: bool
    """It stood elsewhere meanwhile."""


class Press(NamedTuple):
    """The lever was moved."""

    t_s: float
    white_to_move: bool
    cost: float
    """What it costs a line that has the other side to move: less where the clock has been wrong before."""


class Presses(NamedTuple):
    """What a clock tells."""

    told: list[Press]
    """Each press, by time."""
    missing: float
    """What it costs that a side moves again without one: less where players forget it, or press as they like."""
    pace_s: float = 0.0
    """How long a ply took of late, as far as is known; of that the clock tells nothing, but it counts like it."""


NO_PRESSES = Presses([], 0.0)
