"""What was played, as the monitor should tell it: worked out slowly and without the monitor's own counting."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess

from dgt_monitor.events import Rule
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.verdict import Finding
from drivers.simulator.hall import Game
from drivers.simulator.turn import Turn

DRAWS = frozenset(
    {Rule.THREEFOLD, Rule.FIVEFOLD, Rule.FIFTY, Rule.SEVENTYFIVE, Rule.CHECKMATE, Rule.STALEMATE, Rule.DEAD_POSITION}
)
_REPEATED = frozenset({Rule.THREEFOLD, Rule.FIVEFOLD})


class Truth(NamedTuple):
    """A game, ply by ply; index 0 is the start position where positions are told."""

    uci: list[str]
    san: list[str]
    epd: list[str]
    """Positions, with what the Laws need to tell them apart."""
    counts: list[int]
    draws: set[tuple[Rule, int]]
    """Every rule that applies after a ply."""
    ever: set[tuple[Rule, int]]
    """The same, and what applied after plies that were played and taken back."""


def truth_of(game: Game, all_turns: Sequence[Turn] = ()) -> Truth:
    """Counts by the whole EPD; other rules of the Laws by the ledger, told the true moves (`tests/laws` tests it)."""
    board = game.start.copy()
    ledger = Ledger(board)
    truth = Truth([], [], [board.epd(shredder=board.chess960)], [1], _told(ledger.start_verdict.findings, 0), set())
    stood = Counter(truth.epd)
    for number, move in enumerate(game.moves, 1):
        truth.uci.append(board.uci(move))
        truth.san.append(board.san(move))
        board.push(move)
        truth.epd.append(board.epd(shredder=board.chess960))
        stood[truth.epd[-1]] += 1
        count = stood[truth.epd[-1]]
        truth.counts.append(count)
        truth.draws.update(_told(ledger.push(board).findings, number))
        if count >= 3:
            truth.draws.add((Rule.THREEFOLD, number))  # certain of three, while a fifth is only possible
        if count >= 5:
            truth.draws.add((Rule.FIVEFOLD, number))
    truth.ever.update(truth.draws, *_taken_back(game, all_turns))
    return truth


def _taken_back(game: Game, all_turns: Sequence[Turn]) -> Iterator[set[tuple[Rule, int]]]:
    """What applied after plies that were taken back."""
    moves: list[chess.Move] = []
    aside: list[chess.Move] = []
    for turn in all_turns:
        if turn.stands:
            moves.append(chess.Move.from_uci(turn.uci))
        elif turn.uci:
            aside.append(chess.Move.from_uci(turn.uci))
            continue
        elif aside:
            yield {(rule, ply) for rule, ply in truth_of(game._replace(moves=moves + aside)).draws if ply > len(moves)}
        aside = []


def _told(findings: tuple[Finding, ...], number: int) -> set[tuple[Rule, int]]:
    rules = {finding.rule for finding in findings}
    return {(rule, number) for rule in rules - _REPEATED}


def label(start: chess.Board, number: int) -> str:
    """Ply `number` as a scoresheet numbers it: `21.` or `21...`."""
    half = 2 * (start.fullmove_number - 1) + (start.turn == chess.BLACK) + number - 1
    return f"{half // 2 + 1}{'...' if half % 2 else '.'}"
