"""Which moves the player to move could write down to claim a draw, without playing them (9.2.1, 9.3.1)."""

from collections.abc import Iterator

import chess

from dgt_monitor.events import Claimable
from dgt_monitor.laws.identity import PositionKey, position_key
from dgt_monitor.laws.ledger import Ledger

NOTHING = Claimable((), ())


def claimable(board: chess.Board, ledger: Ledger) -> Claimable:
    """SAN of the legal moves with which the player to move could claim, sorted; the board is left as it was.

    `threefold`: the move would make the position stand for the third time or more. `fifty`: the move would be
    the one that completes fifty moves by each player without pawn move or capture, mating moves included;
    once they are complete the claim needs no written move (9.3.2) and none is listed.
    """
    if board.halfmove_clock + 1 != _halfmoves(ledger) and not ledger.any_repeated:
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
    for repetition in ledger.repeated():
        if repetition.count + 1 >= claim and repetition.key.turn != board.turn:
            yield from _moves_into(board, repetition.key)


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
