"""The sentences that answer a claim, as fixed strings.

In this order: whether the game was over before, whether the claim is possible as made, what the record says and why,
what looks the same and is not, what follows. Never that a claim is right: that is for the players and the arbiter
(11.12).
"""

from typing import Final

from dgt_monitor.events import Rule
from dgt_monitor.laws.alike import MORE, Namer, alikes_text
from dgt_monitor.laws.claim import INTENDED, REPETITIONS, Answer, Defect, Doubt
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.texts import SIDES, end_text, listed
from dgt_monitor.wording import Said, Sentence, joined, word

ALIKES_SHOWN: Final = 4
"""Look-alikes named that the same tells apart; the others are counted."""
PLIES_SHOWN: Final = 8
"""Occurrences named in a sentence; a longer list loses its middle, never its last."""

_SUPPORTED: Final = Sentence("Supported by the record: {why}.")
_NOT_SUPPORTED: Final = Sentence("Not supported by the record: {why}.")
_CANNOT_TELL: Final = Sentence("The record cannot tell: {why}, as far as it is certain.")
_CHECK: Final = Sentence("Check it with both players.")
_CHECK_SCORESHEETS: Final = Sentence("Check it with both players, by the scoresheets.")
_RECORD: Final = Sentence("The record: {why}.")
_DOUBTS: Final[dict[Doubt, Sentence]] = {
    "illegal": Sentence("The moves contain one that is not legal: rule on that first."),
    "joined": Sentence("What was played before the record begins is not known."),
    "unseen": Sentence("Moves may have been played while nobody watched."),
    "plies": Sentence("Some of the moves are not certain."),
}
_MAKE_LEGAL: Final = Sentence("Tell the player to make the claim legal.")
_DEFECTS: Final[dict[Defect, tuple[Sentence, ...]]] = {
    "no_such_claim": (Sentence("Not possible: {authority} has no such claim."),),
    "not_on_move": (
        Sentence("Not possible as made: {claimant} does not have the move, and only the player who has it may claim."),
        _MAKE_LEGAL,
    ),
    "no_move": (Sentence("Not possible as made: the move must be written first."), _MAKE_LEGAL),
    "unclear_move": (
        Sentence("Not possible as made: {move} can be the move of several pieces. Let the player write which."),
    ),
    "illegal_move": (Sentence("Not possible as made: {move} is not a legal move after {last}."),),
}
_ILLEGAL_AT_START: Final = Sentence("Not possible as made: {move} is not a legal move in the start position.")
_TIMES: Final = Sentence("{n} time", "{n} times")
_REPEATS: Final = Sentence("with {move} the same position stands {times} ({stood})")
_HAS_REPEATED: Final = Sentence("the same position has stood {times} ({stood})")
_TOO_FEW: Final = Sentence("with {move} the position stands {times} of {needed} ({stood})")
_HAS_TOO_FEW: Final = Sentence("the position has stood {times} of {needed} ({stood})")
_NEITHER: Final = Sentence("{clock} of {halfmoves} half-moves are made without pawn move or capture")
_NEITHER_WITH: Final = Sentence("{clock} of {halfmoves} half-moves are made without pawn move or capture with {move}")
_COMPLETES: Final = Sentence("{moves} moves by each player are made without pawn move or capture")
_COMPLETES_WITH: Final = Sentence("{moves} moves by each player are made without pawn move or capture with {move}")
_NOT_SAME: Final = Sentence("Not the same: {told}.")
_IF_CORRECT: Final = Sentence("If it is found correct the game is drawn at once, {correct}.")
_IF_NOT: Final = Sentence(
    "If it is found incorrect {n} minute is added to the opponent's time, {wrong}.",
    "If it is found incorrect {n} minutes are added to the opponent's time, {wrong}.",
)
_IF_NOT_PLAY: Final = Sentence(
    "If it is found incorrect {n} minute is added to the opponent's time and {move} must be played, {wrong}.",
    "If it is found incorrect {n} minutes are added to the opponent's time and {move} must be played, {wrong}.",
)
_IF_NOT_ANOTHER: Final = Sentence(
    "If it is found incorrect {n} minute is added to the opponent's time and another move with the same piece must be "
    "played if there is one, {wrong}.",
    "If it is found incorrect {n} minutes are added to the opponent's time and another move with the same piece must "
    "be played if there is one, {wrong}.",
)
_OFFER: Final = Sentence("A claim is also an offer of a draw, {offer}.")
_THE_START: Final = Sentence("the start")
_OVER: Final = Sentence("The game was over before, since {since}: {rule}, {cited}.")
_MAY_BE_OVER: Final = Sentence("The game may have been over before, since {since}: {rule}, {cited}. Settle that first.")


def claim_text(answer: Answer, name: Namer, profile: Profile) -> Said:
    """The whole answer to a claim; `name` tells plies as a scoresheet does, the written move's included."""
    parts = [_over(answer, name, profile), _defect(answer, name, profile), _record(answer, name, profile)]
    return joined((*parts, _alikes(answer, name), _follows(answer, name, profile)))


def over_text(rule: Rule, article: str | None, since: str, profile: Profile, *, sure: bool = True) -> Said:
    """That the game had ended by itself before the claim (5.1, 5.2, 9.6)."""
    told = _OVER if sure else _MAY_BE_OVER
    return told(since=since, rule=end_text(rule, profile), cited=profile.cited(article))


def _over(answer: Answer, name: Namer, profile: Profile) -> str:
    if answer.over is None:
        return ""
    ply, finding = answer.over
    since = name(ply) if ply else _THE_START()
    return over_text(finding.rule, finding.article, since, profile, sure=finding.sure)


def _defect(answer: Answer, name: Namer, profile: Profile) -> str:
    if answer.defect is None:
        return ""
    sentences = _DEFECTS[answer.defect]
    if answer.defect == "illegal_move" and not answer.ply:
        sentences = (_ILLEGAL_AT_START,)
    gaps = {
        "authority": word(profile.title),
        "claimant": SIDES[answer.claim.claimant](),
        "move": name(answer.ply + 1),
        "last": name(answer.ply),
    }
    return joined(sentence(**gaps) for sentence in sentences)


def _record(answer: Answer, name: Namer, profile: Profile) -> str:
    if answer.defect in ("no_such_claim", "illegal_move", "unclear_move", "no_move"):
        return ""
    why = _why(answer, name, profile)
    if answer.defect is not None:
        return _RECORD(why=why)
    if answer.supported is None:
        doubt = "" if answer.doubt is None else _DOUBTS[answer.doubt]()
        return joined((_CANNOT_TELL(why=why), doubt, _CHECK_SCORESHEETS()))
    return joined(((_SUPPORTED if answer.supported else _NOT_SUPPORTED)(why=why), _CHECK()))


def _why(answer: Answer, name: Namer, profile: Profile) -> Said:
    written, move = answer.claim.route in INTENDED, name(answer.ply + 1)
    if answer.claim.route in REPETITIONS:
        enough = answer.times >= (profile.repetition_claim or 0)
        pair = (_REPEATS, _HAS_REPEATED) if enough else (_TOO_FEW, _HAS_TOO_FEW)
        return pair[not written](
            move=move,
            times=_TIMES(n=answer.times) if enough else answer.times,
            needed=_TIMES(n=profile.repetition_claim or 0),
            stood=_stood(answer, name),
        )
    halfmoves = 2 * (profile.moves_claim or 0)
    pair = (_COMPLETES_WITH, _COMPLETES) if answer.halfmoves >= halfmoves else (_NEITHER_WITH, _NEITHER)
    return pair[not written](clock=answer.halfmoves, halfmoves=halfmoves, moves=profile.moves_claim, move=move)


def _stood(answer: Answer, name: Namer) -> Said:
    """The occurrences; behind those that are not certain stands a question mark."""
    sure, plies = set(answer.sure_plies), answer.plies
    more = len(plies) - PLIES_SHOWN
    shown = plies if more <= 0 else (*plies[: PLIES_SHOWN - 1], plies[-1])
    told = [listed(name(ply)) if ply in sure else joined((listed(name(ply)), "?"), "") for ply in shown]
    return joined(told if more <= 0 else (*told[:-1], MORE(n=more), told[-1]))


def _alikes(answer: Answer, name: Namer) -> str:
    return joined(_NOT_SAME(told=told) for told in alikes_text(answer.alikes, name, ALIKES_SHOWN))


def _follows(answer: Answer, name: Namer, profile: Profile) -> str:
    """What comes of it, if it is found correct and if not."""
    if answer.over is not None and answer.over[1].sure:
        return ""
    told, articles = [], profile.articles
    if answer.defect is None and answer.supported is not False:
        correct = ", ".join(dict.fromkeys(filter(None, (answer.article, articles.correct_claim))))
        told.append(_IF_CORRECT(correct=profile.cited(correct)))
    if answer.supported is not True and answer.defect in (None, "illegal_move"):
        told.append(_if_not(answer, name, profile))
    if answer.defect != "no_such_claim" and articles.claim_is_offer is not None:
        told.append(_OFFER(offer=articles.claim_is_offer))
    return joined(told)


def _if_not(answer: Answer, name: Namer, profile: Profile) -> Said:
    minutes, wrong = profile.wrong_claim_penalty_minutes, profile.cited(profile.articles.wrong_claim)
    if answer.claim.route not in INTENDED:
        return _IF_NOT(n=minutes, wrong=wrong)
    if answer.defect == "illegal_move":
        return _IF_NOT_ANOTHER(n=minutes, wrong=wrong)
    return _IF_NOT_PLAY(n=minutes, wrong=wrong, move=name(answer.ply + 1))
