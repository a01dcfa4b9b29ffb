"""What the Laws say of one ply."""

from typing import NamedTuple

from dgt_monitor.events import Colour, Level, Rule
from dgt_monitor.laws.identity import PositionKey, Standing
from dgt_monitor.laws.occurrences import Chain, chain_plies


class Finding(NamedTuple):
    """A rule that applies after a ply."""

    rule: Rule
    article: str
    level: Level
    chain: Chain
    """The occurrences it rests on; read them by `plies`."""
    side: Colour | None
    """Who may claim, or who is mated or stalemated; None where neither is meant."""
    until: str | None
    """How long a claim lives: `he moves`, `a pawn move or capture`."""
    sure: bool
    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    count_max: int | None
    proved: bool = True
    """False for a position that is probably dead and not proved to be."""

    @property
    def plies(self) -> tuple[int, ...]:
        """After which plies the position has stood, this one included; made when asked."""
        return chain_plies(self.chain)


class Verdict(NamedTuple):
    """The position after a ply, how often it has stood, and which rules apply."""

    standing: Standing
    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    """The least number of times the position can have stood, this time included."""
    count_max: int | None
    """The most; None where the history before the first ply is unknown."""
    chain: Chain
    findings: tuple[Finding, ...]

    @property
    def plies(self) -> tuple[int, ...]:
        """After which plies the position has stood up to this one; made when asked."""
        return chain_plies(self.chain)


class Repetition(NamedTuple):
    """A position that has, or may have, stood more than once in a line of play."""

    key: PositionKey
    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    count_max: int | None
    plies: tuple[int, ...]
