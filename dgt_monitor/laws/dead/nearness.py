"""How near a position seems to a mate by one side, if both help: a guess that steers the search and proves nothing."""

from typing import Final

import chess

from dgt_monitor.laws.dead import steps

_CENTRE_DISTANCE: Final = tuple(max(abs(2 * (s & 7) - 7), abs(2 * (s >> 3) - 7)) // 2 for s in range(64))
"""0 in the middle, 3 at the edge."""
_CORNER_DISTANCE: Final = tuple(min(s & 7, 7 - (s & 7)) + min(s >> 3, 7 - (s >> 3)) for s in range(64))
# All weights were found by trying: few positions looked at over the positions of tests/bench/dead.py.
_FLIGHT: Final = 4
_KINGS_APART: Final = 3
_FROM_EDGE: Final = 2
_FROM_CORNER: Final = 3
_NO_CHECK: Final = 2
_A_STEP_TO_PROMOTE: Final = 6
_NOTHING_TO_PROMOTE: Final = 60
_FACED: Final = 12
_HEAVY_ENOUGH: Final = 20


def seems_far(board: chess.Board, winner: chess.Color) -> int:
    """A small number where a mate by this side seems near."""
    own, others = board.occupied_co[winner], board.occupied_co[not winner]
    loser_king = (board.kings & others).bit_length() - 1
    king = (board.kings & own).bit_length() - 1
    far = 0
    for square in chess.scan_forward(chess.BB_KING_ATTACKS[loser_king] & ~others):
        if not board.is_attacked_by(winner, square):
            far += _FLIGHT
    apart = chess.square_distance(king, loser_king)
    heavy = own & (board.rooks | board.queens)
    if not heavy & (heavy - 1) if heavy else True:
        far += _KINGS_APART * apart + _FROM_EDGE * (3 - _CENTRE_DISTANCE[loser_king])
    if not heavy:
        far += _without_heavy(board, winner, own, others, loser_king)
    if not board.is_attacked_by(winner, loser_king):
        far += _NO_CHECK
    return far


def _without_heavy(board: chess.Board, winner: chess.Color, own: int, others: int, loser_king: int) -> int:
    pawns = board.pawns & own
    minors = own & (board.knights | board.bishops)
    corner = _FROM_CORNER * _CORNER_DISTANCE[loser_king]
    if not pawns:
        return corner + _HEAVY_ENOUGH
    best = _NOTHING_TO_PROMOTE
    for square in chess.scan_forward(pawns):
        steps_left = 7 - (square >> 3) if winner else square >> 3
        ahead = _ahead(square, winner)
        enemy = ahead & others & board.pawns
        cost = _A_STEP_TO_PROMOTE * steps_left + _FACED * bool(enemy) + 3 * chess.popcount(ahead & board.occupied)
        if enemy and steps.pawn_takes(1 << square, winner) & others:
            cost -= _FACED // 2
        best = min(best, cost)
    return _HEAVY_ENOUGH + (min(best, corner + _HEAVY_ENOUGH) if minors & (minors - 1) and minors else best)


def _ahead(square: chess.Square, colour: chess.Color) -> int:
    file = chess.BB_FILES[square & 7]
    return file & ~((2 << square) - 1) if colour else file & ((1 << square) - 1)
