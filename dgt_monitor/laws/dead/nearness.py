"""How near a position seems to a mate by one side, if both help: a guess that steers the search and proves nothing.

With a rook or queen the plan is to take what is in the way and come near; with pawns, to promote; with a minor piece,
to mate in a corner in which the other side's own men shut its king in. All weights were found by trying.
"""

from typing import Final

import chess

from dgt_monitor.laws.dead import steps

_FROM_EDGE: Final = tuple(min(s & 7, 7 - (s & 7), s >> 3, 7 - (s >> 3)) for s in range(64))
_FROM_CORNER: Final = tuple(min(s & 7, 7 - (s & 7)) + min(s >> 3, 7 - (s >> 3)) for s in range(64))
_CORNERS: Final = ((chess.A8, chess.H1), (chess.A1, chess.H8))
"""Corners by square colour: light, dark."""
_FLIGHT: Final = 2
_NO_CHECK: Final = 3
_APART: Final = 3
_TO_TAKE: Final = 5
_STEP_TO_PROMOTE: Final = 6
_FACED: Final = 12
_IN_THE_WAY: Final = 3
_NO_HEAVY: Final = 25
_MINORS_ALONE: Final = 20
_HELPER_AWAY: Final = 3


def seems_far(board: chess.Board, winner: chess.Color) -> int:
    """A small number where a mate by this side seems near."""
    own, others = board.occupied_co[winner], board.occupied_co[not winner]
    loser = (board.kings & others).bit_length() - 1
    king = (board.kings & own).bit_length() - 1
    attacked = board.is_attacked_by
    flights = chess.BB_KING_ATTACKS[loser] & ~others
    far = _FLIGHT * sum(not attacked(winner, square) for square in chess.scan_forward(flights))
    if not attacked(winner, loser):
        far += _NO_CHECK
    heavy = own & (board.rooks | board.queens)
    far += _APART * chess.square_distance(king, loser)
    if heavy:
        far += _TO_TAKE * chess.popcount(others) + 2 * _FROM_EDGE[loser]
        return far + min(chess.square_distance(square, loser) for square in chess.scan_forward(heavy))
    return far + _NO_HEAVY + min(_to_promote(board, winner, own, others), _by_minors(board, own, others, loser))


def _to_promote(board: chess.Board, winner: chess.Color, own: int, others: int) -> int:
    """How far the foremost pawn is from promotion; a great number without pawns."""
    best = 200
    for square in chess.scan_forward(board.pawns & own):
        ahead = _ahead(square, winner)
        far = _STEP_TO_PROMOTE * (7 - (square >> 3) if winner else square >> 3)
        if ahead & others & board.pawns:
            far += _FACED if not steps.pawn_takes(1 << square, winner) & others else 0
        best = min(best, far + _IN_THE_WAY * chess.popcount(ahead & board.occupied))
    return best + _TO_TAKE * chess.popcount(others)


def _by_minors(board: chess.Board, own: int, others: int, loser: chess.Square) -> int:
    """How far a mate by minor pieces in a corner is; a great number where there are none."""
    knights, bishops = own & board.knights, own & board.bishops
    minors = knights | bishops
    if not minors:
        return 200
    one_colour = bool(bishops) and not knights and _colour_of(bishops) is not None
    lone = one_colour or not minors & (minors - 1)
    helpers = others & ~board.kings & ~board.queens
    corner = _FROM_CORNER[loser]
    if one_colour:
        corner = _to_corner(loser, bool(_colour_of(bishops)))
    elif lone and not helpers & ~board.bishops and (light := _colour_of(helpers)) is not None:
        corner = _to_corner(loser, not light)  # only beside such a corner does the bishop stand in its king's way
    near = min(chess.square_distance(square, loser) for square in chess.scan_forward(minors))
    far = _MINORS_ALONE + 3 * corner + near
    if lone:
        away = (chess.square_distance(at, loser) for at in chess.scan_forward(helpers))
        far += _HELPER_AWAY * min(away, default=9)
    return far


def _colour_of(men: int) -> bool | None:
    """Whether all these stand on light squares, or all on dark ones (False); None if on both or there are none."""
    light, dark = bool(men & chess.BB_LIGHT_SQUARES), bool(men & chess.BB_DARK_SQUARES)
    return None if light is dark else light


def _to_corner(square: chess.Square, light: bool) -> int:
    return min(chess.square_manhattan_distance(square, at) for at in _CORNERS[0 if light else 1])


def _ahead(square: chess.Square, colour: chess.Color) -> int:
    file = chess.BB_FILES[square & 7]
    return file & ~((2 << square) - 1) if colour else file & ((1 << square) - 1)
