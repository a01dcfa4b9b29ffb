"""The readings as they may stand in a journal, each with its fields."""

from typing import Final

from dgt_monitor.journal.codec import (
    TEXT,
    TRUTH,
    Field,
    Form,
    Json,
    UnreadableError,
    any_of,
    form,
    many,
    mapping,
    one_of,
    or_none,
)
from drivers import readings

_SIDE = one_of("left", "right")
_SQUARES: Final = 64
_WHOLE_MOST: Final = 2**53
"""A larger number is nothing that a board or its clock told."""
_LETTERS: Final = frozenset((*readings.PIECES, *readings.MAGIC))


def _whole(value: Json) -> int:
    if type(value) is not int or abs(value) > _WHOLE_MOST:
        raise UnreadableError("there is no whole number, or far too large a one")
    return value


def _square(value: Json) -> int:
    if type(value) is not int or not 0 <= value < _SQUARES:
        raise UnreadableError(f"{value!r} is no square")
    return value


def _squares(value: Json) -> str:
    if not isinstance(value, str) or len(value) != _SQUARES or not _LETTERS.issuperset(value):
        raise UnreadableError(f"{value!r} is not {_SQUARES} squares")
    return value


_WHOLE = Field(int, _whole)
_SQUARE = Field(int, _square)
_STANDING = Field(str, _squares)
_PIECE = one_of(*sorted(_LETTERS))

READING_FORMS: Final[tuple[Form, ...]] = (
    form(readings.BoardDump, squares=_STANDING),
    form(readings.FieldUpdate, square=_SQUARE, piece=_PIECE),
    form(
        readings.Clock,
        left_s=or_none(_WHOLE),
        right_s=or_none(_WHOLE),
        running=TRUTH,
        to_move=or_none(_SIDE),
        connected=TRUTH,
        battery_low=TRUTH,
        left_flag=TRUTH,
        right_flag=TRUTH,
        left_blocked=TRUTH,
        right_blocked=TRUTH,
    ),
    form(
        readings.Identity,
        serial=or_none(TEXT),
        long_serial=or_none(TEXT),
        version=or_none(TEXT),
        hardware=or_none(TEXT),
        address=or_none(_WHOLE),
        trademark=or_none(TEXT),
        battery_percent=or_none(_WHOLE),
    ),
    form(
        readings.Memory,
        records=many(
            any_of(
                form(readings.LogChange, square=_SQUARE, piece=_PIECE, soon=TRUTH),
                form(readings.HaltedClock, side=_SIDE, time_s=_WHOLE),
                form(readings.LogStanding, squares=_STANDING),
                form(readings.LogRestart, squares=_STANDING),
                form(readings.LogGap, skipped=_WHOLE),
            )
        ),
    ),
    form(readings.LineUp),
    form(readings.LineDown, reason=TEXT),
    form(readings.Asked, what=TEXT),
    form(readings.Complaint, kind=TEXT, dropped=_WHOLE, text=TEXT),
    form(readings.Score, sans=many(TEXT), result=or_none(TEXT), tags=mapping(TEXT), clocks=many(TEXT)),
)
"""Every kind of reading."""
