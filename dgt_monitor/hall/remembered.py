"""What a board remembers of rulings on its present game: claims that were told, and starts of rounds."""

from typing import NamedTuple

from dgt_monitor import events
from dgt_monitor.game.changes import Ply


class RoundStart(NamedTuple):
    """What the start of a round made of a game."""

    game: int
    before: tuple[Ply, ...]
    """The plies that stood."""
    after: tuple[Ply, ...]
    """What was left of them."""


class ToldClaim(NamedTuple):
    """What was told of a claim or an intervention, and by which ruling it was opened."""

    number: int
    event: events.Claim
