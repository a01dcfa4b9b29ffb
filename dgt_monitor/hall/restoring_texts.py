"""The sentences about a position that is to be set up again: after a claim, an intervention, and where a game came."""

from collections.abc import Sequence
from typing import Final, Literal

from dgt_monitor.hall.texts import after_text
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Said, Sentence, joined

_CLAIM_CLOSED: Final = Sentence(
    "LOOK: the claim is closed, and the position {after} does not stand on the board, see {squares}. Have it set up: "
    "moves are followed again from it. If what stands is right, close once more."
)
_INTERVENTION_CLOSED: Final = Sentence(
    "LOOK: the intervention is closed, and the position {after} does not stand on the board, see {squares}. Have it "
    "set up: moves are followed again from it. If what stands is right, close once more."
)
_DRILL_CLOSED: Final = Sentence(
    "LOOK: the drill is over, and the position {after} does not stand on the board, see {squares}. Have it set up: "
    "moves are followed again from it."
)
_GAME_CAME: Final = Sentence(
    "LOOK: the game goes on on this board from the position {after}, which does not stand on it, see {squares}. Have "
    "it set up: moves are followed from it. If what stands is right, close."
)
NotRestored = Literal["claim", "intervention", "drill", "game"]
"""After what a position is to be set up."""
_NOT_RESTORED: Final = {
    "claim": _CLAIM_CLOSED, "intervention": _INTERVENTION_CLOSED, "drill": _DRILL_CLOSED, "game": _GAME_CAME,
}  # fmt: skip


def not_restored_text(who: str, squares: Sequence[str], after: str, *, of: NotRestored) -> Said:
    """That the position of the game does not stand when a claim or an intervention is closed, or the game comes."""
    sentence = _NOT_RESTORED[of]
    return joined((BOARD(who=who), sentence(after=after_text(after), squares=", ".join(squares))))


_DRILL: Final = Sentence("DRILL: pieces were moved, and nothing of it counts. Acknowledge it, and have them put back.")


def drill_text(who: str) -> Said:
    """That the alarm of a drill has reached who reads it."""
    return joined((BOARD(who=who), _DRILL()))
