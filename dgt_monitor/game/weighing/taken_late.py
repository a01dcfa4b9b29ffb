"""A piece captured where nobody saw it land, and seen to be gone only after its captor has landed there."""

from collections.abc import Iterator

import chess

from dgt_monitor.game.plain import OWN
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import Branch


def taken_late(t_s: float, branch: Branch, square: int) -> Iterator[tuple[chess.Move, int]]:
    """The plies by which what has just left a square was captured within this scan, and where that was.

    The board reads one square after the other: what stood here may have been captured a scan ago.
    """
    own = OWN[branch.board.turn]
    letter = branch.expected[square]
    if letter not in own or letter in "Kk":
        return
    for target, debt in branch.debts.items():
        if target == square or debt.shown in own or debt.shown == "." or t_s - debt.shown_s > costs.SCAN_S:
            continue
        if debt.shown == branch.expected[target]:
            continue
        for move, _, _ in branch.hidden_moves(target):
            if move.from_square == square:
                yield move, target
