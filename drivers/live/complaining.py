"""When a line is asked again what it dropped: complaints are told once a second at most (`dgt.interpret`)."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Generic, Protocol, TypeVar

from drivers.dgt.interpret import COMPLAINT_EVERY_S

Said = TypeVar("Said", covariant=True)


class Dropping(Protocol[Said]):
    """What is asked of an interpreter."""

    @property
    def dropped(self) -> Mapping[str, int]:
        """Bytes dropped so far, by kind."""

    def complaints(self, now_s: float) -> Sequence[Said]:
        """What was dropped and not yet told."""


class Complaining(Generic[Said]):
    """Takes from an interpreter what it dropped, as soon as it tells it."""

    __slots__ = ("_heard_dropped", "_interpreter", "due_s")

    def __init__(self, interpreter: Dropping[Said]) -> None:
        self._interpreter = interpreter
        self._heard_dropped = 0
        self.due_s = inf
        """When `take` will have something that was not told yet; inf if there is nothing."""

    def take(self, t_s: float) -> Sequence[Said]:
        """What was dropped and can be told now."""
        dropped = self._dropped()
        said = () if dropped == self._heard_dropped else self._interpreter.complaints(t_s)
        if said:
            self._heard_dropped = dropped
        self.due_s = inf if dropped == self._heard_dropped else t_s + COMPLAINT_EVERY_S
        return said

    def all_told(self) -> None:
        """The line went down, and the interpreter has told everything."""
        self.due_s, self._heard_dropped = inf, self._dropped()

    def _dropped(self) -> int:
        return sum(self._interpreter.dropped.values())
