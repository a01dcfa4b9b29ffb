"""Moments as the screen tells them: by the time of the day where it is known, else by that of the record. Pure."""

from collections.abc import Callable
from math import floor
from typing import Final

from dgt_monitor.dashboard.words import hms

_DAY_S: Final = 86_400
When = Callable[[float], str]
"""From a moment of the hall to its name: `14:31:50`."""


_APART_S: Final = 2.0
"""A clock that is so far from where it was expected was set, or tells of another hall (chosen)."""


class DayTime:
    """Names moments by the time of the day, and the same moment always by the same name.

    The clock shown leaves out a part of its second, so what is known of it gets better while it is looked at.
    """

    def __init__(self) -> None:
        self._day_s: float | None = None
        """From the hall's seconds to those of the day, as far as is known; None where there is no time of the day."""

    def look(self, clock_text: str | None, t_s: float) -> None:
        """The clock shows this at the moment `t_s` of the hall."""
        now_s = _seconds(clock_text)
        if now_s is None:
            self._day_s = None
            return
        known_s, found_s = self._day_s, now_s - t_s
        later_s = 0.0 if known_s is None else (found_s - known_s + _DAY_S / 2) % _DAY_S - _DAY_S / 2
        if known_s is None or abs(later_s) > _APART_S:
            self._day_s = found_s
        elif later_s > 0:
            self._day_s = known_s + later_s

    def moment(self, text: str, now_s: float) -> float | None:
        """The next moment of the hall that has this name, `15:30` or `15:30:20`; None where that is no time."""
        found_s = _seconds(text if text.count(":") > 1 else f"{text}:00")
        if found_s is None or (self._day_s is not None and found_s >= _DAY_S):
            return None
        if self._day_s is None:
            return float(found_s)
        return now_s + (found_s - self._day_s - now_s) % _DAY_S

    def named(self, moment_s: float) -> str:
        """This moment of the hall."""
        return hms(moment_s) if self._day_s is None else _of_day(self._day_s + moment_s)


def when(clock_text: str | None, t_s: float) -> When:
    """How moments are named, the time of the day being `clock_text` at the moment `t_s`."""
    now_s = _seconds(clock_text)
    if now_s is None:
        return hms
    day_s = round(now_s - t_s)

    def named(moment_s: float) -> str:
        return _of_day(day_s + moment_s)

    return named


def _of_day(seconds: float) -> str:
    whole = floor(seconds) % _DAY_S
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def _seconds(text: str | None) -> int | None:
    parts = (text or "").split(":")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    hours, minutes, seconds = map(int, parts)
    if minutes > 59 or seconds > 59:
        return None
    return hours * 3600 + minutes * 60 + seconds
