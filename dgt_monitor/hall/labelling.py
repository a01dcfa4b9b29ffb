"""Labels given out table by table: somebody lifts the white king and puts it back, and the board has the next label.

Readings in, labels out: no clock, no file. Times are those of the readings.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.hall.linked_board import serial_name
from dgt_monitor.tournament.places import number_of
from drivers.readings import BoardDump, FieldUpdate, Identity, LineDown, LineUp, Reading

SHORTEST_LIFT_S: Final = 0.2
"""A king that is away for less was not lifted: its square flickers (chosen: a hand takes longer)."""
LONGEST_LIFT_S: Final = 15.0
"""A king that is away for longer was not lifted for a label; it lies beside the board (chosen)."""
_HOME: Final = (chess.E1, chess.D8)
"""The white king's first square, on a board that lies as it should and on one that is turned."""
_HOME_960: Final = (*range(chess.A1, chess.H1 + 1), *range(chess.A8, chess.H8 + 1))

LabelAt = Callable[[int], str]
"""The label that is given as number 0, 1, 2, .."""


def labels_from(first: str, boards_per_match: int | None = None) -> LabelAt:
    """Labels counted up from `12`, or from `3.2` where a match has so many boards; ValueError if it is neither."""
    match, dot, board = first.rpartition(".")
    if boards_per_match is not None:
        if not (dot and match.isdecimal() and board.isdecimal() and 1 <= int(board) <= boards_per_match):
            raise ValueError(f"{first!r} is no match and board, such as 1.1, with {boards_per_match} boards in a match")
        start = int(match) * boards_per_match + int(board) - 1
        return lambda n: f"{(start + n) // boards_per_match}.{(start + n) % boards_per_match + 1}"
    found = re.fullmatch(r"(.*?)(\d{1,9})", first, re.DOTALL | re.ASCII)
    if found is None or dot:
        raise ValueError(f"{first!r} cannot be counted up from; for matches also say how many boards each has")
    return lambda n: f"{found[1]}{int(found[2]) + n:0{len(found[2])}}"


class _Lift(NamedTuple):
    t_s: float
    square: int


class _Place:
    """One line, or one address of a bus."""

    def __init__(self, address: int | None) -> None:
        self.address = address
        self.identity = Identity()
        self.seen: list[str] | None = None
        self.lift: _Lift | None = None
        self.clashes = False
        """Another king was up at the same time."""

    @property
    def number(self) -> str | None:
        """By what the tournament file knows the board; None: it has told nothing."""
        own = None if self.address is None else f"{self.address:05d}"
        return serial_name(self.identity) or own


class _Step(NamedTuple):
    """What was done last, to be taken back."""

    number: str | None
    """None: a label was skipped."""
    label: str
    before: dict[str, str]


class Labelling:
    """Gives out labels. Every method answers what is to be told to the person who walks from table to table."""

    def __init__(self, label_at: LabelAt, labels: Mapping[str, str], *, chess960: bool = False) -> None:
        self.labels = dict(labels)
        """Serial number of a board to its label: those from before, and those given since."""
        self._label_at = label_at
        self._homes = frozenset(_HOME_960 if chess960 else _HOME)
        self._places: dict[tuple[str, int | None], _Place] = {}
        self._given: dict[str, str] = {}
        """Those given since, by number without leading zeros."""
        self._steps: list[_Step] = []

    @property
    def next_label(self) -> str:
        """What the next board gets."""
        return self._label_at(len(self._steps))

    def read(self, t_s: float, port: str, address: int | None, reading: Reading) -> list[str]:
        """Take in what a board says."""
        place = self._places.setdefault((port, address), _Place(address))
        if isinstance(reading, Identity):
            self._identified(place, reading)
        elif isinstance(reading, LineUp | LineDown):
            place.seen = place.lift = None
        elif isinstance(reading, BoardDump):
            before, place.seen = place.seen, place.seen or list(reading.squares)
            if before is not None:
                changed = [n for n, piece in enumerate(reading.squares) if before[n] != piece]
                return [text for n in changed for text in self._square(t_s, place, n, reading.squares[n])]
        elif isinstance(reading, FieldUpdate) and place.seen is not None:
            return self._square(t_s, place, *reading)
        return []

    def skip(self) -> list[str]:
        """The next label is given to no board."""
        label = self.next_label
        self._steps.append(_Step(None, label, dict(self.labels)))
        return [f"{label} is left out; next is {self.next_label}"]

    def take_back(self) -> list[str]:
        """What was done last has not been done."""
        if not self._steps:
            return ["nothing was done that could be taken back"]
        step = self._steps.pop()
        self.labels = step.before
        if step.number is None:
            return [f"{step.label} is not left out; it is next"]
        del self._given[number_of(step.number)]
        return [f"{step.label} is taken back from board {step.number}; it is next"]

    def _identified(self, place: _Place, told: Identity) -> None:
        news = {key: value for key, value in told._asdict().items() if value is not None}
        known = {key: getattr(place.identity, key) for key in news}
        if any(known[key] not in (None, news[key]) for key in ("serial", "long_serial") if key in news):
            place.identity, place.lift = Identity(), None  # another board answers there
        place.identity = place.identity._replace(**news)

    def _square(self, t_s: float, place: _Place, square: int, piece: str) -> list[str]:
        assert place.seen is not None  # noqa: S101 - both callers know it
        before, place.seen[square] = place.seen[square], piece
        if before == "K" and piece == EMPTY and square in self._homes and place.lift is None:
            return self._lifted(t_s, place, square)
        lift = place.lift
        if lift is None or (piece != "K" and square != lift.square):
            return []
        if piece == EMPTY:
            return []
        place.lift = None
        if (piece, square) != ("K", lift.square) or not SHORTEST_LIFT_S <= t_s - lift.t_s <= LONGEST_LIFT_S:
            return []
        return [] if place.clashes else self._put_back(place)

    def _lifted(self, t_s: float, place: _Place, square: int) -> list[str]:
        others = [
            other
            for other in self._places.values()
            if other.lift is not None and other is not place and t_s - other.lift.t_s <= LONGEST_LIFT_S
        ]
        place.lift, place.clashes = _Lift(t_s, square), bool(others)
        if not others:
            return []
        for other in others:
            other.clashes = True
        named = " and ".join(f"{each.number or 'without a number'}" for each in (*others, place))
        return [f"kings are up on several boards at once ({named}): none gets a label; lift them one after the other"]

    def _put_back(self, place: _Place) -> list[str]:
        number, label = place.number, self.next_label
        if number is None:
            return ["this board tells no serial number: it can have no label"]
        if (its := self._given.get(number_of(number))) is not None:
            return [f"board {number} has {its} already: its king was lifted twice; next is {label}"]
        before = dict(self.labels)
        told = [f"{label} = board {number}; next is {self._label_at(len(self._steps) + 1)}"]
        for other, its in before.items():
            if number_of(other) == number_of(number):
                del self.labels[other]
                told += [f"board {number} was {its} before"] if its != label else []
            elif its == label:
                del self.labels[other]
                self._given.pop(number_of(other), None)
                told.append(f"board {other} was {label} before, and has no label now")
        self.labels[number] = label
        self._given[number_of(number)] = label
        self._steps.append(_Step(number, label, before))
        return told
