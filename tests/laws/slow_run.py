"""Random games counted by the ledger and by the slow judge, ply by ply, with undo at random; with a tally of them."""

import random
from collections import Counter
from typing import Final

import chess

from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.identity import position_key
from dgt_monitor.laws.ledger import Ledger
from tests.laws.slow import SlowRecord, some_move

UNDO_ODDS: Final = 0.08
"""Odds of going back to a ply drawn at random instead of one more move."""
CLAIM_ODDS: Final = 0.01
"""Odds of asking after a ply which moves could be written for a claim: each of them is tried, which is slow."""
Tally = Counter[str]


class DiffersError(AssertionError):
    """The ledger and the slow judge do not say the same."""


def play_against(board: chess.Board, rng: random.Random, steps: int, tally: Tally) -> None:
    """Play and count one game; DiffersError where the two do not agree."""
    ledger, slow = Ledger(board), SlowRecord(board)
    tally["games"] += 1
    tally["Chess960"] += board.chess960
    for _ in range(steps):
        move = some_move(board, rng)
        if move is None or (len(board.move_stack) > 4 and rng.random() < UNDO_ODDS):
            _take_back(board, ledger, slow, rng)
            tally["undone"] += 1
            continue
        before = board.copy(stack=False)
        board.push(move)
        slow.push(before, move, board)
        verdict = ledger.push(board)
        compare(board, ledger, slow)
        _same(verdict, ledger.verdict, board)
        _count(before, move, board, slow, verdict.count, tally)
        if rng.random() < CLAIM_ODDS:
            _compare_claims(board, ledger, slow, tally)
    _same(ledger.max_count, slow.max_count(), board)


def _take_back(board: chess.Board, ledger: Ledger, slow: SlowRecord, rng: random.Random) -> None:
    ply = rng.randrange(len(board.move_stack) + 1)
    while len(board.move_stack) > ply:
        board.pop()
    ledger.truncate(ply)
    slow.truncate(ply)
    compare(board, ledger, slow)


def compare(board: chess.Board, ledger: Ledger, slow: SlowRecord) -> None:
    """Counts and plies of what stands now, the same by both."""
    verdict, plies = ledger.verdict, slow.plies()
    _same((verdict.plies, verdict.count, verdict.count_max), (plies, len(plies), len(plies)), board)
    _same(ledger.occurrences(position_key(board)), plies, board)
    _same(ledger.ply, len(slow.line) - 1, board)


def _same(told: object, slow: object, board: chess.Board) -> None:
    if told != slow:
        line = " ".join(move.uci() for move in board.move_stack)
        raise DiffersError(f"{told} and, by the slow judge, {slow}: {board.root().fen()} {line}")


def _count(
    before: chess.Board, move: chess.Move, board: chess.Board, slow: SlowRecord, count: int, tally: Tally
) -> None:
    """Whether this ply is one of those the run is there for."""
    tally["plies"] += 1
    tally["repeated"] += count > 1
    tally["three times or more"] += count >= 3
    tally["five times or more"] += count >= 5
    tally["taken en passant"] += before.is_en_passant(move)
    tally["castled"] += before.is_castling(move)
    if board.ep_square is not None:
        tally["en passant possible"] += board.has_legal_en_passant()
        tally["en passant beside a pawn and not legal"] += (
            board.has_pseudo_legal_en_passant() and not board.has_legal_en_passant()
        )
    now = slow.line[-1]
    alike = [past for past in slow.line[:-1] if past.placement == now.placement and past.turn == now.turn]
    tally["alike but for rights to castle"] += any(past.rights != now.rights for past in alike)
    tally["alike but for moves"] += any(past.rights == now.rights and past != now for past in alike)


def _compare_claims(board: chess.Board, ledger: Ledger, slow: SlowRecord, tally: Tally) -> None:
    threefold, fifty = by_trying(board, slow)
    told = claimable(board, ledger)
    _same((set(told.threefold), set(told.fifty)), (threefold, fifty), board)
    tally["intended claims"] += len(threefold) + len(fifty)


def by_trying(board: chess.Board, slow: SlowRecord) -> tuple[set[str], set[str]]:
    """The moves with which a draw could be claimed, by making each of them."""
    threefold, fifty = set(), set()
    for move in list(board.legal_moves):
        san, before = board.san(move), board.copy(stack=False)
        if board.halfmove_clock == 99 and not board.is_capture(move) and not _is_pawn(board, move):
            fifty.add(san)
        board.push(move)
        slow.push(before, move, board)
        if len(slow.plies()) >= 3:
            threefold.add(san)
        slow.truncate(len(slow.line) - 2)
        board.pop()
    return threefold, fifty


def _is_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN
