"""Pieces knocked over and restored, and a piece that stands between two squares."""

from collections.abc import Set as AbstractSet
from random import Random

import chess

from drivers.simulator.hand import Hand
from drivers.simulator.profiles import Odds
from drivers.simulator.squares import free_beside

_REACH = 2
"""As far from the landing, in king's steps, are pieces knocked over. Judgement."""
_HOW_MANY = Odds(6, 3, 1)
"""One, two or three. Judgement."""
_FALL_S = 0.15
"""They fall within so many seconds of the landing. Judgement."""
_ON_WRONG_SQUARE = 0.2
"""One is restored on a wrong square first (case: a knocked pawn put back on d5 for d4). Judgement."""
_BLINK_S = (0.05, 0.5)
"""A piece between two squares is felt so long on one of them: from a part of a scan to two. Judgement."""


def flicker(hand: Hand, square: int, beside: int, piece: str) -> None:
    """A piece put between two squares is felt on either in turns, and set right at the end."""
    until_s = hand.t_s + hand.rng.uniform(*hand.profile.habits.between_s)
    here, there = square, beside
    while hand.t_s < until_s or here != square:
        hand.wait(_BLINK_S)
        hand.put(there, piece)
        hand.take(here)
        here, there = there, here


def neighbours(board: chess.Board, square: int, kept: AbstractSet[int], rng: Random) -> list[int]:
    """Those that a hand at this square knocks over if it does, none that is kept."""
    hand = [one for one in chess.scan_forward(board.occupied) if 0 < chess.square_distance(one, square) <= _REACH]
    among = [one for one in hand if one not in kept]
    many = rng.choices((1, 2, 3), weights=_HOW_MANY[:3])[0]
    return rng.sample(among, min(many, len(among)))


def knock(
    hand: Hand, before: chess.Board, board: chess.Board, fallen: list[int], kept: AbstractSet[int], t_s: float
) -> None:
    """They fall at about `t_s`; after what the hand is doing it puts them back, one after the other."""
    free_s, rng = hand.t_s, hand.rng
    for square in fallen:
        hand.t_s = t_s + rng.uniform(0.0, _FALL_S)
        hand.take(square)
        free_s = max(free_s, hand.t_s)
    hand.t_s = free_s
    for square in rng.sample(fallen, len(fallen)):
        piece = board.piece_map()[square].symbol()
        hand.wait(hand.profile.habits.restore_s)
        beside = free_beside(before, board, square, kept)
        if beside and rng.random() < _ON_WRONG_SQUARE:
            wrong = rng.choice(beside)
            hand.put(wrong, piece)
            hand.wait(hand.profile.habits.wrong_s)
            hand.carry(wrong, square, piece)
        else:
            hand.put(square, piece)
