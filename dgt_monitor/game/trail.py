"""What a board has told of its squares, in order: what its own log is held against after an outage."""

MOST_BYTES = 16_384
"""Changes kept, at two bytes each: three times what a board's log of 7936 bytes can hold (protocol 3.1)."""
KEPT_BEFORE = 64
"""Changes from before a game that are compared: the pieces being set up, which no two games share (chosen)."""


class Trail:
    """Changes of squares in the board's own numbering. A position in it is the number of changes before it."""

    __slots__ = ("_bytes", "_dropped", "began", "start")

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._dropped = 0
        self.began = 0
        """Where the present game began."""
        self.start = ""
        """What stood on the board then, in its own numbering; empty before the first game."""

    def __len__(self) -> int:
        return self._dropped + len(self._bytes) // 2

    def add(self, square: int, piece: str) -> None:
        """A square has changed."""
        told = self._bytes
        told.append(square)
        told.append(ord(piece))
        if len(told) > MOST_BYTES:
            self._dropped += MOST_BYTES // 4
            del told[: MOST_BYTES // 2]

    def begin(self, placement: str) -> None:
        """A game begins with this placement."""
        self.began, self.start = len(self), placement

    def cut(self, at: int) -> None:
        """Forget what came from there on."""
        del self._bytes[max(0, at - self._dropped) * 2 :]

    def of_game(self, until: int) -> bytes | None:
        """The changes of the present game up to there; None if they are not all kept."""
        if not self.start or self.began < self._dropped or until < self.began:
            return None
        return bytes(self._bytes[(self.began - self._dropped) * 2 : (until - self._dropped) * 2])

    def before_game(self) -> bytes:
        """The last changes before the present game began."""
        end = max(0, self.began - self._dropped) * 2
        return bytes(self._bytes[max(0, end - 2 * KEPT_BEFORE) : end])


def as_told(square: int, piece: str) -> bytes:
    """A change as a trail keeps it."""
    return bytes((square, ord(piece)))
