"""What one board has said in its present game, compactly, and what was ruled of it: from this a game follows again.

A game is a function of its own slice of the record. What says nothing that is not known is left out, as in the journal
(`recorder.keeping`); of a line that went silent, that it did.
"""

from array import array
from collections.abc import Iterator, Set
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from dgt_monitor.hall.entries import Ruling
from drivers.readings import FieldUpdate, Reading

if TYPE_CHECKING:  # a board has a slice
    from dgt_monitor.hall.board import HallBoard

OTHER: Final = 0xFFFF
"""In place of a square and its letter: the entry stands among the others."""


class Silent(NamedTuple):
    """The board did not answer; when it was heard last."""

    heard_s: float


class Away(NamedTuple):
    """The board is found elsewhere; since when nothing is known of it."""

    since_s: float


class Exchanged(NamedTuple):
    """Another board answers in its place; when it last told who it is, where nothing else followed from that."""

    sure_s: float | None


class Left(NamedTuple):
    """The game was taken off this board."""

    ruling: Ruling


class Parted(Protocol):
    """A game as it left a board."""

    kept: "Slice"

    def board(self) -> "HallBoard":
        """A board of its own, on which it stands as it did then."""


class Arrived(NamedTuple):
    """A game has come to this board."""

    ruling: Ruling
    game: Parted


What = Reading | Ruling | Silent | Away | Exchanged | Left | Arrived
"""One entry: something read, ruled, or found out."""


class Placed(NamedTuple):
    """A ruling on the past, and before which entry of the slice it is applied."""

    at: int
    ruling: Ruling
    since_s: float = -inf
    """What was due up to this time comes first."""


class Slice:
    """The entries of one game in order. A square that changed takes ten bytes."""

    __slots__ = ("began_s", "others", "placed", "sure_s", "times", "undone", "words")

    def __init__(self, undone: Set[int], began_s: float = 0.0) -> None:
        self.began_s = began_s
        """When the game began."""
        self.times = array("d")
        self.words = array("H")
        """Square and letter of each entry, or `OTHER`."""
        self.others: list[What] = []
        self.placed: list[Placed] = []
        """Rulings on the past, in the order in which they were made."""
        self.undone = undone
        """Numbers of the rulings that are as if they had not been made; the hall adds to them."""
        self.sure_s: float | None = None
        """When the board told who it is, and nothing else followed from that."""

    def __len__(self) -> int:
        return len(self.times)

    def add(self, t_s: float, what: What) -> None:
        """Something other than a square that changed."""
        self.times.append(t_s)
        self.words.append(OTHER)
        self.others.append(what)

    def with_later(self, other: "Slice") -> "Slice":
        """A slice of these entries and, after them, those of another one."""
        both = Slice(self.undone, self.began_s)
        both.times, both.words = self.times + other.times, self.words + other.words
        both.others, both.placed, both.sure_s = self.others + other.others, self.placed.copy(), other.sure_s
        return both

    def insert(self, at: int, t_s: float, what: What) -> None:
        """An entry before the one of this number, that is found out later."""
        self.others.insert(sum(word == OTHER for word in self.words[:at]), what)
        self.times.insert(at, t_s)
        self.words.insert(at, OTHER)

    def drop(self, at: int) -> None:
        """The entry of this number, which is none of a square, is none."""
        self.others.pop(sum(word == OTHER for word in self.words[:at]))
        self.times.pop(at)
        self.words.pop(at)

    def forget(self, number: int) -> bool:
        """Nothing follows from the ruling of this number; whether anything did."""
        before = len(self.others) + len(self.placed)
        self.placed = [each for each in self.placed if each.ruling.number != number]
        places = [at for at, word in enumerate(self.words) if word == OTHER]
        for at, what in reversed(list(zip(places, self.others, strict=True))):
            ruling = what.ruling if isinstance(what, Left | Arrived) else what
            if isinstance(ruling, Ruling) and ruling.number == number:
                self.drop(at)
        return len(self.others) + len(self.placed) < before

    def drop_last(self) -> None:
        """The last entry, which was none of a square, is none."""
        self.times.pop()
        self.words.pop()
        self.others.pop()

    def __iter__(self) -> Iterator[tuple[float, What]]:
        others = iter(self.others)
        for t_s, word in zip(self.times, self.words, strict=True):
            yield t_s, next(others) if word == OTHER else FieldUpdate(word & 63, chr(word >> 8))

    def rulings(self) -> list[Ruling]:
        """Everything that was ruled of this game."""
        gone = [what.ruling for what in self.others if isinstance(what, Left | Arrived)]
        ruled = [what for what in self.others if isinstance(what, Ruling)]
        return [*ruled, *gone, *(placed.ruling for placed in self.placed)]

    def has(self, number: int) -> bool:
        """Whether the ruling of this number is one of this game."""
        return number > 0 and any(ruling.number == number for ruling in self.rulings())

    @property
    def goings(self) -> list[tuple[int, Left | Arrived]]:
        """Which games came and went, not undone, each with its place among the entries."""
        return [each for each in self.all_goings if each[1].ruling.number not in self.undone]

    @property
    def all_goings(self) -> list[tuple[int, Left | Arrived]]:
        """The same, with those that are undone."""
        places = [number for number, word in enumerate(self.words) if word == OTHER]
        others = zip(places, self.others, strict=True)
        return [(number, what) for number, what in others if isinstance(what, Left | Arrived)]

    @property
    def came(self) -> tuple[int, Arrived] | None:
        """The game that is on the board because it came there, and where among the entries it did."""
        goings = self.goings
        number, last = goings[-1] if goings else (0, None)
        return (number, last) if isinstance(last, Arrived) else None

    @property
    def in_effect(self) -> list[Placed]:
        """The rulings on the past that are not undone."""
        return [each for each in self.placed if each.ruling.number not in self.undone]

    @property
    def ruled_s(self) -> Iterator[float]:
        """When the past of the game was ruled on, by what counts; of one that came here, since it did."""
        yield from (each.ruling.t_s for each in self.in_effect)
        came, there = self.came, [id(self)]
        before = came
        while came is not None and before is not None and id(before[1].game.kept) not in there:
            kept = before[1].game.kept
            there.append(id(kept))  # a game may come back to where it was
            yield from (each.ruling.t_s for each in kept.in_effect if each.ruling.t_s > came[1].ruling.t_s)
            before = kept.came

    @property
    def size_bytes(self) -> int:
        """What the squares take; the others are objects."""
        return len(self.times) * (self.times.itemsize + self.words.itemsize)
