"""The last move's piece gone on: a slide from square to square, castling begun with king or rook."""

from collections.abc import Iterator, Mapping

import chess

from dgt_monitor.game.explain import Point, Sight, best_fit, has_gained, is_part
from dgt_monitor.game.placement import EMPTY, castling_squares
from dgt_monitor.game.reach import BITS
from dgt_monitor.game.story import Story

MOST_OF_CASTLING = 3
"""Squares that castling on its way may still have wrong after its king's or rook's step was taken for a move."""


def before_last(story: Story, active: Mapping[int, float]) -> Sight:
    """The sight before the story's last ply, of the debts that are not left aside; its board is not touched."""
    last = story.plies[-1]
    board, expected = story.before(1)
    debts = dict(active)
    for square, letter in last.undo:
        if story.seen[square] == letter:
            debts.pop(square, None)
        else:
            debts.setdefault(square, last.t_s)
    return Point(board, expected, story.seen, debts)


def same_piece_moves(view: Sight, last: chess.Move, reached: int = chess.BB_ALL) -> Iterator[chess.Move]:
    """What the piece that moved last could have been on its way to: its moves to `reached`, and castling with it."""
    origin = BITS[last.from_square]
    for move in view.board.generate_legal_moves(origin, reached):
        if move != last:
            yield move
    if origin & view.board.castling_rights:  # the rook was touched first
        for move in view.board.generate_castling_moves():
            if castling_squares(view.board, move)[1] == last.from_square:
                yield move


def continued_move(story: Story, active: Mapping[int, float]) -> chess.Move | None:
    """The move that stands in place of the last one, because the same piece moved on (a slide, castling)."""
    if not story.plies:
        return None
    slid = _slid(story, active) if story.knows_plain_moves else None
    if slid is not None:
        return story.other_move(*slid)
    if has_gained(story, active, not story.board.turn):
        return None
    view = before_last(story, active)
    # python-chess takes castling as a move to the rook's square, which may stand aside.
    reached = sum(BITS[square] for square in view.debts) | view.board.castling_rights
    reached = chess.BB_ALL if view.board.chess960 else reached
    return best_fit(view, same_piece_moves(view, story.plies[-1].move, reached), victim=True)


def _slid(story: Story, active: Mapping[int, float]) -> tuple[int, int] | None:
    """Whence and where to, if a piece that took nothing stands elsewhere now and nothing else has changed.

    Most that goes on is that; no special move has this shape.
    """
    last = story.plies[-1]
    if len(active) != 2 or len(last.undo) != 2 or last.move.promotion or last.undo[1][1] != EMPTY:
        return None
    (origin, letter), (left, _) = last.undo
    target, other = active
    if target == left:
        target = other
    elif other != left:
        return None
    if story.seen[left] != EMPTY or story.seen[origin] != EMPTY or story.seen[target] != letter or target == origin:
        return None
    return origin, target


def is_going_on(story: Story) -> bool:
    """Whether what differs may be the last ply's piece on its way to castle: the king stepped, and goes on."""
    last = story.plies[-1] if story.plies else None
    if last is None or last.status == "confirmed" or len(story.debts) > MOST_OF_CASTLING:
        return False
    if story.expected[last.move.to_square] not in "KkRr":
        return False
    before = before_last(story, story.debts)
    castlings = (move for move in same_piece_moves(before, last.move) if before.board.is_castling(move))
    return any(is_part(before, move) for move in castlings)


def hesitates(story: Story) -> bool:
    """Whether all that differs is the last ply's piece on a square beside its own: it stands between two squares.

    A hand that goes on comes to where a legal move leads; a piece that is felt on either square in turns comes back.
    """
    plies = story.plies
    if len(story.debts) != 2 or not plies:
        return False
    home = plies[-1].move.to_square
    if home not in story.debts or story.seen[home] != EMPTY:
        return False
    (beside,) = (square for square in story.debts if square != home)
    if chess.square_distance(home, beside) != 1 or story.expected[beside] != EMPTY:
        return False
    return story.seen[beside] == story.expected[home]


def wavers(story: Story) -> bool:
    """Whether the last ply may be none: the piece of its side's ply before, felt on the square beside for a moment.

    It comes back now; which of the two squares it was put on is to be weighed.
    """
    plies = story.plies
    if len(plies) < 3 or plies[-1].status == "confirmed":
        return False
    move = plies[-1].move
    return move.from_square == plies[-3].move.to_square and chess.square_distance(move.from_square, move.to_square) == 1
