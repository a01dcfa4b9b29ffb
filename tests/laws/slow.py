"""A slow, independent judge of sameness (9.2.3), and games rich in what is hard to tell apart.

Compares what the article names, square by square and move by move: placement, side to move, the castling rights as
tracked here from the moves themselves, and the possible moves of both players. Uses python-chess to generate moves
and for nothing else.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import chess


class Seen(NamedTuple):
    """All that 9.2.3 compares."""

    placement: tuple[str, ...]
    turn: bool
    rights: frozenset[int]
    own_moves: frozenset[str]
    other_moves: frozenset[str]


def seen(board: chess.Board, rights: frozenset[int]) -> Seen:
    placement = tuple(str(board.piece_at(square) or ".") for square in chess.SQUARES)
    other = board.copy(stack=False)
    other.turn, other.ep_square = not board.turn, None
    own_moves = frozenset(move.uci() for move in board.legal_moves)
    return Seen(placement, board.turn, rights, own_moves, frozenset(move.uci() for move in other.legal_moves))


def rights_at_start(board: chess.Board) -> frozenset[int]:
    return frozenset(chess.SquareSet(board.clean_castling_rights()))


def rights_after(board: chess.Board, move: chess.Move, rights: frozenset[int]) -> frozenset[int]:
    """Rights once this move is made on this board: gone with the king's move, the rook's move, the rook."""
    lost = {move.from_square, move.to_square}
    piece = board.piece_at(move.from_square)
    if piece is not None and piece.piece_type == chess.KING:
        home = 0 if board.turn else 7
        lost |= {square for square in rights if chess.square_rank(square) == home}
    return rights - lost


class SlowRecord:
    """The line of play as a list; every question is answered by comparing with all of it."""

    def __init__(self, board: chess.Board) -> None:
        self.rights = [rights_at_start(board)]
        self.line = [seen(board, self.rights[0])]

    def push(self, before: chess.Board, move: chess.Move, after: chess.Board) -> None:
        self.rights.append(rights_after(before, move, self.rights[-1]))
        self.line.append(seen(after, self.rights[-1]))

    def truncate(self, ply: int) -> None:
        del self.line[ply + 1 :]
        del self.rights[ply + 1 :]

    def plies(self) -> tuple[int, ...]:
        return tuple(ply for ply, past in enumerate(self.line) if past == self.line[-1])

    def max_count(self) -> int:
        return max(self.line.count(past) for past in self.line)


STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 9",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1k6/2p1p3/8/K2P1P1r/8/8/8/5B2 b - - 0 1",
    "4k3/2b5/8/3pP3/8/6K1/8/8 w - d6 0 2",
    "7k/8/6K1/8/8/8/8/R7 w - - 90 80",
    "r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 140 90",
)


def start(rng: random.Random) -> chess.Board:
    """A start position in which rights, en passant or the move clock soon matter; a third of them Chess960."""
    if rng.random() < 0.33:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SquareSet(board.pawns | board.queens | board.bishops):
            if rng.random() < 0.8:
                board.remove_piece_at(square)
        return board
    return chess.Board(rng.choice(STARTS))


def some_move(board: chess.Board, rng: random.Random) -> chess.Move | None:
    """A legal move, by preference back where the piece came from, then a king, a rook or a double step."""
    moves = list(board.legal_moves)
    if not moves:
        return None
    if len(board.move_stack) >= 2 and rng.random() < 0.6:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    if rng.random() < 0.4:
        quiet = [move for move in moves if not board.is_capture(move)]
        heavy = [move for move in quiet if board.piece_type_at(move.from_square) in (chess.KING, chess.ROOK)]
        double = [move for move in quiet if abs(move.from_square - move.to_square) == 16]
        choice = double if double and rng.random() < 0.3 else heavy
        if choice:
            return rng.choice(choice)
    return rng.choice(moves)


def games(seed: int, number: int, plies: int) -> Iterator[tuple[chess.Board, random.Random, int]]:
    """Start boards with the generator to go on with and the number of steps to take."""
    rng = random.Random(seed)
    for _ in range(number):
        yield start(rng), rng, plies
