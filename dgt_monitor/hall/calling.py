"""What is to be acted on does not wait until screens look again: who wants to be woken for it. Pure."""

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from dgt_monitor.events import Alert, Event, Level
from dgt_monitor.hall.views import HallView

Wake = Callable[[], None]
"""Cheap, of any thread, and never waits: it says that there is a view to be looked at now."""


@runtime_checkable
class Calls(Protocol):
    """A feed that says at once when its latest view has something new to act on."""

    def on_call(self, wake: Wake) -> None:
        """Wake this, too."""


def calls(told: Iterable[Event]) -> bool:
    """Whether anything among these is to be acted on."""
    return any(type(event) is Alert and event.level is Level.ACT for event in told)


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
