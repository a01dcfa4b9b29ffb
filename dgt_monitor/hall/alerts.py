"""The alerts of one board and their life: raised, acknowledged, ended."""

from collections.abc import Callable, Iterable, Set

from dgt_monitor.events import Alert, AlertCleared, ClearReason, Ending, Level, Rule
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.entry_of_alerts import (
    NOWHERE,
    PLAYED_ON,
    Same,
    Seen,
    Shelf,
    Stands,
    asks_for_nobody,
    entries,
    same,
    same_call,
    urgency,
    why_not_shelved,
)
from dgt_monitor.hall.refusing import MOST_KEPT
from dgt_monitor.hall.ruling_texts import NO_OPEN_ALERT
from dgt_monitor.hall.views import AlertView
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.wording import Said


class AlertBook:
    """All alerts of one board, by id; what was seen and over in games that nobody can rule on any more is forgotten."""

    __slots__ = (
        "_begun", "_by_id", "_closed", "_lifted", "_order", "_profile", "_raised", "_rests_on", "_seen_by", "_settled",
        "_shelves", "apart", "ids_taken_back", "numbers", "standing", "taken_back", "told",
    )  # fmt: skip

    def __init__(self, numbers: AlertNumbers, profile: Profile = FIDE_OVER_THE_BOARD) -> None:
        self._profile = profile.name
        self._by_id: dict[str, AlertView] = {}
        self._closed: dict[str, AlertView] = {}
        """Those that have ended and were seen."""
        self._begun: tuple[int, ...] = ()
        """After how many alerts the present game began, and those before it that are kept."""
        self._order: dict[str, int] = {}
        """In which order they were raised."""
        self._raised = 0
        """So many were."""
        self._seen_by: dict[str, dict[int, Seen]] = {}
        """By which rulings each was acknowledged."""
        self._rests_on: dict[str, int] = {}
        """Of a draw whose moves were taken back: from which ply on they were; it rests on those before."""
        self._shelves: dict[int, Shelf] = {}
        """By which rulings what was shelved."""
        self._lifted: dict[int, frozenset[int]] = {}
        """By which ruling which acknowledgements were taken back."""
        self.numbers = numbers
        self.standing: dict[str, Alert] = {}
        """Alerts that have not ended, in the order in which they were raised."""
        self.apart: dict[str, Alert] = {}
        """Those of games that are over, raised since: nothing in the present game ends them."""
        self.told: list[Alert] = []
        """All that were raised since the present game began."""
        self._settled: dict[str, AlertView] = {}
        """Alerts that had ended and do not follow any more, as they were before: nobody has to answer for them."""
        self.taken_back: dict[Same, dict[int, Seen]] = {}
        """Alerts that ended by a ruling on the past, and by which rulings each was acknowledged."""
        self.ids_taken_back: set[str] = set()
        """Their numbers: one that follows again is told under another."""

    def __deepcopy__(self, memo: dict[int, object]) -> "AlertBook":
        other: AlertBook = object.__new__(AlertBook)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, dict | list | set) and name != "_order" else value)
        # The last games each keep a copy, and none of them is asked for what was forgotten.
        other._order = {key: self._order[key] for key in (*self._by_id, *self._closed)}
        return other

    def begin_game(self) -> None:
        """What is told from now on is told of a new game."""
        self.told, self.taken_back, self._settled, self.ids_taken_back = [], {}, {}, set()
        self._begun = (*self._begun, self._raised)[-MOST_KEPT - 1 :]
        if len(self._begun) > MOST_KEPT:
            for alert_id in [each for each in self._closed if self._order[each] < self._begun[0]]:
                del self._closed[alert_id]
                self._seen_by.pop(alert_id, None)

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
        if view is not None and view.ended:
            self._settled[alert_id] = view
            self._keep(view._replace(cleared_t_s=view.cleared_t_s or t_s, acknowledged_t_s=t_s))

    def unsettle(self, alert_id: str) -> None:
        """It follows all the same: if nobody had answered, somebody has to."""
        before = self._settled.pop(alert_id, None)
        if before is not None:
            self._keep(before)
            self._see_again(alert_id)

    def taken_back_as(self, t_s: float, alert_id: str, fed: "AlertBook", fed_id: str) -> None:
        """Whether a draw whose moves were taken back is one all the same, as it follows now."""
        view, now = self._view(alert_id), fed._view(fed_id)
        if view is None or now is None or view.ended == now.ended or alert_id in self.standing:
            return
        if now.ended == "taken_back":
            self._rests_on[alert_id] = fed._rests_on[fed_id]
            self._keep(view._replace(cleared_t_s=None, ended=now.ended, acknowledged_t_s=None))
            self._see_again(alert_id)
        elif view.ended == "taken_back":
            self._keep(view._replace(cleared_t_s=t_s, ended="arbiter", acknowledged_t_s=view.acknowledged_t_s or t_s))

    def _view(self, alert_id: str) -> AlertView | None:
        return self._by_id.get(alert_id) or self._closed.get(alert_id)

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
        self._order[alert.id] = self._raised
        self._raised += 1
        self._by_id[alert.id] = AlertView(
            alert.id, alert.board, alert.game, alert.ply, alert.rule, alert.article, alert.level, alert.sure,
            alert.text, alert.plies, alert.squares or (), alert.t, None, None, self._profile, alert.t,
        )  # fmt: skip
        return alert

    def clear(
        self,
        t_s: float,
        which: Callable[[Alert], bool],
        reason: ClearReason,
        ending: Callable[[str], Ending | None] | None = None,
        *,
        taken_back: int = 0,
    ) -> list[AlertCleared]:
        """End every standing alert that `which` names; `ending` tells of an id what it ended as.

        `taken_back`: because the players took back the moves from this ply on. A draw by itself that was certain is one
        all the same: it stays listed until somebody rules, its moves turn out to be others, or the next game begins.
        """
        ended = [alert for alert in self.standing.values() if which(alert)]
        told = [self._end(t_s, alert, reason, taken_back) for alert in ended]
        if taken_back:
            self._rests_on = {alert_id: min(ply, taken_back) for alert_id, ply in self._rests_on.items()}
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
        for view in [view for view in self._by_id.values() if view.ended == "taken_back"]:
            self._keep(view._replace(cleared_t_s=t_s, ended="lapsed"))
        self._rests_on.clear()

    def read_otherwise(self, t_s: float, number: int) -> None:
        """The plies from this one on were others: so were draws that rest on them, whoever took back what later."""
        for alert_id, rests_on in list(self._rests_on.items()):
            view = self._by_id.get(alert_id)
            if view is not None and view.ended == "taken_back" and number < rests_on:
                del self._rests_on[alert_id]
                self._keep(view._replace(cleared_t_s=t_s, ended="withdrawn"))

    def _end(self, t_s: float, alert: Alert, reason: ClearReason, taken_back: int = 0) -> AlertCleared:
        del (self.apart if alert.id in self.apart else self.standing)[alert.id]
        view = self._by_id[alert.id]
        if taken_back and alert.rule in PLAYED_ON and alert.level is Level.ACT:
            self._rests_on[alert.id] = taken_back
            view = view._replace(ended="taken_back")
        else:
            view = view._replace(cleared_t_s=t_s, ended=reason)
        if asks_for_nobody(view) or (alert.rule is Rule.EARLY_DRAW and reason == "arbiter"):
            view = view._replace(acknowledged_t_s=t_s)  # nobody is called for it, so nobody has to answer
        self._keep(view)
        return AlertCleared(t_s, alert.board, alert.id, alert.game, alert.rule, alert.ply, reason)

    def acknowledge(self, t_s: float, ruling: Ruling, ply: int) -> bool:
        """Somebody has seen it, and with it what it stands for, when so many half-moves stood. False: none is open."""
        view = self._by_id.get(ruling.alert_id)
        if view is None:
            return False
        seen = Seen(t_s, ruling.author, ply)
        for other in list(self._by_id.values()):
            if other.id == view.id or (same_call(other, view) and other.raised_t_s <= view.raised_t_s):
                self._seen_by.setdefault(other.id, {})[ruling.number] = seen
                self._see_again(other.id)
        return True

    def shelve(self, t_s: float, ruling: Ruling) -> Said | None:
        """Put one aside for a while; why not, where that cannot be."""
        view = self._by_id.get(ruling.alert_id)
        if view is None:
            return NO_OPEN_ALERT(alert=ruling.alert_id)
        why_not = why_not_shelved(view)
        if why_not is None:
            self._shelves[ruling.number] = Shelf(view.id, view.rule, t_s + ruling.for_s, ruling.author, ruling.number)
        return why_not

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
        seen = [each.t_s for number, each in self._seen_by.get(alert_id, {}).items() if self._counts(number)]
        by_itself = view.cleared_t_s if asks_for_nobody(view) else None
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

    def open(self, stands: Stands = NOWHERE) -> tuple[AlertView, ...]:
        """What still wants somebody, worst first; a draw played on is one entry, that of its last occurrence."""
        if not self._by_id:
            return ()
        not_counting = set(self.undone).union(*(acks for by, acks in self._lifted.items() if by not in self.undone))
        shown = entries(self._by_id.values(), self._seen_by, self._shelves, not_counting, stands)
        return tuple(sorted(shown, key=urgency))

    def ever(self, alert_id: str) -> bool:
        """Whether there ever was one of this number."""
        return alert_id in self._order

    def is_standing(self, rules: Iterable[Rule]) -> bool:
        """Whether an alert of one of these rules stands."""
        wanted = frozenset(rules)
        return any(alert.rule in wanted for alert in self.standing.values())
