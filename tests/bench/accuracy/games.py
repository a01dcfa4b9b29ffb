"""Games of all kinds for the bench: each is drawn from a seed and its number, and from nothing else."""

from random import Random
from typing import NamedTuple

import chess

from drivers.simulator.hall import Conditions, Game
from drivers.simulator.pgn import built_in_games
from drivers.simulator.profiles import PROFILES, with_takebacks
from tests.bench.roundtrip import CONTROLS, random_moves, random_start

KINDS = ("mixed", "real", "repeats", "mixed", "real", "mixed", "repeats", "chess960", "ending", "real")
"""What game n is: `mixed` is random and rich in castling, en passant, promotion and captures; `real` looks like
tournament play; `repeats` shuffles, with look-alikes; `ending` begins with few pieces."""
MOST_ROUNDS = 7
"""Times a shuffle goes to and fro at most: a position can stand eight times."""
ROTATED = 0.2
"""Share of the boards that lie the other way round."""


class Task(NamedTuple):
    """One game of the bench."""

    seed: int
    profile: str
    number: int
    clocks: bool = True
    takebacks: float = 0.0
    """Odds that before a ply others are played and taken back."""

    @property
    def kind(self) -> str:
        return KINDS[self.number % len(KINDS)]


def make(task: Task) -> tuple[Game, Conditions]:
    """The game and how it is played; a game is the same in every profile, with clocks and without."""
    rng = Random(f"accuracy/{task.seed}/{task.number}")
    start, moves = _MAKERS[task.kind](rng)
    control = rng.choice(CONTROLS) if task.clocks else None
    game = Game(start, moves, title=task.kind, control=control, rotated=rng.random() < ROTATED)
    return game, Conditions(
        rng.getrandbits(32), profile=with_takebacks(PROFILES[task.profile], task.takebacks), stagger_s=1.0
    )


Made = tuple[chess.Board, list[chess.Move]]


def _mixed(rng: Random) -> Made:
    start = random_start(rng, chess960=False)
    return start, random_moves(start, rng)


def _chess960(rng: Random) -> Made:
    start = random_start(rng, chess960=True)
    return start, random_moves(start, rng)


def _real(rng: Random) -> Made:
    game = rng.choice(built_in_games())
    return game.start.copy(), list(game.moves)


def _ending(rng: Random) -> Made:
    """Kings, a few pieces, and pawns that are on their way."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), 12)
        letters = ["K", "k", *rng.choices("RBNQrbnq", k=rng.randint(1, 4)), *rng.choices("Pp", k=rng.randint(2, 6))]
        for square, letter in zip(squares, letters, strict=False):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        if board.is_valid() and board.legal_moves.count() > 3 and not board.is_check():
            return board, random_moves(board, rng)


def _repeats(rng: Random) -> Made:
    """A real opening; then pieces go to and fro, often enough for a fivefold or not; then on."""
    game = rng.choice(built_in_games())
    board = game.start.copy()
    for move in list(game.moves)[: rng.randint(0, 40)]:
        board.push(move)
    for _ in range(rng.randint(1, 3)):
        shuffle(board, rng, rng.randint(1, MOST_ROUNDS))
    for move in random_moves(board.copy(stack=False), rng)[: rng.randint(0, 20)]:
        board.push(move)
    return game.start.copy(), list(board.move_stack)


def shuffle(board: chess.Board, rng: Random, rounds: int) -> None:
    """Play to and fro so many times, with another piece now and then: the positions between are look-alikes."""
    cycle = to_and_fro(board, rng)
    for _ in range(rounds):
        if cycle is None:
            return
        for move in cycle:
            board.push(move)
        if rng.random() < 0.25:
            cycle = to_and_fro(board, rng)


def to_and_fro(board: chess.Board, rng: Random) -> list[chess.Move] | None:
    """Four plies after which all stand as before; rights to castle may be gone. None: none found."""
    for own in rng.sample(list(board.legal_moves), board.legal_moves.count()):
        if not _quiet(board, own):
            continue
        board.push(own)
        theirs = _answer(board, own, rng)
        board.pop()
        if theirs is not None:
            return [own, theirs, _back(own), _back(theirs)]
    return None


def _answer(board: chess.Board, own: chess.Move, rng: Random) -> chess.Move | None:
    for theirs in rng.sample(list(board.legal_moves), board.legal_moves.count()):
        if not _quiet(board, theirs):
            continue
        board.push(theirs)
        fits = board.is_legal(_back(own))
        if fits:
            board.push(_back(own))
            fits = board.is_legal(_back(theirs))
            board.pop()
        board.pop()
        if fits:
            return theirs
    return None


def _back(move: chess.Move) -> chess.Move:
    return chess.Move(move.to_square, move.from_square)


def _quiet(board: chess.Board, move: chess.Move) -> bool:
    pawn = board.piece_type_at(move.from_square) == chess.PAWN
    return not (pawn or board.is_capture(move) or board.is_castling(move))


_MAKERS = {"mixed": _mixed, "chess960": _chess960, "real": _real, "ending": _ending, "repeats": _repeats}
