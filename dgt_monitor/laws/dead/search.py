"""Every legal line from a position, the likeliest first: a mate is found, or there is none, or the bound is reached.

No line is left out but where a proof says that no mate comes of it. So when nothing is left to look at, no series of
legal moves mates. The draws by repetition and of seventy-five moves are left aside, as the article does.
"""

import heapq
from collections.abc import Hashable
from typing import NamedTuple

import chess

from dgt_monitor.laws.dead.confined import is_confined
from dgt_monitor.laws.dead.material import too_little_to_mate
from dgt_monitor.laws.dead.nearness import seems_far


class Search(NamedTuple):
    """What came of a search: a mate with its line, or whether all lines were gone through."""

    mate: tuple[chess.Move, ...] | None
    complete: bool
    positions: int
    """How many different positions were looked at."""


class _Line(NamedTuple):
    """The last move of a line, and the line before it."""

    before: "_Line | None"
    move: chess.Move


def search(board: chess.Board, winner: chess.Color, bound: int) -> Search:
    """Look for a mate by this side over at most `bound` positions; the result depends on nothing else."""
    start = board.copy(stack=False)
    known: set[Hashable] = {_key(start)}
    waiting: list[tuple[int, int, chess.Board, _Line | None]] = [(0, 0, start, None)]
    while waiting:
        _, _, position, line = heapq.heappop(waiting)
        if _hopeless(position, winner):
            continue
        for move in position.legal_moves:
            child = position.copy(stack=False)
            child.push(move)
            key = _key(child)
            if key in known:
                continue
            known.add(key)
            if child.turn != winner and child.is_checkmate():
                return Search(_moves(_Line(line, move)), False, len(known))
            if len(known) > bound:
                return Search(None, False, len(known))
            # Of positions that seem equally near the youngest comes first: deeper lines sooner.
            heapq.heappush(waiting, (seems_far(child, winner), -len(known), child, _Line(line, move)))
    return Search(None, True, len(known))


def _hopeless(position: chess.Board, winner: chess.Color) -> bool:
    """Whether it is proved that no mate comes of this; asked only where a capture or pawn move may have made it so."""
    if position.halfmove_clock > 1:
        return False
    return too_little_to_mate(position, winner) or is_confined(position, winner)


def _key(board: chess.Board) -> Hashable:
    """What the legal lines from here depend on."""
    en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else None
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        board.castling_rights,
        en_passant,
    )


def _moves(line: _Line | None) -> tuple[chess.Move, ...]:
    moves = []
    while line is not None:
        moves.append(line.move)
        line = line.before
    return tuple(reversed(moves))
