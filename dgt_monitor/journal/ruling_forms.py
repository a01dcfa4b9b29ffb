"""How rulings are kept, today's and those of older programs."""

from typing import get_args

from dgt_monitor.events import Ending, Outcome
from dgt_monitor.hall.entries import Ruling, RulingKind
from dgt_monitor.journal.codec import SECONDS, TEXT, WHOLE, Form, Forms, form, many, one_of

_KIND = one_of("acknowledge", "claim", "intervene", "close", "stands", "penalise")
_SIDE = one_of("", "white", "black")
_OUTCOMES = ("", *get_args(Outcome))

_FIRST = Form("Ruling", Ruling, (SECONDS, TEXT, _KIND, TEXT, TEXT, _SIDE, TEXT, TEXT, one_of(*_OUTCOMES)))
"""Claims, interventions and illegal moves; nothing could be undone, and no reason was kept."""

RULINGS = Forms(
    form(
        Ruling,
        "Ruling2",
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
    ),
    older=(_FIRST,),
)
"""What the arbiter decided."""
