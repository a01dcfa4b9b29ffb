"""Which alert the screen is showing, and the acknowledging of that one and no other. Pure.

The alert shown is bound by its id: whatever happens to the list, acknowledging takes the one the arbiter has read.
Only what calls aloud takes the place of what does not: act now goes before go and look.
"""

from collections.abc import Iterable, Sequence

from dgt_monitor.dashboard.alarm import pressing, ranked, wanting
from dgt_monitor.hall.views import AlertView

LOOK_FIRST_S = 0.7
"""An alert that came up by itself, whatever was shown before, cannot be acknowledged before this: nobody has read it,
and a key held down must not sweep the list."""
CHOSEN_S = 15.0
"""So long what the user chose stays shown while something that he passed over calls aloud (chosen)."""
PATIENCE_S = 3.0
"""How long an asked acknowledgement may take to show its effect before the alert counts as not seen again."""


class Attention:
    """The pointer on the alert list of one screen."""

    def __init__(self) -> None:
        self.shown: str | None = None
        self.alerts: list[AlertView] = []
        """Open and loud, in the order of the list."""
        self._pinned = False
        self._chosen_s: float | None = None
        """Since when what the user chose is shown; None until the next `update`."""
        self._called: set[str] = set()
        """What called aloud at the last `update`."""
        self._came_up_s: float | None = None
        self._asked_s: dict[str, float] = {}

    def update(self, alerts: Sequence[AlertView], now_s: float) -> None:
        """Take the hall's alerts; the pointer moves if what it shows has left or been acknowledged, or yields."""
        self.alerts = ranked(alerts)
        waiting = {each.id for each in self.alerts if wanting(each)}
        self._asked_s = {
            key: asked for key, asked in self._asked_s.items() if key in waiting and now_s - asked < PATIENCE_S
        }
        shown = self.alert
        if self._chosen_s is None:
            self._chosen_s = now_s
        if shown is None or not (self._pinned or self.wants(shown)) or self._yields(shown, now_s):
            self._advance(now_s)
        self._called = {each.id for each in self.calling()}

    def _yields(self, shown: AlertView, now_s: float) -> bool:
        """Whether something calls, while this does not, that is new or was passed over for long enough."""
        calling = self.calling()
        if any(each.id == shown.id for each in calling):
            return False
        if not self._pinned or (self._chosen_s is not None and now_s - self._chosen_s >= CHOSEN_S):
            return bool(calling)
        return any(each.id not in self._called for each in calling)

    @property
    def alert(self) -> AlertView | None:
        """The alert shown."""
        return None if self.shown is None else self.by_id(self.shown)

    @property
    def chosen(self) -> bool:
        """Whether the user chose the alert shown."""
        return self._pinned

    def asked(self, alert: AlertView) -> bool:
        """Whether its acknowledgement was asked for and has not shown yet."""
        return alert.id in self._asked_s

    def wants(self, alert: AlertView) -> bool:
        """Whether it wants the arbiter's eye and he has not said yet that he saw it."""
        return wanting(alert) and alert.id not in self._asked_s

    def calling(self) -> list[AlertView]:
        """Those that call aloud, most urgent first."""
        return [each for each in self.alerts if pressing(each) and self.wants(each)]

    def wanted(self) -> list[AlertView]:
        """Those that want an eye, most urgent first."""
        return [each for each in self.alerts if self.wants(each)]

    def show(self, alert_id: str) -> None:
        """The user chose this alert."""
        self.shown, self._pinned, self._chosen_s, self._came_up_s = alert_id, True, None, None

    def release(self) -> None:
        """The user has left the list or the board: what is most urgent may be shown again."""
        self._pinned = False

    def step(self, by: int, *, everything: bool = False) -> AlertView | None:
        """Choose the next (1) or previous (-1) alert that wants an eye; of all open ones if none does."""
        among = self.alerts if everything else self.wanted() or self.alerts
        if not among:
            return None
        ids = [each.id for each in among]
        place = ids.index(self.shown) + by if self.shown in ids else (0 if by > 0 else -1)
        if everything:
            place = max(0, min(place, len(ids) - 1))
        chosen = among[place % len(among)]
        self.show(chosen.id)
        return chosen

    def acknowledge(self, now_s: float) -> AlertView | str:
        """The alert shown, to be acknowledged; or the words that say why it cannot be."""
        alert = self.alert
        if alert is None:
            return "There is no alert to acknowledge."
        if not self.wants(alert):
            return "This alert is acknowledged already."
        if self._came_up_s is not None and now_s - self._came_up_s < LOOK_FIRST_S:
            return "This alert has just come up: read it, then press again."
        self._asked_s[alert.id] = now_s
        self._advance(now_s)
        return alert

    def acknowledge_these(self, alerts: Sequence[AlertView], now_s: float) -> None:
        """These are acknowledged, whichever is shown."""
        self._asked_s.update((each.id, now_s) for each in alerts)
        if self.alert is None or not self.wants(self.alert):
            self._advance(now_s)

    def forget_asked(self, alert_ids: Iterable[str]) -> None:
        """These are not acknowledged after all."""
        for alert_id in alert_ids:
            self._asked_s.pop(alert_id, None)

    def by_id(self, alert_id: str) -> AlertView | None:
        """This alert as it is now, if it is open."""
        return next((each for each in self.alerts if each.id == alert_id), None)

    def _advance(self, now_s: float) -> None:
        wanted = self.wanted()
        self.shown = wanted[0].id if wanted else None
        self._pinned = False
        self._came_up_s = now_s
