"""The time control of an event: its periods, and what follows from them. Pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from dgt_monitor.fields import FieldError, Path

MOVES_MOST: Final = 500
"""Moves in one period; more are a mistake (chosen: the longest game on record has 269)."""
MINUTES_MOST: Final = 1440
"""Minutes of one period: a day (chosen)."""
BONUS_MOST_S: Final = 3600
"""Seconds added or waited for each move: an hour (chosen)."""


class Period(NamedTuple):
    """One period of the time control."""

    minutes: int
    moves: int | None = None
    """To be made in it; None: all that are left."""
    increment_s: int = 0
    """Added with each move."""
    delay_s: int = 0
    """Waited at each move before time runs."""


def moves_required(periods: Sequence[Period]) -> tuple[int, ...] | None:
    """Moves to be made, from the first on, by the end of each period but the last; None if there are no periods."""
    if not periods:
        return None
    return tuple(sum(each.moves or 0 for each in periods[: n + 1]) for n in range(len(periods) - 1))


def starting_times_s(periods: Sequence[Period]) -> tuple[int, ...]:
    """What clocks may show before move 1, in seconds: some count the first move's increment in already, some do not."""
    if not periods:
        return ()
    minutes_s = periods[0].minutes * 60
    return tuple(dict.fromkeys((minutes_s, minutes_s + periods[0].increment_s)))


def pgn_time_control(periods: Sequence[Period]) -> str:
    """The tag TimeControl, `40/5400+30:900+30`; PGN has no way to say a delay, so it is left out."""
    return ":".join(_pgn_period(each) for each in periods)


def _pgn_period(period: Period) -> str:
    moves = "" if period.moves is None else f"{period.moves}/"
    increment = f"+{period.increment_s}" if period.increment_s else ""
    return f"{moves}{period.minutes * 60}{increment}"


def check_periods(periods: Sequence[Period], path: Path) -> None:
    """FieldError for what cannot be a time control."""
    for number, period in enumerate(periods):
        where, last = (*path, number), number == len(periods) - 1
        _within(period.minutes, 0, MINUTES_MOST, (*where, "minutes"))
        _within(period.increment_s, 0, BONUS_MOST_S, (*where, "increment_s"))
        _within(period.delay_s, 0, BONUS_MOST_S, (*where, "delay_s"))
        if period.increment_s and period.delay_s:
            raise FieldError((*where, "delay_s"), "a period has an increment or a delay, not both")
        if not (period.minutes or period.increment_s or period.delay_s):
            raise FieldError((*where, "minutes"), "a period without any time is none")
        if period.moves is not None:
            _within(period.moves, 1, MOVES_MOST, (*where, "moves"))
            if last:
                raise FieldError((*where, "moves"), "the last period is for all moves that are left; it has no number")
        elif not last:
            raise FieldError((*where, "moves"), "is missing: only the last period is for all moves that are left")


def _within(value: int, least: int, most: int, path: Path) -> None:
    if not least <= value <= most:
        raise FieldError(path, f"{value} is not between {least} and {most}")
