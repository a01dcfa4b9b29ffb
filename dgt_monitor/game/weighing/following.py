"""A weighing beside the story that is shown: what the cheapest line has otherwise, and what is sure of it."""

from typing import NamedTuple

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import NEVER_S, Branch, Debt, Link, Press, number_of
from dgt_monitor.game.weighing.tape import LEVER, Stretch
from dgt_monitor.game.weighing.weigher import Weigher, parted

SURE = 3.5
"""A line is sure where no other line that is dearer by less has it otherwise (chosen: about one in thirty)."""
LEFT_OPEN = 1.5
"""What is nearer than that when a weighing ends stays in doubt for good (chosen: about one in four)."""
AHEAD = 1.0
"""A line takes the place of the one shown when it is cheaper by so much (chosen: else they would take turns)."""
CLOSED = 7.0
"""A weighing is over when every other line is dearer by so much and nothing is owed (chosen)."""
CLOSED_IN_PLAY = 9.0
"""The same while play goes on without a rest: what comes next may wake it again (chosen)."""
LOOKED_AT_PLY = 8
"""Plies that are looked at for stops too brief to be sure of: older ones were told long ago (chosen)."""
BACK_PLY = 4
"""Plies before those that are weighed again that may still be taken back (chosen)."""
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


NO_CLOCK = ClockCosts(0.0, 0.0)


class News(NamedTuple):
    """How the cheapest line differs from the one that was shown."""

    gone: int
    """So many of its last plies do not stand."""
    come: list[Link]


class Weighing:
    """The lines of one board while they are weighed."""

    __slots__ = ("_heard_s", "_lever_cost", "_shown", "_weigher", "doubted_ply", "root_ply")

    def __init__(self, story: Story, stretches: list[Stretch], now_s: float, clock: ClockCosts = NO_CLOCK) -> None:
        first = stretches[0]
        before = _ways_back(story, first.plies)
        self.root_ply = first.plies - before
        self.doubted_ply: int | None = None
        """From this ply on it was told that numbers are not sure."""
        board, placed = story.before(len(story.plies) - first.plies)
        seen = placed.copy()
        for square, (_, letter) in first.shown.items():
            seen[square] = letter
        debts = {
            square: Debt(since_s, since_s, letter, 0, False, since_s, letter)
            for square, (since_s, letter) in first.shown.items()
        }
        past = _chain(story, self.root_ply, None, first.plies)  # told long ago, perhaps by another clock
        self._weigher = Weigher(board, placed, seen, debts, past)
        self.believe(clock)
        times_s = [t_s for stretch in stretches for t_s, _, _ in stretch.changes if t_s != NEVER_S]
        self._heard_s = min(times_s, default=now_s)
        self._hear(stretches)
        self._shown = _chain(story, first.plies, past)

    def believe(self, clock: ClockCosts) -> None:
        """From now on the lever counts so much."""
        self._lever_cost = clock.wrong
        self._weigher.believe(clock.missing)

    def wake(self, story: Story, stretches: list[Stretch]) -> None:
        """Go on after it was over: plies were made plainly since, by what these stretches tell."""
        self._shown = _chain(story, self.root_ply + number_of(self._shown), self._shown)
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
            if cost - best_cost < SURE:
                self._differ(best, best.line, branch.line, found)
        for rival in best.rivals:
            if rival.dearer < SURE:
                self._differ(best, rival.link, rival.other, found, whole=False)
        for number in _brief_stops(best.line):
            found.setdefault(self.root_ply + number, [])
        return found

    def _differ(
        self, best: Branch, line: Link | None, other: Link | None, found: dict[int, list[chess.Board]], *,
        whole: bool = True,
    ) -> None:  # fmt: skip
        """Note where a line differs; `whole`: the other has not come to the same position."""
        own, theirs = parted(line, other)
        last = number_of(best.line if whole else line)
        first = own[0].number if own else last + 1
        for n in range(first, last + 1):
            found.setdefault(self.root_ply + n, [])
        at = self.root_ply + min(first, last)
        for n, link in enumerate(theirs):
            board = link.board.copy(stack=False)
            board.push(link.move)
            board.clear_stack()
            found.setdefault(min(self.root_ply + first + n, max(at, self.root_ply + last)), []).append(board)

    def length_in_doubt(self, t_s: float, *, at_end: bool = False) -> int | None:
        """The ply from which on numbers are not sure, since a near line came to the same position in more or fewer.

        `at_end`: nothing more is waited for that may settle it.
        """
        best = self._ranked(t_s)[0][1]
        numbers = []
        for rival in best.rivals:
            settled = at_end or number_of(best.line) - number_of(rival.link) >= SETTLED_PLY
            near = LEFT_OPEN if at_end else SURE
            if rival.dearer < near and settled and number_of(rival.link) != number_of(rival.other):
                own, _ = parted(rival.link, rival.other)
                numbers.append(self.root_ply + (own[0].number if own else number_of(rival.link) + 1))
        return min(numbers, default=None)

    def rests_s(self, t_s: float) -> float:
        """For how long nothing has changed."""
        return t_s - self._heard_s

    def is_over(self, t_s: float) -> bool:
        """Whether one line is ahead of all others, and owes nothing, and nothing moves."""
        ahead = CLOSED if t_s - self._heard_s >= QUIET_S else CLOSED_IN_PLAY
        ranked = self._ranked(t_s)
        return not ranked[0][1].debts and all(cost - ranked[0][0] >= ahead for cost, _ in ranked[1:])

    def _ranked(self, t_s: float) -> list[tuple[float, Branch]]:
        return self._weigher.ranked(t_s)


def _brief_stops(line: Link | None) -> list[int]:
    """The last plies whose piece went on unseen, or so soon that a scan may have missed where it really stood."""
    found = []
    for _ in range(LOOKED_AT_PLY):
        reply = None if line is None else line.before
        stop = None if reply is None else reply.before
        if line is None or stop is None:
            break
        same = line.move.from_square == stop.move.to_square
        brief = same and (stop.hidden or line.lifted_s - stop.landed_s < costs.SCAN_S)
        if brief and stop.expected[stop.move.from_square] not in "Pp":
            found.append(stop.number)
        line = reply
    return found


def _ways_back(story: Story, plies: int) -> int:
    """How many plies before a place in the line may be taken back, if only as they were made."""
    back = 0
    while back < min(BACK_PLY, plies) and story.plies[plies - back - 1].legal:
        back += 1
    return back


def _chain(story: Story, start: int, link: Link | None, end: int | None = None) -> Link | None:
    """The plies that the story has after so many, and up to so many, put to a line."""
    board, placed = story.before(len(story.plies) - start)
    for n, ply in enumerate(story.plies[start:end], number_of(link) + 1):
        link = Link(link, ply.move, NEVER_S, NEVER_S, board, placed, hidden=False, number=n)
        board = board.copy(stack=False)
        board.push(ply.move)
        board.clear_stack()
        placed = letters(board)
    return link
