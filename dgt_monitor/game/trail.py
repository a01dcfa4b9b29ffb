"""What a board has told of its squares, in order: what its own log is held against after an outage."""

import sys
from array import array

MOST = 8_192
"""Changes kept: twice what a board's log of 7936 bytes can hold (protocol 3.1)."""
KEPT_BEFORE = 64
"""Changes from before a game that are compared: the pieces being set up, which no two games share (chosen)."""


class Trail:
    """Changes of squares in the board's own numbering. A position in it is the number of changes before it."""

    __slots__ = ("_dropped", "_words", "add", "began", "start")

    def __init__(self) -> None:
        self._words = array("H")
        self._dropped = 0
        self.add = self._words.append
        """A square has changed: `word_of` the change. On the way of every update, so it is no more than this."""
        self.began = 0
        """Where the present game began."""
        self.start = ""
        """What stood on the board then, in its own numbering; empty before the first game."""

    def __deepcopy__(self, memo: dict[int, object]) -> "Trail":
        """A copy of what the present game needs: each game of a board keeps one, for as long as it can be ruled on."""
        other = Trail()
        first = max(0, self.began - KEPT_BEFORE - self._dropped)
        other._words.extend(self._words[first:])  # `add` belongs to this very array
        other._dropped, other.began, other.start = self._dropped + first, self.began, self.start
        return other

    def __len__(self) -> int:
        return self._dropped + len(self._words)

    def trim(self) -> None:
        """Forget the oldest changes if there are too many."""
        if len(self._words) > MOST:
            dropped = len(self._words) - MOST // 2
            self._dropped += dropped
            del self._words[:dropped]

    def begin(self, placement: str) -> None:
        """A game begins with this placement."""
        self.began, self.start = len(self), placement

    def cut(self, at: int) -> None:
        """Forget what came from there on."""
        del self._words[max(0, at - self._dropped) :]

    def of_game(self, until: int) -> bytes | None:
        """The changes of the present game up to there, as `as_told`; None if they are not all kept."""
        if not self.start or self.began < self._dropped or until < self.began:
            return None
        return _bytes(self._words[self.began - self._dropped : until - self._dropped])

    def since(self, at: int) -> bytes | None:
        """The changes of the present game from there on, as `as_told`; None if the game's are not all kept."""
        if not self.start or self.began < self._dropped or at < self.began:
            return None
        return _bytes(self._words[at - self._dropped :])

    def before_game(self) -> bytes:
        """The last changes before the present game began, as `as_told`."""
        end = max(0, self.began - self._dropped)
        return _bytes(self._words[max(0, end - KEPT_BEFORE) : end])


def word_of(square: int, piece: str) -> int:
    """A change as a trail keeps it."""
    return square | ord(piece) << 8


def as_told(square: int, piece: str) -> bytes:
    """A change as a trail tells it: two bytes."""
    return bytes((square, ord(piece)))


def _bytes(words: "array[int]") -> bytes:
    if sys.byteorder == "big":
        words = array("H", words)
        words.byteswap()
    return words.tobytes()
