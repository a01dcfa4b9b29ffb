"""The readings as they may stand in a journal, each with its fields."""

from typing import Final

from dgt_monitor.journal.codec import TEXT, TRUTH, WHOLE, Form, any_of, form, many, mapping, one_of, or_none
from drivers import readings

_SIDE = one_of("left", "right")

READING_FORMS: Final[tuple[Form, ...]] = (
    form(readings.BoardDump, squares=TEXT),
    form(readings.FieldUpdate, square=WHOLE, piece=TEXT),
    form(
        readings.Clock,
        left_s=or_none(WHOLE),
        right_s=or_none(WHOLE),
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
        address=or_none(WHOLE),
        trademark=or_none(TEXT),
        battery_percent=or_none(WHOLE),
    ),
    form(
        readings.Memory,
        records=many(
            any_of(
                form(readings.LogChange, square=WHOLE, piece=TEXT, soon=TRUTH),
                form(readings.HaltedClock, side=_SIDE, time_s=WHOLE),
                form(readings.LogStanding, squares=TEXT),
                form(readings.LogRestart, squares=TEXT),
                form(readings.LogGap, skipped=WHOLE),
            )
        ),
    ),
    form(readings.LineUp),
    form(readings.LineDown, reason=TEXT),
    form(readings.Asked, what=TEXT),
    form(readings.Complaint, kind=TEXT, dropped=WHOLE, text=TEXT),
    form(readings.Score, sans=many(TEXT), result=or_none(TEXT), tags=mapping(TEXT)),
)
"""Every kind of reading."""
