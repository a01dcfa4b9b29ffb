"""The sentences that answer a claim with a written move, as fixed strings.

They say what the record supports and never that a claim is valid: checking is the players' duty (11.12).
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.events import Rule
from dgt_monitor.laws.claim import Answer
from dgt_monitor.laws.profile import Profile

_SUPPORTED: Final = (
    "Supported by the record: {why}. Check it with both players. If it is found correct the game is drawn at once. "
    "{authority} {article}, {articles.correct_claim}."
)
_NOT_SUPPORTED: Final = (
    "Not supported by the record: {why}. Check it with both players. If it is found incorrect {penalty} minutes are "
    "added to the opponent's time and {move} must be played. {authority} {articles.wrong_claim}."
)
_CANNOT_TELL: Final = (
    "The record cannot tell: {why}, as far as it is certain. Check it with both players, by the scoresheets. "
    "{authority} {articles.repetition_claim_intended}."
)
_REPEATS: Final = "with {move} the same position stands {times} times ({stood})"
_COMPLETES: Final = "with {move} {moves} moves by each player are made without pawn move or capture"
_NEITHER: Final = (
    "with {move} the position stands {times} of {needed} times ({stood}), and {clock} of {halfmoves} half-moves are "
    "made without pawn move or capture"
)
_OVER: Final = "The game was over before, since {since}: {rule}, {cited}."


def claim_text(answer: Answer, labels: Sequence[str], profile: Profile) -> str:
    """The answer to a claim; `labels` name the plies of the answer, the written move's last."""
    fields = {
        "move": labels[-1],
        "times": answer.times,
        "needed": profile.repetition_claim,
        "stood": " ".join(labels),
        "clock": answer.halfmove_clock,
        "moves": profile.moves_claim,
        "halfmoves": 2 * (profile.moves_claim or 0),
    }
    template = _REPEATS if answer.rule is Rule.THREEFOLD else _COMPLETES if answer.rule is Rule.FIFTY else _NEITHER
    frame = _SUPPORTED if answer.supported else _CANNOT_TELL if answer.supported is None else _NOT_SUPPORTED
    return frame.format(
        why=template.format(**fields),
        move=labels[-1],
        penalty=profile.wrong_claim_penalty_minutes,
        authority=profile.authority,
        article=answer.article,
        articles=profile.articles,
    )


def over_text(rule: Rule, article: str | None, since: str, profile: Profile) -> str:
    """That the game had ended by itself before the claim (5.1, 5.2, 9.6)."""
    return _OVER.format(since=since, rule=rule.value.replace("_", " "), cited=profile.cited(article))
