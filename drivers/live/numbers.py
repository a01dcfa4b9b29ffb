"""Which serial numbers were told at which places: two boards with one number cannot be told apart."""

from drivers.readings import Identity, LineDown, Reading

Place = tuple[str, int | None]
"""Port, and the address on a bus."""
OF_NUMBERS = frozenset({Identity, LineDown})
"""The kinds of reading that matter here."""


class Numbers:
    """Where each number was told, as long as the line there is up."""

    def __init__(self) -> None:
        self._places: dict[str, set[Place]] = {}
        self._said: set[frozenset[Place]] = set()

    def take(self, port: str, address: int | None, reading: Reading) -> str | None:
        """A reading; what somebody has to see to, if it tells a number that was told elsewhere, once of two places."""
        if isinstance(reading, LineDown):
            self._places = {
                number: {place for place in places if place[0] != port} for number, places in self._places.items()
            }
        number = (reading.serial or reading.long_serial) if isinstance(reading, Identity) else None
        if number is None:
            return None
        places = self._places.setdefault(number, set())
        other = next((place for place in sorted(places, key=str) if place != (port, address)), None)
        places.add((port, address))
        if other is None or frozenset((other, (port, address))) in self._said:
            return None
        self._said.add(frozenset((other, (port, address))))
        return (
            f"the board here says number {number}, as the one at {_text(other)} does: was it moved, or are there two?"
        )


def _text(place: Place) -> str:
    port, address = place
    return port if address is None else f"{port}, address {address:05d}"
