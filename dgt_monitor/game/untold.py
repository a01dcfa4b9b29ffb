"""What one board did not tell: since when, how things stood then, and what is in doubt because of it.

The board's line was away, it did not answer, it read its log out, or it had no power. The next dump says what stands
now; how it came to that only the board's memory can tell (`game.recovery`).
"""

from collections.abc import Callable
from math import inf

from dgt_monitor.game.changes import Certain, Change, Ply, Uncertain
from dgt_monitor.game.opinion import Opinion

AWAY = "the line was away"
"""Why something may have been missed; followed by for how long. So are the next three."""
NO_ANSWER = "the board did not answer"
READ_OUT = "the board told nothing while its memory was read out,"
EXCHANGED = "another board may have been in its place"
MEMORY_WITHIN_S = 30.0
"""So long after a board is told of again its memory may still be on its way: two readings take 17 s (protocol 1.3;
chosen)."""
MEMORY_ASKED_WITHIN_S = 180.0
"""The same where it was asked for, and did not come or left something open: it is asked for again (chosen)."""


class Base:
    """How things stood on a board when changes began to go untold."""

    __slots__ = (
        "asked",
        "confirmed",
        "doubted",
        "hole",
        "opinion",
        "placement",
        "plies",
        "rotated",
        "shown",
        "since_s",
        "spans",
        "told",
        "why",
    )

    def __init__(
        self,
        since_s: float,
        opinion: Opinion | None,
        placement: str,
        told: int,
        *,
        rotated: bool,
        shown: tuple[str, str] | None,
        why: str,
        hole: int | None,
    ) -> None:
        self.since_s = since_s
        self.opinion = opinion
        self.plies: tuple[Ply, ...] = () if opinion is None else tuple(opinion.story.plies)
        self.confirmed = not self.plies or self.plies[-1].status == "confirmed"
        """The last ply was."""
        self.placement = placement
        """In the board's own numbering."""
        self.told = told
        """Where the trail of changes ends."""
        self.rotated = rotated
        self.shown = shown
        """The result that the players showed."""
        self.why = why
        self.hole = hole
        """From this ply on nobody will ever know what was played before then."""
        self.spans = 1
        """In how many spans of time since then changes went untold."""
        self.asked = False
        """The board was asked for its memory."""
        self.doubted = False
        """It was told that the history is not sure."""


Snapshot = Callable[[float, str], Base | None]
"""How things stand now, since when and why that is to be kept; None if nothing is known of the board yet."""


class Untold:
    """The spans of time in which a board's changes were not told, until what happened in them is known."""

    __slots__ = ("away_since_s", "base", "fresh", "hole", "lost", "no_memory", "told_again_s")

    def __init__(self) -> None:
        self.away_since_s: float | None = None
        """Since when nothing is told; None: changes are told."""
        self.fresh = False
        """Changes are told again and no dump has come yet: what stands on the board is not known for sure."""
        self.base: Base | None = None
        """How things stood when changes began to go untold, until what happened since is known for sure."""
        self.hole: int | None = None
        """From this ply on nobody will ever know what was played unseen."""
        self.lost = False
        """More may have been played unseen than can be worked out."""
        self.no_memory = False
        """The board's memory does not tell it either."""
        self.told_again_s = -inf
        """When a dump last ended such a span."""

    @property
    def is_over(self) -> bool:
        """Whether changes are told, and a dump has said what stands."""
        return self.away_since_s is None and not self.fresh

    def begin(self, t_s: float, why: str, snapshot: Snapshot) -> None:
        """From now on nothing is told."""
        if self.away_since_s is None:
            self.away_since_s = t_s
            self.no_memory = self.no_memory and why == READ_OUT
            self.keep(t_s, why, snapshot)
        if self.base is not None and why == READ_OUT:
            self.base.asked = True

    def keep(self, t_s: float, why: str, snapshot: Snapshot) -> None:
        """Changes went untold since then: remember how things stood, unless what was missed before is not known yet."""
        if self.base is None:
            self.base = snapshot(t_s, why)
        else:
            self.base.spans += 1

    def is_blind(self, t_s: float, outage_s: float) -> bool:
        """Whether nothing has been told for so long by now that more may have been played than was seen."""
        return self.away_since_s is not None and t_s - self.away_since_s >= outage_s

    def doubt(self, number: int, *, for_good: bool) -> None:
        """From this ply on the history is not sure."""
        if for_good and self.hole is None:
            self.hole = number
        if self.base is not None:
            self.base.doubted = True
        self.lost = True

    def certain(self, base: Base, number: int) -> list[Change]:
        """What was doubted from this ply on is known now, unless a hole before it leaves it in doubt for good.

        The plies from there on may have been taken back since, which makes the hole no smaller.
        """
        if base.hole is not None:
            self.hole = min(base.hole, number)
            return []
        self.hole, self.lost = None, False
        return [Certain(number)]

    def end(self, t_s: float, outage_s: float, number: int | None, *, settled: bool) -> list[Change]:
        """What stands is known again: what may have been missed, unless it was no time at all, or nothing has moved.

        `number`: the ply that a doubt begins with; None where no game is being played. `settled`: nothing was missed.
        """
        blind, since_s, self.away_since_s = self.is_blind(t_s, outage_s), self.away_since_s, None
        base, self.told_again_s = self.base, t_s
        if base is None:
            return []
        if base.spans == 1 and (settled or not (blind or since_s is None)):
            self.base = None
            return self.certain(base, len(base.plies) + 1) if base.doubted else []
        if number is None or not blind or since_s is None:
            return []
        self.doubt(number, for_good=False)
        return [Uncertain(number, f"{base.why} for {t_s - since_s:.0f} s", lasting=True)]

    def game_begins(self, *, joined: bool, first: bool) -> None:
        """A game begins. Of the game before nobody asks any more; before the first, the memory may tell all of it."""
        if not joined or not first:
            self.base = None
        self.hole, self.no_memory = None, False
        self.lost = self.lost and joined  # until the first move shows that the right side is to move

    @property
    def memory_until_s(self) -> float:
        """Until when the memory is waited for; longer if the board is asked for it at all."""
        if self.base is None or self.hole is not None or self.no_memory:
            return -inf
        return self.told_again_s + (MEMORY_ASKED_WITHIN_S if self.base.asked else MEMORY_WITHIN_S)
