"""Which serial numbers were told at which places: two boards with one number cannot be told apart, and a port that
gives one number after another cannot be followed."""

from collections import deque
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from drivers.readings import Identity, LineDown, Reading

Place = tuple[str, int | None]
"""Port, and the address on a bus."""
OF_NUMBERS = frozenset({Identity, LineDown})
"""The kinds of reading that matter here."""
MOST = 5
"""So many times a place may change its number within `WITHIN_S`: who tries boards one after the other on one plug needs
longer for each (chosen)."""
WITHIN_S = 60.0
"""For so long a place that gave too many must also keep to one to be followed again (chosen)."""
RESTLESS = "one serial number after another is told here"


class Told(NamedTuple):
    """What follows from a reading."""

    trouble: str | None = None
    """What somebody has to see to."""
    follow: bool | None = None
    """False: the place is not to be followed any more; True: it is again; None: as before."""


NOTHING = Told()


class Numbers:
    """Where each number was told, as long as the line there is up. What is kept grows with the places only."""

    def __init__(self) -> None:
        self.restless: set[Place] = set()
        """Places that gave too many numbers, until they keep to one or the line goes down."""
        self._at: dict[Place, _Teller] = {}
        self._places: dict[str, set[Place]] = {}
        self._said: set[frozenset[Place]] = set()

    def take(self, t_s: float, port: str, address: int | None, reading: Reading) -> Told:
        """A reading; of a number that was told elsewhere this is said once of two places."""
        if isinstance(reading, LineDown):
            self._down(port)
            return NOTHING
        if not isinstance(reading, Identity) or not (reading.serial or reading.long_serial):
            return NOTHING
        place = port, address
        teller = self._at.setdefault(place, _Teller())
        changed = teller.changes(reading)
        if changed:
            self._forget(place, teller)
        rest = self._rest(t_s, place, teller, changed=changed)
        if place in self.restless:
            return rest
        return rest if (twice := self._twice(place, teller, reading)) is None else rest._replace(trouble=twice)

    def _rest(self, t_s: float, place: Place, teller: "_Teller", *, changed: bool) -> Told:
        """Whether the place gives too many numbers, or has kept to one for long enough."""
        if changed and teller.too_many(t_s) and place not in self.restless:
            self.restless.add(place)
            text = f"{RESTLESS}; not followed until it is the same for {WITHIN_S:.0f} s, or the line is opened anew"
            return Told(text, follow=False)
        if place in self.restless and t_s >= teller.changed_s + WITHIN_S:
            self.restless.remove(place)
            teller.rests()
            return Told(follow=True)
        return NOTHING

    def _twice(self, place: Place, teller: "_Teller", told: Identity) -> str | None:
        teller.keep(told)
        number = told.serial or told.long_serial or ""
        places = self._places.setdefault(number, set())
        other = next((other for other in sorted(places, key=str) if other != place), None)
        places.add(place)
        if other is None or frozenset((other, place)) in self._said:
            return None
        self._said.add(frozenset((other, place)))
        return (
            f"the board here says number {number}, as the one at {_text(other)} does: was it moved, or are there two?"
        )

    def _down(self, port: str) -> None:
        for place in [place for place in self._at if place[0] == port]:
            self._forget(place, self._at.pop(place))
            self.restless.discard(place)

    def _forget(self, place: Place, teller: "_Teller") -> None:
        """What was told here is not true any more."""
        for number in teller.forget():
            places = self._places.get(number, set())
            places.discard(place)
            if not places:
                self._places.pop(number, None)


class _Teller:
    """What one place told."""

    __slots__ = ("_changes", "_last", "_numbers", "changed_s")

    def __init__(self) -> None:
        self._last = Identity()
        self._numbers: set[str] = set()
        self._changes: deque[float] = deque(maxlen=MOST)
        self.changed_s = -inf
        """When it last told another number than before."""

    def changes(self, told: Identity) -> bool:
        """Take in what is told; whether it is another number than before. Of a board short and long come one by one."""
        last = self._last
        short = told.serial is not None and last.serial not in (None, told.serial)
        long = told.long_serial is not None and last.long_serial not in (None, told.long_serial)
        kept = Identity() if short or long else last
        self._last = Identity(told.serial or kept.serial, told.long_serial or kept.long_serial)
        return short or long

    def too_many(self, t_s: float) -> bool:
        """It changed now; whether that was too often."""
        self.changed_s = t_s
        too_many = len(self._changes) == MOST and t_s < self._changes[0] + WITHIN_S
        self._changes.append(t_s)
        return too_many

    def rests(self) -> None:
        """It has kept to one number for long."""
        self._changes.clear()

    def keep(self, told: Identity) -> None:
        """Its numbers are known by this now."""
        self._numbers.add(told.serial or told.long_serial or "")

    def forget(self) -> Iterator[str]:
        """The numbers it was known by; none from now on."""
        numbers, self._numbers = self._numbers, set()
        yield from numbers


def _text(place: Place) -> str:
    port, address = place
    return port if address is None else f"{port}, address {address:05d}"
