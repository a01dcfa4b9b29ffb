"""From the squares that differ to the legal moves that could explain them.

All of this answers one question in growing width: which legal continuation of a story makes the sensors right?
One move further, here; the last move's piece gone on (`gone_on`); some plies back (`taken_back`); a few plies further
at once (`gap`).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

import chess

from dgt_monitor.game.castling import castling_seen
from dgt_monitor.game.placement import EMPTY, changes
from dgt_monitor.game.plain import OWN, PROMOTIONS
from dgt_monitor.game.reach import BITS
from dgt_monitor.game.story import Story


class Sight(Protocol):
    """A position, the placement it expects, and what the sensors say: the end of a story, or a point within it."""

    @property
    def board(self) -> chess.Board:
        """The position."""

    @property
    def expected(self) -> list[str]:
        """Its placement."""

    @property
    def seen(self) -> list[str]:
        """What the sensors say."""

    @property
    def debts(self) -> dict[int, float]:
        """Squares where the two differ, with the time since when."""


class Point(NamedTuple):
    """A sight that is no story's end."""

    board: chess.Board
    expected: list[str]
    seen: list[str]
    debts: dict[int, float]


def own(letter: str, white: bool) -> bool:
    """Whether a letter is a piece of the given side."""
    return letter != EMPTY and letter.isupper() == white


# --- one move further ---------------------------------------------------------------------------------------


def next_move(view: Sight) -> chess.Move | None:
    """The legal move after which the sensors are right, but for one piece the opponent lifts early; or None."""
    if len(view.debts) < 2:
        return None
    if len(view.debts) == 2:
        move = plain_shape(view)
        if move is not None and not is_special(view.board, move) and view.board.is_legal(move):
            return move
        if not view.board.chess960:
            return None  # two squares are a plain move or none; in Chess960 castling may change only two
    if len(view.debts) == 4 and not view.board.chess960:
        move = castling_seen(view.board, view.seen)
        if move is not None:
            return move
    return best_fit(view, _moves_from_debts(view))


def is_special(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move changes more squares than the two it names."""
    return board.is_castling(move) or board.is_en_passant(move)


def plain_squares(view: Sight) -> tuple[int, int] | None:
    """One square left and one reached, if two debts have that shape for the side to move; whether it is legal is open.

    Castling of a king that ends on its own rook's square (Chess960) has this shape too and is left to the search.
    """
    expected, seen, own_letters = view.expected, view.seen, OWN[view.board.turn]
    origin, target = view.debts
    if seen[target] == EMPTY:
        origin, target = target, origin
    before, after = expected[origin], seen[target]
    if seen[origin] != EMPTY or after not in own_letters:
        return None
    if before == after or (before in own_letters and before in "Pp" and after.upper() in PROMOTIONS):
        return origin, target
    return None


def plain_shape(view: Sight) -> chess.Move | None:
    """The move of `plain_squares`."""
    squares = plain_squares(view)
    if squares is None:
        return None
    before, after = view.expected[squares[0]], view.seen[squares[1]]
    return chess.Move(*squares) if before == after else chess.Move(*squares, PROMOTIONS[after.upper()])


def _moves_from_debts(view: Sight) -> Iterator[chess.Move]:
    """Legal moves of the pieces that have left their squares, to squares that differ.

    Only castling moves two pieces of one side, and but for Chess960 both then stand on squares where they did not.
    """
    board, white = view.board, view.board.turn
    left = squares_of(view.debts, view.expected, white)
    if left & (left - 1):
        landed = squares_of(view.debts, view.seen, white)
        return board.generate_castling_moves() if board.chess960 or landed & (landed - 1) else iter(())
    if board.chess960:
        return board.generate_legal_moves(left | _king_of_moved_rook(board, left))
    return board.generate_legal_moves(left, sum(BITS[square] for square in view.debts))


def squares_of(squares: Iterable[int], placement: list[str], white: bool) -> int:
    """Those of the squares on which a piece of that side stands, as a mask."""
    letters = OWN[white]
    return sum([BITS[square] for square in squares if placement[square] in letters])


def _king_of_moved_rook(board: chess.Board, mask: int) -> int:
    """In Chess960 the king may castle without leaving its square; it then counts as moved with its rook."""
    if mask & board.castling_rights:
        return board.kings & board.occupied_co[board.turn]
    return 0


def best_fit(view: Sight, moves: Iterable[chess.Move], *, victim: bool = False) -> chess.Move | None:
    """The move that leaves no debt; else the one that leaves only an early lift of the opponent's.

    `victim`: what is lifted may be a piece about to be captured, so it may have been lifted first.
    """
    early: chess.Move | None = None
    for move in moves:
        if move.to_square not in view.debts and not view.board.is_castling(move):
            continue
        changed = changes(view.board, move, view.expected)
        if not all(view.seen[square] == letter for square, letter in changed):
            continue
        settled = {square for square, _ in changed}
        rest = [square for square in view.debts if square not in settled]
        if len(rest) == len(view.debts):
            continue  # a move that settles nothing explains nothing
        if not rest:
            return move
        if len(rest) == 1 and _is_early_lift(view, rest[0], settled, victim=victim):
            early = move
    return early


def _is_early_lift(view: Sight, rest: int, settled: set[int], *, victim: bool) -> bool:
    """Whether what is left is one piece that the opponent took up after this move's piece was lifted."""
    lifted_s = min(view.debts.get(square, view.debts[rest]) for square in settled)
    return is_lift(view, rest, not view.board.turn) and (victim or view.debts[rest] >= lifted_s)


def is_lift(view: Sight, square: int, white: bool) -> bool:
    """Whether a piece of that side is missing from this square and nothing else stands there."""
    return view.seen[square] == EMPTY and own(view.expected[square], white)


class Traces(NamedTuple):
    """What the side that is not to move has left among the debts."""

    landed: bool
    """One of its pieces stands where none is expected."""
    missing: bool
    """One of its pieces has left its square."""


def traces_of_waiting_side(view: Sight) -> Traces:
    """Without any, neither its last move can have gone on nor can a reply of it be hidden in what is seen."""
    waiting = not view.board.turn
    landed = missing = False
    for square in view.debts:
        landed = landed or own(view.seen[square], waiting)
        missing = missing or own(view.expected[square], waiting)
    return Traces(landed, missing)


def has_gained(view: Sight, debts: Iterable[int], white: bool) -> bool:
    """Whether more men of a side stand newly on these squares than are missing anywhere: no move of chess adds one.

    Pieces that are missing from squares left aside may be those that stand here, so the whole board is looked at.
    """
    letters, seen, expected = OWN[white], view.seen, view.expected
    gained = 0
    for square in debts:
        gained += (seen[square] in letters) - (expected[square] in letters)
    if gained <= 0 or (isinstance(view, Story) and debts is view.debts):
        return gained > 0
    missing = {s for s in range(64) if expected[s] in letters and seen[s] != expected[s]}
    return gained > len(missing.difference(debts))


# --- unfinished or strange ----------------------------------------------------------------------------------


def is_unfinished(view: Sight) -> bool:
    """Whether what differs is part of one legal move on its way, with at most one early lift of the opponent."""
    rest = [s for s in view.debts if not is_lift(view, s, not view.board.turn)]
    if not rest and len(view.debts) <= 1:
        return True
    if len(view.debts) == 1 and isinstance(view, Story) and view.can_reach(rest[0]):
        return True
    return any(is_part(view, move) for move in _moves_that_touch(view))


def _moves_that_touch(view: Sight) -> Iterator[chess.Move]:
    """Legal moves from a square that was left or, where no own piece has left its square, to one that was reached."""
    white, board = view.board.turn, view.board
    left = reached = 0
    for square in view.debts:
        if own(view.expected[square], white):
            left |= chess.BB_SQUARES[square]
        if own(view.seen[square], white):
            reached |= chess.BB_SQUARES[square]
    if left:
        return board.generate_legal_moves(left | _king_of_moved_rook(board, left))
    return board.generate_legal_moves(chess.BB_ALL, reached)


def is_part(view: Sight, move: chess.Move) -> bool:
    """Whether all that differs belongs to this move on its way, but for one early lift of the opponent."""
    if move.from_square not in view.debts and move.to_square not in view.debts:
        return False
    after = dict(changes(view.board, move, view.expected))
    strangers = 0
    for square in view.debts:
        letter = after.get(square)
        if letter is None:
            strangers += 1
            if strangers > 1 or not is_lift(view, square, not view.board.turn):
                return False
        elif view.seen[square] not in (EMPTY, letter) and not (
            move.promotion and view.seen[square] == view.expected[move.from_square]
        ):
            return False
    return True
