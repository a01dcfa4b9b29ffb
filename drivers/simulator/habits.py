"""What hands do beside and instead of the plain move: odds of one ply that offers the chance, and times.

No statistics of any of this have been published. "Cases" are the public reports that `hands.md` counts up; the odds of
a profile are judgement: rough is to show each habit several times in ten games, casual a tenth to a third of it.
"""

from typing import NamedTuple

Span = tuple[float, float]
"""Shortest and longest time in seconds; any time between them is equally likely."""


class Habits(NamedTuple):
    """Odds lie in 0..1 and spans are seconds. As it stands it has no habit at all."""

    adjust: float = 0.0
    """A piece of either side is lifted and put back on its square before the move (cases: j'adoube)."""
    adjust_s: Span = (0.3, 1.2)
    """So long it is up. Judgement: seconds for adjusting, shorter in haste."""
    touch_other: float = 0.0
    """An own piece is taken up and put back, and another one moves."""
    hold: float = 0.0
    """The moving piece is kept in the air."""
    hold_s: Span = (2.0, 8.0)
    """So long. Judgement: longer than every quiet timer of other programs, the longest of which is 5 s."""
    wrong_square: float = 0.0
    """A carried piece is put beside its square, whether it may stand there or not, and then where it belongs."""
    wrong_s: Span = (0.25, 2.5)
    """So long it rests there. A touch-down with a change of mind was filmed at 0.25 s."""
    change_mind: float = 0.0
    """A legal move is made and not pressed; the same piece then makes another."""
    mind_s: Span = (0.4, 4.0)
    """So long the first one stands. Judgement: over the 1 s after which a monitor may confirm, and under it."""
    slow_slide: float = 0.0
    """A piece whose way is free is pushed slowly, with stop-overs (cases: 0.4 to 0.6 s on one square)."""
    slow_s: Span = (0.1, 0.6)
    """From one square to the next then."""
    overshoot: float = 0.0
    """It is pushed a square or two too far, and pulled back."""
    between: float = 0.0
    """It is put between two squares, which feel it in turns until it is set right (cases: a badly centred piece)."""
    between_s: Span = (0.3, 2.5)
    """So long."""
    knock: float = 0.0
    """One to three neighbours are knocked over, and put back one by one (cases: scrambles)."""
    restore_s: Span = (0.8, 3.0)
    """So long each of them takes."""
    rook_late: float = 0.0
    """Castling without the rook, which follows after the opponent's reply."""
    victim_late: float = 0.0
    """En passant without taking the pawn off until after the reply (cases: 5 s later)."""
    pawn_left: float = 0.0
    """A pawn is left standing on the last rank, the clock pressed, and it is exchanged after the reply."""
    late_s: Span = (0.3, 1.5)
    """From the reply to what was left undone."""
    promotion_changed: float = 0.0
    """Another piece is put first, and exchanged."""
    wrong_colour: float = 0.0
    """The other side's piece is put first, and exchanged."""
    early: float = 0.0
    """The reply begins while the last ply is still being finished."""
    early_s: Span = (-0.15, 0.05)
    """So long after that ply's landing it begins (chosen: from a good part of the time in the air before it)."""
    press_early: float = 0.0
    """The clock is pressed before the piece is let go."""
    press_late: float = 0.0
    """It is pressed late."""
    press_late_s: Span = (1.0, 4.0)
    """So long after the move. Judgement."""
    forget: float = 0.0
    """It is forgotten until somebody sees it; the opponent may move meanwhile."""
    forget_s: Span = (4.0, 15.0)
    """So long after the move. Judgement."""
    recover_s: Span = (0.15, 0.35)
    """The earliest time from a player's own press to the next own move (stories.md: 0.02 s is no human hand)."""
    takeback: float = 0.0
    """One or two other plies are played and pressed, and taken back by agreement. Switched on by `with_takebacks`."""
    agree_s: Span = (1.5, 6.0)
    """So long it takes to agree. Judgement."""


NO_HABITS = Habits()
"""Hands that do nothing but the move."""
