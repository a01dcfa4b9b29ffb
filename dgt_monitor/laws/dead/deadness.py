"""Whether a position is dead (5.2.2): certainly, probably, or nothing of it. What it calls dead is dead.

What costs more than a few bit operations is asked only right after a capture or pawn move (and one ply later, when a
right to take en passant has lapsed), and ends at a bound counted in positions.
"""

from enum import Enum
from itertools import islice
from typing import Final

import chess

from dgt_monitor.laws.dead import steps
from dgt_monitor.laws.dead.confined import never_comes_near
from dgt_monitor.laws.dead.material import material_is_dead, too_little_to_mate
from dgt_monitor.laws.dead.mates import can_mate, is_of_a_game
from dgt_monitor.laws.dead.mobility import Man, mobility
from dgt_monitor.laws.dead.walls import is_dead_wall

FORCED_MEN: Final = 8
"""Men on the board up to which it is asked whether every legal move is a capture that leaves a dead position.

Only a bound on cost: a side down to one or two forced captures has next to nothing else to move.
"""
FORCED_MOVES: Final = 3
"""Legal moves up to which, with few men, all lines are gone through after a capture or pawn move."""
FORCED_BOUND: Final = 200
"""Positions looked at for a forced line, for each side; some 20 ms."""
SHUT_MOVES: Final = 5
"""The same where the pawns stand locked, with any number of men: shut in, a side has few moves left."""
SHUT_BOUND: Final = 500
"""Positions looked at where a side is shut in or a capture en passant opens a wall, for each side; some 50 ms."""
LOCKED_BOUND: Final = 1_000
"""Positions looked at where all pawns are locked for good and yet nothing is proved, for each side; some 0.1 s."""
_FREE_STEPS: Final = 3
"""Pawns that can still step in a position that is looked at as locked; more of them open a position in practice."""
_PIECES: Final = 8
"""Kings and pieces up to which it is looked at: with more, only composed positions are dead."""


class Deadness(Enum):
    """What is known of a position being dead."""

    NOT = "not"
    """Nothing says so; it may still be."""
    PROBABLY = "probably"
    """Locked for good, no mate found, none ruled out: a person should look."""
    DEAD = "dead"
    """Proved."""


def dead_at_a_glance(board: chess.Board) -> Deadness:
    """Whether it is dead by material, by a wall, or because every legal move takes and leaves dead material."""
    dead = material_is_dead(board) or is_dead_wall(board) or _forced_into_dead_material(board)
    return Deadness.DEAD if dead else Deadness.NOT


def may_be_locked(board: chess.Board) -> bool:
    """Whether `deadness` is worth its cost: pawns stand head to head and hardly one can step; a few bit operations."""
    pawns = board.pawns
    white = pawns & board.occupied_co[chess.WHITE]
    black = pawns ^ white
    if not white << 8 & black:
        return False
    free = (white << 8 | black >> 8) & ~pawns
    if chess.popcount(free) > _FREE_STEPS or chess.popcount(board.occupied & ~pawns) > _PIECES:
        return False
    return not (steps.pawn_takes(white, chess.WHITE) & black)


def deadness(board: chess.Board) -> Deadness:
    """Whether the position is dead, with the proofs that take time; bounded, and alike on every machine."""
    if dead_at_a_glance(board) is Deadness.DEAD:
        return Deadness.DEAD
    if not is_of_a_game(board):
        return Deadness.NOT
    if not may_be_locked(board):
        forced = chess.popcount(board.occupied) <= FORCED_MEN and _few_moves(board, FORCED_MOVES)
        return _by_all_lines(board, FORCED_BOUND) if forced else Deadness.NOT
    if board.has_legal_en_passant():
        return _by_all_lines(board, SHUT_BOUND)
    known = _locked_deadness(board)
    if known is Deadness.NOT and _few_moves(board, SHUT_MOVES):
        return _by_all_lines(board, SHUT_BOUND)
    return known


def _locked_deadness(board: chess.Board) -> Deadness:
    men = mobility(board)
    able = [side for side in chess.COLORS if not too_little_to_mate(board, side) and not never_comes_near(men, side)]
    if not able:
        return Deadness.DEAD
    if not _locked_for_good(men):
        return Deadness.NOT
    answers = [can_mate(board, side, LOCKED_BOUND).can for side in able]
    if True in answers:
        return Deadness.NOT
    return Deadness.PROBABLY if None in answers else Deadness.DEAD


def _by_all_lines(board: chess.Board, bound: int) -> Deadness:
    dead = all(can_mate(board, side, bound).can is False for side in chess.COLORS)
    return Deadness.DEAD if dead else Deadness.NOT


def _few_moves(board: chess.Board, most: int) -> bool:
    """Whether there are legal moves, and no more than so many."""
    return 0 < sum(1 for _ in islice(board.generate_legal_moves(), most + 1)) <= most


def _locked_for_good(men: list[Man]) -> bool:
    """Whether no pawn can ever leave its file or promote, and no rook or queen comes near the other king."""
    reach = {man.colour: man.reach for man in men if man.kind == chess.KING}
    for man in men:
        if man.kind == chess.PAWN and man.reach & ~man.file:
            return False
        if man.kind in (chess.ROOK, chess.QUEEN) and man.attacked() & reach[not man.colour]:
            return False
    return True


def _forced_into_dead_material(board: chess.Board) -> bool:
    if chess.popcount(board.occupied) > FORCED_MEN:
        return False
    moves = list(board.generate_legal_moves())
    return bool(moves) and all(_leaves_dead_material(board, move) for move in moves)


def _leaves_dead_material(board: chess.Board, move: chess.Move) -> bool:
    if not board.is_capture(move):
        return False
    board.push(move)
    try:
        return material_is_dead(board)
    finally:
        board.pop()
