"""When the rounds of an event are played. Pure: a date is a text, since no clock is known here."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from dgt_monitor.fields import FieldError, Path

_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?", re.ASCII)
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Round(NamedTuple):
    """One round."""

    number: str | int
    date: str = ""
    """2026-11-30; empty: not known."""
    start: str = ""
    """14:30 in the hall's own time; empty: not known."""


def check_rounds(rounds: Sequence[Round], path: Path) -> None:
    """FieldError for a round that is there twice, and for what is no date or time."""
    seen: set[str] = set()
    for place, each in enumerate(rounds):
        where = (*path, place)
        if str(each.number) in seen:
            raise FieldError((*where, "number"), f"round {each.number} is there twice")
        seen.add(str(each.number))
        if each.date and not _is_date(each.date):
            raise FieldError((*where, "date"), f"{each.date!r} is no date such as 2026-11-30")
        if each.start and not _TIME.fullmatch(each.start):
            raise FieldError((*where, "start"), f"{each.start!r} is no time of day such as 14:30")


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1] - (month == 2 and not leap)
