"""A claim with a written move, tested against the record (9.2.1, 9.3.1); counts are never changed by it."""

from typing import NamedTuple

import chess

from dgt_monitor.events import Rule
from dgt_monitor.laws.identity import position_key
from dgt_monitor.laws.ledger import Ledger


class Answer(NamedTuple):
    """What the record says of a claim; whether the claim is correct is for players and arbiter (11.12)."""

    move: chess.Move
    supported: bool | None
    """None: the record cannot tell."""
    rule: Rule | None
    """The rule under which the record supports it, repetition before fifty moves."""
    article: str | None
    plies: tuple[int, ...]
    """After which plies the claimed position has stood, the written move's last."""
    times: int
    """How often it would certainly have stood."""
    halfmove_clock: int
    """Half-moves without pawn move or capture, the written move included."""


def examine_intended(board: chess.Board, ledger: Ledger, move: chess.Move) -> Answer:
    """Test a claim by the player to move with this legal move; the board is left as it was."""
    board.push(move)
    key, clock = position_key(board), board.halfmove_clock
    board.pop()
    profile = ledger.profile
    times, most = ledger.sure_count(key) + 1, ledger.most_count(key) + 1
    plies = (*ledger.occurrences(key), ledger.ply + 1)
    if profile.repetition_claim is not None and times >= profile.repetition_claim:
        article = profile.articles.repetition_claim_intended
        return Answer(move, True, Rule.THREEFOLD, article, plies, times, clock)
    if profile.moves_claim is not None and clock >= 2 * profile.moves_claim:
        return Answer(move, True, Rule.FIFTY, profile.articles.moves_claim_intended, plies, times, clock)
    possible = ledger.joined_late or (profile.repetition_claim is not None and most >= profile.repetition_claim)
    return Answer(move, None if possible else False, None, None, plies, times, clock)
