"""The fields of a set of rules by names that an arbiter reads: one table, for what an event's own rules change."""

from typing import Final

from dgt_monitor.language import say, words
from dgt_monitor.laws.profile import EventRule
from dgt_monitor.wording import Sentence

FIELDS: Final[dict[str, Sentence]] = {
    "repetition_claim": Sentence("same position, times to claim a draw"),
    "repetition_draw": Sentence("same position, times that end the game"),
    "repetition_draw_consecutive": Sentence("only at consecutive moves"),
    "moves_claim": Sentence("moves without pawn move or capture to claim a draw"),
    "moves_draw": Sentence("moves without pawn move or capture that end the game"),
    "draws_by_itself": Sentence("these numbers end the game by themselves"),
    "claimant": Sentence("who may claim"),
    "repetition_claim_until": Sentence("a claim by repetition lasts until"),
    "moves_claim_until": Sentence("a claim by the number of moves lasts until"),
    "wrong_claim_penalty_minutes": Sentence("minutes to the opponent for an incorrect claim"),
    "illegal_move_penalty_minutes": Sentence("minutes to the opponent for an illegal move"),
    "illegal_moves_to_lose": Sentence("illegal moves that lose the game"),
    "illegal_move_stands": Sentence("an illegal move stands once it is answered"),
    "articles": Sentence("article cited"),
    "wording": Sentence("what the arbiter is told to do"),
}
"""By the field of a profile; of articles and wordings, which what the set of rules says itself tells apart, by both."""
_CLAIMANTS: Final = {
    "to_move": Sentence("the player to move"),
    "to_move_or_before_clock": Sentence("the player to move, or who moved and has not pressed the clock"),
}
_ON, _OFF = Sentence("yes"), Sentence("no")


def rule_told(rule: EventRule) -> str:
    """What an event's own rules say, and in brackets what the set of rules says itself."""
    name = words(FIELDS[rule.field.partition(".")[0]])
    return f"{name}: {_value(rule.value)} ({_value(rule.own)})"


def _value(value: str | int | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return words(_ON if value else _OFF)
    if value in _CLAIMANTS:
        return words(_CLAIMANTS[str(value)])
    return say(value) if isinstance(value, str) else str(value)
