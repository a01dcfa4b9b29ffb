"""What stands on a board that no legal move explains."""

from typing import NamedTuple

from dgt_monitor.game import explain, gone_on
from dgt_monitor.game.changes import Strange
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.story import Story


class Patience(NamedTuple):
    """How long pieces may be missing from their squares, in seconds."""

    while_played_s: float
    alone_s: float
    to_be_named_s: float
    """Once one piece is told, so are all that are missing for so long."""


def strangeness(opinion: Opinion, t_s: float, patience: Patience, *, at_rest: bool) -> Strange | None:
    """What is wrong with the present placement; None while it may be a move on its way.

    `at_rest`: nothing has changed for a while. Otherwise only what has been wrong through several moves is told.
    """
    story = opinion.story
    if not story.debts:
        return None
    under_way = on_its_way(story)
    missing = _long_missing(story, t_s, patience, under_way=under_way)
    if missing:
        return Strange("position_unexplained", missing, len(story.plies))
    if not at_rest or under_way:
        return None
    aside = opinion.aside(t_s)
    active = {square: since_s for square, since_s in story.debts.items() if square not in aside}
    squares = tuple(sorted(aside if active and on_its_way(story, active) else story.debts))
    if all(story.seen[square] == EMPTY for square in squares):
        return None  # in somebody's hand; `_long_missing` tells of it in time
    pending = opinion.illegal.pending(story)
    if pending is not None and not frozenset(squares).isdisjoint(pending.squares):
        return pending
    return Strange("position_unexplained", squares, len(story.plies))


def _long_missing(story: Story, t_s: float, patience: Patience, *, under_way: bool) -> tuple[int, ...]:
    """Pieces that nobody can still be holding: the game has gone on without them, or all has stood for very long."""
    last_s = story.plies[-1].t_s if story.plies else float("-inf")
    empty = [square for square in story.debts if story.seen[square] == EMPTY]
    if under_way and len(empty) < len(story.debts):
        empty = [square for square in empty if last_s > story.debts[square]]  # half a move waits for its other half
    alone_s = patience.alone_s if under_way else patience.while_played_s
    waited_s = {square: t_s - story.debts[square] for square in empty}
    limit_s = {square: patience.while_played_s if last_s > story.debts[square] else alone_s for square in empty}
    if not any(waited_s[square] >= limit_s[square] - 1e-9 for square in empty):
        return ()
    return tuple(sorted(square for square in empty if waited_s[square] >= patience.to_be_named_s))


def on_its_way(story: Story, debts: dict[int, float] | None = None) -> bool:
    """Whether what differs (of these debts, else of all) is part of a next move, or of the last one's going on."""
    debts = story.debts if debts is None else debts
    view = explain.Point(story.board, story.expected, story.seen, debts)
    if explain.is_unfinished(view):
        return True
    if not story.plies:
        return False
    last = story.plies[-1]
    if all(story.seen[square] in (EMPTY, dict(last.undo).get(square)) for square in debts) and debts.keys() <= {
        square for square, _ in last.undo
    }:
        return True  # the rook of a castling, a pawn that is still to be exchanged or taken off
    before = gone_on.before_last(story, debts)
    part_of = gone_on.same_piece_moves(before, story.plies[-1].move)
    return any(explain.is_part(before, move) for move in part_of)
