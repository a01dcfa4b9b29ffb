"""What stands on one board of a bus line, followed through its packets of changes; and when a game starts on it."""

from collections.abc import Sequence

from drivers.dgt.log_reading import ARRAY, RESTARTS, STANDING, listed_pieces
from drivers.dgt.memory import END_OF_LOG, RawRecord, Tag, parse_log
from drivers.readings import EMPTY, HaltedClock, LogChange, LogGap

_MIDDLE = slice(8, 56)


class News:
    """What a packet of changes brought."""

    __slots__ = ("changed", "damaged", "pressed", "restarted")

    def __init__(self) -> None:
        self.changed = False
        """Squares, or the lever."""
        self.pressed = False
        self.restarted = False
        self.damaged = False
        """Bytes that are no record: changes may be missing."""


class Standing:
    """The squares of one board as far as it told them."""

    def __init__(self) -> None:
        self.squares: str | None = None
        """64 letters, a1 first; None while not known."""
        self._pawn_left = True
        """Since the last marked start a pawn stood where none stands in an array: no game comes back to one then."""
        self._marked: str | None = None

    @property
    def starts(self) -> bool:
        """Whether a game can start here that is not marked: an array stands that no game has come back to."""
        squares = self.squares
        return squares is not None and is_array(squares) and (self._pawn_left or squares != self._marked)

    def marked(self) -> None:
        """The start is marked in the board's log."""
        self._marked, self._pawn_left = self.squares, False

    def dumped(self, squares: str) -> None:
        """A dump that counts."""
        self.squares = squares
        self._watch()

    def take(self, packet: bytes) -> News:
        """The records of a packet, in order."""
        records = parse_log(packet + bytes((END_OF_LOG,)), begins_whole=True)
        news = News()
        at = 0
        while at < len(records):
            at += self._record(records, at, news)
        return news

    def _record(self, records: Sequence[RawRecord], at: int, news: News) -> int:
        """Take what begins at `at`; answers how many records that were."""
        match records[at]:
            case LogChange(square, piece):
                news.changed = True
                if self.squares is not None:
                    self.squares = self.squares[:square] + piece + self.squares[square + 1 :]
                    self._watch()
            case HaltedClock():
                news.changed = news.pressed = True
            case LogGap():
                news.damaged = True
            case Tag.START_GAME:
                pieces = listed_pieces(records[at + 1 :])
                if pieces:
                    self.dumped("".join(pieces.get(number, EMPTY) for number in range(64)))
                return 1 + len(pieces)
            case Tag() as tag if tag in RESTARTS:
                news.restarted = True
                self.squares = None
            case Tag() as tag if tag in STANDING:
                self.dumped(STANDING[tag])
        return 1

    def _watch(self) -> None:
        """Look for a pawn in the middle: at once, since a whole game may pass between two starts."""
        if not self._pawn_left and self.squares is not None:
            middle = self.squares[16:48]
            self._pawn_left = "P" in middle or "p" in middle


def is_array(squares: str) -> bool:
    """Whether all pieces stand as at the start of a game, also one of Chess960, either way round."""
    return _is_array(squares) or _is_array(squares[::-1])


def _is_array(squares: str) -> bool:
    row = squares[:8]
    return (
        squares[_MIDDLE] == "P" * 8 + EMPTY * 32 + "p" * 8
        and sorted(row) == sorted(ARRAY[:8])
        and squares[56:] == row.lower()
    )
