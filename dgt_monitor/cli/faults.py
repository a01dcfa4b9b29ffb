"""What was wrong with an input, kept so that it can be looked up while a screen is drawn."""

import threading
from typing import Final, NamedTuple

KEPT: Final = 100
"""Sentences kept; of more the longest past is forgotten (chosen: more nobody reads)."""
FRESH_S: Final = 120.0
"""Seconds after which a fault of a line counts as over (chosen: a line that is not well is tried again within 30 s)."""


class Told(NamedTuple):
    """One sentence, how often it was so, and when last."""

    text: str
    times: int
    at_s: float


class Faults:
    """Sentences, each once, the latest last. Any thread may call."""

    def __init__(self) -> None:
        self._told: dict[str, Told] = {}
        self._lock = threading.Lock()

    def keep(self, text: str, now_s: float) -> None:
        """It was so, perhaps once more."""
        with self._lock:
            before = self._told.pop(text, None)
            self._told[text] = Told(text, 1 if before is None else before.times + 1, now_s)
            if len(self._told) > KEPT:
                del self._told[next(iter(self._told))]

    def latest_first(self) -> list[Told]:
        """All that are kept."""
        with self._lock:
            return list(reversed(self._told.values()))

    def fresh(self, now_s: float) -> int:
        """How many of them were so lately."""
        with self._lock:
            return sum(now_s - each.at_s < FRESH_S for each in self._told.values())
