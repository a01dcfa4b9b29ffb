"""A game told by another program that begins with no position of chess: none of it is followed, which is told."""

from typing import TYPE_CHECKING, Final

from dgt_monitor.events import Alert, Event, Level, Rule
from dgt_monitor.game.claimed import ClaimedTracker
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Sentence, joined

if TYPE_CHECKING:  # a board reads its scores by this
    from dgt_monitor.hall.held_board import HeldBoard

_NO_START: Final = Sentence(
    "the other program begins the game with a position that cannot be. Nothing it says of it is followed: put the "
    "start position right there."
)


def is_unfollowed(board: "HeldBoard") -> bool:
    """Whether what was claimed last is no game of chess."""
    return isinstance(board.tracker, ClaimedTracker) and board.tracker.is_unfollowed


def clear(board: "HeldBoard", t_s: float, out: list[Event]) -> None:
    """What stands there is chess, and so is what is claimed."""
    out.extend(board.alerts.clear(t_s, lambda alert: alert.rule is Rule.SETUP and not alert.squares, "resolved"))


def tell(board: "HeldBoard", t_s: float, out: list[Event], *, before: bool) -> None:
    """Raise or clear the alert, if that has changed; `before`: whether it was so before what was claimed now."""
    now = is_unfollowed(board)
    if now == before:
        return
    if not now:
        clear(board, t_s, out)
        return
    text = joined((BOARD(who=board.tournament.who(board.name)), _NO_START()))
    game, alert_id = board.play.game or None, board.alerts.next_id(board.name)
    alert = Alert(t_s, board.name, alert_id, game, None, Rule.SETUP, None, Level.CHECK, True, (), text)
    out.append(board.alerts.add(alert))
