"""Which readings are worth a row: all but those from which nothing follows.

A clock that only counts down says nothing that is not known, nor do squares that are told again as they stand, nor a
line that is asked again and again whether its board is still there, and answers. In a hall of 200 boards that is nine
rows in ten. Two of these may be kept after all. A question that found no answer within a second; and of the answers
with a board's number the last one, where anything may hang on until when the board was itself for sure: it is written
late then, with its own time, and read back in order of time.
"""

from collections.abc import Callable
from typing import Final

from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.link import UNANSWERED_S
from drivers.readings import (
    MEMORY_ASKED,
    Asked,
    BoardDump,
    Clock,
    Complaint,
    Identity,
    LineDown,
    LineUp,
    Reading,
    Score,
)
from drivers.source import Stamped

Place = tuple[str, int | None]
BoardAt = Callable[[str, int | None], HallBoard | None]
_NOT_SPOKEN: Final = (LineUp, LineDown, Asked, Complaint)


class _Held:
    """What of one place waits to become a row, or not."""

    __slots__ = ("asked", "identity", "missed")

    def __init__(self) -> None:
        self.asked: Stamped | None = None
        self.identity: Stamped | None = None
        self.missed = False
        """A question was kept, and no answer since."""


class Keeping:
    """Sorts readings before the hall takes them in; `board_at` tells what the hall knows of a place."""

    def __init__(self, board_at: BoardAt) -> None:
        self._board_at = board_at
        self._held: dict[Place, _Held] = {}
        self._asked: dict[Place, float] = {}
        """Until when each question that is held waits for its answer; the earliest first."""

    def take(self, t_s: float, port: str, address: int | None, reading: Reading) -> list[Stamped]:
        """The rows to be written now, this reading among them or not; an earlier time may stand after a later one."""
        place = port, address
        held = self._held.get(place)
        board = self._board_at(port, address)
        if held is None:
            held = self._held[place] = _Held()
        stamped = Stamped(t_s, port, address, reading)
        if board is None or board.link.heard_as in ("lost", "silent"):
            return [*self._identities(), *self._all_of(place, held), stamped]
        kind = type(reading)
        if kind is Asked and reading != Asked(MEMORY_ASKED):
            before, held.asked = held.asked, stamped
            self._asked.pop(place, None)
            self._asked[place] = t_s + UNANSWERED_S
            if before is None:
                return []
            held.missed = True
            return [before]
        if kind in _NOT_SPOKEN:
            return [*self._all_of(place, held), stamped]
        return self._spoken(place, held, board, stamped)

    def _spoken(self, place: Place, held: _Held, board: HallBoard, stamped: Stamped) -> list[Stamped]:
        if held.asked is not None:
            held.asked = None
            del self._asked[place]
        reading = stamped.reading
        if not held.missed and isinstance(reading, Clock | Identity | BoardDump | Score) and board.is_no_news(reading):
            if isinstance(reading, Identity) and (reading.serial or reading.long_serial):
                held.identity = stamped
            return []
        held.missed = False
        if isinstance(reading, Identity):
            return [*self._identities(), stamped]
        return [stamped]

    def _identities(self) -> list[Stamped]:
        """Somebody tells who it is: it may be found that boards were exchanged, here or on other lines."""
        out = [held.identity for held in self._held.values() if held.identity is not None]
        for held in self._held.values():
            held.identity = None
        return sorted(out, key=lambda stamp: stamp.t_s)

    def due(self, t_s: float) -> list[Stamped]:
        """It is now `t_s`: the questions that were not answered."""
        out = []
        while self._asked:
            place, until_s = next(iter(self._asked.items()))
            if until_s > t_s:
                break
            del self._asked[place]
            held = self._held[place]
            if held.asked is not None:
                out.append(held.asked)
                held.asked, held.missed = None, True
        return out

    def all(self) -> list[Stamped]:
        """It is over: what is held of every place."""
        return [each for place, held in self._held.items() for each in self._all_of(place, held)]

    def _all_of(self, place: Place, held: _Held) -> list[Stamped]:
        out = [each for each in (held.identity, held.asked) if each is not None]
        held.missed = held.missed or held.asked is not None
        held.identity = held.asked = None
        self._asked.pop(place, None)
        return out
