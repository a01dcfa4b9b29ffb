"""What is to be acted on does not wait until screens look again, nor until a view is laid out: it goes ahead. Pure."""

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from dgt_monitor.events import Alert, Event, Level
from dgt_monitor.hall.entry_of_alerts import PLAYED_ON, same_call, urgency
from dgt_monitor.hall.views import AlertView, HallView

Wake = Callable[[], None]
"""Cheap, of any thread, and never waits: it says that there is a view to be looked at now."""


@runtime_checkable
class Calls(Protocol):
    """A feed that says at once when its latest view has something new to act on."""

    def on_call(self, wake: Wake) -> None:
        """Wake this, too."""


class Calling:
    """Those who are woken, and whether something new calls in the views that are shown to them."""

    def __init__(self) -> None:
        self._wakes: list[Wake] = []
        self._called: frozenset[str] = frozenset()

    @property
    def heeded(self) -> bool:
        """Whether anybody wants to be woken."""
        return bool(self._wakes)

    def on_call(self, wake: Wake) -> None:
        """Wake this, too."""
        self._wakes.append(wake)

    def look(self, view: HallView) -> None:
        """This is shown now: wake them if it has something to act on that the one before did not."""
        before = self._called
        self._called = frozenset(
            each.id for each in view.alerts if each.level is Level.ACT and each.acknowledged_t_s is None
        )
        if not self._called <= before:
            for wake in self._wakes:
                wake()


class Ahead:
    """Alerts to act on that were told already, put into views that were laid out before.

    Only the alert is new in such a view: a screen has nothing else to draw, and a line to one nothing else to carry.
    """

    def __init__(self, view: HallView) -> None:
        self._laid_out = view
        self._early: list[tuple[float, AlertView]] = []
        """When each was told, and how it is listed."""

    def call(self, told: Iterable[Event], listed: Callable[[str], Iterable[AlertView]]) -> HallView | None:
        """The view with what of these events is to be acted on; None: nothing is that wants anybody.

        `listed` says what of a board, or a line of many, is listed now.
        """
        act = {each.id: each for each in told if type(each) is Alert and each.level is Level.ACT}
        boards = dict.fromkeys(each.board for each in act.values())
        new = [each for board in boards for each in listed(board) if each.id in act and each.acknowledged_t_s is None]
        self._early = [each for each in self._early if not any(_stands_for(alert, each[1]) for alert in new)]
        self._early += [(act[each.id].t, each) for each in new]
        return self._whole() if new else None

    def onto(self, view: HallView) -> HallView:
        """A view that was laid out, with what was told since."""
        self._laid_out = view
        there = {each.id for each in view.alerts}
        self._early = [each for each in self._early if each[0] >= view.t_s and each[1].id not in there]
        return self._whole()

    def _whole(self) -> HallView:
        view, early = self._laid_out, [alert for _, alert in self._early]
        if not early:
            return view
        kept = [each for each in view.alerts if not any(_stands_for(alert, each) for alert in early)]
        t_s = max(view.t_s, *(told_s for told_s, _ in self._early))
        return view._replace(t_s=t_s, alerts=tuple(sorted((*kept, *early), key=urgency)))


def _stands_for(alert: AlertView, other: AlertView) -> bool:
    """Whether the other one is in the list no more when this one is: a draw that is played on is one entry."""
    of_board = alert.board == other.board and alert.rule in PLAYED_ON and same_call(alert, other)
    return alert.id == other.id or (of_board and other.cleared_t_s is None)
