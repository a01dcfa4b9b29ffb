"""A board of the hall that is followed by what another program claims of it."""

from typing import TYPE_CHECKING, Final

from dgt_monitor.events import Event
from dgt_monitor.game.claimed import ClaimedTracker
from dgt_monitor.hall import unfollowed
from dgt_monitor.hall.clocks import BoardClock
from drivers.readings import Score

if TYPE_CHECKING:  # a board reads its scores by this
    from dgt_monitor.hall.held_board import HeldBoard

WHITE_LEFT: Final = "left"
"""Such programs say White's time and Black's: their drivers tell them as left and right."""


def scored(board: "HeldBoard", t_s: float, score: Score, out: list[Event]) -> None:
    """Take a score in; nothing follows on a board that has begun a game by what it says itself."""
    tracker = board.tracker
    if not isinstance(tracker, ClaimedTracker):
        if tracker.opinion is not None:
            return
        tracker = _follow_claims(board)
    before = unfollowed.is_unfollowed(board)
    board.play.follow(t_s, board.name, tracker.claim(t_s, score), out)
    unfollowed.tell(board, t_s, out, before=before)


def is_known(board: "HeldBoard", score: Score) -> bool:
    """Whether just that was claimed last."""
    return isinstance(board.tracker, ClaimedTracker) and board.tracker.score == score


def _follow_claims(board: "HeldBoard") -> ClaimedTracker:
    """Put such a tracker into the place of the one that reads sensors: no game has begun, so nothing else changes."""
    tracker, clock = ClaimedTracker(board.tracker), BoardClock(WHITE_LEFT)
    board.heard_by(tracker, clock)
    for part in (board.belonging, board.squares):
        part.belong_to(tracker)
    for part_of_clock in (board.play, board.flags, board.memory):
        part_of_clock.belong_to(tracker, clock)
    return tracker
