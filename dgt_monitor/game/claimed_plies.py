"""Plies that another program claims, beside those of a story."""

from collections.abc import Sequence

import chess

from dgt_monitor.events import Times
from dgt_monitor.game.changes import Ply
from dgt_monitor.game.story import Story


def is_over(story: Story) -> bool:
    """Whether the game has ended by itself: the pieces are put away."""
    return bool(story.plies) and (story.plies[-1].san.endswith("#") or not any(story.board.generate_legal_moves()))


def in_common(one: Sequence[chess.Move], other: Sequence[chess.Move]) -> int:
    """With how many of the same moves both begin."""
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def claimed_ply(move: chess.Move, t_s: float, *, sure: bool) -> Ply:
    """A ply to be made, of which another program tells."""
    ply = Ply(move, "", "", (), (0, None, 0), t_s)
    ply.provenance, ply.sure = "claimed", sure
    return ply


def timed(ply: Ply, clock: Times | None, *, last: bool) -> bool:
    """Give a ply the time that is claimed; whether that is news. The clock itself is asked for the last ply only."""
    if clock is None:
        ply.timed = ply.timed or not last
        return False
    news = ply.clock != clock
    ply.clock, ply.timed = clock, True
    return news


def is_legal(start: chess.Board, moves: Sequence[chess.Move]) -> bool:
    """Whether these can be played from there."""
    board = start.copy(stack=False)
    for move in moves:
        if not board.is_legal(move):
            return False
        board.push(move)
    return True
