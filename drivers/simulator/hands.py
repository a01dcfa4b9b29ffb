"""From a legal move to what a hand does on the squares: the physical truth, before any sensor has seen it.

Squares are python-chess's (0 = a1), seen from White; a turned board is the board's affair. Odds and times
come from a `HandProfile`, chance from the `Random` passed in, so a seed repeats every touch.
"""

from random import Random

import chess

from drivers.simulator.hand import Hand, Touch
from drivers.simulator.profiles import HandProfile

__all__ = ["Touch", "castling_squares", "touches", "way_of"]


def touches(board: chess.Board, move: chess.Move, t_s: float, profile: HandProfile, rng: Random) -> list[Touch]:
    """What a hand that begins at `t_s` does to play a legal `move` on `board`, in order of time.

    After the last touch the board stands as the move says; `board` itself is left as it is.
    """
    hand = Hand(t_s, profile, rng)
    if board.is_castling(move):
        _castle(hand, board, move)
    elif move.promotion:
        _promote(hand, board, move)
    elif board.is_en_passant(move):
        _capture_en_passant(hand, board, move)
    elif board.is_capture(move):
        _capture(hand, board, move)
    else:
        origin, to = move.from_square, move.to_square
        hand.move(way_of(board, origin, to), origin, to, _letter(board, origin))
    return sorted(hand.touches, key=_time)


def _time(touch: Touch) -> float:
    return touch.t_s


def _letter(board: chess.Board, square: int) -> str:
    piece = board.piece_at(square)
    if piece is None:
        raise ValueError(f"no piece on {chess.square_name(square)} to move")
    return piece.symbol()


def way_of(board: chess.Board, origin: int, to: int) -> list[int] | None:
    """The squares a slide passes, both ends included; None for a knight and where something is in the way."""
    if board.piece_type_at(origin) == chess.KNIGHT:
        return None
    crossed = chess.between(origin, to)
    if crossed & board.occupied:
        return None
    between = list(chess.scan_forward(crossed))
    return [origin, *(between if origin < to else reversed(between)), to]


def _capture(hand: Hand, board: chess.Board, move: chess.Move) -> None:
    origin, to = move.from_square, move.to_square
    piece = _letter(board, origin)
    how = hand.choose(hand.profile.capture)
    way = way_of(board, origin, to)
    if how == 0:
        hand.take(to)
        hand.wait(hand.profile.between_s)
        hand.move(way, origin, to, piece)
    elif how == 3 and way is not None:
        hand.slide(way, piece)
    else:
        hand.take(origin)
        hand.wait(hand.profile.air_s)
        if how == 1:
            hand.take(to)
            hand.wait(hand.profile.bare_s)
        hand.put(to, piece)


def _capture_en_passant(hand: Hand, board: chess.Board, move: chess.Move) -> None:
    origin, to = move.from_square, move.to_square
    victim = chess.square(chess.square_file(to), chess.square_rank(origin))
    piece = _letter(board, origin)
    how = hand.choose(hand.profile.en_passant)
    if how == 2:
        hand.take(origin)
        hand.wait(hand.profile.air_s)
        hand.take(victim)
        hand.wait(hand.profile.bare_s)
        hand.put(to, piece)
        return
    if how == 1:
        hand.take(victim)
        hand.wait(hand.profile.between_s)
    hand.move([origin, to], origin, to, piece)
    if how == 0:
        hand.wait(hand.profile.between_s)
        hand.take(victim)


def _promote(hand: Hand, board: chess.Board, move: chess.Move) -> None:
    """A pawn reaches the last rank; what stood there goes first, or is replaced by what comes."""
    origin, to = move.from_square, move.to_square
    pawn = _letter(board, origin)
    new = chess.Piece(move.promotion or chess.QUEEN, board.turn).symbol()
    if board.occupied & chess.BB_SQUARES[to] and hand.choose(hand.profile.capture) <= 1:
        hand.take(to)
        hand.wait(hand.profile.between_s)
    how = hand.choose(hand.profile.promotion)
    if how == 0:
        hand.take(origin)
        hand.wait(hand.profile.exchange_s)
        hand.put(to, new)
    elif how == 3:
        hand.put(to, new)
        hand.wait(hand.profile.between_s)
        hand.take(origin)
    else:
        hand.move([origin, to], origin, to, pawn)
        _exchange(hand, to, new, lifted=how == 1)


def _exchange(hand: Hand, to: int, new: str, *, lifted: bool) -> None:
    """The pawn stands on the last rank and becomes another piece, its square bare in between or not."""
    hand.wait(hand.profile.pawn_stands_s)
    if lifted:
        hand.take(to)
        hand.wait(hand.profile.exchange_s)
    hand.put(to, new)


def castling_squares(board: chess.Board, move: chess.Move) -> tuple[int, int, int, int]:
    """King's origin and goal, rook's origin and goal of a castling move, Chess960's king-takes-rook form
    too."""
    king = move.from_square
    rank = chess.square_rank(king)
    short = board.is_kingside_castling(move)
    if board.occupied_co[board.turn] & board.rooks & chess.BB_SQUARES[move.to_square]:
        rook = move.to_square
    else:
        rook = chess.square(7 if short else 0, rank)
    return king, chess.square(6 if short else 2, rank), rook, chess.square(5 if short else 3, rank)


def _castle(hand: Hand, board: chess.Board, move: chess.Move) -> None:
    """King and rook in the habit's order; where one must wait for the other's square, both are taken up."""
    king, king_to, rook, rook_to = castling_squares(board, move)
    king_letter, rook_letter = _letter(board, king), _letter(board, rook)
    if rook == rook_to:
        hand.carry(king, king_to, king_letter)
        return
    if king == king_to:
        hand.carry(rook, rook_to, rook_letter)
        return
    how = hand.choose(hand.profile.castling)
    if how == 0 and king_to != rook:
        hand.move(way_of(board, king, king_to), king, king_to, king_letter)
        hand.wait(hand.profile.between_s)
        hand.carry(rook, rook_to, rook_letter)
    elif how == 1 and rook_to != king:
        hand.move(way_of(board, rook, rook_to), rook, rook_to, rook_letter)
        hand.wait(hand.profile.between_s)
        hand.carry(king, king_to, king_letter)
    elif how == 3:
        _castle_with_two_hands(hand, (king, king_to, king_letter), (rook, rook_to, rook_letter))
    else:
        _castle_with_both(hand, (king, king_to, king_letter), (rook, rook_to, rook_letter))


def _castle_with_two_hands(hand: Hand, king: tuple[int, int, str], rook: tuple[int, int, str]) -> None:
    """Each piece has a hand, which mind each other only where one piece goes to the other's square."""
    began_s, ends_s = hand.t_s, list[float]()
    for origin, to, letter in (king, rook):
        hand.t_s = began_s
        hand.wait(hand.profile.between_s)
        hand.take(origin)
        hand.t_s = max(hand.t_s, began_s + hand.profile.between_s[1] if to in (king[0], rook[0]) else 0.0)
        hand.wait(hand.profile.air_s)
        hand.put(to, letter)
        ends_s.append(hand.t_s)
    hand.t_s = max(ends_s)


def _castle_with_both(hand: Hand, king: tuple[int, int, str], rook: tuple[int, int, str]) -> None:
    hand.take(king[0])
    hand.wait(hand.profile.air_s)
    hand.take(rook[0])
    hand.wait(hand.profile.air_s)
    hand.put(king[1], king[2])
    hand.wait(hand.profile.air_s)
    hand.put(rook[1], rook[2])
