"""What follows a checkmate or a stalemate: nothing, unless the clocks are not stopped. Pure."""

from typing import Final, NamedTuple

from dgt_monitor.events import Rule
from dgt_monitor.game.timing import NEVER_S

GRACE_S: Final = 30.0
"""Seconds after which a clock that still runs is no oversight (chosen: hands are shaken first)."""


class Over(NamedTuple):
    """A game that ended by mate or stalemate."""

    game: int
    ply: int
    rule: Rule


class Aftermath:
    """Looks whether the clock runs on when the game is over: then somebody plays on, or has not noticed.

    Once it was stopped what it does is none of that game: it is set, or used for analysis.
    """

    __slots__ = ("_settled", "_told", "_waits", "due_s")

    def __init__(self) -> None:
        self._waits: Over | None = None
        self._told: Over | None = None
        self._settled: Over | None = None
        self.due_s = NEVER_S
        """When it is to be told; `NEVER_S` if nothing is."""

    def look(self, t_s: float, over: Over | None, *, runs: bool | None) -> Over | None:
        """It is so now; answers what was told and is no more: the clock was stopped, or the game is not over."""
        if over is not None and runs:
            if over not in (self._waits, self._told, self._settled):
                self._waits, self.due_s = over, t_s + GRACE_S
            return None
        self._waits, self.due_s = None, NEVER_S
        if over is None or runs is False:
            self._settled = over
        told, self._told = self._told, None
        return told

    def tick(self) -> Over | None:
        """It is due: what is to be told now."""
        self._told, self._waits, self.due_s = self._waits, None, NEVER_S
        return self._told
