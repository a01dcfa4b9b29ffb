"""What the weighing and the tracker make of a game's reports, to be held against the truth.

`python -m tests.game.held_against 1 500` plays 500 games from seed 1 on and shows the shortest that go wrong.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.changes import Began, Certain, Change, Uncertain
from dgt_monitor.game.placement import letters
from dgt_monitor.game.tracker import Tracker, plies_of
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import Link, line_of, number_of
from dgt_monitor.game.weighing.weigher import Weigher
from tests.game.exhaustive import Line, Search
from tests.game.interleaved import MOST_PLIES, Evidence, Game, game

REST_S = 12.0
"""The board is left alone for so long at the end: stories that differ are not weighed again after that."""

KINDS = get_args(Evidence)
SHOWN = 6
"""Games of each kind that are shown."""

Verdict = Literal["right", "not sure", "wrong"]
"""`right`: what is shown was played. `not sure`: it was not, and that is said of every ply that differs."""


# --- the weighing by itself -------------------------------------------------------------------------------------


def told(played: Game) -> Weigher:
    """All reports told to a weigher that begins where the game did."""
    placed = letters(played.board)
    weigher = Weigher(played.board.copy(), placed, placed.copy(), {})
    for t_s, square, piece in played.reports:
        weigher.seen[square] = piece
        weigher.field(t_s, square, piece, t_s)
    return weigher


def stories(weigher: Weigher) -> set[Line]:
    """The lines of all branches, and of those that they remember to have been near."""
    return {line for branch in weigher.branches for line in _lines(branch)}


def _lines(branch: Branch) -> set[Line]:
    own = _uci(branch.line)
    return {own} | {_uci(rival.other) + own[number_of(rival.link) :] for rival in branch.rivals}


def _uci(link: Link | None) -> Line:
    return tuple(link.move.uci() for link in line_of(link))


def is_kept(played: Game) -> bool:
    """Whether the truth is among the stories at the end."""
    return played.line in stories(told(played))


# --- the tracker ------------------------------------------------------------------------------------------------


class Shown:
    """What a tracker shows at the end of a game."""

    def __init__(self, played: Game) -> None:
        self._tracker = Tracker(Setup(played.board.fen(), chess960=played.board.chess960))
        self._doubts: list[int] = []
        self.games = 0
        self._take(self._tracker.dump(0.0, "".join(letters(played.board))))
        for t_s, square, piece in played.reports:
            self._until(t_s)
            self._take(self._tracker.field(t_s, square, piece))
        self._until(played.reports[-1][0] + REST_S)
        plies = plies_of(self._tracker.story)
        self.line: Line = tuple(ply.move.uci() for ply in plies)
        self._sure = [ply.sure for ply in plies]
        self.owes = self._tracker.story is None or bool(self._tracker.story.debts)

    def verdict(self, truth: Line) -> Verdict:
        """Of the plies that differ, one after the other; where some are missing, of the next one."""
        if self.line == truth:
            return "right"
        differ = [n for n, move in enumerate(self.line, 1) if truth[n - 1 : n] != (move,)]
        lasting = min(self._doubts, default=sys.maxsize)
        if not differ:
            return "not sure" if self.owes or lasting <= len(self.line) + 1 else "wrong"
        return "wrong" if any(self._sure[n - 1] and n < lasting for n in differ) else "not sure"

    def _until(self, t_s: float) -> None:
        while (due_s := self._tracker.due_s) <= t_s:
            self._take(self._tracker.tick(due_s))

    def _take(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if isinstance(change, Began):
                self.games, self._doubts = self.games + 1, []
            elif isinstance(change, Uncertain):
                self._doubts.append(change.number)
            elif isinstance(change, Certain):
                self._doubts = [number for number in self._doubts if number < change.number]


def verdict(played: Game) -> Verdict:
    """What the tracker makes of the game."""
    return Shown(played).verdict(played.line)


# --- by hand ----------------------------------------------------------------------------------------------------


def allowed(first: int, games: int) -> list[Game]:
    """So many games from a seed on whose truth the exhaustive search has among its lines."""
    found = (game(seed) for seed in range(first, first + games))
    return [one for one in found if Search(one.board, one.reports, MOST_PLIES).allows(one.moves)]


def _show(name: str, games: list[Game], is_wrong: Callable[[Game], bool], says: Callable[[Game], object]) -> None:
    wrong = sorted(filter(is_wrong, games), key=lambda one: (len(one.moves), len(one.reports)))
    share = {
        kind: f"{sum(g.evidence == kind for g in wrong)}/{sum(g.evidence == kind for g in games)}" for kind in KINDS
    }
    print(f"{name}: {share}; the shortest:")
    for one in [one for kind in KINDS for one in [one for one in wrong if one.evidence == kind][:SHOWN]]:
        print(one)
        print(f"  {says(one)}")


def _shown(one: Game) -> str:
    shown = Shown(one)
    return f"shown: {' '.join(shown.line)}; debts: {shown.owes}; games: {shown.games}"


def _kept(one: Game) -> str:
    return "; ".join(f"{cost:.1f} {' '.join(_uci(branch.line))}" for cost, branch in told(one).ranked(99.0)[:4])


if __name__ == "__main__":
    chosen = allowed(int(sys.argv[1]), int(sys.argv[2]))
    _show("truth not among the weigher's stories", chosen, lambda one: not is_kept(one), _kept)
    _show("not sure", chosen, lambda one: verdict(one) == "not sure", _shown)
    _show("sure and wrong", chosen, lambda one: verdict(one) == "wrong", _shown)
