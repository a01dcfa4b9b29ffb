"""An illegal move that was none: the legal line in its place, once later evidence shows it."""

from collections.abc import Sequence
from typing import NamedTuple

import chess

from dgt_monitor.game.changes import Misstep, Ply
from dgt_monitor.game.explain import Point, next_move
from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story

MAX_REVISED_PLY = 3
"""So many plies back it is asked whether an illegal move was a legal one, seen too early (chosen)."""


class Answer(NamedTuple):
    """How the line goes on: plies to take off its end, an illegal move then, and legal ones."""

    back: int
    step: Misstep | None
    moves: tuple[chess.Move, ...]
    sure: bool


def understood_better(story: Story) -> Answer | None:
    """A legal line in place of one with an illegal move near its end, if that makes the sensors right.

    The piece was put elsewhere after it was answered, or what looked like two moves of one side was a reply in advance.
    """
    plies = story.plies
    for back in range(1, min(MAX_REVISED_PLY, len(plies)) + 1):
        ply = plies[-back]
        if ply.misstep is None:
            continue
        board, _ = story.before(back)
        later = [each.move for each in plies[len(plies) - back + 1 :]]
        if any(not each.legal for each in plies[len(plies) - back + 1 :]):
            return None
        find = _turned_round if ply.misstep.keeps_turn else _instead
        moves = find(story, board, later, ply)
        # The same piece a little further, and all else as it was: nothing is open but when it was put there.
        sure = not ply.misstep.keeps_turn and ply.sure
        return None if moves is None else Answer(back, None, moves, sure=sure)
    return None


def _instead(story: Story, board: chess.Board, later: list[chess.Move], ply: Ply) -> tuple[chess.Move, ...] | None:
    """Another move of the same piece, the later ones after it."""
    fits = []
    for move in board.generate_legal_moves(chess.BB_SQUARES[ply.move.from_square]):
        line = (move, *later)
        end = _played(board, line)
        if end is not None and letters(end) == story.seen:
            fits.append(line)
    return fits[0] if len(fits) == 1 else None


def _turned_round(story: Story, board: chess.Board, later: list[chess.Move], ply: Ply) -> tuple[chess.Move, ...] | None:
    """The reply first and the second move of the same side after it, and one move more."""
    if not later:
        return None
    line = (later[0], ply.move, *later[1:])
    end = _played(board, line)
    if end is None:
        return None
    placed = letters(end)
    debts = {square: story.debts.get(square, 0.0) for square in range(64) if placed[square] != story.seen[square]}
    move = next_move(Point(end, placed, story.seen, debts))
    return None if move is None else (*line, move)


def _played(board: chess.Board, line: Sequence[chess.Move]) -> chess.Board | None:
    """The position after a line; None if it is not legal."""
    end = board.copy(stack=False)
    for move in line:
        if not end.is_legal(move):
            return None
        end.push(move)
    end.clear_stack()
    return end
