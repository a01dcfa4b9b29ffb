"""A weighing beside the story that is shown: what the cheapest line has otherwise, and what is sure of it."""

from collections.abc import Sequence
from typing import NamedTuple

import chess

from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing.aligning import PLIES_BEFORE, PressSeen, Step
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.hanging import between, hanging
from dgt_monitor.game.weighing.lines import (
    NEVER_S,
    Link,
    Rival,
    number_of,
    parted,
    positions,
    without_common_end,
)
from dgt_monitor.game.weighing.noted import Press
from dgt_monitor.game.weighing.pressing import fits_longer, has_ply, is_counted, untold_from
from dgt_monitor.game.weighing.rivals import give_way
from dgt_monitor.game.weighing.standing import Debt
from dgt_monitor.game.weighing.story_lines import chain_of, ways_back
from dgt_monitor.game.weighing.strain import MOST_STRAIN, strain_apart, strain_beside
from dgt_monitor.game.weighing.tape import LEVER, Stretch
from dgt_monitor.game.weighing.weigher import Weigher

SURE = 3.5
"""A line is sure where no other line that is dearer by less has it otherwise (chosen: about one in thirty)."""
LENGTH_SURE = 3.5
"""The same where two lines of different lengths came to one position: all later numbers hang on it (chosen)."""
AHEAD = 1.0
"""A line takes the place of the one shown when it is cheaper by so much (chosen: else they would take turns)."""
CLOSED = 7.0
"""A weighing is over when every other line is dearer by so much and nothing is owed (chosen)."""
CLOSED_IN_PLAY = 9.0
"""The same while play goes on without a rest: what comes next may wake it again (chosen)."""
SETTLED_PLY = 2
"""Plies after which it is told that a line of another length is near (chosen: until then it may fall back)."""
QUIET_S = 1.0
"""And nothing has changed for so long (a move at rest: stream format)."""


class ClockCosts(NamedTuple):
    """What the lever costs lines that it does not fit."""

    wrong: float
    """It says that the other side is to move."""
    missing: float
    """A side moves again without having pressed it."""
    pace_s: float = 0.0
    """How long a ply took of late."""


NO_CLOCK = ClockCosts(0.0, 0.0)


class News(NamedTuple):
    """How the cheapest line differs from the one that was shown."""

    gone: int
    """So many of its last plies do not stand."""
    come: list[Link]


class Weighing:
    """The lines of one board while they are weighed."""

    __slots__ = (
        "_heard_s",
        "_lever_cost",
        "_shown",
        "_step",
        "_tallied",
        "_untold",
        "_weigher",
        "doubted_ply",
        "root_ply",
    )

    def __init__(
        self, story: Story, stretches: list[Stretch], now_s: float, clock: ClockCosts = NO_CLOCK,
        presses: Sequence[PressSeen] = (),
    ) -> None:  # fmt: skip
        first = stretches[0]
        before = ways_back(story, first.plies)
        self.root_ply = first.plies - before
        self.doubted_ply: int | None = None
        """From this ply on it was told that numbers are not sure."""
        self._tallied: Link | None = None
        """The line that was held against the presses last."""
        self._untold: Link | None = None
        """The ply of the best line after which there may be others, by how often the clock was pressed."""
        board, placed = story.before(len(story.plies) - first.plies)
        seen = placed.copy()
        for square, (_, letter) in first.shown.items():
            seen[square] = letter
        debts = {
            square: Debt(since_s, since_s, letter, 0, False, since_s, letter)
            for square, (since_s, letter) in first.shown.items()
        }
        before_s = [ply.t_s for ply in story.plies[max(0, self.root_ply - PLIES_BEFORE) : first.plies]]
        self._step = Step(before_s, self.root_ply, first.plies, presses)
        past = chain_of(story, self.root_ply, None, first.plies)  # told long ago, perhaps by another clock
        self._weigher = Weigher(board, placed, seen, debts, past)
        self.believe(clock)
        doubted = (n for n in range(1, before + 1) if not story.plies[self.root_ply + n - 1].sure)
        self._weigher.branches[0].unsure = frozenset(doubted)
        times_s = [t_s for stretch in stretches for t_s, _, _ in stretch.changes if t_s != NEVER_S]
        self._heard_s = min(times_s, default=now_s)
        self._hear(stretches)
        self._shown = chain_of(story, first.plies, past)

    def believe(self, clock: ClockCosts) -> None:
        """From now on the lever counts so much."""
        self.believe_lever(clock.wrong)
        self._weigher.believe(clock.missing, clock.pace_s)

    def believe_lever(self, wrong: float) -> None:
        """Of `believe`, what a press counts that does not fit."""
        self._lever_cost = wrong

    def wake(self, story: Story, stretches: list[Stretch]) -> None:
        """Go on after it was over: plies were made plainly since, by what these stretches tell."""
        self._shown = chain_of(story, self.root_ply + number_of(self._shown), self._shown)
        self._hear(stretches)

    def _hear(self, stretches: list[Stretch]) -> None:
        seen = self._weigher.seen
        for stretch in stretches:
            for t_s, square, piece in stretch.changes:
                if square == LEVER:
                    self.lever(t_s, white_to_move=piece == "w")
                elif seen[square] != piece:
                    self.field(max(t_s, self._heard_s), square, piece, dated=t_s != NEVER_S)

    def field(self, t_s: float, square: int, piece: str, *, dated: bool = True) -> None:
        """One square has changed; not `dated`: at a time before this that nobody knows."""
        self._weigher.seen[square] = piece
        self._weigher.field(t_s, square, piece, t_s if dated else NEVER_S)
        self._heard_s = t_s

    def lever(self, t_s: float, *, white_to_move: bool) -> None:
        """The clock was pressed."""
        self._weigher.pressed(Press(t_s, white_to_move, self._lever_cost))

    def news(self, t_s: float) -> News:
        """What is to be shown otherwise now."""
        ranked = self._ranked(t_s)
        cost, best = ranked[0]
        self._be_in_step(t_s, best)
        if any(branch.line is self._shown and other - cost < AHEAD for other, branch in ranked):
            return News(0, [])
        gone, come = parted(self._shown, best.line)
        self._shown = best.line
        return News(len(gone), come)

    def doubts(self, t_s: float) -> dict[int, list[chess.Board]]:
        """The plies that other lines near the best one have otherwise, with the positions these have instead."""
        ranked = self._ranked(t_s)
        best_cost, best = ranked[0]
        found: dict[int, list[chess.Board]] = {}
        for cost, branch in ranked[1:]:
            if cost - best_cost >= SURE + MOST_STRAIN:
                break
            own, theirs = parted(best.line, branch.line)
            first, last = own[0].number if own else number_of(best.line) + 1, number_of(best.line)
            if cost - best_cost < SURE + strain_apart(best, own, theirs):
                if len(own) != len(theirs) and self._step.prefers(own, theirs, best.line, t_s):
                    continue
                if branch.expected == best.expected and branch.board.turn == best.board.turn:
                    own, theirs = without_common_end(own, theirs)
                    last = own[-1].number if own else first - 1
                self._differ(first, last, positions(theirs), found)
        for rival in best.rivals:
            near = rival.dearer < SURE + strain_beside(best, rival) or self._is_pressed_for(rival)
            if near and not self._is_out_of_step(t_s, best, rival):
                own, theirs = rival.parted
                first = own[0].number if own else theirs[0].number
                self._differ(first, own[-1].number if own else first - 1, rival.positions, found)
        for number in best.unsure | best.owed_since():
            found.setdefault(self.root_ply + number, [])
        self._hang(best, found)
        return found

    def _hang(self, best: Branch, found: dict[int, list[chess.Board]]) -> None:
        """Note the plies that are in doubt because others are."""
        for number in hanging(best.line, found.keys(), self.root_ply):
            found.setdefault(number, [])
        if not self._weigher.presses:
            for number in between(found.keys()):
                found.setdefault(number, [])

    def _differ(self, first: int, last: int, others: list[chess.Board], found: dict[int, list[chess.Board]]) -> None:
        """Note that other positions may have stood from one ply to another."""
        for n in range(first, last + 1):
            found.setdefault(self.root_ply + n, [])
        at = self.root_ply + min(first, last)
        for n, board in enumerate(others):
            found.setdefault(min(self.root_ply + first + n, max(at, self.root_ply + last)), []).append(board)

    def length_in_doubt(self, t_s: float) -> int | None:
        """The ply from which on numbers are not sure, since a near line came to the same position in more or fewer."""
        best = self._ranked(t_s)[0][1]
        numbers = []
        for rival in best.rivals:
            near = self._is_near_of_other_length(rival) and not self._is_out_of_step(t_s, best, rival)
            if near and self._is_settled(best, rival):
                own, theirs = rival.parted
                numbers.append(self.root_ply + (own or theirs)[0].number)
        cycles = {number for number in best.to_and_fro if not self._step.denies_cycle(number, best.line, t_s)}
        numbers += [self.root_ply + number for number in cycles | self._tally(best)]
        return min(numbers, default=None)

    def _be_in_step(self, t_s: float, best: Branch) -> None:
        """Where the presses fit another line to the same position, of another length, that line stands."""
        for rival in best.rivals:
            open_still = rival.is_of_other_length and not rival.is_out_of_step
            if open_still and self._step.prefers(*rival.parted, best.line, t_s) is False:
                give_way(best, rival)
                return

    def _is_out_of_step(self, t_s: float, best: Branch, rival: Rival) -> bool:
        """Whether the presses fit the best line, and not one of another length."""
        if rival.is_of_other_length and not rival.is_out_of_step:
            rival.is_out_of_step = self._step.prefers(*rival.parted, best.line, t_s) is True
        return rival.is_out_of_step

    @staticmethod
    def _is_settled(best: Branch, rival: Rival) -> bool:
        return number_of(best.line) - number_of(rival.link) >= SETTLED_PLY

    def rests_s(self, t_s: float) -> float:
        """For how long nothing has changed."""
        return t_s - self._heard_s

    def is_over(self, t_s: float) -> bool:
        """Whether one line is ahead of all others, and owes nothing, and nothing moves."""
        ahead = CLOSED if t_s - self._heard_s >= QUIET_S else CLOSED_IN_PLAY
        ranked = self._ranked(t_s)
        if any(
            self._is_near_of_other_length(rival) and not self._is_settled(ranked[0][1], rival)
            for rival in ranked[0][1].rivals
        ):
            return False
        return not ranked[0][1].debts and all(cost - ranked[0][0] >= ahead for cost, _ in ranked[1:])

    def _ranked(self, t_s: float) -> list[tuple[float, Branch]]:
        return self._weigher.ranked(t_s)

    def _is_near_of_other_length(self, rival: Rival) -> bool:
        return rival.is_of_other_length and (rival.dearer < LENGTH_SURE or self._is_pressed_for(rival))

    def _tally(self, best: Branch) -> frozenset[int]:
        """The plies before which the clock was pressed for more than the best line has."""
        if best.line is not self._tallied and self._lever_cost:
            self._tallied = best.line
            stands = has_ply(best.line, self._untold)
            if self._untold is None or not stands or is_counted(best.line, self._untold):
                found = untold_from(best.line, self._weigher.presses)
                self._untold = self._untold if stands and found is not None else found
        return frozenset() if self._untold is None else frozenset({self._untold.number + 1})

    def _is_pressed_for(self, rival: Rival) -> bool:
        """Whether a line of more plies is as many as the clock was pressed for, and the one that stands is not."""
        return rival.is_longer and fits_longer(rival, self._weigher.presses)
