"""Which alerts are one entry of the list, who has seen it, and until when it is shelved. Pure."""

from collections.abc import Iterable, Mapping, Set
from typing import Final, NamedTuple

from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.hall.ruling_texts import NOT_SHELVED
from dgt_monitor.hall.views import AlertView
from dgt_monitor.wording import Said

PLAYED_ON: Final = frozenset({Rule.FIVEFOLD, Rule.SEVENTYFIVE})
"""Draws by themselves: if the players go on, each further occurrence calls again, in the same entry."""
QUIET: Final = frozenset({Rule.THREEFOLD, Rule.FIFTY})
"""For the arbiter's eyes when he looks, never among what calls him (12.6)."""
_COMES_AND_GOES: Final = frozenset(
    {Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.LINE_NOISY, Rule.CLOCK_MISSING, Rule.CLOCK_BATTERY}
)
"""Trouble with a device that was over and comes again is the same entry: a cable loose all day fills no list."""


class Seen(NamedTuple):
    """Somebody has said that he has seen an alert."""

    t_s: float
    by: str
    """Text from outside."""
    ply: int
    """So many half-moves of the game stood then."""


class Shelf(NamedTuple):
    """An alert is put aside until a time, or what comes and goes of its kind on this board."""

    alert_id: str
    rule: Rule
    until_s: float
    by: str
    number: int
    """Of the ruling that did it."""


class Stands(NamedTuple):
    """How far the game on a board is when somebody looks at its alerts."""

    game: int
    ply: int
    """Half-moves that are confirmed."""


NOWHERE: Final = Stands(0, 0)


Same = tuple[object, ...]
"""What makes two alerts of a game the same."""


def same(alert: Alert) -> Same:
    """What an alert says, by whatever number, names, words and set of rules: those of a hall may be put right."""
    of_moves = alert.rule is Rule.HISTORY_UNCERTAIN and alert.article is not None
    squares = alert.squares or ()
    return alert.ply, alert.rule, alert.level, alert.sure, alert.plies, squares, alert.side, of_moves


_NOTHING_LEFT = QUIET | {Rule.HISTORY_UNCERTAIN}
"""When these end nobody has to be told: a doubt that is settled, or whose game is over, asks for no look any more (the
summary of the game keeps it)."""


def asks_for_nobody(view: AlertView) -> bool:
    """Whether nobody has to answer when it ends."""
    return view.rule in _NOTHING_LEFT or view.level is Level.INFO


def same_call(one: AlertView, other: AlertView) -> bool:
    """Whether one alert is seen with the other."""
    if one.rule in _COMES_AND_GOES:
        return one.rule is other.rule
    return one.rule in PLAYED_ON and (one.rule, one.game, one.level) == (other.rule, other.game, other.level)


def why_not_shelved(view: AlertView) -> Said | None:
    """What is to be acted on cannot be shelved, nor a draw by itself, nor what is quiet anyway."""
    if view.level is not Level.CHECK or view.rule in PLAYED_ON or view.rule in QUIET:
        return NOT_SHELVED()
    return None


def entries(
    views: Iterable[AlertView],
    seen: Mapping[str, Mapping[int, Seen]],
    shelves: Mapping[int, Shelf],
    not_counting: Set[int],
    stands: Stands,
) -> list[AlertView]:
    """The alerts as they are listed: of what is one entry the last, with its first time and how often it was told.

    `seen` and `shelves` are by numbers of rulings, of which some may not count.
    """
    lots: dict[Same, list[AlertView]] = {}
    views = sorted(views, key=lambda view: view.cleared_t_s is None)  # of an entry that which stands is the last
    standing = {_draw(view) for view in views if view.cleared_t_s is None}
    for view in views:
        lots.setdefault(_entry(view, standing), []).append(view)
    counting = [shelf for number, shelf in shelves.items() if number not in not_counting]
    listed = []
    for lot in lots.values():
        acknowledged = {n: each for n, each in seen.get(lot[-1].id, {}).items() if n not in not_counting}
        listed.append(_shelved(_seen(_of_lot(lot), acknowledged, stands), counting))
    return listed


def _entry(view: AlertView, standing: Set[Same]) -> Same:
    """What is the same of alerts that are one entry; the last of them stands for all."""
    if view.rule in _COMES_AND_GOES:
        return (view.rule,)
    return _draw(view) if view.rule in PLAYED_ON and _draw(view) in standing else (view.id,)


def _draw(view: AlertView) -> Same:
    return view.rule, view.game, view.level


def _of_lot(lot: list[AlertView]) -> AlertView:
    return lot[-1]._replace(first_t_s=min(view.raised_t_s for view in lot), times=len(lot))


def _seen(view: AlertView, seen: Mapping[int, Seen], stands: Stands) -> AlertView:
    """Who saw it; a draw by itself that is played on is new again, whoever saw it."""
    if view.acknowledged_t_s is None or not seen:
        return view
    last = max(seen.values())
    played = stands.ply - max(each.ply for each in seen.values())
    if view.rule in PLAYED_ON and view.cleared_t_s is None and view.game == stands.game and played > 0:
        return view._replace(acknowledged_t_s=None, acknowledged_by=last.by, played_on=played)
    return view._replace(acknowledged_by=last.by)


def _shelved(view: AlertView, shelves: Iterable[Shelf]) -> AlertView:
    mine = [
        shelf
        for shelf in shelves
        if shelf.alert_id == view.id or (view.rule in _COMES_AND_GOES and shelf.rule is view.rule)
    ]
    if not mine:
        return view
    last = max(mine, key=lambda shelf: shelf.until_s)
    return view._replace(shelved_until_s=last.until_s, shelved_by=last.by, shelved_number=last.number)


_RANK: Final = {Level.ACT: 0, Level.CHECK: 1, Level.INFO: 2}


def urgency(alert: AlertView) -> tuple[int, int, float, str]:
    """Sorting key: the worst first, then the oldest."""
    return (_RANK[alert.level], alert.rule in QUIET, alert.raised_t_s, alert.id)
