"""The result that players show on the board: both kings in the centre, or a result piece.

Any two of the four centre squares touch, so both kings there are never chess: once complete, the gesture cannot be
mistaken (hands, section 2).
"""

import chess

from dgt_monitor.game.story import Story
from drivers.readings import MAGIC

LIGHT = (chess.E4, chess.D5)
DARK = (chess.D4, chess.E5)
CENTRE = frozenset({*LIGHT, *DARK})
SECOND_THOUGHTS_S = 10.0
"""So long players may correct or withdraw what they have shown (stream format)."""
SAME_GESTURE_S = 10.0
"""A king's step to the centre no longer ago than this, not confirmed by the clock, began the gesture (chosen: the
maker advises players to wait 5 s)."""


def shown_result(seen: list[str]) -> tuple[str, str] | None:
    """The result that stands on the board, and by what: `kings` or `piece`; None if none does."""
    kings = [square for square in CENTRE if seen[square] in "Kk"]
    if len(kings) == 2 and {seen[square] for square in kings} == {"K", "k"}:
        light = sum(square in LIGHT for square in kings)
        return ("0-1", "1/2-1/2", "1-0")[light], "kings"
    magic = {letter for letter in seen if letter in MAGIC}
    return (MAGIC[magic.pop()], "piece") if len(magic) == 1 else None


def steps_of_gesture(story: Story, t_s: float) -> int:
    """How many of the last plies were no moves but kings on their way to the centre."""
    steps = 0
    for ply in reversed(story.plies[-2:]):
        to_square = ply.move.to_square
        is_king = story.expected[to_square] in "Kk" and story.seen[to_square] == story.expected[to_square]
        if to_square not in CENTRE or not is_king or ply.pressed or t_s - ply.t_s > SAME_GESTURE_S:
            break
        steps += 1
    return steps
