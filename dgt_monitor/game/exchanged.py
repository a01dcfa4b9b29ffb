"""What a pawn became is exchanged for another piece after the ply was told."""

from typing import Final

from dgt_monitor.game.explain import own
from dgt_monitor.game.plain import PROMOTIONS
from dgt_monitor.game.story import Story

MOST_PLY: Final = 3
"""So many plies back it is looked for: the ply itself, and a reply that came before the exchange (chosen)."""


def exchanged_ply(story: Story) -> int:
    """The ply whose promoted piece gave way to another, if nothing else differs; 0 if there is none."""
    if len(story.debts) != 1:
        return 0
    (square,) = story.debts
    shown, expected = story.seen[square], story.expected[square]
    if shown.upper() not in PROMOTIONS or not own(expected, shown.isupper()):
        return 0
    for number in range(len(story.plies), max(0, len(story.plies) - MOST_PLY), -1):
        ply = story.plies[number - 1]
        if ply.move.to_square == square:
            return number if ply.legal and ply.move.promotion else 0
    return 0
