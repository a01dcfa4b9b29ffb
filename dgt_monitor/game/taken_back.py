"""Plies put back: the placement of some plies ago."""

from collections.abc import Iterable

from dgt_monitor.game.story import Story

MAX_TAKEBACK_PLY = 8
"""Plies that players are believed to take back at once; more is a new set-up (chosen, no source)."""


def plies_back(story: Story, active: Iterable[int]) -> int:
    """How many plies back the placement is the one on the board now; 0 if none of the last few.

    `active`: the squares that differ now, or those of them that are not left aside.
    """
    before: dict[int, str] = {}
    seen, wanted = story.seen, frozenset(active)
    for back, ply in enumerate(reversed(story.plies[-MAX_TAKEBACK_PLY:]), 1):
        before.update(ply.undo)
        if len(before) > 4 * MAX_TAKEBACK_PLY:
            return 0
        if wanted <= before.keys() and all(seen[square] == letter for square, letter in before.items()):
            return back
    return 0


def is_going_back(story: Story) -> bool:
    """Whether all that differs are pieces of the last plies that went home, though not all of them have."""
    before: dict[int, str] = {}
    seen, debts = story.seen, story.debts
    for ply in reversed(story.plies[-MAX_TAKEBACK_PLY:]):
        before.update(ply.undo)
        if debts.keys() <= before.keys() and all(seen[square] == before[square] for square in debts):
            return True
    return False
