"""Several plies at once: what was played between two placements, where single plies were not seen."""

from typing import NamedTuple

import chess

from dgt_monitor.game.explain import Point, Sight, best_fit, next_move, plain_move
from dgt_monitor.game.placement import Change, changes

MAX_GAP_PLY = 3
"""Plies searched for; four have one solution in 28 % of cases only and cost a second (hands, section 2)."""
MAX_NODES = 3_000
"""Positions looked at in one search before it is given up (chosen: about a tenth of a second)."""
MAX_NODES_AFTER_OUTAGE = 40_000
"""The same where nothing was observed; it happens once an outage, not at every update (chosen: about a second)."""


class Gap(NamedTuple):
    """The shortest lines that lead from a position to what is seen, best first."""

    lines: tuple[tuple[chess.Move, ...], ...]
    one_best: bool
    """The first line agrees better than all others with the order in which pieces landed."""
    cut: bool
    """The search was given up before its end."""


class _Search:
    """Depth-first over the lines of one length."""

    def __init__(self, view: Sight, touched: frozenset[int] | None) -> None:
        self.board = view.board.copy(stack=False)
        self.expected = view.expected.copy()
        self.seen = view.seen
        self.touched = touched
        self.supported = chess.BB_ALL if touched is None else sum(chess.BB_SQUARES[square] for square in touched)
        self.limit = MAX_NODES_AFTER_OUTAGE if touched is None else MAX_NODES
        self.nodes = 0
        self.lines: list[tuple[chess.Move, ...]] = []

    def run(self, depth: int, debts: dict[int, float], line: tuple[chess.Move, ...], unseen: int) -> None:
        self.nodes += 1
        # A ply changes two or three squares, castling four; the last one may leave an early lift.
        if self.nodes > self.limit or len(debts) > 3 * depth + 2:
            return
        if depth == 1:
            self._last(debts, line, unseen)
            return
        for move in list(self.board.generate_legal_moves(self._origins(line))):
            cost = self._unseen(move, line)
            if unseen + cost <= 1:
                self._step(move, depth, debts, line, unseen + cost)

    def _origins(self, line: tuple[chess.Move, ...]) -> int:
        """Squares a ply may start from: castling may be seen by its rook alone (Chess960), so kings are in."""
        stops = sum({chess.BB_SQUARES[move.to_square] for move in line})
        return self.supported | stops | (self.board.kings if self.supported & self.board.castling_rights else 0)

    def _unseen(self, move: chess.Move, line: tuple[chess.Move, ...]) -> int:
        """0 if the move's origin showed a change, 1 for a stop-over that was not seen, 2 for no support at all."""
        if self.touched is None or move.from_square in self.touched:
            return 0
        return 1 if any(move.from_square == earlier.to_square for earlier in line) else 2

    def _step(
        self, move: chess.Move, depth: int, debts: dict[int, float], line: tuple[chess.Move, ...], unseen: int
    ) -> None:
        changed = changes(self.board, move, self.expected)
        undo = [(square, self.expected[square]) for square, _ in changed]
        after = dict(debts)
        self._apply(changed, after)
        self.board.push(move)
        self.run(depth - 1, after, (*line, move), unseen)
        self.board.pop()
        for square, letter in undo:
            self.expected[square] = letter

    def _apply(self, changed: list[Change], debts: dict[int, float]) -> None:
        for square, letter in changed:
            self.expected[square] = letter
            if self.seen[square] == letter:
                debts.pop(square, None)
            else:
                debts.setdefault(square, 0.0)

    def _last(self, debts: dict[int, float], line: tuple[chess.Move, ...], unseen: int) -> None:
        view = Point(self.board, self.expected, self.seen, debts)
        move = plain_move(view) if len(debts) == 2 else None
        move = move or next_move(view)
        if move is None and len(debts) == 1:
            move = best_fit(view, self.board.generate_legal_moves())
        if move is not None and unseen + self._unseen(move, line) <= 1:
            self.lines.append((*line, move))


def gap_lines(view: Sight, touched: frozenset[int] | None, landings: list[Change]) -> Gap:
    """The lines of two, else three plies that explain what is seen.

    `touched`: squares that changed since the story last agreed; a ply must start from one of them, or from an
    earlier ply's landing that was missed once. None: nothing was observed (the line was away), anything goes.
    `landings`: squares and letters in the order in which pieces were put down.
    """
    cut = False
    for depth in range(2, MAX_GAP_PLY + 1):
        search = _Search(view, touched)
        search.run(depth, dict(view.debts), (), 0)
        cut = cut or search.nodes > search.limit
        if search.lines:
            return _ranked(search.lines, landings, cut)
    return Gap((), one_best=False, cut=cut)


def _ranked(lines: list[tuple[chess.Move, ...]], landings: list[Change], cut: bool) -> Gap:
    latest = {square: index for index, (square, _) in enumerate(landings)}
    scored = sorted(((_out_of_order(line, latest), n) for n, line in enumerate(lines)))
    ordered = tuple(lines[n] for _, n in scored)
    alone = len(lines) == 1 or scored[0][0] < scored[1][0]
    return Gap(ordered, one_best=alone and not cut, cut=cut)


def _out_of_order(line: tuple[chess.Move, ...], latest: dict[int, int]) -> int:
    """How many pairs of plies landed the other way round than this line has them."""
    order = [latest[move.to_square] for move in line if move.to_square in latest]
    return sum(a > b for n, a in enumerate(order) for b in order[n + 1 :])
