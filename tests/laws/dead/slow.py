"""A slow, independent judge of who can mate, and random positions in which the question is worth asking.

It goes through every legal position, in no order of merit and without any proof that leaves one out. python-chess makes
the moves and nothing else; none of the code under test is used.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import chess


class Seen(NamedTuple):
    """Which sides were mated somewhere, and whether nothing was left to look at."""

    white_mates: bool
    black_mates: bool
    complete: bool

    def mates(self, side: chess.Color) -> bool:
        return self.white_mates if side else self.black_mates


def all_lines(board: chess.Board, most: int) -> Seen:
    """Every position that legal moves lead to, breadth first, up to so many."""
    waiting, known = [board.copy(stack=False)], {board._transposition_key()}
    mates = {chess.WHITE: False, chess.BLACK: False}
    while waiting and len(known) <= most and not all(mates.values()):
        further = []
        for position in waiting:
            moves = list(position.legal_moves)
            if not moves and position.is_check():
                mates[not position.turn] = True
            for move in moves:
                after = position.copy(stack=False)
                after.push(move)
                name = after._transposition_key()
                if name not in known:
                    known.add(name)
                    further.append(after)
        waiting = further
    return Seen(mates[chess.WHITE], mates[chess.BLACK], not waiting)


def locked(rng: random.Random) -> chess.Board:
    """Kings, pawns mostly head to head, now and then a free pawn and a few pieces; with or without en passant."""
    while True:
        board = chess.Board(None)
        wall = rng.choice((None, 0, 1))
        for file in range(8):
            if wall is not None and file % 2 == wall:
                _put_pawns(board, file, 3, 0)
            elif rng.random() < (0.75 if wall is None else 0.3):
                _put_pawns(board, file, rng.choice((1, 2, 3, 3, 3, 4, 5)), 0 if rng.random() < 0.85 else 1)
            if rng.random() < 0.08:
                _put_pawns(board, file, rng.choice((1, 2)), 6)
        for colour in chess.COLORS:
            behind = chess.BB_RANK_1 | chess.BB_RANK_2 if colour else chess.BB_RANK_7 | chess.BB_RANK_8
            _put(board, chess.KING, colour, rng, chess.BB_ALL if rng.random() < 0.3 else behind)
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            kind = rng.choice((chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.ROOK, chess.QUEEN))
            _put(board, kind, rng.random() < 0.5, rng)
        board.turn = rng.random() < 0.5
        _maybe_en_passant(board, rng)
        if board.is_valid():
            return board


def _put_pawns(board: chess.Board, file: int, rank: int, gap: int) -> None:
    """A white pawn on this rank and a black one before it, where pawns can stand."""
    for at, colour in ((rank, chess.WHITE), (rank + 1 + gap, chess.BLACK)):
        square = chess.square(file, min(at, 7))
        if at <= 6 and board.piece_at(square) is None:
            board.set_piece_at(square, chess.Piece(chess.PAWN, colour))


def _put(
    board: chess.Board, kind: chess.PieceType, colour: chess.Color, rng: random.Random, where: int = chess.BB_ALL
) -> None:
    last = chess.BB_BACKRANKS if kind == chess.PAWN else 0
    free = list(chess.scan_forward(where & ~board.occupied & ~last))
    board.set_piece_at(rng.choice(free), chess.Piece(kind, colour))


def _maybe_en_passant(board: chess.Board, rng: random.Random) -> None:
    rank = 5 if board.turn else 2
    may = [chess.square(file, rank) for file in range(8)]
    rng.shuffle(may)
    for square in may:
        board.ep_square = square
        if board.has_legal_en_passant() and board.is_valid():
            return
    board.ep_square = None


def few_men(rng: random.Random) -> chess.Board:
    """Two kings and one to four other men anywhere."""
    while True:
        board = chess.Board(None)
        for colour in chess.COLORS:
            _put(board, chess.KING, colour, rng)
        for _ in range(rng.randrange(1, 5)):
            _put(board, rng.randrange(chess.PAWN, chess.KING), rng.random() < 0.5, rng)
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


def from_games(rng: random.Random, games: int) -> Iterator[chess.Board]:
    """Positions of games by players who like to push pawns; one in ten of each game."""
    for _ in range(games):
        board = chess.Board()
        for _ in range(rng.randrange(40, 200)):
            moves = list(board.legal_moves)
            if not moves:
                break
            quiet = [m for m in moves if board.piece_type_at(m.from_square) == chess.PAWN and not board.is_capture(m)]
            board.push(rng.choice(quiet if quiet and rng.random() < 0.4 else moves))
            if rng.random() < 0.1:
                yield board.copy(stack=False)
