"""The results of a board's games that are over. Copies share what none of them has changed since. Pure.

A board is copied whenever a game begins on it, and the last copies are kept; of a day with many games each would hold
all results again.
"""

from collections.abc import Iterator

from dgt_monitor.hall.copying import copied
from dgt_monitor.hall.results import Results

_Chain = tuple[int, Results, "_Chain"] | None
"""Game, its result, and those before; of a game that is in it twice the first counts."""


class EndedResults:
    """By the numbers of the games. What `to_change` gives is this one's own until the next copy is made."""

    __slots__ = ("_own", "_shared")

    def __init__(self, shared: _Chain = None) -> None:
        self._shared = shared
        """Nobody changes these."""
        self._own: dict[int, Results] = {}

    def keep(self, game: int, results: Results) -> None:
        """This game is over."""
        self._own[game] = results

    def to_change(self, game: int) -> Results | None:
        """The result of this game; None: there is none."""
        if game not in self._own:
            shared = next((each for number, each in _all(self._shared) if number == game), None)
            if shared is None:
                return None
            self._own[game] = copied(shared, shared.held_in_common())
        return self._own[game]

    def look(self, game: int) -> Results | None:
        """The same, only to be looked at."""
        own = self._own.get(game)
        return own or next((each for number, each in _all(self._shared) if number == game), None)

    def items(self) -> list[tuple[int, Results]]:
        """All of them in the order of their games, only to be looked at."""
        found = dict(self._own)
        for game, results in _all(self._shared):
            found.setdefault(game, results)
        return sorted(found.items())

    def copy(self) -> "EndedResults":
        """The same results, to be changed for themselves."""
        for game, results in self._own.items():
            self._shared = game, results, self._shared
        self._own = {}
        return EndedResults(self._shared)

    def __deepcopy__(self, memo: dict[int, object]) -> "EndedResults":
        """As a board is copied; in a hall where other rulings count nothing is shared."""
        if all(results.is_of_hall(memo) for _, results in self.items()):
            return self.copy()
        other = EndedResults()
        other._own = {game: copied(results, memo) for game, results in self.items()}
        return other


def _all(chain: _Chain) -> Iterator[tuple[int, Results]]:
    while chain is not None:
        game, results, chain = chain
        yield game, results
