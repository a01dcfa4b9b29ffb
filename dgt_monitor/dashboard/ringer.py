"""When the bell rings. Pure: told the time and what calls, answers whether to ring now."""

from collections.abc import Set

from dgt_monitor.dashboard.alarm import pressing
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.tournament.notices import Bell, Notices

REPEAT_S = 30.0
GAP_S = 2.0
"""Never more than one ring in this time, however many alerts come at once."""
MUTE_S = 300.0


def reach_of(notices: Notices, bell: Bell | None) -> Notices:
    """How alarms reach who sits before a screen; `bell`: what was said for this one, None: nothing."""
    if bell is None:
        return notices
    silent = notices.without(frozenset({"bell"}))
    return silent if bell == "off" else silent._replace(act=("bell", *silent.act), bell=bell)


def rung_for(reach: Notices, attention: Attention) -> set[str]:
    """The alerts for which the bell is switched on and that call now."""
    act = {each.id for each in attention.calling()} if "bell" in reach.act else set()
    look = {each.id for each in attention.wanted() if not pressing(each)} if "bell" in reach.look else set()
    return act | look


class Ringer:
    """Rings at each new call, again while any is unanswered (unless it is to ring `once`), not while muted."""

    def __init__(self, *, on: bool = True, once: bool = False) -> None:
        self.on = on
        self.once = once
        self._rung_for: frozenset[str] = frozenset()
        self._rang_s: float | None = None
        self._mute_until_s: float | None = None

    def due(self, calling: Set[str], now_s: float) -> bool:
        """Whether to ring now for the alerts with these ids; what is due and told counts as rung."""
        self._rung_for &= calling
        if not self.on or not calling or self.muted_s(now_s) is not None:
            return False
        since = None if self._rang_s is None else now_s - self._rang_s
        fresh = bool(calling - self._rung_for)
        if (self.once and not fresh) or (since is not None and since < (GAP_S if fresh else REPEAT_S)):
            return False
        self._rung_for, self._rang_s = frozenset(calling), now_s
        return True

    def toggle_mute(self, now_s: float) -> None:
        """Silence for five minutes, or end the silence."""
        self._mute_until_s = None if self.muted_s(now_s) is not None else now_s + MUTE_S

    def muted_s(self, now_s: float) -> float | None:
        """Seconds of silence left; None when not muted."""
        until = self._mute_until_s
        return until - now_s if until is not None and now_s < until else None
