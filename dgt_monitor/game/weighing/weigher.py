"""The stories that are alive, and which of them is ahead."""

from collections.abc import Iterable
from operator import itemgetter

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.plain import OWN
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import Branch, Debt, Press
from dgt_monitor.game.weighing.lines import Link
from dgt_monitor.game.weighing.rivals import merge

MAX_BRANCHES = 16
"""Stories kept alive (chosen: what fits the time an update may cost)."""
MAX_BEHIND = 22.0
"""A story that is so much dearer than the best is given up."""
MOST_DEBTS = 7
"""Squares that may differ where stop-overs are looked for: three plies change six, one piece is in a hand (chosen)."""
MAX_CHAIN_PLY = 4
"""Plies that one update may bring: those that were waiting for it (stories, "The shape")."""


class Weigher:
    """Stories from one root, told every change; `seen` is the physical placement, shared by all.

    `past`: the plies before the root, which may be taken back and are nothing else.
    """

    __slots__ = ("_presses", "branches", "seen")

    def __init__(
        self,
        board: chess.Board,
        expected: list[str],
        seen: list[str],
        debts: dict[int, Debt],
        past: Link | None = None,
    ) -> None:
        self.seen = seen
        self.branches = [Branch(board, expected, seen, debts, 0.0, past)]
        self._presses: list[Press] = []

    def field(self, t_s: float, square: int, piece: str, landed_s: float) -> None:
        """One square has changed; `seen` holds its new letter already. `landed_s` as in `branch.Debt`."""
        grown: list[Branch] = []
        for branch in self.branches:
            if piece == branch.expected[square] and piece != EMPTY and branch.board.turn != piece.isupper():
                self._grow_exchanged(t_s, branch, square, landed_s, grown)
            branch.tell(t_s, square, piece, landed_s)
            grown.append(branch)
            if piece == EMPTY:
                continue
            before = len(grown)
            self._grow(t_s, branch, [square], 1, grown)
            self._grow_swapped(t_s, branch, grown)
            if len(grown) == before:
                self._grow_unseen(t_s, branch, grown)
            last = branch.line
            back = branch.taken_back(t_s) if last is not None and last.move.from_square == square else None
            if back is not None:
                grown.append(back)
                self._grow(t_s, back, list(back.debts), 1, grown)
        self._keep(t_s, grown)

    def _grow(self, t_s: float, branch: Branch, targets: Iterable[int], depth: int, out: list[Branch]) -> None:
        """Every ply that a landing on these squares may be, and the plies that were waiting for it."""
        own = OWN[branch.board.turn]
        for target in targets:
            shown = branch.seen[target]
            if shown == EMPTY or shown == branch.expected[target]:
                continue
            if shown in own:
                moves = branch.moves_to(target)
                for move, _, stands in moves:
                    child = branch.after(t_s, move, stands=stands, presses=self._presses)
                    out.append(child)
                    if depth < MAX_CHAIN_PLY:
                        self._grow(t_s, child, list(child.debts), depth + 1, out)
                if depth + 2 > MAX_CHAIN_PLY or not branch.may_be_exchanged(target, plain=bool(moves)):
                    continue
            if depth < MAX_CHAIN_PLY:
                for move, _, _ in branch.hidden_moves(target):
                    child = branch.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
                    self._grow(t_s, child, [target], depth + 1, out)

    def _grow_exchanged(self, t_s: float, branch: Branch, square: int, landed_s: float, out: list[Branch]) -> None:
        """What comes back to a square may be another piece of its kind, which took what took there and was not seen."""
        debt = branch.debts.get(square)
        moves = [] if debt is None else branch.hidden_moves(square)
        if debt is None or not moves:
            return
        before = branch.twin()
        before.debts[square] = debt._replace(shown_s=t_s, landed_s=landed_s)
        for move, _, _ in moves:
            child = before.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
            self._grow(t_s, child, [square], 2, out)

    def _grow_swapped(self, t_s: float, branch: Branch, out: list[Branch]) -> None:
        """A piece was taken where a piece of its kind took back, and no scan saw anything else there."""
        for move, back in branch.swaps(t_s):
            child = branch.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
            if child.board.is_legal(back):
                child = child.after(t_s, back, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
                out.append(child)
                self._grow(t_s, child, list(child.debts), MAX_CHAIN_PLY - 1, out)

    def _grow_unseen(self, t_s: float, branch: Branch, out: list[Branch]) -> None:
        """A piece stands where it cannot have come at once: it stopped over, and that was answered."""
        if len(branch.debts) > MOST_DEBTS:
            return
        for target in list(branch.debts):
            for move in branch.stop_overs(target):
                child = branch.after(t_s, move, hidden=costs.STOPPED_UNSEEN, presses=self._presses)
                found: list[Branch] = []
                self._grow(t_s, child, list(child.debts), 2, found)
                out += [one for one in found if one.seen[move.to_square] == one.expected[move.to_square]]

    def _keep(self, t_s: float, grown: list[Branch]) -> None:
        """Merge what reached the same position, rank, and keep the best."""
        if len(grown) == 1:
            self.branches = grown
            return
        weighed = [(branch.total(t_s), n, branch) for n, branch in enumerate(grown)]
        weighed.sort()
        worst = weighed[0][0] + MAX_BEHIND
        kept: dict[tuple[object, ...], tuple[float, Branch]] = {}
        for total, _, branch in weighed:
            if total > worst:
                break
            better = kept.setdefault(branch.key, (total, branch))
            if better[1] is not branch:
                merge(total - better[0], branch, better[1])
            elif len(kept) == MAX_BRANCHES:
                break
        self.branches = [branch for _, branch in kept.values()]

    def pressed(self, press: Press) -> None:
        """The clock was pressed."""
        self._presses.append(press)
        for branch in self.branches:
            branch.pressed(press)

    def ranked(self, t_s: float) -> list[tuple[float, Branch]]:
        """All stories with what they cost now, the best first."""
        found = [(branch.total(t_s), branch) for branch in self.branches]
        found.sort(key=itemgetter(0))
        return found
