"""What is told of a view, made once for all screens that are as far."""

from collections.abc import Iterator
from typing import Final

from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.viewing.changes import HallNow, board_changes, changes
from dgt_monitor.viewing.words import told

PIECE_BYTES: Final = 32 * 1024
"""Messages are put together up to so much (chosen: a system call for each cost more than all else)."""


class _Batch:
    """Pieces that are made as the first screen takes them; the others take the same bytes."""

    def __init__(self, old: HallView, pieces: Iterator[bytes]) -> None:
        self._old = old
        """Held, so that its id stays its own."""
        self._pieces = pieces
        self._made: list[bytes] = []
        self._error: Exception | None = None
        """Why it can be made no further: nobody is to take what came before for all of it."""

    def __iter__(self) -> Iterator[bytes]:
        number = 0
        while True:
            if number == len(self._made):
                piece = self._next()
                if piece is None:
                    return
                self._made.append(piece)
            yield self._made[number]
            number += 1

    def _next(self) -> bytes | None:
        if self._error is not None:
            raise self._error
        try:
            return next(self._pieces, None)
        except Exception as error:
            self._error = error
            raise


class Batches:
    """What leads to the latest view from those that screens have."""

    def __init__(self) -> None:
        self._view: HallView | None = None
        self._boards: dict[tuple[int, int, int], tuple[BoardView | None, BoardView, bytes]] = {}
        """What was made of a board; the views are held so that their ids stay theirs."""
        self._batches: dict[int, _Batch] = {}
        """By the id of the view from which each leads."""

    def begin(self, view: HallView) -> None:
        """This is the latest view now."""
        self._view = view
        self._boards.clear()
        self._batches.clear()

    def leading(self, old: HallView | None, new: HallView) -> Iterator[bytes]:
        """What is to be told of a view, made piece by piece as it is read."""
        if old is None or new is not self._view:
            return _joined(self._frames(old, new))  # of the first view nobody shares more than boards
        batch = self._batches.get(id(old))
        if batch is None:
            batch = self._batches[id(old)] = _Batch(old, _joined(self._frames(old, new)))
        return iter(batch)

    def _frames(self, old: HallView | None, new: HallView) -> Iterator[bytes]:
        for each in changes(old, new):
            yield told(each) if isinstance(each, HallNow) else self._board(new, *each)

    def _board(self, view: HallView, before: int, old: BoardView | None, board: BoardView) -> bytes:
        if view is not self._view:  # told to one who reads slowly
            return told(board_changes(before, old, board))
        key = before, id(old), id(board)
        if key not in self._boards:
            self._boards[key] = old, board, told(board_changes(before, old, board))
        return self._boards[key][2]


def _joined(frames: Iterator[bytes]) -> Iterator[bytes]:
    parts: list[bytes] = []
    size = 0
    for frame in frames:
        parts.append(frame)
        size += len(frame)
        if size >= PIECE_BYTES:
            yield b"".join(parts)
            parts, size = [], 0
    if parts:
        yield b"".join(parts)
