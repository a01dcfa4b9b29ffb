"""The alerts of one board and their life: raised, acknowledged, ended."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Set

from dgt_monitor.events import Alert, AlertCleared, ClearReason, Ending, GameStart, Level, Result, Rule
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


_COMES_AND_GOES = frozenset(
    {Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.LINE_NOISY, Rule.CLOCK_MISSING, Rule.CLOCK_BATTERY}
)
"""Trouble with a device that was over and comes again is the same entry: a cable loose all day fills no list."""


def _same_call(one: AlertView, other: AlertView) -> bool:
    if one.rule in _COMES_AND_GOES:
        return one.rule is other.rule
    return one.rule in _PLAYED_ON and (one.rule, one.game, one.level) == (other.rule, other.game, other.level)


def _entry(view: AlertView) -> tuple[object, ...]:
    """What is the same of alerts that are one entry; the last of them stands for all."""
    if view.rule in _COMES_AND_GOES:
        return (view.rule,)
    stands = view.rule in _PLAYED_ON and view.cleared_t_s is None
    return (view.rule, view.game, view.level) if stands else (view.id,)


def _asks_for_nobody(view: AlertView) -> bool:
    """Whether nobody has to answer when it ends."""
    return view.rule in _NOTHING_LEFT or view.level is Level.INFO


def urgency(alert: AlertView) -> tuple[int, int, float, str]:
    """Sorting key: the worst first, then the oldest."""
    return (_RANK[alert.level], alert.rule in _QUIET, alert.raised_t_s, alert.id)


Same = tuple[object, ...]
"""What makes two alerts of a game the same."""


def same(alert: Alert) -> Same:
    """What an alert says, by whatever number, names, words and set of rules: those of a hall may be put right."""
    of_moves = alert.rule is Rule.HISTORY_UNCERTAIN and alert.article is not None
    squares = alert.squares or ()
    return alert.ply, alert.rule, alert.level, alert.sure, alert.plies, squares, alert.side, of_moves


class AlertNumbers:
    """The running numbers of a hall's alerts; those that were told before come again, board by board."""

    def __init__(self) -> None:
        self._next = 1
        self._told: dict[str, deque[int]] = {}
        self.undone: set[int] = set()
        """Rulings that another one has undone: in no book of the hall do they count."""

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

    __slots__ = (
        "_by_id", "_closed", "_lifted", "_order", "_profile", "_seen_by", "_settled", "apart", "ids_taken_back",
        "numbers", "standing", "taken_back", "told",
    )  # fmt: skip

    def __init__(self, numbers: AlertNumbers, profile: Profile = FIDE_OVER_THE_BOARD) -> None:
        self._profile = profile.name
        self._by_id: dict[str, AlertView] = {}
        self._closed: dict[str, AlertView] = {}
        """Those that have ended and were seen."""
        self._order: dict[str, int] = {}
        """In which order they were raised."""
        self._seen_by: dict[str, dict[int, float]] = {}
        """By which rulings each was acknowledged, and when."""
        self._lifted: dict[int, frozenset[int]] = {}
        """By which ruling which acknowledgements were taken back."""
        self.numbers = numbers
        self.standing: dict[str, Alert] = {}
        """Alerts that have not ended, in the order in which they were raised."""
        self.apart: dict[str, Alert] = {}
        """Those of games that are over, raised since: nothing in the present game ends them."""
        self.told: list[Alert] = []
        """All that were raised since the present game began."""
        self._settled: dict[str, float] = {}
        """Alerts that had ended and do not follow any more, and since when nobody has to answer for that."""
        self.taken_back: dict[Same, dict[int, float]] = {}
        """Alerts that ended by a ruling on the past, and by which rulings each was acknowledged, and when."""
        self.ids_taken_back: set[str] = set()
        """Their numbers: one that follows again is told under another."""

    def __deepcopy__(self, memo: dict[int, object]) -> "AlertBook":
        other: AlertBook = object.__new__(AlertBook)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, dict | list | set) else value)
        return other

    def begin_game(self) -> None:
        """What is told from now on is told of a new game."""
        self.told, self.taken_back, self._settled, self.ids_taken_back = [], {}, {}, set()

    def take_back(self, t_s: float, alert: Alert, reason: ClearReason) -> AlertCleared:
        """End one by a ruling on the past. Who ruled has seen it; it is remembered whether somebody had before."""
        self.taken_back[same(alert)] = self._seen_by.pop(alert.id, {})
        self.ids_taken_back.add(alert.id)
        view = self._by_id[alert.id]
        self._by_id[alert.id] = view._replace(acknowledged_t_s=view.acknowledged_t_s or t_s)
        return self._end(t_s, alert, reason)

    def settle(self, t_s: float, alert_id: str) -> None:
        """One that has ended does not follow any more: nobody has to answer."""
        view = self._by_id.get(alert_id)
        if view is not None and view.cleared_t_s is not None:
            self._settled[alert_id] = t_s
            self._keep(view._replace(acknowledged_t_s=t_s))

    def unsettle(self, alert_id: str) -> None:
        """It follows all the same: if nobody had answered, somebody has to."""
        if self._settled.pop(alert_id, None) is not None:
            self._keep(self._closed[alert_id]._replace(acknowledged_t_s=None))

    def raise_again(self, alert: Alert, raised_t_s: float) -> Alert:
        """Tell one that follows now; it was so since `raised_t_s`, and whoever saw it before has seen it."""
        alert = self.add(alert)
        self._by_id[alert.id] = self._by_id[alert.id]._replace(raised_t_s=raised_t_s)
        seen_by = self.taken_back.pop(same(alert), None)
        if seen_by:
            self._seen_by[alert.id] = seen_by
            self._see_again(alert.id)
        return alert

    def raised_now(self, alert: Alert) -> None:
        """It calls since it was told, whenever it became so: nobody could have seen it before."""
        self._by_id[alert.id] = self._by_id[alert.id]._replace(raised_t_s=alert.t)

    @property
    def undone(self) -> Set[int]:
        """Numbers of rulings that do not count."""
        return self.numbers.undone

    def rule_by(self, profile: Profile) -> None:
        """Alerts raised from now on are raised by this profile."""
        self._profile = profile.name

    def next_id(self, board: str) -> str:
        """A text that no other alert of the hall has, and the same in every replay."""
        return f"{board}/{self.numbers.next_of(board)}"

    def add(self, alert: Alert, *, apart: bool = False) -> Alert:
        """Begin an alert's life; it says by which profile it was raised. `apart`: it is of a game that is over."""
        alert = alert._replace(profile=self._profile)
        (self.apart if apart else self.standing)[alert.id] = alert
        if not apart:
            self.told.append(alert)
        self._order[alert.id] = len(self._order)
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

    def end_apart(self, t_s: float, alert_id: str) -> AlertCleared:
        """End one of a game that is over: the arbiter has ruled otherwise."""
        return self._end(t_s, self.apart[alert_id], "arbiter")

    def retire(self, t_s: float) -> None:
        """The next game begins: what stood in the one before waits for nobody but whom it called to act or look.

        No event says so; the summary of the game lists what stood at its end.
        """
        for alert in [alert for alert in self.standing.values() if alert.game is not None and alert.ply is not None]:
            self._end(t_s, alert, "lapsed")

    def take_past(self, past: Alert | AlertCleared | GameStart | Result | Ruling) -> None:
        """What was told or ruled before, as it was: nothing is told of it again."""
        if isinstance(past, Alert):
            self.add(past)
        elif isinstance(past, GameStart):
            self.retire(past.t)
        elif isinstance(past, Ruling):
            if past.kind == "acknowledge":
                self.acknowledge(past.t_s, past.alert_id, past.number)
            elif past.kind == "unacknowledge":
                self.unacknowledge(past.alert_id, past.number)
        elif isinstance(past, AlertCleared):
            self.clear(past.t, lambda alert: alert.id == past.id, past.reason)

    def _end(self, t_s: float, alert: Alert, reason: ClearReason) -> AlertCleared:
        del (self.apart if alert.id in self.apart else self.standing)[alert.id]
        view = self._by_id[alert.id]._replace(cleared_t_s=t_s)
        if _asks_for_nobody(view) or (alert.rule is Rule.EARLY_DRAW and reason == "arbiter"):
            view = view._replace(acknowledged_t_s=t_s)  # nobody is called for it, so nobody has to answer
        self._keep(view)
        return AlertCleared(t_s, alert.board, alert.id, alert.game, alert.rule, alert.ply, reason)

    def acknowledge(self, t_s: float, alert_id: str, number: int) -> bool:
        """Somebody has seen it, and with it what it stands for. False: no such alert is open."""
        view = self._by_id.get(alert_id)
        if view is None:
            return False
        for other in list(self._by_id.values()):
            if other.id == alert_id or (_same_call(other, view) and other.raised_t_s <= view.raised_t_s):
                self._seen_by.setdefault(other.id, {})[number] = t_s
                self._see_again(other.id)
        return True

    def unacknowledge(self, alert_id: str, number: int) -> bool:
        """Nobody has seen it after all, nor what was acknowledged with it. False: nobody has."""
        lifted = frozenset(each for each in self._seen_by.get(alert_id, ()) if self._counts(each))
        if lifted:
            self._lifted[number] = lifted
            self.look_again()
        return bool(lifted)

    def look_again(self) -> bool:
        """Which acknowledgements count has changed; whether anything is otherwise by it."""
        before = self.open()
        for alert_id in self._seen_by:
            self._see_again(alert_id)
        return self.open() != before

    def _counts(self, number: int) -> bool:
        lifted = (number in acks for by, acks in self._lifted.items() if by not in self.undone)
        return number not in self.undone and not any(lifted)

    def _see_again(self, alert_id: str) -> None:
        view = self._by_id.get(alert_id) or self._closed[alert_id]
        seen = [t_s for number, t_s in self._seen_by[alert_id].items() if self._counts(number)]
        by_itself = view.cleared_t_s if _asks_for_nobody(view) else None
        self._keep(view._replace(acknowledged_t_s=min(seen, default=by_itself)))

    def _keep(self, view: AlertView) -> None:
        if not view.open:
            self._by_id.pop(view.id, None)
            self._closed[view.id] = view
        elif self._closed.pop(view.id, None) is None:
            self._by_id[view.id] = view
        else:
            shown = {**self._by_id, view.id: view}
            self._by_id = {key: shown[key] for key in sorted(shown, key=self._order.__getitem__)}

    def open(self) -> tuple[AlertView, ...]:
        """What still wants somebody, worst first; a draw played on is one entry, that of its last occurrence."""
        shown: dict[tuple[object, ...], AlertView] = {}
        for view in self._by_id.values():
            shown[_entry(view)] = view
        return tuple(sorted(shown.values(), key=urgency))

    def ever(self, alert_id: str) -> bool:
        """Whether there ever was one of this number."""
        return alert_id in self._order

    def is_standing(self, rules: Iterable[Rule]) -> bool:
        """Whether an alert of one of these rules stands."""
        wanted = frozenset(rules)
        return any(alert.rule in wanted for alert in self.standing.values())
