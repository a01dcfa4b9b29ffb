"""The answer to "can this side mate at all?" (6.9, 7.5.5) as fixed strings: what is known, how, and what follows."""

from typing import Final, Literal

import chess

from dgt_monitor.laws.dead.mates import Answer, Ground
from dgt_monitor.laws.texts import BLACK, WHITE
from dgt_monitor.wording import Said, Sentence, joined

Game = Literal["goes on", "has ended", "was over"]
"""What has become of the game: nothing yet; a result by its score; it is over by itself (5.1, 5.2, 9.6)."""

_SENTENCES: Final[dict[Ground, Sentence]] = {
    Ground.MATED: Sentence("{loser} is mated."),
    Ground.HELPMATE: Sentence("{side} can mate, for example {line}."),
    Ground.MATERIAL: Sentence("{side} can never mate: its men are too few, wherever they stand. Certain."),
    Ground.CONFINED: Sentence(
        "{side} can never mate: none of its men that could give mate ever comes near enough to the king. Certain."
    ),
    Ground.ALL_LINES: Sentence(
        "{side} can never mate: all legal lines were gone through, {positions} positions. Certain."
    ),
    Ground.BOUND: Sentence(
        "Not known whether {side} can mate: of {positions} positions looked at none is mate, and more can come. "
        "Look for a mate by any legal moves of both."
    ),
    Ground.NO_GAME: Sentence("Not known whether {side} can mate: this is no position that legal moves lead to."),
}
_IS_MATED: Final = Sentence("{side} can never mate: it is mated.")
_FOLLOWS: Final[dict[tuple[Game, bool], Sentence]] = {
    ("goes on", True): Sentence("If {loser} oversteps the time, {side} wins."),
    ("goes on", False): Sentence("If {loser} oversteps the time, the game is drawn."),
    ("has ended", True): Sentence("If {loser} has overstepped the time, {side} has won."),
    ("has ended", False): Sentence("If {loser} has overstepped the time, the game is drawn."),
}


def mating_text(answer: Answer, board: chess.Board, side: chess.Color, game: Game = "goes on") -> Said:
    """The sentence for an answer of `can_mate` on this board."""
    names = {"side": _name(side), "loser": _name(not side)}
    sentence = _IS_MATED if answer.ground is Ground.MATED and not answer.can else _SENTENCES[answer.ground]
    line = board.variation_san(answer.line) if answer.line else ""
    told = sentence(line=line, positions=answer.positions, **names)
    if answer.can is None or answer.ground is Ground.MATED or game == "was over":
        return told
    return joined((told, _FOLLOWS[game, answer.can](**names)))


def _name(side: chess.Color) -> Said:
    return WHITE() if side else BLACK()
