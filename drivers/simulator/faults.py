"""What can go wrong with a line and its boards, as data; `drivers.simulator.wire` makes it happen.

Times are those of the line. `board` counts the tables of a line from 0.
"""

from math import inf, log
from random import Random
from typing import NamedTuple


class Cut(NamedTuple):
    """The monitor's port is gone for a while, as when an adapter is pulled."""

    from_s: float
    to_s: float = inf
    carries_power: bool = False
    """The boards live on the power of this cable, as USB boards do; otherwise they go on by themselves."""


class PowerLoss(NamedTuple):
    """A board has no power for a while; the line stays open."""

    from_s: float
    to_s: float = inf
    board: int = 0


class Silence(NamedTuple):
    """Nothing that boards say comes over a line that is open."""

    from_s: float
    to_s: float = inf
    board: int | None = None
    """None: every board of the line."""
    deaf: bool = False
    """Nor do commands reach the board."""


class Noise(NamedTuple):
    """Of so many bytes one on the average is replaced by a random one, in both directions."""

    one_in: int
    from_s: float = 0.0
    to_s: float = inf


class Garbage(NamedTuple):
    """A board sends so many random bytes."""

    t_s: float
    size: int
    board: int = 0


class ClockAway(NamedTuple):
    """A clock is not connected to its board for a while; it runs on."""

    from_s: float
    to_s: float = inf
    board: int = 0


Fault = Cut | PowerLoss | Silence | Noise | Garbage | ClockAway


class Damage:
    """Noise on one direction of a line. How its bytes are cut into calls changes nothing. One in 0 bytes: none."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._one_in = 0
        self._until = 0
        """Sound bytes before the next damaged one."""

    def set(self, one_in: int) -> None:
        """From now on one byte in so many is replaced; 0: none."""
        self._one_in = one_in
        if one_in:
            self._draw()

    def pass_on(self, data: bytes) -> bytes:
        """What becomes of these bytes."""
        if not self._one_in or len(data) <= self._until:
            self._until -= len(data)
            return data
        damaged = bytearray(data)
        while self._until < len(data):
            damaged[self._until] = self._rng.randrange(256)
            at = self._until
            self._draw()
            self._until += at + 1
        self._until -= len(data)
        return bytes(damaged)

    def _draw(self) -> None:
        """How many sound bytes come before a damaged one if each is damaged by the same chance."""
        sound = 1.0 - 1.0 / self._one_in
        self._until = int(log(1.0 - self._rng.random()) / log(sound)) if sound else 0
