"""When something may go out, whatever becomes of the delay meanwhile. Pure."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from dgt_monitor.tournament.outs import NO_DELAY, Delay


class Since(NamedTuple):
    """A delay that holds from a time on."""

    t_s: float
    delay: Delay


class Delays:
    """The delay of one way out, through time.

    What happened may go out when every delay that has held since it happened has passed: a shorter one is for what
    happens from then on, a longer one also for what still waits.
    """

    def __init__(self) -> None:
        self._since: list[Since] = []

    def change(self, t_s: float, delay: Delay) -> bool:
        """From this time on, never earlier than that of the change before, this holds; whether that is another one."""
        if self._since and self._since[-1].delay == delay:
            return False
        t_s = max(t_s, self._since[-1].t_s) if self._since else -inf  # what was before the first one waits as well
        self._since.append(Since(t_s, delay))
        return True

    @property
    def most_plies(self) -> int:
        """The largest number of plies that ever had to follow."""
        return max((each.delay.plies for each in self._since), default=0)

    def out_s(self, t_s: float, later_s: Sequence[float] = (), over_s: float = inf, good_s: float = -inf) -> float:
        """When what happened at `t_s` may go out; inf if that hangs on what is still to come.

        `later_s`: when the plies after it happened, in their order; `over_s`: when the game was over: no delay in moves
        holds from then on. `good_s`: since when nothing but the delay keeps it back.
        """
        longest = NO_DELAY
        for number, (from_s, delay) in enumerate(self._since):
            until_s = self._since[number + 1].t_s if number + 1 < len(self._since) else inf
            if until_s < t_s:
                continue
            longest = longest.or_longer(delay)
            out_s = max(t_s + longest.seconds, _followed_s(longest.plies, later_s, over_s), from_s, good_s)
            if out_s < until_s:
                return out_s
        return inf if self._since else max(t_s, good_s)


def _followed_s(plies: int, later_s: Sequence[float], over_s: float) -> float:
    """When so many plies had followed, or the game was over."""
    if not plies:
        return -inf
    return min(over_s, max(later_s[:plies]) if len(later_s) >= plies else inf)
