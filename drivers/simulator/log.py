"""The board's own log of changes (EE_MOVES, protocol 3): a ring of bytes that is written as long as there is power.

What the protocol page leaves open is chosen here and said where it is. `drivers.dgt.memory` reads what this writes.
"""

from collections.abc import Sequence
from random import Random

from drivers.dgt.clock_codec import HOUR_S, MINUTE_S
from drivers.dgt.memory import END_OF_LOG, SOON_BIT, Tag
from drivers.dgt.messages import LOG_BYTES
from drivers.dgt.translate import LETTERS
from drivers.readings import EMPTY, Side

ERASED = 0x7F
"""A cell never written: ff, without bit 7 on the line (protocol 3.1)."""
SOON_S = 0.25
"""A change that comes sooner after the last is marked (protocol 3.2)."""
LEVER_S = 0.5
"""Of two presses of the lever within this time the second leaves no record. "Very fast", says protocol 3.3; chosen."""

_KEPT_BYTES = LOG_BYTES - 1
"""The end mark takes one cell of the ring (chosen: the dump has as many bytes as the ring and ends with the mark)."""
_SLACK_BYTES = 1024
"""So many bytes that the ring has lost already are kept before they are thrown away together."""
_CHANGE = 0x40
_CLOCKS: dict[Side, int] = {"right": 0x60, "left": 0x70}
_ARRAY = list("rnbqkbnr" + "p" * 8 + EMPTY * 32 + "P" * 8 + "RNBQKBNR")
"""The normal array in wire order, a8 first."""
_ARRAYS = {Tag.BEGIN_POSITION: _ARRAY, Tag.BEGIN_POSITION_ROTATED: _ARRAY[::-1]}
_POSITIONS = (*_ARRAYS, Tag.FOUR_ROWS, Tag.EMPTY_BOARD)
"""Positions the log marks when they come about."""
_MAY_LEAVE = 2
"""A position is marked again only after more pieces than these have left it (protocol 3.3)."""


class Ring:
    """Bytes of which the oldest are lost. Places are counted from the first byte ever written."""

    def __init__(self) -> None:
        self._data = bytearray()
        self.end = 0
        """Bytes ever written."""

    def append(self, data: bytes) -> None:
        """Write at the pointer."""
        self._data += data
        self.end += len(data)
        if len(self._data) > _KEPT_BYTES + _SLACK_BYTES:
            del self._data[:-_KEPT_BYTES]

    def drop_last(self, count: int) -> None:
        """Set the pointer back, so that what comes overwrites what came last."""
        del self._data[-count:]
        self.end -= count

    def between(self, begin: int, end: int) -> bytes:
        """The bytes written from one place to another, as far as they are still there."""
        first = self.end - len(self._data)
        lost = max(first, self.end - _KEPT_BYTES)
        return bytes(self._data[max(begin, lost) - first : max(end, lost) - first])

    def dump(self) -> bytes:
        """The whole ring from the oldest byte to the newest, cells never written first, and the end mark."""
        return self.between(0, self.end).rjust(_KEPT_BYTES, bytes((ERASED,))) + bytes((END_OF_LOG,))


class MoveLog:
    """What a board writes down. Squares and their order are those of the wire, pieces FEN letters, times seconds.

    `merges`: a change of the square that changed last takes the place of the last record (protocol 3.3, which does not
    say when exactly); what was handed out as news before is left as it is.
    """

    def __init__(self, *, merges: bool = False) -> None:
        self.ring = Ring()
        self.start = 0
        """Where the last start of a game was marked; if none was, where the power came last (chosen)."""
        self.told = 0
        """Up to where the records were handed out as news; at first up to where the power came last (chosen)."""
        self._start_marked = False
        self._merges = merges
        self._squares = [EMPTY] * 64
        self._marked: set[Tag] = set()
        """Positions that were marked and not left since."""
        self._last_square: int | None = None
        """Of the last record, if that is a change."""
        self._last_s: float | None = None
        self._before_s: float | None = None
        """When the change before the last was."""
        self._pressed_s: float | None = None

    def power_up(self, squares: Sequence[str], rng: Random) -> None:
        """The board begins to work with these pieces on it; they are listed in random order."""
        self.told = self.ring.end
        if not self._start_marked:
            self.start = self.ring.end
        self.ring.append(bytes((ERASED, ERASED, ERASED)))
        self._write_tag(Tag.POWER_UP)
        self._squares = list(squares)
        self._marked.clear()
        pieces = _occupied(squares)
        rng.shuffle(pieces)
        self._list(pieces)
        self._mark_positions()

    def start_game(self) -> None:
        """A game is marked as starting, and all pieces are listed."""
        self.start, self._start_marked = self.ring.end, True
        self._write_tag(Tag.START_GAME)
        self._list(_occupied(self._squares))

    def downloaded(self) -> None:
        """The whole log was sent."""
        self._write_tag(Tag.DOWNLOADED)

    def changed(self, t_s: float, square: int, piece: str) -> None:
        """A square has changed."""
        if self._merges and square == self._last_square and self.ring.end - 2 >= self.told:
            self.ring.drop_last(2)
        else:
            self._before_s = self._last_s
        soon = self._before_s is not None and t_s - self._before_s < SOON_S
        self.ring.append(_change(square, piece, soon=soon))
        self._last_square, self._last_s = square, t_s
        self._squares[square] = piece
        self._mark_positions()

    def halted(self, t_s: float, side: Side, time_s: int) -> None:
        """The lever was pressed, and this side stands at this time now."""
        fast = self._pressed_s is not None and t_s - self._pressed_s < LEVER_S
        self._pressed_s = t_s
        if not fast:
            hours, rest = divmod(time_s, HOUR_S)
            self._write(bytes((_CLOCKS[side] | hours, *map(_bcd, divmod(rest, MINUTE_S)))))

    def _mark_positions(self) -> None:
        squares = self._squares
        self._marked = {tag for tag in self._marked if _left(tag, squares) <= _MAY_LEAVE}
        for tag in _POSITIONS:
            if tag not in self._marked and _stands(tag, squares):
                self._marked.add(tag)
                self._write_tag(tag)

    def _list(self, pieces: Sequence[tuple[int, str]]) -> None:
        self._write(b"".join(_change(square, piece, soon=False) for square, piece in pieces))

    def _write_tag(self, tag: Tag) -> None:
        self._write(bytes((tag,)))

    def _write(self, record: bytes) -> None:
        self.ring.append(record)
        self._last_square = None


def _occupied(squares: Sequence[str]) -> list[tuple[int, str]]:
    return [(square, piece) for square, piece in enumerate(squares) if piece != EMPTY]


def _change(square: int, piece: str, *, soon: bool) -> bytes:
    return bytes((_CHANGE | (SOON_BIT if soon else 0) | LETTERS.index(piece), square))


def _bcd(value: int) -> int:
    return value // 10 << 4 | value % 10


def _stands(tag: Tag, squares: list[str]) -> bool:
    array = _ARRAYS.get(tag)
    if array is not None:
        return squares == array
    if tag is Tag.EMPTY_BOARD:
        return squares.count(EMPTY) == len(squares)
    middle_empty = squares[16:48].count(EMPTY) == 32
    return middle_empty and not _left(tag, squares) and squares not in _ARRAYS.values()


def _left(tag: Tag, squares: list[str]) -> int:
    """How many pieces have left a position; of the empty board, how many have come."""
    array = _ARRAYS.get(tag)
    if array is not None:
        return sum(piece not in (EMPTY, stands) for piece, stands in zip(array, squares, strict=True))
    if tag is Tag.EMPTY_BOARD:
        return len(squares) - squares.count(EMPTY)
    return squares[:16].count(EMPTY) + squares[48:].count(EMPTY)
