"""The worked cases of the Laws: counts, every draw rule, every claim with a written move, take-backs."""

from typing import Any

import chess
import pytest

from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.ledger import Ledger
from tests.laws.vectors import load, start

BY_PLY = {"threefold", "fivefold"}
ENDS = {"checkmate", "stalemate", "dead_position", "fivefold", "seventyfive"}
CLAIM = "claim_available_by_intended_move"


def told(board: chess.Board, ledger: Ledger) -> set[tuple[int, str, str]]:
    """What holds after the present ply, in the words of the cases."""
    ply = ledger.ply
    out = {(ply, finding.rule.value, "") for finding in ledger.verdict.findings}
    claims = claimable(board, ledger)
    out |= {(ply, CLAIM, board.parse_san(san).uci()) for san in claims.threefold}
    if claims.fifty:
        out.add((ply, CLAIM, f"fifty {len(claims.fifty)}"))
    return out


def expected(case: dict[str, Any]) -> set[tuple[int, str, str]]:
    """The same as the case has it, where rules that are told once stand at the first ply only."""
    out, firsts = set(), set()
    for event in case["expect"]["events"]:
        kind, ply = event["kind"], event["ply"]
        if kind == CLAIM:
            out.add((ply, kind, event["move"] if event["basis"] == "threefold" else f"fifty {event['quiet_moves']}"))
        elif kind in BY_PLY or kind not in firsts:
            out.add((ply, kind, ""))
            firsts.add(kind)
    return out


def termination(ledger: Ledger) -> tuple[str, int] | None:
    return None if ledger.end is None else (ledger.end[1].rule.value, ledger.end[0])


@pytest.mark.parametrize("case", load("vectors"))
def test_vector(case: dict[str, Any]) -> None:
    board = start(case)
    ledger = Ledger(board)
    found = told(board, ledger)
    for uci in case["moves"]:
        board.push(board.parse_uci(uci))
        ledger.push(board)
        found |= told(board, ledger)
    assert found == expected(case)
    assert ledger.verdict.count == case["expect"]["max_count"]
    assert ledger.max_count == case["expect"]["peak_count"]
    assert ledger.verdict.standing.halfmove_clock == case["expect"]["halfmove_clock"]
    ends = [(e["ply"], e["kind"]) for e in case["expect"]["events"] if e["kind"] in ENDS]
    assert (ledger.end is None) == (not ends)
    if ledger.end is not None:
        assert ledger.end[0] == min(ends)[0]


@pytest.mark.parametrize("case", load("takebacks"))
def test_takeback(case: dict[str, Any]) -> None:
    board = start(case)
    ledger = Ledger(board)
    alerts: dict[int, set[tuple[int, str, str]]] = {0: told(board, ledger)}
    for step in case["script"]:
        if isinstance(step, dict):
            for _ in range(step["undo"]):
                board.pop()
                ledger.pop()
                del alerts[len(board.move_stack) + 1]
        else:
            board.push(board.parse_uci(step))
            ledger.push(board)
            alerts[ledger.ply] = told(board, ledger)
    assert [move.uci() for move in board.move_stack] == case["line"]
    assert set().union(*alerts.values()) == expected(case)
    assert ledger.verdict.count == case["expect"]["max_count"]
    assert ledger.max_count == case["expect"]["peak_count"]
    assert ledger.verdict.standing.halfmove_clock == case["expect"]["halfmove_clock"]
    assert termination(ledger) is None
