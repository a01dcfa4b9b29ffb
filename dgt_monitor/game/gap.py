"""Several plies at once: what was played between two placements, where single plies were not seen."""

from collections.abc import Sequence
from typing import NamedTuple

import chess

from dgt_monitor.game.explain import Point, Sight, has_gained, next_move
from dgt_monitor.game.placement import EMPTY, Change, changes

MAX_GAP_PLY = 3
"""Plies searched for; four have one solution in 28 % of cases only and cost a second (hands, section 2)."""
MAX_GAP_AFTER_OUTAGE_PLY = 4
"""The same after an outage, which comes seldom and would else lose the game."""
SCAN_S = 0.5
"""Two changes further apart than the slowest scan are in the order in which they were reported (protocol 1.3; a
Bluetooth board scans at half speed: hands, 4)."""
MAX_NODES = 3_000
"""Positions looked at in one search before it is given up (chosen: about a tenth of a second)."""
MIN_NODES = 100
"""The least that is looked at where search after search found nothing, as when pieces are analysed with (chosen)."""
MAX_NODES_AFTER_OUTAGE = 40_000
"""The same where nothing was observed; it happens once an outage, not at every update (chosen: about a second)."""
MAX_LOST_PLY = 6
"""Plies searched for after an outage where fewer explain nothing, of pieces that stand otherwise than before: as many
are played while a board reads its log out in a scramble (eight seconds; hands, 1.2). Which they were is not sure then,
but the game is not lost from sight."""
MAX_NODES_LOST = 20_000
"""Positions looked at in all for that (chosen)."""
SPARE = 2
"""Changed squares that so many plies may leave beyond two each: castling, or a stop on the way (chosen)."""
MAX_UNSEEN = 1
"""Landings that may be missing from what was reported (hands, 5.3)."""


Seen = tuple[float, int, str]
"""A change that was reported: its time in seconds, square and letter."""


LONG_AGO_S = float("-inf")
"""The time of a change that was found later, in a dump: it says nothing about order."""


UNSEEN_WITHIN_S = 1.5
"""From lifting a piece to putting it down for good, with a stop-over between that no scan saw (chosen)."""


class Gap(NamedTuple):
    """The shortest lines that lead from a position to what is seen, best first."""

    lines: tuple[tuple[chess.Move, ...], ...]
    one_best: bool
    """The first line agrees better than all others with the order in which pieces landed."""
    cut: bool
    """The search was given up before its end."""


class _Search:
    """Depth-first over the lines of one length."""

    def __init__(
        self, view: Sight, recent: Sequence[Seen] | None, patience: int, *, strict: bool = False, limit: int = 0
    ) -> None:
        self.board = view.board.copy(stack=False)
        self.expected = view.expected.copy()
        self.seen = view.seen
        self.observed = recent is not None
        self.touched = frozenset(square for _, square, _ in recent or ())
        self.landed = frozenset((square, piece) for _, square, piece in recent or () if piece != EMPTY)
        self.now_s = max((t_s for t_s, _, _ in recent or () if t_s != LONG_AGO_S), default=0.0)
        self.supported = sum(chess.BB_SQUARES[square] for square in self.touched) if self.observed else chess.BB_ALL
        self.limit = max(MAX_NODES // patience, MIN_NODES) if self.observed else MAX_NODES_AFTER_OUTAGE
        self.strict = strict
        """Only pieces are moved from squares that stand otherwise now; every ply must bring it nearer."""
        if strict:
            self.supported = sum(chess.BB_SQUARES[square] for square in view.debts)
            self.limit = limit
        self.nodes = 0
        self.lines: list[tuple[int, tuple[chess.Move, ...]]] = []
        """Unseen landings, and the line."""

    def run(self, depth: int, debts: dict[int, float], line: tuple[chess.Move, ...], unseen: int) -> None:
        self.nodes += 1
        # A ply changes two or three squares, castling four; the last one may leave an early lift.
        if self.nodes > self.limit or len(debts) > 3 * depth + 2:
            return
        if self.strict and not self._within_reach(depth, debts):
            return
        if depth == 1:
            self._last(debts, line, unseen)
            return
        for move in list(self.board.generate_legal_moves(self._origins(line))):
            changed = changes(self.board, move, self.expected)
            cost = unseen + self._unseen(changed)
            if cost <= MAX_UNSEEN:
                self._step(move, changed, depth, debts, line, cost)

    def _within_reach(self, depth: int, debts: dict[int, float]) -> bool:
        """Whether so many plies can settle all debts: each lands one piece of its own side."""
        if len(debts) > 2 * depth + SPARE:
            return False
        landings = [self.seen[square].isupper() for square in debts if self.seen[square] != EMPTY]
        mine = sum(white is self.board.turn for white in landings)
        return mine <= (depth + 1) // 2 + 1 and len(landings) - mine <= depth // 2 + 1

    def may_begin(self) -> bool:
        """Whether the side to move has a piece where a ply may start from."""
        return bool(self._origins(()) & self.board.occupied_co[self.board.turn])

    def _origins(self, line: tuple[chess.Move, ...]) -> int:
        """Squares a ply may start from: those that showed a change, and those an earlier ply of the line reached.

        Castling may be seen by its rook alone (Chess960), so kings are in.
        """
        stops = sum({chess.BB_SQUARES[move.to_square] for move in line})
        return self.supported | stops | (self.board.kings if self.supported & self.board.castling_rights else 0)

    def _unseen(self, changed: list[Change]) -> int:
        """1 for a landing that was never reported, as of a piece captured at once or moved on within a scan."""
        return int(self.observed and not all(c in self.landed for c in changed if c[1] != EMPTY))

    def _step(
        self,
        move: chess.Move,
        changed: list[Change],
        depth: int,
        debts: dict[int, float],
        line: tuple[chess.Move, ...],
        unseen: int,
    ) -> None:
        undo = [(square, self.expected[square]) for square, _ in changed]
        after = dict(debts)
        for square, letter in changed:
            self.expected[square] = letter
            if self.seen[square] == letter:
                after.pop(square, None)
            else:
                after.setdefault(square, self.now_s)
        self.board.push(move)
        self.run(depth - 1, after, (*line, move), unseen)
        self.board.pop()
        for square, letter in undo:
            self.expected[square] = letter

    def _last(self, debts: dict[int, float], line: tuple[chess.Move, ...], unseen: int) -> None:
        view = Point(self.board, self.expected, self.seen, debts)
        move = next_move(view)
        if move is None:
            return
        changed = changes(self.board, move, self.expected)
        left_over = set(debts) - {square for square, _ in changed}
        is_from = chess.BB_SQUARES[move.from_square] & self._origins(line)
        cost = unseen + self._unseen(changed)
        if is_from and left_over <= self.touched and cost <= MAX_UNSEEN:
            self.lines.append((cost, (*line, move)))


def gap_lines(view: Sight, recent: Sequence[Seen] | None, *, patience: int = 1) -> Gap:
    """The lines of the fewest plies, two to three (after an outage to six), that explain what is seen.

    `recent`: what changed since the story last agreed, in order; a ply must start from a square that showed a
    change, and all landings but one must have been reported. None: nothing was observed (the line was away), and
    anything goes. `patience`: how many searches have come to nothing in a row; the search is the shorter the more.
    """
    cut = False
    if any(has_gained(view, view.debts, white) for white in (True, False)):
        return Gap((), one_best=False, cut=False)
    if recent is None and patience > 1:
        return _lost_lines(view, patience)
    for depth in range(2, (MAX_GAP_PLY if recent is not None else MAX_GAP_AFTER_OUTAGE_PLY) + 1):
        search = _Search(view, recent, patience)
        if not search.may_begin():
            return Gap((), one_best=False, cut=False)
        search.run(depth, dict(view.debts), (), 0)
        cut = cut or search.nodes > search.limit
        ranked = _ranked(search.lines, recent or (), cut)
        if ranked.lines:
            return ranked
    return _lost_lines(view, patience) if recent is None else Gap((), one_best=False, cut=cut)


def _lost_lines(view: Sight, patience: int) -> Gap:
    """The same with more plies, of few pieces, where nothing was observed and a first search has found nothing."""
    left = max(MAX_NODES_LOST // patience, MIN_NODES)
    for depth in range(2, MAX_LOST_PLY + 1):
        search = _Search(view, None, 1, strict=True, limit=left)
        search.run(depth, dict(view.debts), (), 0)
        if search.lines:
            return _ranked(search.lines, (), cut=True)
        left -= search.nodes
        if left <= 0:
            break
    return Gap((), one_best=False, cut=True)


def _ranked(lines: list[tuple[int, tuple[chess.Move, ...]]], recent: Sequence[Seen], cut: bool) -> Gap:
    """Best first: fewest landings that nobody saw, then fewest that came the other way round."""
    latest = {square: t_s for t_s, square, piece in recent if piece != EMPTY}
    touched = {square: t_s for t_s, square, _ in reversed(recent)}
    scored = []
    for n, (unseen, line) in enumerate(lines):
        turned, hard = _out_of_order(line, latest)
        if not hard and not _moved_too_late(line, latest, touched) and not _unseen_too_long(line, latest, touched):
            scored.append((unseen, turned, n))
    scored.sort()
    ordered = tuple(lines[n][1] for _, _, n in scored)
    alone = len(scored) == 1 or (len(scored) > 1 and scored[0][:2] < scored[1][:2])
    return Gap(ordered, one_best=alone and not cut, cut=cut)


def _moved_too_late(line: tuple[chess.Move, ...], latest: dict[int, float], touched: dict[int, float]) -> bool:
    """Whether a piece was still untouched on its square when a later ply of the line had landed already."""
    for n, move in enumerate(line):
        lifted_s = touched.get(move.from_square)
        landed_s = [latest.get(later.to_square, LONG_AGO_S) for later in line[n + 1 :]]
        landed_s = [then_s for then_s in landed_s if then_s != LONG_AGO_S]
        if lifted_s is not None and any(lifted_s > then_s + SCAN_S for then_s in landed_s):
            return True
    return False


def _unseen_too_long(line: tuple[chess.Move, ...], latest: dict[int, float], touched: dict[int, float]) -> bool:
    """Whether a stop-over that nobody saw would have taken longer than a scramble leaves between two scans."""
    for n, move in enumerate(line):
        lifted_s = touched.get(move.from_square, LONG_AGO_S)
        onward = [
            latest.get(later.to_square, LONG_AGO_S) for later in line[n + 1 :] if later.from_square == move.to_square
        ]
        if move.to_square in touched or lifted_s == LONG_AGO_S:
            continue
        if any(then_s != LONG_AGO_S and then_s - lifted_s > UNSEEN_WITHIN_S for then_s in onward):
            return True
    return False


def _out_of_order(line: tuple[chess.Move, ...], latest: dict[int, float]) -> tuple[int, bool]:
    """How many pairs of plies landed the other way round than this line has them, and whether beyond doubt."""
    times_s = [latest.get(move.to_square, LONG_AGO_S) for move in line]
    times_s = [then_s for then_s in times_s if then_s != LONG_AGO_S]
    late_s = [a - b for n, a in enumerate(times_s) for b in times_s[n + 1 :] if a > b]
    return len(late_s), any(by_s > SCAN_S for by_s in late_s)
