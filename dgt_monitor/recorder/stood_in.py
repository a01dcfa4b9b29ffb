"""Which board on a table stood in the place of a board of the hall, and since when its readings tell of the game there.

A spare that takes a place has often said something of its game before anybody ruled so.
"""

from collections.abc import Iterator, Sequence, Set
from math import inf
from typing import NamedTuple

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.link import Link
from dgt_monitor.journal.reading import Damage, Journal
from dgt_monitor.recorder.rebuilding import empty_hall, feed
from drivers.source import Stamped


class Span(NamedTuple):
    """From this time on what one board on a table said counts."""

    since_s: float
    device: int
    """It is called by the number of the board of the hall that it was first."""


class _Taken(NamedTuple):
    """A spare came to stand in a place."""

    number: int
    """Of the ruling."""
    seat: int
    other: int
    since_s: float
    """When the position of the game stood on it."""
    ruled_s: float


class Devices:
    """The boards on tables, whichever boards of the hall they are at the moment."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._seen: dict[int, tuple[Link, int]] = {}
        self.now: dict[int, Link] = {}
        """By numbers of boards of the hall."""

    def at(self, port: str, address: int | None) -> int | None:
        """The one that answers there."""
        board = self._hall.board_at(port, address)
        if board is None:
            return None
        self.now.setdefault(board.number, board.link)
        return self._seen.setdefault(id(board.link), (board.link, board.number))[1]

    def changed(self) -> list[int]:
        """The boards of the hall in whose places others stand since this was asked last."""
        boards = {number: self._hall.board(number) for number in self.now}
        links = {number: board.link for number, board in boards.items() if board is not None}
        out = [number for number, link in links.items() if link is not self.now[number]]
        self.now.update(links)
        return out


def spans_of(journal: Journal, name: str) -> tuple[int | None, Sequence[Span]]:
    """The number of the board that has this name in the end, and what stood there when, in order."""
    hall, damage, takings = empty_hall(journal), list[Damage](), list[_Taken]()
    devices = Devices(hall)
    for entry, _ in feed(hall, journal.rows, damage):
        if entry is None:
            continue
        if entry.row.kind == "reading":
            devices.at(entry.row.port or "", entry.row.address)
        elif isinstance(entry.value, Ruling):
            changed = devices.changed()
            if entry.value.kind == "spare" and changed:
                takings.append(_taken(hall, entry.value, changed))
    mine = hall.number_of(name)
    counting = [each for each in takings if each.number not in hall.alert_numbers.undone]
    return mine, () if mine is None else _spans(mine, counting)


def _taken(hall: Hall, ruling: Ruling, changed: Sequence[int]) -> _Taken:
    seat = next(number for number in changed if hall.name_of(number) == ruling.board)
    other = next(number for number in changed if number != seat)
    board = hall.board(seat)
    came = None if board is None else board.kept.came
    if board is None or came is None or came[1].ruling.number != ruling.number:
        return _Taken(ruling.number, seat, other, ruling.t_s, ruling.t_s)
    return _Taken(ruling.number, seat, other, board.kept.times[came[0]], ruling.t_s)


def _spans(mine: int, takings: Sequence[_Taken]) -> Sequence[Span]:
    stands: dict[int, int] = {}
    out = [Span(-inf, mine)]
    for each in takings:
        seat, other = stands.get(each.seat, each.seat), stands.get(each.other, each.other)
        stands |= {each.seat: other, each.other: seat}
        if mine in (each.seat, each.other):
            since_s = each.since_s if mine == each.seat else each.ruled_s
            out.append(Span(max(since_s, out[-1].since_s), stands[mine]))
    return out


def said_by_devices(journal: Journal, hall: Hall, wanted: Set[int]) -> Iterator[tuple[int, Stamped]]:
    """What these boards on tables said, each when the hall, which knew nothing before, has heard it."""
    damage, devices = list[Damage](), Devices(hall)
    for entry, _ in feed(hall, journal.rows, damage):
        if entry is not None and entry.row.kind == "reading":
            port, address = entry.row.port or "", entry.row.address
            device = devices.at(port, address)
            if device is not None and device in wanted:
                yield device, Stamped(entry.t_s, port, address, entry.value)  # type: ignore[arg-type]
