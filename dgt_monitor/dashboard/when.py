"""Moments as the screen tells them: by the time of the day where it is known, else by that of the record. Pure."""

from collections.abc import Callable
from typing import Final

from dgt_monitor.dashboard.words import hms

_DAY_S: Final = 86_400
When = Callable[[float], str]
"""From a moment of the hall to its name: `14:31:50`."""


def when(clock_text: str | None, t_s: float) -> When:
    """How moments are named, the time of the day being `clock_text` at the moment `t_s`."""
    now_s = _seconds(clock_text)
    if now_s is None:
        return hms
    day_s = round(now_s - t_s)

    def named(moment_s: float) -> str:
        whole = int(day_s + moment_s) % _DAY_S
        return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"

    return named


def _seconds(text: str | None) -> int | None:
    parts = (text or "").split(":")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    hours, minutes, seconds = map(int, parts)
    return hours * 3600 + minutes * 60 + seconds
