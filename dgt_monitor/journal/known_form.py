"""What was known of a hall beforehand, as it is kept: the rules whole, for they may be the event's own."""

from typing import get_args

from dgt_monitor.game.timing import Timing
from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.codec import (
    PLAIN,
    SECONDS,
    TEXT,
    TRUTH,
    WHOLE,
    Form,
    either,
    form,
    inside,
    many,
    mapping,
    one_of,
    or_none,
)
from dgt_monitor.laws.profile import Articles, Profile, Wording
from dgt_monitor.tournament.control import Period
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.notices import Notices, Way
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.people import Pairing, Person, Players
from dgt_monitor.tournament.places import Place
from dgt_monitor.tournament.rounds import Round

_SIDE = one_of("left", "right")
_MAYBE_TEXT = or_none(TEXT)
_MAYBE_WHOLE = or_none(WHOLE)

_TIMING = form(
    Timing,
    confirm_after_s=SECONDS,
    strange_after_s=SECONDS,
    in_hand_after_s=SECONDS,
    missing_after_s=SECONDS,
    disturbed_after_s=SECONDS,
    outage_s=SECONDS,
)

_ARTICLES = form(
    Articles,
    checkmate=_MAYBE_TEXT,
    stalemate=_MAYBE_TEXT,
    dead_position=_MAYBE_TEXT,
    repetition_claim=_MAYBE_TEXT,
    repetition_claim_intended=_MAYBE_TEXT,
    repetition_draw=_MAYBE_TEXT,
    moves_claim=_MAYBE_TEXT,
    moves_claim_intended=_MAYBE_TEXT,
    moves_draw=_MAYBE_TEXT,
    correct_claim=_MAYBE_TEXT,
    wrong_claim=_MAYBE_TEXT,
    silence=_MAYBE_TEXT,
    claim_is_offer=_MAYBE_TEXT,
    touched=_MAYBE_TEXT,
    illegal_move=_MAYBE_TEXT,
    illegal_move_penalty=_MAYBE_TEXT,
    illegal_press=_MAYBE_TEXT,
    still_illegal=_MAYBE_TEXT,
    flag=_MAYBE_TEXT,
    cannot_mate=_MAYBE_TEXT,
    unpromoted=_MAYBE_TEXT,
    setup=_MAYBE_TEXT,
    displaced=_MAYBE_TEXT,
    result=_MAYBE_TEXT,
    agreed=_MAYBE_TEXT,
)
_ARTICLES_1 = Form("Articles", Articles, _ARTICLES.fields[:-1])
"""As they were before one of them was that of agreed draws."""


def _profile(articles: Form) -> Form:
    return form(
        Profile,
        name=TEXT,
        title=TEXT,
        authority=TEXT,
        articles=inside(articles),
        wording=inside(form(Wording, declare=TEXT, not_on=TEXT, silence=TEXT, answered=TEXT)),
        over_the_board=TRUTH,
        repetition_claim=_MAYBE_WHOLE,
        repetition_draw=_MAYBE_WHOLE,
        repetition_draw_consecutive=TRUTH,
        moves_claim=_MAYBE_WHOLE,
        moves_draw=_MAYBE_WHOLE,
        draws_by_itself=TRUTH,
        claimant=one_of("to_move", "to_move_or_before_clock"),
        repetition_claim_until=TEXT,
        moves_claim_until=TEXT,
        wrong_claim_penalty_minutes=WHOLE,
        illegal_move_penalty_minutes=WHOLE,
        illegal_moves_to_lose=_MAYBE_WHOLE,
        illegal_move_stands=TRUTH,
        overridden=many(TEXT),
    )


_PLAYERS = mapping(inside(form(Players, white=TEXT, black=TEXT)))
_PERSON = inside(form(Person, name=TEXT, title=TEXT, rating=WHOLE, federation=TEXT, fide_id=TEXT, team=TEXT))
_ROUND = either(TEXT, WHOLE)
_NOTICE_WAYS = many(one_of(*get_args(Way)))

_OUT = form(
    Out,
    folder=TEXT,
    kind=one_of("pgn", "http", "lichess"),
    delay=TEXT,
    unsure=TRUTH,
    emt=TRUTH,
    address=TEXT,
    broadcast=TEXT,
    round=_ROUND,
    boards=TEXT,
    server=TEXT,
    dry_run=TEXT,
    doubt=TEXT,
)
_OUT_2 = Form("Out", Out, _OUT.fields[:-1])
"""As it was before doubtful moves went out after a while."""
_OUT_1 = Form("Out", Out, _OUT.fields[:5])
"""As it was when there were only folders."""
_TOURNAMENT = form(
    TournamentFile,
    profile=_MAYBE_TEXT,
    event=TEXT,
    round=_ROUND,
    white_clock=or_none(_SIDE),
    rules=mapping(PLAIN),
    labels=mapping(TEXT),
    players=_PLAYERS,
    site=TEXT,
    rounds=many(inside(form(Round, number=_ROUND, date=TEXT, start=TEXT))),
    period=many(inside(form(Period, minutes=WHOLE, moves=_MAYBE_WHOLE, increment_s=WHOLE, delay_s=WHOLE))),
    chess960=TRUTH,
    no_draw_before_move=_MAYBE_WHOLE,
    player=many(_PERSON),
    board=many(inside(form(Place, label=TEXT, serial=TEXT, sector=TEXT))),
    pairings=TEXT,
    paired=many(inside(form(Pairing, board=TEXT, white=_PERSON, black=_PERSON))),
    confirm_results_after_s=_MAYBE_WHOLE,
    out=many(inside(_OUT)),
    notices=inside(form(Notices, act=_NOTICE_WAYS, look=_NOTICE_WAYS, bell=one_of("once", "repeat"), addresses=TEXT)),
)
_TOURNAMENT_5 = Form(
    "TournamentFile", TournamentFile, (*_TOURNAMENT.fields[:-2], many(inside(_OUT_2)), _TOURNAMENT.fields[-1])
)
"""As it was before doubtful moves went out after a while."""
_TOURNAMENT_4 = Form(
    "TournamentFile", TournamentFile, (*_TOURNAMENT.fields[:-2], many(inside(_OUT_1)), _TOURNAMENT.fields[-1])
)
"""As it was before ways out led anywhere but into folders."""
_TOURNAMENT_3 = Form("TournamentFile", TournamentFile, _TOURNAMENT_4.fields[:-1])
"""As it was before a file had notices."""
_TOURNAMENT_2 = Form("TournamentFile", TournamentFile, _TOURNAMENT.fields[:-2])
"""As it was before a file had ways out."""
_TOURNAMENT_1 = Form("TournamentFile", TournamentFile, _TOURNAMENT.fields[:7])
"""As it was before a file had rounds, periods and persons."""


def _known(name: str, tournament: Form, articles: Form) -> Form:
    return form(
        Known,
        name,
        positions=mapping(TEXT),
        white_clock=or_none(_SIDE),
        chess960=TRUTH,
        timing=inside(_TIMING),
        profile=inside(_profile(articles)),
        day_s=or_none(SECONDS),
        tournament=inside(tournament),
        moves_required=or_none(many(WHOLE)),
    )


KNOWN = _known("Known6", _TOURNAMENT, _ARTICLES)
"""What was known before the first reading; a later one: what is known from then on."""
OLDER_KNOWN = (
    _known("Known5", _TOURNAMENT_5, _ARTICLES),
    _known("Known4", _TOURNAMENT_4, _ARTICLES),
    _known("Known3", _TOURNAMENT_3, _ARTICLES),
    _known("Known2", _TOURNAMENT_2, _ARTICLES),
    _known("Known", _TOURNAMENT_1, _ARTICLES_1),
)
