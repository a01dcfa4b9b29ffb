"""What an alert asks of the arbiter, and where it is in its life. Pure."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Literal

from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import AlertView, BoardView

Life = Literal["new", "acknowledged", "gone", "shelved"]
"""`gone`: it has ended, but nobody has said that he saw it. `shelved`: somebody has put it aside for a while."""

DRAWS = frozenset({Rule.FIVEFOLD, Rule.SEVENTYFIVE})
"""The game is over by the Laws (9.6.1, 9.6.2), whatever happens on the board afterwards."""
WAS_NONE = frozenset({"withdrawn", "arbiter"})
"""Why a draw has ended that was none."""
CLAIMABLE = frozenset({Rule.THREEFOLD, Rule.FIFTY})
"""Only a player may claim these, and nobody may tell him (12.6): so the screen never calls for them."""


class Severity(IntEnum):
    """How loud an alert is."""

    QUIET = 0
    LOOK = 1
    ACT = 2


def severity(alert: AlertView) -> Severity:
    """How loud this alert is; threefold and fifty are quiet whatever their level."""
    if alert.rule in CLAIMABLE or alert.level is Level.INFO:
        return Severity.QUIET
    return Severity.ACT if alert.level is Level.ACT else Severity.LOOK


def life(alert: AlertView) -> Life:
    """Where an open alert is in its life."""
    if shelved(alert):
        return "shelved"
    if alert.acknowledged_t_s is not None:
        return "acknowledged"
    return "new" if alert.cleared_t_s is None else "gone"


def shelved(alert: AlertView) -> bool:
    """Whether it is put aside: never what is to be acted on. (A shelf that is over is taken off by `shown`.)"""
    return alert.shelved_until_s is not None and severity(alert) is Severity.LOOK and alert.rule not in DRAWS


def wanting(alert: AlertView) -> bool:
    """Whether it wants the arbiter's eye: loud, open, not acknowledged and not put aside."""
    return severity(alert) > Severity.QUIET and alert.acknowledged_t_s is None and not shelved(alert)


def pressing(alert: AlertView) -> bool:
    """Whether it calls aloud: to act on, not acknowledged, and still so.

    An automatic draw calls until it is acknowledged, even when the position behind it is gone: play may have gone
    on, or the pieces been swept from the board, and the game is drawn all the same. Only where its moves were read
    otherwise, or ruled, was it none: that is there to be looked at.
    """
    if severity(alert) is not Severity.ACT or alert.acknowledged_t_s is not None:
        return False
    return alert.cleared_t_s is None or (alert.rule in DRAWS and alert.ended not in WAS_NONE)


def mark(alert: AlertView) -> str:
    """`!` act now, `*` go and look (or: it is over, but nobody saw it), blank where nothing is asked any more."""
    if pressing(alert):
        return "!"
    return "*" if wanting(alert) else " "


def rank(alert: AlertView) -> tuple[bool, bool, bool, int, bool, bool, bool, float, str]:
    """Sort key of the alert list: what calls aloud (draws before all), what was not seen, what was; then oldest.

    What is put aside comes last. What is still so comes before what is over, and what is wrong on the board before
    doubts about its past.
    """
    return (
        not pressing(alert),
        not wanting(alert),
        shelved(alert),
        -severity(alert),
        alert.rule not in DRAWS,
        alert.cleared_t_s is not None,
        alert.rule is Rule.HISTORY_UNCERTAIN,
        alert.raised_t_s,
        alert.id,
    )


def ranked(alerts: Iterable[AlertView]) -> list[AlertView]:
    """The loud ones among these, in the order of the alert list."""
    return sorted((each for each in alerts if severity(each) > Severity.QUIET), key=rank)


def quiet(alerts: Iterable[AlertView]) -> list[AlertView]:
    """The quiet ones that still hold, by board as given."""
    return [each for each in alerts if severity(each) is Severity.QUIET and each.cleared_t_s is None]


def urgency(board: BoardView) -> int:
    """How much a board needs the arbiter, for a window too small for all: 0 not at all, 5 a draw to declare."""
    is_held = board.claim is not None and board.claim.state in ("open", "restoring")
    unseen = int(is_held or (board.phase != "over" and board.link in ("lost", "silent")))
    return max((_urgency(alert) for alert in board.alerts), default=0) or unseen


def _urgency(alert: AlertView) -> int:
    if pressing(alert):
        return 5 if alert.rule in DRAWS else 4
    return 2 + (severity(alert) is Severity.ACT) if wanting(alert) else 0
