"""The sentences that answer a claim, as fixed strings.

In this order: whether the game was over before, whether the claim is possible as made, what the record says and why,
what looks the same and is not, what follows. Never that a claim is right: that is for the players and the arbiter
(11.12).
"""

from typing import Final

from dgt_monitor.events import Rule
from dgt_monitor.laws.alike import Namer, alikes_text
from dgt_monitor.laws.claim import INTENDED, REPETITIONS, Answer, Defect, Doubt
from dgt_monitor.laws.profile import Profile

ALIKES_SHOWN: Final = 4
"""Look-alikes named that the same tells apart; the others are counted."""
PLIES_SHOWN: Final = 8
"""Occurrences named in a sentence; a longer list loses its middle, never its last."""

_SUPPORTED: Final = "Supported by the record: {why}. Check it with both players."
_NOT_SUPPORTED: Final = "Not supported by the record: {why}. Check it with both players."
_CANNOT_TELL: Final = "The record cannot tell: {why}. {doubt} Check it with both players, by the scoresheets."
_DOUBTS: Final[dict[Doubt | None, str]] = {
    "illegal": "The moves contain one that is not legal: rule on that first.",
    "joined": "What was played before the record begins is not known.",
    "unseen": "Moves may have been played while nobody watched.",
    "plies": "Some of the moves are not certain.",
    None: "",
}
_DEFECTS: Final[dict[Defect, str]] = {
    "no_such_claim": "Not possible: {authority} has no such claim.",
    "not_on_move": (
        "Not possible as made: {claimant} does not have the move, and only the player who has it may claim. "
        "Tell the player to make the claim legal."
    ),
    "no_move": "Not possible as made: the move must be written first. Tell the player to make the claim legal.",
    "unclear_move": ("Not possible as made: {move} can be the move of several pieces. Let the player write which."),
    "illegal_move": "Not possible as made: {move} is not a legal move {after}.",
}
_REPEATS: Final = "with {move} the same position stands {times} ({stood})"
_HAS_REPEATED: Final = "the same position has stood {times} ({stood})"
_TOO_FEW: Final = "with {move} the position stands {times} of {needed} ({stood})"
_HAS_TOO_FEW: Final = "the position has stood {times} of {needed} ({stood})"
_NEITHER: Final = "{clock} of {halfmoves} half-moves are made without pawn move or capture{written}"
_COMPLETES: Final = "{moves} moves by each player are made without pawn move or capture{written}"
_IF_CORRECT: Final = "If it is found correct the game is drawn at once, {correct}."
_IF_NOT: Final = "If it is found incorrect {penalty} added to the opponent's time{must_play}, {wrong}."
_OFFER: Final = "A claim is also an offer of a draw, {offer}."
_OVER: Final = "The game was over before, since {since}: {rule}, {cited}."
_MAY_BE_OVER: Final = "The game may have been over before, since {since}: {rule}, {cited}. Settle that first."


def claim_text(answer: Answer, name: Namer, profile: Profile) -> str:
    """The whole answer to a claim; `name` tells plies as a scoresheet does, the written move's included."""
    parts = [_over(answer, name, profile), _defect(answer, name, profile), _record(answer, name, profile)]
    parts += [_alikes(answer, name), _follows(answer, name, profile)]
    return " ".join(part for part in parts if part)


def over_text(rule: Rule, article: str | None, since: str, profile: Profile, *, sure: bool = True) -> str:
    """That the game had ended by itself before the claim (5.1, 5.2, 9.6)."""
    told = _OVER if sure else _MAY_BE_OVER
    return told.format(since=since, rule=rule.value.replace("_", " "), cited=profile.cited(article))


def _over(answer: Answer, name: Namer, profile: Profile) -> str:
    if answer.over is None:
        return ""
    ply, finding = answer.over
    since = "the start" if ply == 0 else name(ply)
    return over_text(finding.rule, finding.article, since, profile, sure=finding.sure)


def _defect(answer: Answer, name: Namer, profile: Profile) -> str:
    if answer.defect is None:
        return ""
    after = f"after {name(answer.ply)}" if answer.ply else "in the start position"
    return _DEFECTS[answer.defect].format(
        authority=profile.title,
        claimant=answer.claim.claimant.capitalize(),
        move=name(answer.ply + 1),
        after=after,
    )


def _record(answer: Answer, name: Namer, profile: Profile) -> str:
    if answer.defect in ("no_such_claim", "illegal_move", "unclear_move", "no_move"):
        return ""
    why = _why(answer, name, profile)
    if answer.defect is not None:
        return f"The record: {why}."
    if answer.supported is None:
        return _CANNOT_TELL.format(why=f"{why}, as far as it is certain", doubt=_DOUBTS[answer.doubt])
    return (_SUPPORTED if answer.supported else _NOT_SUPPORTED).format(why=why)


def _why(answer: Answer, name: Namer, profile: Profile) -> str:
    written = answer.claim.route in INTENDED
    if answer.claim.route in REPETITIONS:
        enough = answer.times >= (profile.repetition_claim or 0)
        pair = (_REPEATS, _HAS_REPEATED) if enough else (_TOO_FEW, _HAS_TOO_FEW)
        return pair[not written].format(
            move=name(answer.ply + 1),
            times=answer.times if not enough else _times(answer.times),
            needed=_times(profile.repetition_claim or 0),
            stood=_stood(answer, name),
        )
    halfmoves = 2 * (profile.moves_claim or 0)
    return (_COMPLETES if answer.halfmoves >= halfmoves else _NEITHER).format(
        clock=answer.halfmoves,
        halfmoves=halfmoves,
        moves=profile.moves_claim,
        written=f" with {name(answer.ply + 1)}" if written else "",
    )


def _stood(answer: Answer, name: Namer) -> str:
    """The occurrences; behind those that are not certain stands a question mark."""
    told = [name(ply) + ("" if ply in answer.sure_plies else "?") for ply in answer.plies]
    if len(told) > PLIES_SHOWN:
        told[PLIES_SHOWN - 1 : -1] = [f"({len(told) - PLIES_SHOWN} more)"]
    return " ".join(told)


def _times(number: int) -> str:
    return f"{number} time{'s' if number != 1 else ''}"


def _alikes(answer: Answer, name: Namer) -> str:
    return " ".join(f"Not the same: {told}." for told in alikes_text(answer.alikes, name, ALIKES_SHOWN))


def _follows(answer: Answer, name: Namer, profile: Profile) -> str:
    """What comes of it, if it is found correct and if not."""
    if answer.over is not None and answer.over[1].sure:
        return ""
    told, articles = [], profile.articles
    if answer.defect is None and answer.supported is not False:
        told.append(_IF_CORRECT)
    if answer.supported is not True and answer.defect in (None, "illegal_move"):
        told.append(_IF_NOT)
    if answer.defect != "no_such_claim" and articles.claim_is_offer is not None:
        told.append(_OFFER)
    minutes = profile.wrong_claim_penalty_minutes
    return " ".join(told).format(
        penalty=f"{minutes} minute{'s are' if minutes != 1 else ' is'}",
        must_play=_must_play(answer, name),
        correct=profile.cited(", ".join(filter(None, (answer.article, articles.correct_claim)))),
        wrong=profile.cited(articles.wrong_claim),
        offer=articles.claim_is_offer,
    )


def _must_play(answer: Answer, name: Namer) -> str:
    if answer.claim.route not in INTENDED:
        return ""
    if answer.defect == "illegal_move":
        return " and another move with the same piece must be played if there is one"
    return f" and {name(answer.ply + 1)} must be played"
