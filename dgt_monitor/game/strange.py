"""What stands on a board at rest that no legal move explains."""

from dgt_monitor.game import explain
from dgt_monitor.game.changes import Strange
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.story import Story

NEAR_START = 6
"""Squares that may be wrong for a set-up to be told as a faulty one and not as pieces still being set up (chosen)."""


def strangeness(story: Story, *, patient: bool) -> Strange | None:
    """What is wrong with the present placement; None while it may be a move on its way.

    `patient`: pieces that are only missing are still believed to be in somebody's hand.
    """
    if not story.debts or on_its_way(story):
        return None
    squares = tuple(sorted(story.debts))
    if patient and all(story.seen[square] == EMPTY for square in squares):
        return None
    step = explain.illegal_step(story)
    return Strange("illegal_move" if step else "position_unexplained", squares, len(story.plies), step)


def on_its_way(story: Story) -> bool:
    """Whether what differs is part of a next move, or of the last one's piece going on."""
    if explain.is_unfinished(story):
        return True
    if not story.plies:
        return False
    before = explain.before_last(story)
    part_of = explain.same_piece_moves(before, story.plies[-1].move)
    return any(explain.is_part(before, move) for move in part_of)


def faulty_setup(seen: list[str], wanted: list[str]) -> Strange | None:
    """The squares on which a placement that is nearly the wanted one, in either direction, is wrong."""
    if not seen:
        return None
    faults = min(([s for s in range(64) if seen[s] != array[s]] for array in (wanted, wanted[::-1])), key=len)
    return Strange("setup", tuple(faults), 0) if len(faults) <= NEAR_START else None
