"""The stories that are alive, and which of them is ahead."""

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.plain import OWN, PROMOTIONS
from dgt_monitor.game.reach import BITS
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import NEVER_S, Link, number_of
from dgt_monitor.game.weighing.noted import NO_PRESSES, Press
from dgt_monitor.game.weighing.ply_costs import out_of_order
from dgt_monitor.game.weighing.pressing import may_be_cycle
from dgt_monitor.game.weighing.rivals import merge
from dgt_monitor.game.weighing.standing import Debt
from dgt_monitor.game.weighing.taken_late import taken_late

MAX_BRANCHES = 16
"""Stories kept alive (chosen: what fits the time an update may cost)."""
MAX_BEHIND = 16.0
"""A story that is so much dearer than the best is given up."""
MOST_DEBTS = 7
"""Squares that may differ where stop-overs are looked for: three plies change six, one piece is in a hand (chosen)."""
LEAST_UNSEEN = costs.STOPPED_UNSEEN + 3 * costs.MOVE
"""What a stop-over that nobody saw costs a story at least: it, the answer, and the ply that went on."""
ROUNDING = 1e-6
"""More than sums of costs differ by the order in which they are added."""
MAX_CHAIN_PLY = 4
"""Plies that one update may bring: those that were waiting for it (stories, "The shape")."""


class Stood(NamedTuple):
    """A piece was seen to land on a square."""

    piece: str
    landed_s: float
    answers: int
    """Landings of the other side by then."""


class Weigher:
    """Stories from one root, told every change; `seen` is the physical placement, shared by all.

    `past`: the plies before the root, which may be taken back and are nothing else.
    """

    __slots__ = ("_landings", "_most", "_presses", "_ranking", "_ranking_s", "_stood", "branches", "seen")

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
        self._presses = NO_PRESSES._replace(told=[])
        self._landings = [0, 0]
        """How often a piece of Black and of White was seen to land."""
        self._stood: dict[int, Stood] = {}
        """What was seen last on each square."""
        self._ranking: list[tuple[float, Branch]] | None = None
        """What was ranked last, at `_ranking_s`; None: something was told since."""
        self._ranking_s = 0.0
        self._most = NEVER_S
        """While a landing is worked out: a story that costs more is given up whatever else there is."""

    def field(self, t_s: float, square: int, piece: str, landed_s: float) -> None:
        """One square has changed; `seen` holds its new letter already. `landed_s` as in `branch.Debt`."""
        if piece != EMPTY:
            landed_s = self._landed_first(square, piece, landed_s)
        grown: list[Branch] = []
        unfit: list[Branch] = []
        self._most = -NEVER_S
        for branch in self.branches:
            if piece == branch.expected[square] and piece != EMPTY and branch.board.turn != piece.isupper():
                self._grow_exchanged(t_s, branch, square, landed_s, grown)
            branch.tell(t_s, square, piece, landed_s)
            self._note_trips(branch)
            grown.append(branch)
            if piece == EMPTY:
                self._grow_taken_late(t_s, branch, square, grown)
                continue
            before, self._most = len(grown), min(self._most, branch.total(t_s) + MAX_BEHIND)
            self._grow(t_s, branch, [square], 1, grown)
            self._grow_swapped(t_s, branch, grown)
            if len(grown) == before:
                unfit.append(branch)
            last = branch.line
            back = branch.taken_back(t_s) if last is not None and last.move.from_square == square else None
            if back is not None:
                grown.append(back)
                self._grow(t_s, back, list(back.debts), 1, grown)
        totals: list[float] = []
        if unfit:
            totals = [branch.total(t_s) for branch in grown]
            self._most = min(self._most, min(totals) + MAX_BEHIND)
            most = min(totals) + MAX_BEHIND - LEAST_UNSEEN
            for branch in unfit:
                if branch.cost <= most:
                    self._grow_unseen(t_s, branch, grown)
        self._keep(t_s, grown, totals)

    def _note_trips(self, branch: Branch) -> None:
        """Pieces came home: perhaps both sides have moved there and back."""
        if len(branch.trips) > 1 and may_be_cycle(branch, self._presses.told, believed=self._presses.missing > 0):
            branch.to_and_fro |= {number_of(branch.line) + 1}

    def _landed_first(self, square: int, piece: str, landed_s: float) -> float:
        """When a piece that comes back to its square landed there, if the other side has put nothing down since.

        A piece that stands between two squares, or is set right by its player, was moved when it first came.
        """
        white = piece.isupper()
        self._landings[white] += 1
        answers, before = self._landings[not white], self._stood.get(square)
        if before is not None and before.piece == piece and before.answers == answers and landed_s != NEVER_S:
            landed_s = before.landed_s
        self._stood[square] = Stood(piece, landed_s, answers)
        return landed_s

    def _grow(
        self, t_s: float, branch: Branch, targets: Iterable[int], depth: int, out: list[Branch], *,
        origin: int | None = None,
    ) -> None:  # fmt: skip
        """Every ply that a landing on these squares may be, and the plies that were waiting for it.

        `origin`: only those that come from there.
        """
        own = OWN[branch.board.turn]
        for target in targets:
            shown = branch.seen[target]
            if shown == EMPTY or shown == branch.expected[target]:
                continue
            if shown in own:
                plain = self._grow_plain(t_s, branch, target, depth, out, origin)
                if depth + 2 > MAX_CHAIN_PLY or not branch.may_be_exchanged(target, plain=plain):
                    continue
            if depth < MAX_CHAIN_PLY:
                for move, _, _ in branch.hidden_moves(target):
                    child = branch.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
                    self._grow(t_s, child, [target], depth + 1, out)

    def _grow_plain(
        self, t_s: float, branch: Branch, target: int, depth: int, out: list[Branch], origin: int | None
    ) -> bool:
        """The plies by which the piece that is seen on a square came there, and those that waited; whether any did."""
        moves = branch.moves_to(target, chess.BB_ALL if origin is None else BITS[origin])
        for move, _, stands in moves:
            if origin is not None and move.from_square != origin:
                continue
            child = branch.after(t_s, move, stands=stands, presses=self._presses)
            out.append(child)
            if move.promotion and not stands:
                out += self._promoted_otherwise(t_s, branch, move)
            if depth < MAX_CHAIN_PLY and child.debts and not self._is_given_up(child):
                self._grow(t_s, child, list(child.debts), depth + 1, out)
        return bool(moves)

    def _is_given_up(self, child: Branch, *, plies: int = 0, dearer: float = 0.0) -> bool:
        """Whether all that grows from a ply that was just made is: of what it owes, presses alone can make it cheaper.

        Each further ply costs at least what a move does, less the presses of its side, however it came about.
        `plies`: only lines count in which so many follow at least, and cost so much more (`dearer`).
        """
        least = child.cost + dearer
        if child.line is None or least + plies * costs.MOVE <= self._most:
            return False
        credited = self._credited(child)
        most_back = sum(MAX_CHAIN_PLY / 2 * max(0.0, credit - costs.MOVE) for credit in credited)
        turns = (child.board.turn, not child.board.turn)[:plies]
        least += sum(max(0.0, costs.MOVE - credited[turn]) for turn in turns)
        return least - most_back > self._most + ROUNDING

    def _credited(self, branch: Branch) -> tuple[float, float]:
        """What a ply of Black and one of White may save by the presses, at most, in what grows from a branch."""
        landed_s = [debt.landed_s for debt in branch.debts.values() if debt.landed_s != NEVER_S]
        line_s = NEVER_S if branch.line is None else branch.line.landed_s
        since_s = min([line_s, *landed_s]) - costs.PRESSED_AFTER_S - ROUNDING
        white = black = 0.0
        for press in self._presses.told:
            if press.t_s >= since_s:
                if press.white_to_move:
                    black += press.cost
                else:
                    white += press.cost
        return black, white

    def _promoted_otherwise(self, t_s: float, branch: Branch, move: chess.Move) -> list[Branch]:
        """The piece that was put down may be exchanged yet for what the pawn really becomes."""
        return [
            branch.after(t_s, other, presses=self._presses, dearer=costs.PROMOTED_OTHERWISE)
            for kind in PROMOTIONS.values()
            if (other := chess.Move(move.from_square, move.to_square, kind)) != move
        ]

    def _grow_exchanged(self, t_s: float, branch: Branch, square: int, landed_s: float, out: list[Branch]) -> None:
        """What comes back to a square may be another piece of its kind, which took what took there and was not seen."""
        debt = branch.debts.get(square)
        moves = branch.hidden_moves(square) if debt is not None and branch.has_twin_for(square) else []
        if debt is None or not moves:
            return
        before = branch.twin()
        before.debts[square] = debt._replace(shown_s=t_s, landed_s=landed_s)
        for move, _, _ in moves:
            child = before.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
            self._grow(t_s, child, [square], 2, out)

    def _grow_taken_late(self, t_s: float, branch: Branch, square: int, out: list[Branch]) -> None:
        """What is seen to leave only now was captured where another piece stands already."""
        for move, target in taken_late(t_s, branch, square) if len(branch.debts) > 1 else ():
            child = branch.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
            self._grow(t_s, child, [target], 2, out)

    def _grow_swapped(self, t_s: float, branch: Branch, out: list[Branch]) -> None:
        """A piece was taken where a piece of its kind took back, and no scan saw anything else there."""
        for move, back in branch.swaps(t_s):
            child = branch.after(t_s, move, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
            if child.board.is_legal(back):
                child = child.after(t_s, back, hidden=costs.CAPTURED_AT_ONCE, presses=self._presses)
                out.append(child)
                self._grow(t_s, child, list(child.debts), MAX_CHAIN_PLY - 1, out)

    def _grow_unseen(self, t_s: float, branch: Branch, out: list[Branch]) -> None:
        """A piece stands where it cannot have come at once: it stopped over, that was answered, and it went on."""
        if len(branch.debts) > MOST_DEBTS or not branch.is_answered():
            return
        for target in list(branch.debts):
            stops = branch.stop_overs(target)
            late = bool(stops) and self._came_too_early(branch, target)
            for move in stops:
                if late and branch.seen[move.to_square] == EMPTY:
                    continue
                stopped = branch.after(t_s, move, hidden=costs.STOPPED_UNSEEN, presses=self._presses)
                # Where nothing stands on the stop now the piece goes on after the answer.
                if self._is_given_up(stopped, plies=2 if branch.seen[move.to_square] == EMPTY else 1):
                    continue
                replies: list[Branch] = []
                self._grow(t_s, stopped, list(stopped.debts), MAX_CHAIN_PLY, replies)
                for reply in replies:
                    self._go_on(t_s, reply, move.to_square, target, out)

    def _came_too_early(self, branch: Branch, target: int) -> bool:
        """Whether the piece that is seen on a square came so long before any answer that it cannot have gone on there.

        Then all that grows from a stop-over is given up, as in `_is_given_up`, but what stands on the stop now.
        """
        other, target_s = OWN[not branch.board.turn], branch.debts[target].landed_s
        if target_s == NEVER_S:
            return False
        answer_s = min(debt.landed_s for square, debt in branch.debts.items() if branch.seen[square] in other)
        passed = sum([one.cost for one in branch.passed])
        least = branch.cost + LEAST_UNSEEN + out_of_order(answer_s - target_s) - passed
        return least > self._most and least - MAX_CHAIN_PLY / 2 * sum(self._credited(branch)) > self._most + ROUNDING

    def _go_on(self, t_s: float, reply: Branch, stop: int, target: int, out: list[Branch]) -> None:
        """After the answer the piece goes on from its stop to where it is seen, or was captured there."""
        if reply.seen[stop] == reply.expected[stop]:
            out.append(reply)
        debt, answered_s = reply.debts.get(target), NEVER_S if reply.line is None else reply.line.landed_s
        back_s = 0.0 if debt is None or debt.landed_s == NEVER_S else answered_s - debt.landed_s
        if self._is_given_up(reply, plies=1, dearer=out_of_order(back_s)):
            return
        gone: list[Branch] = []
        self._grow(t_s, reply, [target], MAX_CHAIN_PLY, gone, origin=stop)
        for branch in gone:
            out.append(branch)
            if branch.debts and not self._is_given_up(branch):
                self._grow(t_s, branch, list(branch.debts), MAX_CHAIN_PLY, out)

    def _keep(self, t_s: float, grown: list[Branch], totals: list[float]) -> None:
        """Merge what reached the same position, rank, and keep the best; `totals`: of the first ones, if known."""
        if len(grown) == 1:
            self.branches, self._ranking = grown, None
            return
        totals += [branch.total(t_s) for branch in grown[len(totals) :]]
        weighed = sorted(zip(totals, range(len(grown)), grown, strict=True))
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
        self._ranking, self._ranking_s = list(kept.values()), t_s
        self.branches = [branch for _, branch in self._ranking]

    @property
    def presses(self) -> list[Press]:
        """When the clock was pressed."""
        return self._presses.told

    def believe(self, missing: float, pace_s: float) -> None:
        """A press that is missing costs so much from now on, and so long takes a ply."""
        self._presses = self._presses._replace(missing=missing, pace_s=pace_s)

    def pressed(self, press: Press) -> None:
        """The clock was pressed."""
        self._ranking = None
        self._presses.told.append(press)
        for branch in self.branches:
            branch.pressed(press)

    def ranked(self, t_s: float) -> list[tuple[float, Branch]]:
        """All stories with what they cost now, the best first."""
        found = self._ranking
        if found is None or t_s != self._ranking_s:
            found = [(branch.total(t_s), branch) for branch in self.branches]
            found.sort(key=itemgetter(0))
            self._ranking, self._ranking_s = found, t_s
        return found
