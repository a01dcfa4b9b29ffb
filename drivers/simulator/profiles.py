"""How a hand moves: its habits as odds and its times as spans, in one table per kind of player.

Sources: "real boards" are 458 field updates of three recorded games; "air times" are the 120 to 400 ms that
other programs' scenarios use for a piece in the air, since no statistics have been published; the rest is
judgement, said where it stands.
"""

from typing import NamedTuple

Span = tuple[float, float]
"""Shortest and longest time in seconds; any time between them is equally likely."""


class Odds(NamedTuple):
    """Relative weights of the ways to do one thing, in the order the field's docstring names them."""

    first: float
    second: float = 0.0
    third: float = 0.0
    fourth: float = 0.0


class HandProfile(NamedTuple):
    """The habits of one kind of player. Odds are weights, probabilities lie in 0..1, spans are seconds."""

    name: str

    slide: float
    """A piece whose way is free is pushed over the board, not lifted. Real boards: 12 to 14 % of the moves
    show one."""
    stop_over: float
    """A slide of two squares or more comes to rest on a square on the way. Judgement."""
    capture: Odds
    """Victim off first; own piece up first and then the victim; put straight on the victim's square; pushed
    onto it."""
    en_passant: Odds
    """Pawn moves and then the victim goes; victim goes first; victim goes while the pawn is in the air."""
    castling: Odds
    """King first; rook first; both in the air at once. The Laws want the king first (4.4.2)."""
    promotion: Odds
    """New piece put directly; pawn put, taken off, exchanged; pawn put and replaced; new piece before the
    pawn goes."""

    air_s: Span
    """A piece is in the air. Air times."""
    between_s: Span
    """From one thing done to the next by the same hand: victim aside, own piece up; king down, rook up.
    Judgement."""
    bare_s: Span
    """A captured piece's square is bare before the own piece lands, where one hand does both. Real boards:
    most such moments are shorter than a scan, 9 of 12 captures of one game never show an empty square."""
    transit_s: Span
    """A slid piece goes from one square to the next; squares are 5.5 cm, a hand does 0.45 to 2.5 m/s."""
    overlap_s: Span
    """How long a slid piece is felt on the square it leaves after the next one feels it; below 0: neither
    feels it."""
    stop_s: Span
    """A slide's rest on the way. A touch-down and change of mind was filmed at 0.25 s."""
    pawn_stands_s: Span
    """A pawn stands on the last rank before it is exchanged. Judgement."""
    exchange_s: Span
    """The new piece is fetched. Judgement: it lies ready beside the board."""
    press_s: Span
    """From the piece's release to the clock. Judgement."""
    rest_s: float
    """At least so long a finished move stands before the opponent touches anything; longer than a scan of
    0.25 s."""
    think_s: float
    """The middle of the thinking times. Judgement."""
    think_spread: float
    """Spread of the thinking times: sigma of their natural logarithm. Judgement."""


CLEAN = HandProfile(
    name="clean",
    slide=0.22,
    stop_over=0.15,
    capture=Odds(0.20, 0.25, 0.35, 0.20),
    en_passant=Odds(0.5, 0.25, 0.25),
    castling=Odds(1.0),
    promotion=Odds(0.4, 0.35, 0.15, 0.10),
    air_s=(0.12, 0.40),
    between_s=(0.15, 0.60),
    bare_s=(0.02, 0.25),
    transit_s=(0.022, 0.12),
    overlap_s=(-0.015, 0.04),
    stop_s=(0.05, 0.40),
    pawn_stands_s=(0.2, 0.9),
    exchange_s=(0.2, 0.8),
    press_s=(0.12, 0.6),
    rest_s=0.3,
    think_s=4.0,
    think_spread=0.8,
)
"""Careful players: every move ends standing right and rests before the opponent's hand comes."""

PROFILES = {profile.name: profile for profile in (CLEAN,)}
"""Profiles by the name that a command line or a capture's header gives."""
