"""The alerts of one board and their life: raised, acknowledged, ended."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from dgt_monitor.events import Alert, AlertCleared, ClearReason, Ending, GameStart, Level, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AlertView
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile

_RANK = {Level.ACT: 0, Level.CHECK: 1, Level.INFO: 2}
_QUIET = frozenset({Rule.THREEFOLD, Rule.FIFTY})
"""For the arbiter's eyes when he looks, never among what calls him (12.6)."""

_NOTHING_LEFT = _QUIET | {Rule.HISTORY_UNCERTAIN}
"""When these end nobody has to be told: a doubt that is settled, or whose game is over, asks for no look any more (the
summary of the game keeps it)."""

_PLAYED_ON = frozenset({Rule.FIVEFOLD, Rule.SEVENTYFIVE})
"""Draws by themselves: if the players go on, each further occurrence calls again, in the same entry."""


def _same_call(one: AlertView, other: AlertView) -> bool:
    return one.rule in _PLAYED_ON and (one.rule, one.game, one.level) == (other.rule, other.game, other.level)


def urgency(alert: AlertView) -> tuple[int, int, float, str]:
    """Sorting key: the worst first, then the oldest."""
    return (_RANK[alert.level], alert.rule in _QUIET, alert.raised_t_s, alert.id)


class AlertNumbers:
    """The running numbers of a hall's alerts; those that were told before come again, board by board."""

    def __init__(self) -> None:
        self._next = 1
        self._told: dict[str, deque[int]] = {}

    def resume(self, told: Mapping[str, Iterable[int]], next_number: int) -> None:
        """These were told, in this order; others are new, and begin here."""
        self._told = {board: deque(numbers) for board, numbers in told.items()}
        self._next = next_number

    def next_of(self, board: str) -> int:
        """The number of the board's next alert."""
        told = self._told.get(board)
        if told:
            return told.popleft()
        self._next += 1
        return self._next - 1


class AlertBook:
    """All alerts one board ever had, by id."""

    __slots__ = ("_by_id", "_numbers", "_profile", "standing")

    def __init__(self, numbers: AlertNumbers, profile: Profile = FIDE_OVER_THE_BOARD) -> None:
        self._profile = profile.name
        self._by_id: dict[str, AlertView] = {}
        self._numbers = numbers
        self.standing: dict[str, Alert] = {}
        """Alerts that have not ended, in the order in which they were raised."""

    def rule_by(self, profile: Profile) -> None:
        """Alerts raised from now on are raised by this profile."""
        self._profile = profile.name

    def next_id(self, board: str) -> str:
        """A text that no other alert of the hall has, and the same in every replay."""
        return f"{board}/{self._numbers.next_of(board)}"

    def add(self, alert: Alert) -> Alert:
        """Begin an alert's life; it says by which profile it was raised."""
        alert = alert._replace(profile=self._profile)
        self.standing[alert.id] = alert
        self._by_id[alert.id] = AlertView(
            alert.id, alert.board, alert.game, alert.ply, alert.rule, alert.article, alert.level, alert.sure,
            alert.text, alert.plies, alert.squares or (), alert.t, None, None, self._profile,
        )  # fmt: skip
        return alert

    def clear(
        self,
        t_s: float,
        which: Callable[[Alert], bool],
        reason: ClearReason,
        ending: Callable[[str], Ending | None] | None = None,
    ) -> list[AlertCleared]:
        """End every standing alert that `which` names; `ending` tells of an id what it ended as."""
        ended = [alert for alert in self.standing.values() if which(alert)]
        told = [self._end(t_s, alert, reason) for alert in ended]
        return told if ending is None else [event._replace(ending=ending(event.id)) for event in told]

    def retire(self, t_s: float) -> None:
        """The next game begins: what stood in the one before waits for nobody but whom it called to act or look.

        No event says so; the summary of the game lists what stood at its end.
        """
        for alert in [alert for alert in self.standing.values() if alert.game is not None and alert.ply is not None]:
            self._end(t_s, alert, "lapsed")

    def take_past(self, past: Alert | AlertCleared | GameStart | Ruling) -> None:
        """What was told or ruled before, as it was: nothing is told of it again."""
        if isinstance(past, Alert):
            self.add(past)
        elif isinstance(past, GameStart):
            self.retire(past.t)
        elif isinstance(past, Ruling):
            if past.kind == "acknowledge":
                self.acknowledge(past.t_s, past.alert_id)
        else:
            self.clear(past.t, lambda alert: alert.id == past.id, past.reason)

    def _end(self, t_s: float, alert: Alert, reason: ClearReason) -> AlertCleared:
        del self.standing[alert.id]
        view = self._by_id[alert.id]._replace(cleared_t_s=t_s)
        if alert.rule in _NOTHING_LEFT or alert.level is Level.INFO:
            view = view._replace(acknowledged_t_s=t_s)  # nobody is called for it, so nobody has to answer
        self._keep(view)
        return AlertCleared(t_s, alert.board, alert.id, alert.game, alert.rule, alert.ply, reason)

    def acknowledge(self, t_s: float, alert_id: str) -> bool:
        """Somebody has seen it, and with it what it stands for. False: no such alert, or seen before."""
        view = self._by_id.get(alert_id)
        if view is None or view.acknowledged_t_s is not None:
            return False
        for other in list(self._by_id.values()):
            if other.id == alert_id or (_same_call(other, view) and other.raised_t_s <= view.raised_t_s):
                self._keep(other._replace(acknowledged_t_s=other.acknowledged_t_s or t_s))
        return True

    def _keep(self, view: AlertView) -> None:
        if view.open:
            self._by_id[view.id] = view
        else:
            del self._by_id[view.id]  # ended and seen: the event stream has it

    def open(self) -> tuple[AlertView, ...]:
        """What still wants somebody, worst first; a draw played on is one entry, that of its last occurrence."""
        shown: dict[tuple[object, ...], AlertView] = {}
        for view in self._by_id.values():
            one_entry = view.rule in _PLAYED_ON and view.cleared_t_s is None
            shown[(view.rule, view.game, view.level) if one_entry else (view.id,)] = view
        return tuple(sorted(shown.values(), key=urgency))

    def is_standing(self, rules: Iterable[Rule]) -> bool:
        """Whether an alert of one of these rules stands."""
        wanted = frozenset(rules)
        return any(alert.rule in wanted for alert in self.standing.values())
