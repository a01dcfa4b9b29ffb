"""One ply as it happens, and the pace of a game."""

from typing import NamedTuple

from drivers.simulator.clock import TimeControl
from drivers.simulator.hand import Touch

SHARE_OF_TIME = 1 / 20
"""A player never thinks longer than this share of what the clock still gives. Judgement: it leaves every game
enough time to its end."""


class Turn(NamedTuple):
    """One ply as it happens: what the hand does, and when the lever goes down."""

    touches: tuple[Touch, ...]
    pressed_s: float
    """Inf: it does not."""
    uci: str = ""
    """Empty: plies are taken back."""
    stands: bool = True
    """It is a ply of the game, not one that will be taken back, nor the taking back."""
    since_s: float = float("-inf")
    """No later turn begins before this."""
    habits: tuple[str, ...] = ()
    """What shows in it beside the move, by the names of `Habits`."""

    @property
    def ended_s(self) -> float:
        """The time of the last touch."""
        return self.touches[-1].t_s


class Played(NamedTuple):
    """A ply of the game with its times: when the last touch that belongs to it was made, and when it was pressed."""

    uci: str
    ended_s: float
    pressed_s: float


class Pace(NamedTuple):
    """How fast a game goes: the players' time, None without a clock, and a factor on all thinking."""

    control: TimeControl | None = None
    think: float = 1.0
