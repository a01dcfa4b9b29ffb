"""Whether a drill can be made on a board, as far as a screen knows. Pure."""

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.refused_claims import DRILL_PLAYED, OPEN
from dgt_monitor.hall.views import BoardView
from dgt_monitor.wording import Said


def why_no_drill(view: BoardView) -> Said | None:
    """Why none can be made there now; None: the hall may know better, and says so then."""
    if view.claim is not None and view.claim.state == "open":
        return OPEN[view.claim.what](board=clean(view.board))
    return DRILL_PLAYED(board=clean(view.board)) if view.moves and view.phase != "over" else None
