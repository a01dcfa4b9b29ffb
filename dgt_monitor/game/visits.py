"""How often each placement has stood on a board by what it told, whatever moves were made of that.

Where the moves are in doubt this is what is left: five times the same pieces on the same squares, each time put there
by the same side, is a repetition that nobody may overlook, though it cannot be said which plies it was.
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.trail import Trail

AGAIN_AFTER: Final = 4
"""Turns of the two sides until a position can stand again: each has to go and to come back."""
GONE_AFTER: Final = 4
"""Landings after which a piece that was lifted is taken for captured, and one that came from nowhere for new
(chosen: a reply into a move that is not finished, twice)."""

Key = tuple[str, bool]
"""What stands, and whether White put a piece there last."""


class Visits:
    """Counts, read from the trail of a game only as far as somebody asks.

    A piece in a hand counts as standing where it stood: so a reply that was begun too early hides nothing.
    """

    __slots__ = (
        "_began",
        "_came",
        "_counts",
        "_landings",
        "_lifted",
        "_most",
        "_placed",
        "_read",
        "_seen",
        "_turns",
        "_white",
    )

    def __init__(self) -> None:
        self._begin(Trail())
        self._began = -1

    def _begin(self, trail: Trail) -> None:
        self._began = self._read = trail.began
        self._seen = list(trail.start)
        """What the board says, in its own numbering."""
        self._placed = self._seen.copy()
        """The same with pieces that were lifted still on their squares."""
        self._lifted: dict[int, int] = {}
        """Squares whose piece is in a hand, with the number of landings before it was lifted."""
        self._came: dict[int, int] = {}
        """Squares to which a piece came that is missing nowhere yet, with the number of landings before."""
        self._landings = self._turns = 0
        self._most = 1
        """The highest of the counts."""
        self._white: bool | None = None
        """Whose landing was the last."""
        start = "".join(self._seen)
        self._counts: dict[Key, tuple[int, int]] = {(start, True): (1, 0), (start, False): (1, 0)}
        """How often, and at which turn last."""

    def count(self, trail: Trail, placement: Sequence[str], *, white_moved: bool, rotated: bool) -> int:
        """How often this placement, seen from White's side, was told after a landing of this side's in this game."""
        if self.most(trail) == 0:
            return 0
        key = "".join(reversed(placement) if rotated else placement)
        return self._counts.get((key, white_moved), (0, 0))[0]

    def most(self, trail: Trail) -> int:
        """How often the placement that was told most often was; 0 where nobody knows."""
        if trail.began != self._began or self._read > len(trail):
            self._begin(trail)
        told = trail.since(self._read)
        if told is None or not self._seen:
            return 0
        for at in range(0, len(told), 2):
            self._tell(told[at], chr(told[at + 1]))
        self._read = len(trail)
        return self._most

    def _tell(self, square: int, piece: str) -> None:
        before, self._seen[square] = self._seen[square], piece
        if piece == EMPTY:
            self._leaves(square, before)
        elif piece == self._placed[square] and square in self._lifted:
            del self._lifted[square]  # put back
        else:
            self._lands(square, piece)

    def _leaves(self, square: int, letter: str) -> None:
        came = next((at for at in self._came if at != square and self._seen[at] == letter), None)
        self._came.pop(square, None)
        if came is None:
            self._lifted[square] = self._landings
            return
        del self._came[came]
        self._placed[square] = EMPTY
        self._note(letter)

    def _lands(self, square: int, piece: str) -> None:
        self._lifted.pop(square, None)
        self._landings += 1
        origin = next((at for at in reversed(self._lifted) if self._placed[at] == piece), None)
        self._placed[square] = piece
        if origin is None:
            self._came[square] = self._landings
        else:
            del self._lifted[origin]
            self._placed[origin] = EMPTY
        self._forget()
        self._note(piece)

    def _forget(self) -> None:
        """What was lifted long ago is captured; what came long ago has come."""
        long_ago = self._landings - GONE_AFTER
        for square in [square for square, at in self._lifted.items() if at < long_ago]:
            del self._lifted[square]
            self._placed[square] = EMPTY
        for square in [square for square, at in self._came.items() if at < long_ago]:
            del self._came[square]

    def _note(self, letter: str) -> None:
        """A side has put down this piece."""
        if letter.isupper() is not self._white:
            self._white, self._turns = letter.isupper(), self._turns + 1
        if self._came:
            return
        key = ("".join(self._placed), self._white)
        number, at = self._counts.get(key, (0, -AGAIN_AFTER))
        if self._turns - at >= AGAIN_AFTER:
            self._counts[key] = (number + 1, self._turns)
            self._most = max(self._most, number + 1)
