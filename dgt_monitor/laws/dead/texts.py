"""The answer to "can this side mate at all?" (6.9, 7.5.5) as fixed strings: what is known, how, and what follows."""

from typing import Final

import chess

from dgt_monitor.laws.dead.mates import Answer, Ground

_SENTENCES: Final[dict[Ground, str]] = {
    Ground.MATED: "{loser} is mated.",
    Ground.HELPMATE: "{side} can mate, for example {line}.",
    Ground.MATERIAL: "{side} can never mate: its men are too few, wherever they stand. Certain.",
    Ground.CONFINED: "{side} can never mate: no man of it that could ever comes near enough to the king. Certain.",
    Ground.ALL_LINES: "{side} can never mate: all legal lines were gone through, {positions} positions. Certain.",
    Ground.BOUND: (
        "Not known whether {side} can mate: of {positions} positions looked at none is mate, and more can come. "
        "Look for a mate by any legal moves of both."
    ),
    Ground.NO_GAME: "Not known whether {side} can mate: this is no position that legal moves lead to.",
}
_CAN: Final = "If {loser} oversteps the time, {side} wins."
_CANNOT: Final = "If {loser} oversteps the time, the game is drawn."
_IS_MATED: Final = "{side} can never mate: it is mated."


def mating_text(answer: Answer, board: chess.Board, side: chess.Color) -> str:
    """The English sentence for an answer of `can_mate` on this board."""
    names = {"side": _name(side), "loser": _name(not side)}
    template = _IS_MATED if answer.ground is Ground.MATED and not answer.can else _SENTENCES[answer.ground]
    line = board.variation_san(answer.line) if answer.line else ""
    told = template.format(line=line, positions=answer.positions, **names)
    if answer.can is None or answer.ground is Ground.MATED:
        return told
    return f"{told} {(_CAN if answer.can else _CANNOT).format(**names)}"


def _name(side: chess.Color) -> str:
    return "White" if side else "Black"
