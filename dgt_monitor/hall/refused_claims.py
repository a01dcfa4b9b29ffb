"""Whether there is what a ruling on a claim or an illegal move speaks of: two desks may rule at the same moment."""

from typing import Final

from dgt_monitor.game.claimed import ClaimedTracker
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.held_board import ROUTES, HeldBoard
from dgt_monitor.hall.refusing import NO_GAME, NO_ILLEGAL_MOVE
from dgt_monitor.hall.restoring_texts import NotRestored
from dgt_monitor.wording import Said, Sentence

_OPEN_ALREADY: Final = Sentence("A claim is open on board {board} already: close it first.")
_HELD_ALREADY: Final = Sentence("An intervention is open on board {board} already: close it first.")
_DRILLED_ALREADY: Final = Sentence("A drill is going on on board {board} already: acknowledge its alarm, or close it.")
DRILL_PLAYED: Final = Sentence("Board {board} is being played on: make a drill on one where nobody has moved.")
_CLAIMED: Final = Sentence("The moves of board {board} come from another program, which knows of no drill.")
_NOT_OPEN: Final = Sentence("No claim or intervention is open on board {board}.")
OPEN: Final[dict[NotRestored, Sentence]] = {
    "claim": _OPEN_ALREADY, "intervention": _HELD_ALREADY, "drill": _DRILLED_ALREADY, "game": _HELD_ALREADY,
}  # fmt: skip
_NO_ROUTE: Final = Sentence("Nothing can be claimed by {route}: one of {routes}.")
_NOBODY: Final = Sentence("It is not said who is penalised.")
_ENDED: Final = Sentence("This illegal move has ended already.")


def why_no_claim(board: HeldBoard, ruling: Ruling) -> Said | None:
    """Why a ruling on a claim, an intervention or an illegal move cannot be carried out; None: it can."""
    kind = ruling.kind
    if kind in ("claim", "intervene", "drill"):
        return _why_not_opened(board, ruling)
    if kind == "close":
        return _NOT_OPEN(board=board.name) if board.held is None else None
    if kind == "stands":
        return _why_not_standing(board, ruling.alert_id)
    if kind == "penalise":
        return _NOBODY() if not ruling.claimant else _no_game(board)
    return None


def _why_not_opened(board: HeldBoard, ruling: Ruling) -> Said | None:
    if ruling.kind == "claim" and ruling.route not in ROUTES:
        return _NO_ROUTE(route=ruling.route or "?", routes=" ".join(sorted(ROUTES)))
    if board.held is not None and board.held.state == "open":
        return OPEN[board.held.of](board=board.name)
    story = board.tracker.story
    if ruling.kind == "drill" and isinstance(board.tracker, ClaimedTracker):
        return _CLAIMED(board=board.name)
    if ruling.kind == "drill" and story is not None and story.plies and not board.play.is_over:
        return DRILL_PLAYED(board=board.name)
    return _no_game(board)


def _why_not_standing(board: HeldBoard, alert_id: str) -> Said | None:
    incident = board.play.illegal.of_alert(alert_id)
    if incident is None:
        return NO_ILLEGAL_MOVE()
    return _ENDED() if incident.ending is not None else None


def _no_game(board: HeldBoard) -> Said | None:
    return NO_GAME() if board.tracker.story is None else None
