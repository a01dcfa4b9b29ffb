"""Short games full of repetitions and of what only looks like one, and hands that love to slide over the square."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import chess

from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions, Game
from drivers.simulator.profiles import PROFILES, HandProfile, with_takebacks

PLIES = (16, 44)
"""A game's length, from and to: five occurrences of one position need 16 plies at least."""
ASTRAY = 0.06
"""Share of the plies that are any legal move: another piece is touched, or the shuffle begins anew."""
TAKING_BACK, TAKEBACK = 0.3, 0.05
"""Share of the games in which plies are taken back, and how often before a ply of theirs."""
CONTROLS = (TimeControl(180, 2), TimeControl(5400, 30), None)
STARTS = (
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1",  # first moves cost rights: look-alikes
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/3p4/7p/4P3/7P/8/8/R3K2R b KQ - 0 1",  # d7d5 may be taken en passant once
    "4k2r/6p1/p7/5P2/P7/8/8/4K2R b Kk - 0 1",
    "6k1/5ppp/1q6/8/8/1Q6/5PPP/6K1 w - - 0 1",  # triangles: the same placement with the other side to move
    "2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1",
    "6k1/5ppp/3b4/8/8/3B4/5PPP/6K1 b - - 0 1",
    "8/5k2/4p3/3pP3/3P4/5K2/8/8 w - - 0 1",
)
SQUARES = 3
"""To how many squares the shuffling piece of either side keeps."""


class Task(NamedTuple):
    """One game."""

    seed: int
    number: int
    profiles: tuple[str, ...] = tuple(PROFILES)
    """Whose hands may play it."""


def make(task: Task) -> tuple[Game, Conditions]:
    """The game and the hands."""
    rng = Random(f"fivefold/{task.seed}/{task.number}")
    start = chess.Board(rng.choice(STARTS))
    game = Game(start, shuffled(start, rng), control=rng.choice(CONTROLS), rotated=rng.random() < 0.2)
    return game, Conditions(
        rng.getrandbits(32), profile=hands(rng, task.profiles), think=rng.choice((0.05, 0.3, 1.0)), stagger_s=1.0
    )


def hands(rng: Random, profiles: Sequence[str]) -> HandProfile:
    """Three slides in five, and more than every second one rests on the way; some players take plies back."""
    profile = PROFILES[rng.choice(profiles)]._replace(slide=0.6, stop_over=0.6, stop_s=(0.05, 0.7))
    return with_takebacks(profile, TAKEBACK) if rng.random() < TAKING_BACK else profile


def shuffled(start: chess.Board, rng: Random) -> list[chess.Move]:
    """Each side walks one piece about a few squares in a line of its own; now and then something else happens."""
    board = start.copy()
    homes: dict[chess.Color, set[int]] = {chess.WHITE: set(), chess.BLACK: set()}
    length = rng.randint(*PLIES)
    if board.ep_square is None and rng.random() < 0.5:
        _push_a_pawn(board, rng)
    while len(board.move_stack) < length:
        legal = list(board.legal_moves)
        if not legal:
            break
        home = homes[board.turn]
        inside = [move for move in legal if move.from_square in home and move.to_square in home]
        if not inside or rng.random() < ASTRAY:
            board.push(_astray(board, legal, home, rng))
        else:
            board.push(rng.choice(inside))
    return list(board.move_stack)


def _push_a_pawn(board: chess.Board, rng: Random) -> None:
    double = [
        move
        for move in board.legal_moves
        if board.piece_type_at(move.from_square) == chess.PAWN and abs(move.from_square - move.to_square) == 16
    ]
    if double:
        board.push(rng.choice(double))


def _astray(board: chess.Board, legal: list[chess.Move], home: set[int], rng: Random) -> chess.Move:
    """Some move, mostly of a piece; its squares are the side's new home."""
    pieces = [move for move in legal if board.piece_type_at(move.from_square) != chess.PAWN]
    quiet = [move for move in pieces if not board.is_capture(move) and not board.is_castling(move)]
    move = rng.choice(quiet or legal) if rng.random() < 0.9 else rng.choice(legal)
    home.clear()
    home.update((move.from_square, move.to_square))
    more = [other.to_square for other in quiet if other.from_square == move.from_square]
    home.update(rng.sample(more, min(len(more), SQUARES - 2)))
    return move
