"""How rulings are kept, today's and those of older programs; and how it was shown what came of them."""

from typing import NamedTuple, get_args

from dgt_monitor import events
from dgt_monitor.events import Ending, Outcome
from dgt_monitor.hall.entries import Ruling, RulingKind
from dgt_monitor.journal.codec import SECONDS, TEXT, TRUTH, WHOLE, Field, Form, Forms, form, many, one_of, or_none

_KIND = one_of("acknowledge", "claim", "intervene", "close", "stands", "penalise")
_SIDE = one_of("", "white", "black")
_OUTCOMES = ("", *get_args(Outcome))

_FIRST = Form("Ruling", Ruling, (SECONDS, TEXT, _KIND, TEXT, TEXT, _SIDE, TEXT, TEXT, one_of(*_OUTCOMES)))
"""Claims, interventions and illegal moves; nothing could be undone, and no reason was kept."""

_SECOND_KINDS = one_of(*(kind for kind in get_args(RulingKind) if kind not in ("shelve", "drill")))
_SECOND = Form(
    "Ruling2",
    Ruling,
    (
        SECONDS, TEXT, _SECOND_KINDS, TEXT, TEXT, _SIDE, TEXT, TEXT, one_of(*_OUTCOMES, *get_args(Ending)), WHOLE, TEXT,
        WHOLE, WHOLE, TEXT, WHOLE, many(TEXT), _SIDE, TEXT, TEXT, TEXT, WHOLE,
    ),
)  # fmt: skip
"""All rulings but those that put an alert aside, and drills."""

RULINGS = Forms(
    form(
        Ruling,
        "Ruling3",
        t_s=SECONDS,
        author=TEXT,
        kind=one_of(*get_args(RulingKind)),
        alert_id=TEXT,
        board=TEXT,
        claimant=_SIDE,
        route=TEXT,
        move=TEXT,
        outcome=one_of(*_OUTCOMES, *get_args(Ending)),
        number=WHOLE,
        reason=TEXT,
        undoes=WHOLE,
        round=WHOLE,
        result=TEXT,
        ply=WHOLE,
        moves=many(TEXT),
        turn=_SIDE,
        castling=TEXT,
        en_passant=TEXT,
        to_board=TEXT,
        game=WHOLE,
        for_s=WHOLE,
    ),
    older=(_FIRST, _SECOND),
)
"""What the arbiter decided."""


class PlayedFor(NamedTuple):
    """A result as it was shown, if it was played for: nearly all are, and all were before there were others."""

    t: float
    board: str
    game: int
    result: str
    by: str
    confirmed: bool
    kind: str

    @property
    def event(self) -> events.Result:
        """What was shown."""
        return events.Result(*self[:6])


_HEAD: dict[str, Field] = {"t": SECONDS, "board": TEXT, "game": WHOLE, "result": TEXT, "by": TEXT, "confirmed": TRUTH}
PLAYED_FOR = form(PlayedFor, "result", **_HEAD, kind=one_of("result"))
RESULT = form(events.Result, "result2", **_HEAD, how=or_none(one_of(*get_args(events.How))), kind=one_of("result"))
RULED = form(
    events.Ruled,
    "ruling",
    t=SECONDS,
    board=TEXT,
    number=WHOLE,
    ruling=TEXT,
    author=TEXT,
    state=one_of("done", "refused"),
    undoes=or_none(WHOLE),
    reason=TEXT,
    text=TEXT,
    kind=one_of("ruling"),
)
GONE = form(events.Gone, "gone", t=SECONDS, board=TEXT, game=WHOLE, aside=TRUTH, kind=one_of("gone"))
SEATED = form(
    events.Seated,
    "players",
    t=SECONDS,
    board=TEXT,
    game=WHOLE,
    white=or_none(TEXT),
    black=or_none(TEXT),
    kind=one_of("players"),
)
"""What was shown of rulings."""
