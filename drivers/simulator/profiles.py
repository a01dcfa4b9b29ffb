"""How a hand moves: its habits as odds and its times as spans, in one table per kind of player.

Sources: "real boards" are 458 field updates of three recorded games; "air times" are the 120 to 400 ms that
other programs' scenarios use for a piece in the air, since no statistics have been published; the rest is
judgement, said where it stands.
"""

from typing import NamedTuple

from drivers.simulator.habits import NO_HABITS, Habits, Span
from drivers.simulator.senses import SOUND, SensorProfile

__all__ = ["BLITZ", "BULLET", "CASUAL", "CLEAN", "PROFILES", "ROUGH", "HandProfile", "Odds", "Span", "with_takebacks"]


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
    """King first; rook first; both in the air at once; each with a hand of its own. The Laws want the king first
    (4.4.2)."""
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
    habits: Habits = NO_HABITS
    """What it does beside the moves."""
    senses: SensorProfile = SOUND
    """How well the boards sense that such hands play on."""


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


CASUAL = CLEAN._replace(
    name="casual",
    slide=0.25,
    stop_over=0.25,
    castling=Odds(0.8, 0.1, 0.05, 0.05),
    promotion=Odds(0.35, 0.35, 0.2, 0.1),
    press_s=(0.12, 0.9),
    habits=Habits(
        adjust=0.03,
        touch_other=0.005,
        hold=0.03,
        wrong_square=0.008,
        change_mind=0.004,
        slow_slide=0.03,
        overshoot=0.01,
        between=0.008,
        knock=0.002,
        rook_late=0.02,
        victim_late=0.05,
        pawn_left=0.02,
        promotion_changed=0.03,
        wrong_colour=0.02,
        early=0.02,
        press_early=0.02,
        press_late=0.05,
        forget=0.005,
    ),
    senses=SensorProfile(flicker_per_hour=0.3, misread=0.0005, smear=0.002),
)
"""Club players: every habit now and then, in peace."""

ROUGH = CASUAL._replace(
    name="rough",
    slide=0.35,
    stop_over=0.4,
    capture=Odds(0.25, 0.3, 0.25, 0.2),
    en_passant=Odds(0.4, 0.3, 0.3),
    castling=Odds(0.4, 0.25, 0.15, 0.2),
    promotion=Odds(0.25, 0.3, 0.25, 0.2),
    air_s=(0.08, 0.7),
    between_s=(0.08, 0.9),
    bare_s=(0.01, 0.8),
    overlap_s=(-0.03, 0.12),
    pawn_stands_s=(0.2, 3.0),
    press_s=(0.05, 1.2),
    rest_s=0.12,
    think_s=3.0,
    think_spread=1.0,
    habits=Habits(
        adjust=0.08,
        adjust_s=(0.2, 2.5),
        touch_other=0.02,
        hold=0.05,
        wrong_square=0.03,
        change_mind=0.015,
        slow_slide=0.1,
        overshoot=0.03,
        between=0.03,
        knock=0.012,
        rook_late=0.08,
        victim_late=0.15,
        pawn_left=0.1,
        promotion_changed=0.08,
        wrong_colour=0.05,
        early=0.1,
        early_s=(-0.2, 0.15),
        press_early=0.06,
        press_late=0.1,
        forget=0.015,
    ),
    senses=SensorProfile(flicker_per_hour=2.0, misread=0.003, smear=0.01),
)
"""Careless and nervous players on an old board: each habit several times in ten games."""

BLITZ = ROUGH._replace(
    name="blitz",
    slide=0.25,
    stop_over=0.15,
    capture=Odds(0.1, 0.35, 0.35, 0.2),
    castling=Odds(0.35, 0.15, 0.2, 0.3),
    promotion=Odds(0.35, 0.2, 0.25, 0.2),
    air_s=(0.08, 0.25),
    between_s=(0.05, 0.2),
    bare_s=(0.01, 0.1),
    transit_s=(0.015, 0.05),
    overlap_s=(-0.01, 0.03),
    stop_s=(0.03, 0.15),
    pawn_stands_s=(0.1, 0.5),
    exchange_s=(0.15, 0.5),
    press_s=(0.05, 0.15),
    rest_s=0.02,
    think_s=0.25,
    think_spread=0.7,
    habits=Habits(
        adjust=0.005,
        adjust_s=(0.1, 0.4),
        touch_other=0.004,
        hold=0.01,
        hold_s=(0.6, 2.0),
        wrong_square=0.015,
        wrong_s=(0.08, 0.5),
        change_mind=0.004,
        mind_s=(0.15, 0.7),
        slow_slide=0.01,
        slow_s=(0.06, 0.2),
        overshoot=0.02,
        between=0.015,
        between_s=(0.2, 1.2),
        knock=0.008,
        restore_s=(0.3, 1.2),
        rook_late=0.08,
        victim_late=0.2,
        pawn_left=0.12,
        late_s=(0.05, 0.5),
        promotion_changed=0.04,
        wrong_colour=0.03,
        early=0.35,
        press_early=0.12,
        press_late=0.02,
        press_late_s=(0.3, 1.0),
        forget=0.008,
        forget_s=(0.5, 2.0),
        agree_s=(1.0, 3.0),
    ),
    senses=SensorProfile(flicker_per_hour=2.0, misread=0.002, smear=0.01),
)
"""A scramble at about 0.5 s a ply: the half of it is under two scans, and replies come into unfinished plies."""

BULLET = BLITZ._replace(
    name="bullet",
    slide=0.2,
    air_s=(0.05, 0.14),
    between_s=(0.03, 0.1),
    bare_s=(0.005, 0.05),
    transit_s=(0.01, 0.03),
    stop_s=(0.02, 0.08),
    pawn_stands_s=(0.05, 0.25),
    exchange_s=(0.1, 0.3),
    press_s=(0.02, 0.07),
    rest_s=0.0,
    think_s=0.05,
    think_spread=0.6,
    habits=BLITZ.habits._replace(
        adjust=0.0,
        touch_other=0.002,
        hold=0.003,
        hold_s=(0.4, 1.0),
        wrong_s=(0.05, 0.25),
        mind_s=(0.1, 0.35),
        between_s=(0.1, 0.6),
        restore_s=(0.15, 0.5),
        early=0.7,
        early_s=(-0.1, 0.03),
        press_early=0.2,
        forget_s=(0.3, 1.0),
    ),
)
"""The fastest that was seen, nine moves in 2 to 2.9 s (hands.md 4): about 0.25 s a ply, whole plies under one scan."""

PROFILES = {profile.name: profile for profile in (CLEAN, CASUAL, ROUGH, BLITZ, BULLET)}
"""Profiles by the name that a command line or a capture's header gives."""


def with_takebacks(profile: HandProfile, odds: float) -> HandProfile:
    """The same hands, who before a ply play one or two others with these odds, press, and agree to take them back."""
    return profile._replace(habits=profile.habits._replace(takeback=odds))
