"""Which dump and which serial number count: what contradicts must be said twice.

Single lines have no checksum. A damaged update, dump or number may look like a sound one, and only another says which
was wrong. So a dump that contradicts what is believed (the last dump that counted, and the updates since) is held back,
and counts only when the next dump says the same, or no longer matters when the next agrees with what was believed.
Updates that come between are laid over both. Numbers are treated alike.

No time and no line: a function of the readings alone, so a replay that puts one behind its interpreter passes on the
same readings. Beliefs outlive the line: what changed while it was away is asked twice, too. Before the first dump and
the first number nothing is believed, and they pass at once.
"""

from typing import NamedTuple

from drivers.readings import BoardDump, FieldUpdate, Identity, Reading


class Sifted(NamedTuple):
    """What becomes of a reading."""

    passes: bool
    """False: held back; ask again."""
    squares: tuple[int, ...] = ()
    """Of a dump: where it differs from what was believed before."""


PASSES = Sifted(True)
HELD = Sifted(False)


class Sieve:
    """Keeps what is believed of one board."""

    def __init__(self) -> None:
        self._squares: list[str] | None = None
        self._doubted: list[str] | None = None
        """The last dump, if it was held back, with the updates since."""
        self._numbers: dict[str, str] = {}
        self._doubted_numbers: dict[str, str] = {}

    @property
    def squares(self) -> str | None:
        """What is believed to stand on the squares, 64 letters, a1 first; None before the first dump."""
        return None if self._squares is None else "".join(self._squares)

    def sift(self, reading: Reading) -> Sifted:
        """Take the next reading in; says whether it counts."""
        if isinstance(reading, FieldUpdate):
            self.update(*reading)
            return PASSES
        if isinstance(reading, BoardDump):
            return self._dump(list(reading.squares))
        if isinstance(reading, Identity):
            return self._identity(reading)
        return PASSES

    def update(self, square: int, piece: str) -> None:
        """A square has changed: what `sift` does with a field update, which always counts."""
        if self._squares is not None:
            self._squares[square] = piece
        if self._doubted is not None:
            self._doubted[square] = piece

    def _dump(self, squares: list[str]) -> Sifted:
        believed = self._squares
        differing = () if believed is None else tuple(n for n in range(64) if believed[n] != squares[n])
        if differing and squares != self._doubted:
            self._doubted = squares
            return Sifted(False, differing)
        self._squares, self._doubted = squares, None
        return Sifted(True, differing)

    def _identity(self, told: Identity) -> Sifted:
        numbers = {"serial": told.serial, "long_serial": told.long_serial}
        given = {kind: number for kind, number in numbers.items() if number is not None}
        strange = {kind: number for kind, number in given.items() if self._numbers.get(kind, number) != number}
        held = any(self._doubted_numbers.get(kind) != number for kind, number in strange.items())
        for kind in given:
            self._doubted_numbers.pop(kind, None)
        if held:
            self._doubted_numbers |= strange
            return HELD
        self._numbers |= given
        return PASSES
