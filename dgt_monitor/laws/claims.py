"""Which moves the player to move could write down to claim a draw, without playing them (9.2.1, 9.3.1)."""

from collections.abc import Iterator
from typing import Final

import chess

from dgt_monitor.events import Claimable
from dgt_monitor.laws.identity import PositionKey, position_key
from dgt_monitor.laws.ledger import Ledger

NOTHING = Claimable((), ())
KEYS_TRIED: Final = 40
"""With more repeated positions than a position has moves, as a rule, the moves are tried instead (chosen)."""
CLAIM_LEAST: Final = 3
"""Claims from fewer occurrences rest on positions that stood once, which nobody lists."""


def claimable(board: chess.Board, ledger: Ledger) -> Claimable:
    """SAN of the legal moves with which the player to move could claim, sorted; the board is left as it was.

    `threefold`: the move would make the position stand for the third time or more. `fifty`: the move would be
    the one that completes fifty moves by each player without pawn move or capture, mating moves included;
    once they are complete the claim needs no written move (9.3.2) and none is listed.
    """
    if board.halfmove_clock + 1 != _halfmoves(ledger) and not (ledger.any_repeated or _of_two(ledger)):
        return NOTHING
    return Claimable(_sorted_san(board, _repeating(board, ledger)), _sorted_san(board, _completing(board, ledger)))


def _halfmoves(ledger: Ledger) -> int:
    return 2 * (ledger.profile.moves_claim or 0)


def _sorted_san(board: chess.Board, moves: Iterator[chess.Move]) -> tuple[str, ...]:
    return tuple(sorted(board.san(move) for move in list(moves)))


def _completing(board: chess.Board, ledger: Ledger) -> Iterator[chess.Move]:
    if board.halfmove_clock + 1 == _halfmoves(ledger):
        for move in board.generate_legal_moves():
            if not board.is_zeroing(move):
                yield move


def _repeating(board: chess.Board, ledger: Ledger) -> Iterator[chess.Move]:
    claim = ledger.profile.repetition_claim
    if claim is None:
        return
    # What is repeated grows with a game; the moves of a position do not.
    if ledger.repeated_number > KEYS_TRIED or _of_two(ledger):
        yield from _repeating_by_move(board, ledger, claim)
        return
    for key in ledger.repeated_keys():
        if key.turn != board.turn and ledger.sure_count(key) + 1 >= claim:
            yield from _moves_into(board, key)


def _of_two(ledger: Ledger) -> bool:
    """Whether a claim may rest on a position that has stood once only."""
    return ledger.profile.repetition_claim is not None and ledger.profile.repetition_claim < CLAIM_LEAST


def _repeating_by_move(board: chess.Board, ledger: Ledger, claim: int) -> Iterator[chess.Move]:
    for move in list(board.generate_legal_moves()):
        board.push(move)
        times = ledger.sure_count(position_key(board)) + 1
        board.pop()
        if times >= claim:
            yield move


def _moves_into(board: chess.Board, key: PositionKey) -> list[chess.Move]:
    """The legal moves after which the board would be this position.

    Castling is left out: it gives up a right that every position before it had, so it repeats nothing.
    """
    now, then = board.occupied_co[board.turn], key.white if board.turn else key.black
    leaves, enters = now & ~then, then & ~now
    if not (leaves and enters) or leaves & (leaves - 1) or enters & (enters - 1):
        return []
    moves = [move for move in board.generate_legal_moves(leaves, enters) if not board.is_castling(move)]
    return [move for move in moves if _becomes(board, move, key)]


def _becomes(board: chess.Board, move: chess.Move, key: PositionKey) -> bool:
    board.push(move)
    try:
        return position_key(board) == key
    finally:
        board.pop()
