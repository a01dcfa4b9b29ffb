"""Where a game begins on one board: from an array that stands, or in its middle, from a placement at rest."""

from dgt_monitor.game import beginning
from dgt_monitor.game.beginning import Setup, Start
from dgt_monitor.game.meanwhile import stands_unseen
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import CLOSE_S
from dgt_monitor.game.untold import Untold


class Joining:
    """The placement at rest from which a game may be joined, and what it is held against."""

    __slots__ = ("_rested", "_setup")

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._rested: list[str] = []
        """A placement at rest from which a game may be joined: before a game, or after one was lost from sight."""

    def learn(self, setup: Setup) -> None:
        """It is held against this from now on."""
        self._setup = setup

    def first(self, seen: list[str]) -> Start | None:
        """How the first game of the board begins, if it does now."""
        start = beginning.start_standing(seen, self._setup, first=True)
        if start is None and self._rested:
            start = beginning.joined_at(self._rested, seen)
        return start

    def next(self, seen: list[str]) -> Start | None:
        """The array of a next game, if one stands."""
        return beginning.start_standing(seen, self._setup, first=False)

    def rests(self, seen: list[str]) -> None:
        """Pieces stand and no game is known: perhaps it is in its middle, or is played though set up wrong."""
        self._rested = seen.copy() if beginning.could_be_a_game(seen) else []

    def begun(self, seen: list[str], *, lost: bool) -> None:
        """A game has begun; `lost`: after one that was lost from sight."""
        self._rested = seen.copy() if lost else []

    def is_lost(self, story: Story | None, untold: Untold) -> bool:
        """Whether what stands otherwise than the game has it came about unseen, and nothing has explained it since.

        Or in a game joined after that: whether no move has shown yet that the right side was taken to be to move.
        """
        if not untold.lost or story is None:
            return False
        return stands_unseen(story, untold) or (bool(self._rested) and not story.plies)

    def found_again(
        self, t_s: float, seen: list[str], story: Story, untold: Untold, *, white_to_move: bool | None
    ) -> Start | None:
        """Nothing explains what stands after an outage: watch on from there, if it is known who is to move."""
        waits = t_s < untold.memory_until_s - CLOSE_S
        if waits or not self.is_lost(story, untold) or not untold.is_over or not beginning.could_be_a_game(seen):
            return None
        self._rested = seen.copy()
        return None if white_to_move is None else beginning.standing(seen, white_first=white_to_move)

    def joined_again(self, seen: list[str]) -> Start | None:
        """The first move after a placement that nothing explained tells whose turn it was there; else this is one."""
        start = beginning.joined_at(self._rested, seen, turned=False) if self._rested else None
        if start is None:
            self.rests(seen)
        return start
