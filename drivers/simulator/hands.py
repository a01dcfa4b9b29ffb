"""From a legal move to what a hand does on the squares: the physical truth, before any sensor has seen it.

Squares are python-chess's (0 = a1), seen from White; a turned board is the board's affair. Odds and times
come from a `HandProfile`, chance from the `Random` passed in, so a seed repeats every touch.
"""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import chess

from drivers.readings import EMPTY
from drivers.simulator.profiles import HandProfile, Odds, Span

_LEAST_STAY_S = 0.001
"""A slid piece is at least so long on a square it crosses: it cannot leave before it came."""


class Touch(NamedTuple):
    """From `t_s` on, `piece` stands on `square`: a FEN letter, or `.` for nothing."""

    t_s: float
    square: int
    piece: str


class _Hand:
    """One hand at work: its time runs on with what it does, and every change it makes is kept."""

    def __init__(self, t_s: float, profile: HandProfile, rng: Random) -> None:
        self.t_s = t_s
        self.profile = profile
        self.rng = rng
        self.touches: list[Touch] = []

    def wait(self, span: Span) -> None:
        self.t_s += self.rng.uniform(*span)

    def put(self, square: int, piece: str) -> None:
        self.touches.append(Touch(self.t_s, square, piece))

    def take(self, square: int) -> None:
        self.put(square, EMPTY)

    def choose(self, odds: Odds) -> int:
        """The place of one of the ways, drawn by their weights."""
        mark = self.rng.random() * sum(odds)
        for way, weight in enumerate(odds):
            mark -= weight
            if mark < 0:
                return way
        return next(way for way in reversed(range(len(odds))) if odds[way] > 0)

    def carry(self, origin: int, to: int, piece: str) -> None:
        """Lift here, put there."""
        self.take(origin)
        self.wait(self.profile.air_s)
        self.put(to, piece)

    def slide(self, way: list[int], piece: str) -> None:
        """Push a piece along `way`, origin and goal included; it may rest on a square between them."""
        crossed = way[1:-1]
        stop = self.rng.choice(crossed) if crossed and self.rng.random() < self.profile.stop_over else None
        came_s = self.t_s
        left_s = self.t_s
        for here, there in pairwise(way):
            self.wait(self.profile.transit_s)
            left_s = max(self.t_s + self.rng.uniform(*self.profile.overlap_s), came_s + _LEAST_STAY_S)
            self.put(there, piece)
            self.touches.append(Touch(left_s, here, EMPTY))
            came_s = self.t_s
            if there == stop:
                self.wait(self.profile.stop_s)
        self.t_s = max(self.t_s, left_s)

    def move(self, way: list[int] | None, origin: int, to: int, piece: str) -> None:
        """Slide or lift, by the hand's habit; `way` is None where the piece cannot be slid."""
        if way is not None and self.rng.random() < self.profile.slide:
            self.slide(way, piece)
        else:
            self.carry(origin, to, piece)


def touches(board: chess.Board, move: chess.Move, t_s: float, profile: HandProfile, rng: Random) -> list[Touch]:
    """What a hand that begins at `t_s` does to play a legal `move` on `board`, in order of time.

    After the last touch the board stands as the move says; `board` itself is left as it is.
    """
    hand = _Hand(t_s, profile, rng)
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
        hand.move(_way(board, origin, to), origin, to, _letter(board, origin))
    return sorted(hand.touches, key=_time)


def _time(touch: Touch) -> float:
    return touch.t_s


def _letter(board: chess.Board, square: int) -> str:
    piece = board.piece_at(square)
    if piece is None:
        raise ValueError(f"no piece on {chess.square_name(square)} to move")
    return piece.symbol()


def _way(board: chess.Board, origin: int, to: int) -> list[int] | None:
    """The squares a slide passes, both ends included; None for a knight and where something is in the way."""
    if board.piece_type_at(origin) == chess.KNIGHT:
        return None
    crossed = chess.between(origin, to)
    if crossed & board.occupied:
        return None
    between = list(chess.scan_forward(crossed))
    return [origin, *(between if origin < to else reversed(between)), to]


def _capture(hand: _Hand, board: chess.Board, move: chess.Move) -> None:
    origin, to = move.from_square, move.to_square
    piece = _letter(board, origin)
    how = hand.choose(hand.profile.capture)
    way = _way(board, origin, to)
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


def _capture_en_passant(hand: _Hand, board: chess.Board, move: chess.Move) -> None:
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


def _promote(hand: _Hand, board: chess.Board, move: chess.Move) -> None:
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


def _exchange(hand: _Hand, to: int, new: str, *, lifted: bool) -> None:
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


def _castle(hand: _Hand, board: chess.Board, move: chess.Move) -> None:
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
        hand.move(_way(board, king, king_to), king, king_to, king_letter)
        hand.wait(hand.profile.between_s)
        hand.carry(rook, rook_to, rook_letter)
    elif how == 1 and rook_to != king:
        hand.move(_way(board, rook, rook_to), rook, rook_to, rook_letter)
        hand.wait(hand.profile.between_s)
        hand.carry(king, king_to, king_letter)
    else:
        _castle_with_both(hand, (king, king_to, king_letter), (rook, rook_to, rook_letter))


def _castle_with_both(hand: _Hand, king: tuple[int, int, str], rook: tuple[int, int, str]) -> None:
    hand.take(king[0])
    hand.wait(hand.profile.air_s)
    hand.take(rook[0])
    hand.wait(hand.profile.air_s)
    hand.put(king[1], king[2])
    hand.wait(hand.profile.air_s)
    hand.put(rook[1], rook[2])
