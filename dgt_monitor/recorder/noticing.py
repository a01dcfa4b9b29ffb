"""Which alerts are told beside the screens, by which ways, and in which words. Owns no clock, port, file or thread.

A notice says where to go and nothing else: no moves, no counts, nobody's claim. It may be read on a phone in the hall.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from dgt_monitor.events import Alert, AlertCleared, Event, Level, Rule
from dgt_monitor.language import words
from dgt_monitor.tournament.notices import Notices, Way
from dgt_monitor.wording import Sentence

CLAIMABLE: Final = frozenset({Rule.THREEFOLD, Rule.FIFTY})
"""Only a player may claim these, and nobody may tell him (12.6)."""
PLAYED_ON: Final = frozenset({Rule.FIVEFOLD, Rule.SEVENTYFIVE})
"""Each further occurrence is told as an alert of its own; the arbiter is sent there once for the game."""
COMES_AND_GOES: Final = frozenset(
    {Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.LINE_NOISY, Rule.CLOCK_MISSING, Rule.CLOCK_BATTERY}
)
AGAIN_S: Final = 600.0
"""Trouble with a device that was told is not told again before (chosen: a loose cable sends no hundred pushes)."""
_GO: Final = Sentence("Board {board}: go to the board")
_LOOK: Final = Sentence("Board {board}: look when you can")
_DRILL: Final = Sentence("DRILL. Board {board}: a drill, nothing to do")


class Notice(NamedTuple):
    """One alert, to be told by one way."""

    alert: str
    board: str
    """Text from outside."""
    way: Way
    text: str


class Noticing:
    """Decides what is told, each alert once by each way that is switched on for it."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self._told: dict[tuple[object, ...], float] = {}
        """What was told, and when last."""

    def hear(self, events: Iterable[Event]) -> list[Notice]:
        """The notices that these events ask for."""
        return [notice for event in events if type(event) is Alert for notice in self._of(event)]

    def _of(self, alert: Alert) -> list[Notice]:
        level = severity(alert)
        ways = self.notices.act if level == "act" else self.notices.look if level == "look" else ()
        beside = [way for way in ways if way != "bell"]
        key = _key(alert)
        told_s = self._told.get(key)
        again = alert.rule in COMES_AND_GOES and told_s is not None and alert.t - told_s >= AGAIN_S
        if not beside or not (told_s is None or again):
            return []
        self._told[key] = alert.t
        sentence = _DRILL if alert.rule is Rule.DRILL else _GO if level == "act" else _LOOK
        text = words(sentence, board=alert.board)
        return [Notice(alert.id, alert.board, way, text) for way in beside]


def severity(alert: Alert) -> Literal["act", "look", "quiet"]:
    """How loud an alert is: as screens have it."""
    if alert.rule in CLAIMABLE or alert.level is Level.INFO:
        return "quiet"
    return "act" if alert.level is Level.ACT else "look"


def _key(alert: Alert) -> tuple[object, ...]:
    if alert.rule in COMES_AND_GOES:
        return alert.board, alert.rule
    if alert.rule in PLAYED_ON:
        return alert.board, alert.game, alert.rule, alert.level
    return (alert.id,)


def ended(events: Iterable[Event]) -> set[str]:
    """The alerts of which nobody need be told any more: it was none, or is settled. A draw by itself stays one."""
    return {event.id for event in events if type(event) is AlertCleared and event.reason in ("withdrawn", "arbiter")}
