"""What a story has, as a line from which a weighing begins."""

from dgt_monitor.game.placement import changes
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing.lines import (
    NEVER_S,
    Link,
    moved,
    number_of,
)

BACK_PLY = 4
"""Plies before those that are weighed again that may still be taken back (chosen)."""


def ways_back(story: Story, plies: int) -> int:
    """How many plies before a place in the line may be taken back, if only as they were made."""
    back = 0
    while back < min(BACK_PLY, plies) and story.plies[plies - back - 1].legal:
        back += 1
    return back


def chain_of(story: Story, start: int, link: Link | None, end: int | None = None) -> Link | None:
    """The plies that the story has after so many, and up to so many, put to a line."""
    board, placed = story.before(len(story.plies) - start)
    for n, ply in enumerate(story.plies[start:end], number_of(link) + 1):
        link = Link(link, ply.move, NEVER_S, NEVER_S, board, placed, hidden=False, number=n)
        changed = changes(board, ply.move, placed)
        board, placed = moved(board, ply.move, placed, changed), placed.copy()
        for square, letter in changed:
            placed[square] = letter
    return link
