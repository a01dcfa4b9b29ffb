"""From the squares that differ to one move that is not legal: which piece, whence and where to, and what is wrong."""

from collections.abc import Collection, Sequence

import chess

from dgt_monitor.game.castling import is_legal_castling
from dgt_monitor.game.changes import Fault, Misstep
from dgt_monitor.game.explain import Point, Sight, own
from dgt_monitor.game.placement import CASTLINGS, EMPTY, Change
from dgt_monitor.game.plain import PROMOTIONS
from dgt_monitor.game.putting import put_anyhow, twin
from dgt_monitor.game.reach import BETWEEN, BITS, REACH
from dgt_monitor.game.story import Story

MEN = frozenset("PNBRQKpnbrqk")
_LAST_RANK = {"P": 7, "p": 0}


def find(view: Sight, aside: Collection[int] = ()) -> Misstep | None:
    """The one piece that was moved as the Laws do not allow; None where less, more, or part of a legal move is seen.

    A piece of the side to move may go anywhere; one of the other side only as if it were its turn, else it is
    displaced rather than moved. `aside`: squares that have been wrong for long; what landed there is no part of it.
    """
    landed = [square for square in view.debts if view.seen[square] != EMPTY and square not in aside]
    if len(landed) == 1:
        return _of_one_piece(view, landed[0])
    return _of_castling(view) if len(landed) == 2 else None


def find_twin(view: Sight, recent: Sequence[tuple[float, int, str]]) -> Misstep | None:
    """A piece of the side to move that took one of its own kind: it is missing, and its twin was lifted meanwhile.

    `recent`: the changes that were seen lately, as time, square and letter.
    """
    (origin,) = view.debts
    letter = view.expected[origin]
    if view.seen[origin] != EMPTY or not own(letter, view.board.turn) or letter in "Kk" or not recent:
        return None
    _, target, came = recent[-1]
    lifted = any(square == target and piece == EMPTY for _, square, piece in recent)
    if came != letter or not lifted or target == origin or view.expected[target] != letter:
        return None
    changed = ((origin, EMPTY), (target, letter))
    mark = "" if letter in "Pp" else letter.upper()
    name = f"{mark}{chess.square_name(origin)}-{chess.square_name(target)}"
    return Misstep(origin, target, changed, "", name, "own_piece", of_mover=True, sure=False)


def may_be_legal(view: Sight, step: Misstep) -> bool:
    """Whether another piece that is missing may have gone legally where the step ends."""
    target, seen = step.target, view.seen
    left = [s for s in view.debts if seen[s] == EMPTY and view.expected[s] == seen[target] and s != step.origin]
    return step.of_mover and any(view.board.is_legal(chess.Move(square, target)) for square in left)


def after(view: Sight, step: Misstep) -> Point:
    """The sight after the step."""
    board, placed = twin(view.board), list(view.expected)
    put_anyhow(board, placed, step.changed, keeps_turn=step.keeps_turn)
    debts = {square: since_s for square, since_s in view.debts.items() if view.seen[square] != placed[square]}
    for square, _ in step.changed:  # of a step that takes the place of a ply these need not be debts
        if view.seen[square] != placed[square]:
            debts.setdefault(square, 0.0)
    return Point(board, placed, view.seen, debts)


def _of_one_piece(view: Sight, target: int) -> Misstep | None:
    letter = view.seen[target]
    left = [square for square in view.debts if view.seen[square] == EMPTY]
    origins = [square for square in left if _becomes(view.expected[square], letter, target)]
    if letter not in MEN or not origins:
        return None
    origin = max(origins, key=lambda square: view.debts[square])
    victim = _en_passant_victim(view, origin, target)
    changed: tuple[Change, ...] = ((origin, EMPTY), (target, letter))
    if victim is not None and view.seen[victim] == EMPTY:
        changed = (*changed, (victim, EMPTY))
    sure = len(origins) == 1 and len(changed) == len(view.debts)
    return _judged(view, origin, target, changed, sure=sure)


def _judged(view: Sight, origin: int, target: int, changed: tuple[Change, ...], *, sure: bool) -> Misstep | None:
    before, letter = view.expected[origin], view.seen[target]
    promotion = letter.upper() if letter != before else ""
    move = chess.Move(origin, target, PROMOTIONS.get(promotion))
    of_mover = own(before, view.board.turn)
    fault: Fault
    if not of_mover:
        if not sure or not _is_move_of(view.board, move, letter, white=before.isupper()):
            return None
        fault = "turn"
    elif letter.isupper() == before.isupper() and (
        _is_plain(view, move, letter) or _is_legal(view.board, move, before)
    ):
        return None  # a legal move, or half of one: castling and captures en passant go on
    else:
        fault = _fault(view, move, before)
    mark = "" if before in "Pp" else before.upper()
    name = f"{mark}{chess.square_name(origin)}-{chess.square_name(target)}" + (f"={promotion}" if promotion else "")
    return Misstep(origin, target, changed, promotion, name, fault, of_mover, sure)


def _becomes(before: str, letter: str, target: int) -> bool:
    """Whether this piece can be the one that stands on the target now."""
    if before == letter:
        return True
    return target >> 3 == _LAST_RANK.get(before) and letter.upper() in PROMOTIONS


def _en_passant_victim(view: Sight, origin: int, target: int) -> int | None:
    """The pawn that a pawn's step aside to an empty square would take in passing."""
    before = view.expected[origin]
    if before not in "Pp" or not REACH[before][origin] & BITS[target] or view.expected[target] != EMPTY:
        return None
    victim = (origin & 56) | (target & 7)
    return victim if view.expected[victim] == before.swapcase() else None


def _fault(view: Sight, move: chess.Move, before: str) -> Fault:
    board, letter, taken = view.board, view.seen[move.to_square], view.expected[move.to_square]
    if own(taken, board.turn):
        return "own_piece"
    last_rank = move.to_square >> 3 == _LAST_RANK.get(before)
    if last_rank and board.is_pseudo_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        if letter == before:
            return "unpromoted"
        if letter.isupper() != before.isupper():
            return "colour"
    if before in "Pp" and taken == EMPTY and BITS[move.to_square] & REACH[before][move.from_square]:
        return "nothing_taken"
    return "check" if board.is_pseudo_legal(move) else "way"


def _is_plain(view: Sight, move: chess.Move, letter: str) -> bool:
    """Whether it is a legal move that changes two squares, where that is quickly known: most that are seen are."""
    return isinstance(view, Story) and view.is_plain(move.from_square, move.to_square, letter)


def _is_legal(board: chess.Board, move: chess.Move, before: str) -> bool:
    """Whether the Laws allow it; of usual castling without looking for all castling."""
    if before in "Kk" and not board.chess960 and (squares := (move.from_square, move.to_square)) in CASTLINGS:
        return is_legal_castling(board, *squares)
    return board.is_legal(move)


def _is_move_of(board: chess.Board, move: chess.Move, letter: str, *, white: bool) -> bool:
    """Whether it would be a move of that side, were it its turn."""
    if letter in "NBRQnbrq" and not move.promotion:
        origin, goal = move.from_square, BITS[move.to_square]
        free = not BETWEEN[origin][move.to_square] & board.occupied and not board.occupied_co[white] & goal
        return free and bool(REACH[letter][origin] & goal)
    other = twin(board)
    other.turn, other.ep_square = white, None
    return letter.isupper() == white and other.is_pseudo_legal(move)


def _of_castling(view: Sight) -> Misstep | None:
    """King and rook as after castling, which is not allowed here."""
    if view.board.chess960:
        return None
    king = "K" if view.board.turn else "k"
    for (origin, target), changed in CASTLINGS.items():
        if view.expected[origin] != king or any(view.seen[square] != letter for square, letter in changed):
            continue
        if not all(square in view.debts for square, _ in changed) or is_legal_castling(view.board, origin, target):
            continue
        name = f"K{chess.square_name(origin)}-{chess.square_name(target)}"
        sure = len(view.debts) == len(changed)
        return Misstep(origin, target, changed, "", name, "castling", of_mover=True, sure=sure)
    return None
