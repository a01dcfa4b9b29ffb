"""When the bell rings. Pure: told the time and what calls, answers whether to ring now."""

from collections.abc import Set

REPEAT_S = 30.0
GAP_S = 2.0
"""Never more than one ring in this time, however many alerts come at once."""
MUTE_S = 300.0


class Ringer:
    """Rings at each new call, again while any is unanswered, not while muted."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
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
        if since is not None and since < (GAP_S if fresh else REPEAT_S):
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
