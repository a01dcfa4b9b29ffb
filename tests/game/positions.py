"""Random positions for the properties that are held against python-chess."""

import random
from collections.abc import Iterator

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story

STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/3n4/8/8/4N3/8/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/1q6/8/3bn3/3NB3/8/1Q6/4K2R w K - 0 1",
)


def start(rng: random.Random, *, chess960: float = 0.2) -> chess.Board:
    """The initial array, or a position rich in special moves; that share of them from Chess960."""
    if rng.random() < chess960:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    return chess.Board(rng.choice(STARTS))


def walk(rng: random.Random, plies: int, *, chess960: float = 0.2) -> Iterator[tuple[Story, list[chess.Move]]]:
    """A story played on by random moves, special ones by preference: it, and all its legal moves, at every ply."""
    board = start(rng, chess960=chess960)
    story = Story(board, letters(board))
    for ply in range(plies):
        moves = list(story.board.legal_moves)
        if not moves:
            return
        yield story, moves
        special = [move for move in moves if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = rng.choice(special if special and rng.random() < 0.5 else moves)
        show(story, story.make(move, float(ply), "seen").undo)


def show(story: Story, squares: Iterator[tuple[int, str]] | tuple[tuple[int, str], ...]) -> None:
    """Let the sensors say on these squares what the story expects, as after a move that was seen."""
    for square, _ in squares:
        story.seen[square] = story.expected[square]
        story.told(square, 0.0)
