"""The sensors of one board: their rhythm, their faults, and how late the board hears of its clock."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from drivers.simulator.faulty_scan import FaultyScan
from drivers.simulator.scan import Rhythm, Scan
from drivers.simulator.senses import SOUND, SensorProfile


class Sensors(NamedTuple):
    """How a board senses: the rhythm of its scan, how late it hears of its clock, in seconds, and its faults."""

    rhythm: Rhythm
    clock_delay_s: float = 0.0
    profile: SensorProfile = SOUND

    @classmethod
    def draw(cls, rng: Random) -> "Sensors":
        """Those of some board, without faults. Clock data are up to 1 s old (protocol 1.3); here the lever is heard at
        once."""
        return cls(Rhythm.draw(rng), rng.uniform(0.005, 0.1))

    def scan(self, squares: Iterable[str], chance: Random) -> Scan:
        """The scan of a board on which this stands; `chance` says when faults show."""
        if self.profile == SOUND:
            return Scan(squares, self.rhythm)
        return FaultyScan(squares, self.rhythm, self.profile, chance)
