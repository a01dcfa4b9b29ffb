"""What is moved while the clock stands: before it first runs, and in a pause or after the end of a game."""

from collections.abc import Sequence

from dgt_monitor.game import explain
from dgt_monitor.game.changes import Change, Ply
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.story import Story

SCAN_S = 1.0
"""So long after the clock was stopped a change may still belong to the move before: four scans (hands, 4; chosen)."""
MOST_MOVED = 4
"""More squares than one piece or one castling changes: pieces were knocked over, are put away, or a game is lost from
sight (chosen)."""
SHUFFLED_PLY = 8
"""So many plies before the clock first runs are a game that is played, whatever the clock says (chosen)."""


class Pause:
    """What is moved while the clock stands belongs to no game, unless the clock runs again with it on the board."""

    __slots__ = ("_aside", "_since_s", "lost")

    def __init__(self, since_s: float) -> None:
        self._since_s = since_s
        self._aside: Opinion | None = None
        """What is moved, followed for itself; None as long as nothing is."""
        self.lost = False
        """So much stood wrong before anything was moved in it that the game was lost from sight."""

    def is_apart(self, t_s: float) -> bool:
        """Whether a change at this time is none of the game."""
        return t_s > self._since_s + SCAN_S

    @property
    def moved(self) -> bool:
        """Whether anything has been moved."""
        return self._aside is not None

    def begin(self, story: Story) -> None:
        """Something is about to be moved: follow it from where the game stands."""
        if self._aside is None:
            self.lost = len(story.debts) > MOST_MOVED
            self._aside = Opinion(story.board.copy(stack=False), story.seen)

    def over(self) -> None:
        """What was moved is undone and the game stands as its line has it, or it is held against that line itself."""
        self._aside = None

    def note(self, t_s: float, square: int, piece: str, *, dated: bool) -> None:
        """A square has changed; the shared placement holds its new letter already."""
        if self._aside is not None:
            self._aside.note(t_s, square, piece, dated=dated)

    def look(self, t_s: float, *, observed: bool) -> None:
        """Understand what stands now."""
        aside = self._aside
        if aside is None or (observed and not aside.landed()):
            return
        if aside.explain(t_s, observed=observed) is None:
            aside.take_back(t_s, aside.plies_back(t_s))

    def plies(self) -> list[Ply]:
        """The plies that explain what stands now, if some do."""
        story = None if self._aside is None else self._aside.story
        return [] if story is None or story.debts else story.plies


def resumed(t_s: float, opinion: Opinion, apart: Sequence[Ply]) -> Sequence[Change] | None:
    """The clock runs again: what stands is the game, back or gone on while it stood; None where nothing explains it.

    `apart` are the plies of the pause. A return in it is a restoration and no play (7.5).
    """
    story = opinion.story
    story.look_again(t_s)
    back = opinion.plies_back(t_s) if story.debts else 0
    if back:
        return opinion.take_back(t_s, back)
    if apart and story.debts:
        return opinion.go_back(t_s, [*story.plies, *apart])[1]
    return opinion.explain(t_s, observed=False)


def first_run(t_s: float, opinion: Opinion) -> list[Change]:
    """The clock runs for the first time: what was moved before counts nothing, but one move then standing is move 1."""
    story = opinion.story
    board, placed = story.before(len(story.plies))
    if story.expected == placed:
        return opinion.go_back(t_s, [])[1]
    first = Story(board, story.expected.copy())
    move = explain.next_move(first) if len(story.plies) > 1 else None
    return [] if move is None else opinion.go_back(t_s, [first.make(move, t_s, "seen")])[1]
