"""Alerts that were told of a game against those that follow now, and the names they go by."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from dgt_monitor.events import Alert, Event, Rule
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entry_of_alerts import Same, same
from dgt_monitor.wording import Said

OF_THE_LINE: Final = frozenset(
    {Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.LINE_NOISY, Rule.CLOCK_MISSING, Rule.CLOCK_BATTERY}
)
"""Alerts of the device rather than of a game: no ruling on the moves changes them."""
_WITHDRAWN: Final = frozenset({Rule.ILLEGAL_MOVE, Rule.POSITION_UNEXPLAINED, Rule.HISTORY_UNCERTAIN})
"""Alerts that end because the arbiter has ruled; others were never so."""
_MOVES: Final = frozenset({"times", "stood", "when"})
"""Gaps of sentences (`laws/texts.py`) filled with what follows from the moves, whatever the rules and words."""


def names_of(live: AlertBook, fed: AlertBook) -> dict[str, str]:
    """What each alert that follows now was told as, if it was; those that stand only as others that stand."""
    told: dict[tuple[Same, bool], list[Alert]] = defaultdict(list)
    for alert in sorted(
        live.told, key=lambda alert: alert.id in live.ids_taken_back
    ):  # what was told since comes first
        told[same(alert), alert.id in live.standing].append(alert)
    names = {alert_id: alert_id for alert_id in fed.standing if alert_id in live.standing}
    for alert in fed.told:
        known = told[same(alert), alert.id in fed.standing]
        found = next((each for each in known if not _counts_otherwise(each, alert)), None)
        if found is not None:
            known.remove(found)
            names[alert.id] = found.id
    return names


def _counts_otherwise(one: Alert, other: Alert) -> bool:
    """Whether two alerts are not the same, as only their words tell.

    Which of the player's illegal moves by the same rules it is; or how often a position stood, and what is in doubt.
    """
    if one.rule is Rule.ILLEGAL_MOVE:
        return one.profile == other.profile and _said(one.text) != _said(other.text)
    words = list(_of_moves(one.text)), list(_of_moves(other.text))
    return isinstance(one.text, Said) and isinstance(other.text, Said) and words[0] != words[1]


def _of_moves(text: object) -> Iterator[tuple[str, str]]:
    """What a text says of moves, in whatever words."""
    if isinstance(text, Said):
        for name, value in text.fields.items():
            if name in _MOVES:
                yield name, str(value)
            else:
                yield from _of_moves(value)


def _said(text: object) -> object:
    """What a text says, whoever plays there."""
    if not isinstance(text, Said):
        return text
    return text.sentence.one, [(name, _said(value)) for name, value in sorted(text.fields.items()) if name != "who"]


def ended(t_s: float, live: AlertBook, names: dict[str, str]) -> list[Event]:
    """What stood and does not follow any more."""
    kept = set(names.values())
    gone = [a for a in live.standing.values() if a.id not in kept and a.rule not in OF_THE_LINE]
    return [live.take_back(t_s, a, "arbiter" if a.rule in _WITHDRAWN else "withdrawn") for a in gone]


def settle(t_s: float, live: AlertBook, fed: AlertBook, names: dict[str, str]) -> None:
    """What was told, has ended, and does not follow any more asks for nobody."""
    for fed_id, alert_id in names.items():
        live.taken_back_as(t_s, alert_id, fed, fed_id)
    kept = set(names.values())
    for alert in live.told:
        if alert.id in kept:
            live.unsettle(alert.id)
        elif alert.id not in live.standing and alert.rule not in OF_THE_LINE:
            live.settle(t_s, alert.id)


def raised(t_s: float, board: HallBoard, fed: AlertBook, names: dict[str, str]) -> list[Event]:
    """What follows now and was not told; it is told with a number of its own."""
    out: list[Event] = []
    live, game = board.alerts, board.play.game
    for alert in fed.standing.values():
        if alert.rule in OF_THE_LINE or names.get(alert.id) in live.standing:
            continue
        names[alert.id] = live.next_id(alert.board)
        here = alert._replace(t=t_s, id=names[alert.id], game=None if alert.game is None else game)
        out.append(live.raise_again(here, alert.t))
    return out


def rename(board: HallBoard, names: dict[str, str]) -> None:
    """Whoever remembers an alert does so by the name under which it was told."""
    board.play.illegal.rename(names)
    board.flags.rename(names)
    if board.held is not None and board.held.alert_id is not None:
        board.held.alert_id = names.get(board.held.alert_id, board.held.alert_id)


def renamed(text: str, before: str, now: str) -> str:
    """The same text of another board; what was not said by a sentence is left as it is."""
    if not isinstance(text, Said):
        return now if text == before else text
    fields = {
        name: renamed(value, before, now) if isinstance(value, str) else value for name, value in text.fields.items()
    }
    return text.sentence(**fields)
