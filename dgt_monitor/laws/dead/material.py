"""Which men can never mate, wherever they stand: proofs that look at nothing but what is on the board."""

import chess


def material_is_dead(board: chess.Board) -> bool:
    """Whether no series of legal moves can mate with the men left, wherever they stand.

    That is: king against king, with one knight or one bishop more; or with bishops of one square colour only.
    """
    if board.pawns or board.rooks or board.queens:
        return False
    return board.is_insufficient_material()


def too_little_to_mate(board: chess.Board, winner: chess.Color) -> bool:
    """Whether this side can never mate with its men against those of the other, wherever they stand.

    A bare king gives no check. One knight mates only with another man in the way of the king, and where that man is a
    queen it can take the knight or gives check itself. Bishops of one square colour leave the king the squares of the
    other colour: their own king covers one that borders on his, and of the others a rook or queen that stands on one
    could step between or take; only pawns, knights and bishops of the other colour are in his way.
    (`tests/laws/dead/test_material.py` goes through all of it.)
    """
    own, others = board.occupied_co[winner], board.occupied_co[not winner]
    if own & (board.pawns | board.rooks | board.queens):
        return False
    knights, bishops = own & board.knights, own & board.bishops
    if not bishops:
        alone = not knights & (knights - 1) if knights else True
        return alone and (not knights or not others & ~(board.kings | board.queens))
    if knights or (bishops & chess.BB_LIGHT_SQUARES and bishops & chess.BB_DARK_SQUARES):
        return False
    other_colour = chess.BB_DARK_SQUARES if bishops & chess.BB_LIGHT_SQUARES else chess.BB_LIGHT_SQUARES
    return not others & (board.pawns | board.knights | board.bishops & other_colour)
