"""The table of occurrences of one line of play: which position stood after which plies, with undo."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from dgt_monitor.laws.identity import PositionKey

ELSEWHERE_PLY: Final = -1
"""The ply of an occurrence that belongs to another story of the same game."""


class Occurrence(NamedTuple):
    """One occurrence of a position, chained to those before it; never changed, so it outlives any undo."""

    before: "Chain | None"
    ply: int
    least: int
    """Sure occurrences up to and with this one."""
    most: int
    """All occurrences up to and with this one, the merely possible ones included."""


Chain = int | Occurrence
"""The occurrences of a position: its only and sure ply (most stand once), or the last of a chain."""


def chain_plies(chain: Chain | None) -> tuple[int, ...]:
    """The plies of a chain in rising order, without those of other stories."""
    plies: list[int] = []
    while isinstance(chain, Occurrence):
        if chain.ply != ELSEWHERE_PLY:
            plies.append(chain.ply)
        chain = chain.before
    if chain is not None:
        plies.append(chain)
    plies.reverse()
    return tuple(plies)


class Occurrences:
    """Positions in the order they stood, and how often each; an operation costs the same at any length.

    A position pushed with `sure=False`, or named in `also`, raises `most` and not `least`.
    """

    __slots__ = ("_also", "_keys", "_peaks", "_repeated", "_table", "_unsure")

    def __init__(self) -> None:
        self._keys: list[PositionKey] = []
        self._table: dict[PositionKey, Chain] = {}
        self._repeated: dict[PositionKey, None] = {}
        self._peaks: list[int] = []
        self._unsure: set[int] = set()
        self._also: dict[int, tuple[PositionKey, ...]] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def copy(self) -> "Occurrences":
        """An independent table with the same content; the chains are shared, since they never change."""
        other = Occurrences()
        other._keys = self._keys.copy()
        other._table = self._table.copy()
        other._repeated = self._repeated.copy()
        other._peaks = self._peaks.copy()
        other._unsure = self._unsure.copy()
        other._also = self._also.copy()
        return other

    def push(self, key: PositionKey, sure: bool = True, also: Sequence[PositionKey] = ()) -> Chain:
        """Count the position that stands after the next ply; its chain, this occurrence included."""
        keys, table = self._keys, self._table
        ply = len(keys)
        if also:
            self._push_elsewhere(ply, also)
        seen = table.get(key)
        chain: Chain
        if seen is None:
            chain = ply if sure else Occurrence(None, ply, 0, 1)
        else:
            if isinstance(seen, int):
                earlier, least, most = seen, 1, 1
            else:
                _, earlier, least, most = seen
            if earlier >= 0:
                key = keys[earlier]  # one object for equal positions
            if most == 1:
                self._repeated[key] = None
            # tuple.__new__ leaves out the Python frame of the generated constructor.
            chain = tuple.__new__(Occurrence, (seen, ply, least + sure, most + 1))
            # The record rises by at most one a ply, so the plies at which it rose tell it at any time.
            if least > len(self._peaks):
                self._peaks.append(ply)
        if not sure:
            self._unsure.add(ply)
        keys.append(key)
        table[key] = chain
        return chain

    def _push_elsewhere(self, ply: int, also: Sequence[PositionKey]) -> None:
        for key in also:
            seen = self._table.get(key)
            least, most = totals(seen)
            self._table[key] = Occurrence(seen, ELSEWHERE_PLY, least, most + 1)
            if seen is not None:
                self._repeated[key] = None
        self._also[ply] = tuple(also)

    def pop(self) -> None:
        """Forget the last ply and what was said of other stories with it."""
        key = self._keys.pop()
        ply = len(self._keys)
        self._withdraw(key)
        for other in reversed(self._also.pop(ply, ())):
            self._withdraw(other)
        self._unsure.discard(ply)
        if self._peaks and self._peaks[-1] == ply:
            self._peaks.pop()

    def _withdraw(self, key: PositionKey) -> None:
        chain = self._table[key]
        before = chain.before if isinstance(chain, Occurrence) else None
        if before is None:
            del self._table[key]
        else:
            self._table[key] = before
        if totals(before)[1] < 2:
            self._repeated.pop(key, None)

    def key(self, ply: int) -> PositionKey:
        """The position after a ply; 0 is the start."""
        return self._keys[ply]

    def chain(self, key: PositionKey) -> Chain | None:
        """Every occurrence of a position up to now, None if it never stood."""
        return self._table.get(key)

    def chain_at(self, ply: int) -> Chain:
        """The occurrences of the position after a ply, up to and with that ply."""
        chain: Chain | None = self._table[self._keys[ply]]
        while isinstance(chain, Occurrence) and chain.ply != ply:
            chain = chain.before
        if chain is None:
            raise LookupError(f"ply {ply} is not in its own chain")
        return chain

    def sure(self, first_ply: int, last_ply: int) -> bool:
        """Whether every ply of a stretch, both ends included, was pushed as sure."""
        return not self._unsure or not any(first_ply <= ply <= last_ply for ply in self._unsure)

    @property
    def all_sure(self) -> bool:
        """Whether every ply was pushed as sure."""
        return not self._unsure

    @property
    def repeated(self) -> tuple[PositionKey, ...]:
        """The positions that have, or may have, stood more than once, in the order in which they did."""
        return tuple(self._repeated)

    def repeated_keys(self) -> Iterator[PositionKey]:
        """The same, one after the other."""
        return iter(self._repeated)

    @property
    def repeated_number(self) -> int:
        """How many those are."""
        return len(self._repeated)

    @property
    def any_repeated(self) -> bool:
        """Whether any position has, or may have, stood more than once."""
        return bool(self._repeated)

    @property
    def max_count(self) -> int:
        """The highest least count that any position has reached."""
        return len(self._peaks) + (1 if self._keys else 0)


def totals(chain: Chain | None) -> tuple[int, int]:
    """Sure occurrences and all occurrences of a chain."""
    if isinstance(chain, Occurrence):
        return chain.least, chain.most
    return (0, 0) if chain is None else (1, 1)
