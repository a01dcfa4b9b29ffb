"""Positions in which a side can never mate because its men never come near enough: a proof without any search.

A mate needs a man that attacks the king. `mobility` says which squares he and all others can ever come to. Where no man
of the winner can ever attack a square of his, there is no mate. Where only bishops of one square colour can, he is
mated on a square of that colour, and each square that borders on it, being of the other, must be taken from him by
something else: a man of his own upon it, or another man of the winner that attacks it. Too few of these, no mate.
(M. Ambrona, FUN 2022, section 3.2, with a coarser count.)
"""

from typing import Final

import chess

from dgt_monitor.laws.dead import steps
from dgt_monitor.laws.dead.mobility import Man, mobility

_MOST_COVERED: Final = {
    chess.PAWN: 2,
    chess.KNIGHT: 4,
    chess.BISHOP: 4,
    chess.ROOK: 4,
    chess.QUEEN: 4,
    chess.KING: 1,
}
"""How many of the at most four squares that border on a king one man of each kind can attack at once, or more.

A king next but one to the other covers one of them. A pawn covers the two beside it; a promoted one is no pawn.
"""


def never_comes_near(men: list[Man], winner: chess.Color) -> bool:
    """Whether this side can never mate, by the reach of all men; False says nothing."""
    king = next(man for man in men if man.kind == chess.KING and man.colour != winner)
    own = [(man, man.attacked()) for man in men if man.colour == winner]
    attackers = [man for man, attacked in own if man.kind != chess.KING and attacked & king.reach]
    if not attackers:
        return True
    if any(man.kind != chess.BISHOP for man in attackers):
        return False
    on_light = bool(attackers[0].square & chess.BB_LIGHT_SQUARES)
    colour = chess.BB_LIGHT_SQUARES if on_light else chess.BB_DARK_SQUARES
    if any(not man.square & colour for man in attackers):
        return False
    mated_on = king.reach & colour
    others = [man for man in men if man.colour != winner and man.kind != chess.KING]
    return not any(_may_be_mated_on(1 << at, own, others, colour) for at in chess.scan_forward(mated_on))


def _may_be_mated_on(square: int, own: list[tuple[Man, int]], others: list[Man], colour: int) -> bool:
    border = steps.straight(square)
    if not any(attacked & square for man, attacked in own if man.kind != chess.KING):
        return False
    covered = most = 0
    for man, attacked in own:
        if attacked & border and not (man.kind == chess.BISHOP and man.square & colour):
            covered |= attacked
            most += 4 if man.reach == steps.ALL else _MOST_COVERED[man.kind]
    for man in others:
        if man.reach & border:
            covered |= man.reach
            most += 1
    return border & ~covered == 0 and most >= chess.popcount(border)


def is_confined(board: chess.Board, winner: chess.Color) -> bool:
    """Whether this side can never mate, as `never_comes_near`; never where en passant is legal at once."""
    return not board.has_legal_en_passant() and never_comes_near(mobility(board), winner)
