"""What may stand in a journal, each with its fields. A new reading or event is added here and nowhere else (readings in
`reading_forms`, rulings in `ruling_forms`, notes in `note_forms`, what was known beforehand in `known_form`).

A form that changes gets a new name (`FieldUpdate2`), and the old one stays among the `older`, made into what it means
today: a journal is read for as long as it is evidence.
"""

import json
from typing import NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.journal.codec import (
    SECONDS,
    TEXT,
    TRUTH,
    WHOLE,
    Field,
    Forms,
    form,
    inside,
    many,
    one_of,
    or_none,
)
from dgt_monitor.journal.known_form import KNOWN, OLDER_KNOWN
from dgt_monitor.journal.note_forms import NOTES
from dgt_monitor.journal.reading_forms import READING_FORMS
from dgt_monitor.journal.ruling_forms import GONE, PLAYED_FOR, RESULT, RULED, RULINGS, SEATED, PlayedFor

_COLOUR = or_none(one_of("white", "black"))

READINGS = Forms(*READING_FORMS)
"""What a board or its line told."""


_TIMES = or_none(inside(form(events.Times, white=WHOLE, black=WHOLE)))
_RULE = Field(str, Rule)
_LEVEL = Field(str, Level)
_HEAD: dict[str, Field] = {"t": SECONDS, "board": TEXT}


class ShownMove(NamedTuple):
    """A move as it was shown, without the position: that follows from the moves before it."""

    t: float
    board: str
    game: int
    ply: int
    uci: str | None
    san: str | None
    least: int
    most: int | None
    status: str
    sure: bool
    provenance: str
    legal: bool
    inferred_from: int | None
    clock: events.Times | None


_MOVE = form(
    ShownMove,
    "move",
    **_HEAD,
    game=WHOLE,
    ply=WHOLE,
    uci=or_none(TEXT),
    san=or_none(TEXT),
    least=WHOLE,
    most=or_none(WHOLE),
    status=TEXT,
    sure=TRUTH,
    provenance=TEXT,
    legal=TRUTH,
    inferred_from=or_none(WHOLE),
    clock=_TIMES,
)

SHOWN = Forms(
    _MOVE,
    form(
        events.Board,
        "board",
        **_HEAD,
        state=TEXT,
        port=TEXT,
        address=or_none(WHOLE),
        serial=or_none(TEXT),
        version=or_none(TEXT),
        reason=or_none(TEXT),
        kind=one_of("board"),
    ),
    form(
        events.GameStart,
        "game_start",
        **_HEAD,
        game=WHOLE,
        start_fen=TEXT,
        rotated=TRUTH,
        chess960=TRUTH,
        white=or_none(TEXT),
        black=or_none(TEXT),
        kind=one_of("game_start"),
    ),
    form(events.Retract, "retract", **_HEAD, game=WHOLE, ply=WHOLE, reason=TEXT, kind=one_of("retract")),
    form(
        events.Alert,
        "alert",
        **_HEAD,
        id=TEXT,
        game=or_none(WHOLE),
        ply=or_none(WHOLE),
        rule=_RULE,
        article=or_none(TEXT),
        level=_LEVEL,
        sure=TRUTH,
        plies=many(WHOLE),
        text=TEXT,
        squares=or_none(many(TEXT)),
        side=_COLOUR,
        until=or_none(TEXT),
        profile=or_none(TEXT),
        since=or_none(inside(form(events.Since, ply=WHOLE, t=or_none(SECONDS), clock=_TIMES))),
        kind=one_of("alert"),
    ),
    form(
        events.AlertCleared,
        "alert_cleared",
        **_HEAD,
        id=TEXT,
        game=or_none(WHOLE),
        rule=_RULE,
        ply=or_none(WHOLE),
        reason=TEXT,
        ending=or_none(TEXT),
        kind=one_of("alert_cleared"),
    ),
    form(events.Notice, "notice", **_HEAD, about=TEXT, state=TEXT, level=_LEVEL, text=TEXT, kind=one_of("notice")),
    form(events.Memory, "memory", **_HEAD, state=TEXT, game=WHOLE, kind=one_of("memory")),
    form(
        events.Square,
        "square",
        **_HEAD,
        square=TEXT,
        fault=TEXT,
        over=TRUTH,
        times=WHOLE,
        level=_LEVEL,
        text=TEXT,
        kind=one_of("square"),
    ),
    PLAYED_FOR,
    RESULT,
    RULED,
    GONE,
    SEATED,
    form(
        events.Claim,
        "claim",
        **_HEAD,
        game=WHOLE,
        ply=WHOLE,
        what=one_of("claim", "intervention", "drill"),
        state=one_of("opened", "closed"),
        author=TEXT,
        claimant=_COLOUR,
        route=or_none(TEXT),
        move=or_none(TEXT),
        clock=_TIMES,
        possible=or_none(TRUTH),
        supported=or_none(TRUTH),
        rule=or_none(_RULE),
        plies=many(WHOLE),
        text=TEXT,
        outcome=or_none(TEXT),
        squares=or_none(many(TEXT)),
        kind=one_of("claim"),
    ),
    form(
        events.Summary,
        "summary",
        **_HEAD,
        game=WHOLE,
        moves=many(or_none(TEXT)),
        uci=many(or_none(TEXT)),
        result=TEXT,
        max_count=WHOLE,
        rotated=TRUTH,
        sure=TRUTH,
        alerts=many(_RULE),
        kind=one_of("summary"),
    ),
)
"""What was shown. Clocks are not kept, which move the hands and nothing else."""


def shown(event: events.Event) -> tuple[str, str] | None:
    """An event as it is kept: form and body; None for a clock."""
    if isinstance(event, events.Clock):
        return None
    if isinstance(event, events.Move):
        t, board, game, ply, uci, san, _, least, most, status, sure, provenance, clock, legal = event[:14]
        return SHOWN.encode(
            ShownMove(
                t, board, game, ply, uci, san, least, most, status, sure, provenance, legal, event.inferred_from, clock
            )
        )
    if isinstance(event, events.Result) and event.how is None:
        return SHOWN.encode(PlayedFor(*event[:6], event.kind))
    return SHOWN.encode(event)


def without_clock(form_name: str, body: str) -> str:
    """The body of what was shown, without what the clocks said: that is no evidence, and not all of it is kept.

    One that somebody changed so that nothing can be taken out of it is left as it is.
    """
    try:
        return _without_clock(form_name, body)
    except (ValueError, TypeError, LookupError, RecursionError):
        return body


def _without_clock(form_name: str, body: str) -> str:
    if form_name == "move":
        return body[: body.rindex(",null]" if body.endswith(",null]") else ",[")]
    if form_name == "claim":
        fields = json.loads(body)
        del fields[_CLOCK_OF_A_CLAIM]
        return json.dumps(fields)
    return body


_CLOCK_OF_A_CLAIM = events.Claim._fields.index("clock")


FORMS = {"reading": READINGS, "ruling": RULINGS, "note": NOTES, "shown": SHOWN}
"""By the kind of the row."""

KNOWN_FORMS = frozenset(each.name for each in (KNOWN, *OLDER_KNOWN))
"""Rows that tell what is known of a hall: the first one beforehand, each later one from then on."""
