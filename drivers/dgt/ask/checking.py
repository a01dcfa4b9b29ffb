"""When the board is to be asked for a dump, so that nothing that was damaged stands for long."""

from math import inf

REST_S = 0.5
"""Seconds without a further change after which a move has come to rest: known drivers wait 0.25 to 0.5 s (protocol
1.3)."""
UNCHECKED_S = 5.0
"""Seconds after which changes are checked although the pieces never came to rest; chosen."""
EVERY_S = 1.0
"""Least seconds between two dumps, doubts aside: one takes 70 ms of the line, in which nothing else is told (protocol
1.3)."""
ANYWAY_S = 30.0
"""Seconds without a dump after which one is asked for: an update may get lost without a trace; chosen."""
DOUBTS = 3
"""So many dumps in a row that contradict are asked again at once, more at the pace of `EVERY_S`: something keeps
changing, or the line is bad; chosen."""


class Checking:
    """Says when the next dump is due."""

    def __init__(self) -> None:
        self.updated = False
        """Updates came since the last dump that counted."""
        self.damaged = False
        """Bytes were dropped since the last dump that counted."""
        self.doubts = 0
        """Dumps in a row that were held back."""
        self._asked_s = -inf
        self._wanted_s = inf
        self._rest_s = inf
        self._since_s = inf
        """When the first update came that no dump has checked."""

    @property
    def due_s(self) -> float:
        """When a dump is due; inf before the first one was asked for, unless it is wanted."""
        wanted_s = min(self._wanted_s, self._rest_s)
        return wanted_s if self._asked_s == -inf else min(wanted_s, self._asked_s + ANYWAY_S)

    @property
    def latest_s(self) -> float:
        """When changes are to be checked although the pieces never came to rest; inf: there are none."""
        return self._since_s + UNCHECKED_S

    def change(self, t_s: float) -> None:
        """An update came."""
        self.updated = True
        if t_s < self._since_s:
            self._since_s = t_s
        rest_s, latest_s, earliest_s = t_s + REST_S, self.latest_s, self._asked_s + EVERY_S
        if rest_s > latest_s:
            rest_s = latest_s
        # Written out, as it is done at every field update: calls would take half of its time.
        self._rest_s = max(t_s, earliest_s) if rest_s < earliest_s else rest_s

    def want(self, t_s: float) -> None:
        """Somebody wants a dump, as soon as another one may be asked for."""
        self._wanted_s = min(self._wanted_s, self._not_before(t_s))

    def damage(self, t_s: float) -> None:
        """Bytes were dropped: what they said is not known."""
        self.damaged = True
        self.want(t_s)

    def asked(self, t_s: float) -> None:
        """A dump is asked for; what is wanted stays wanted until one counts."""
        self._asked_s = t_s
        if self._wanted_s <= t_s:
            self._wanted_s = inf
        if self._rest_s <= t_s:
            self._rest_s = inf

    def doubted(self, t_s: float) -> None:
        """A dump was held back."""
        self.doubts += 1
        self._wanted_s = t_s if self.doubts < DOUBTS else self._not_before(t_s)

    def failed(self, t_s: float) -> None:
        """No dump came."""
        self.want(t_s + EVERY_S)

    def counted(self) -> None:
        """A dump counted: it has checked all that came before."""
        self.updated = self.damaged = False
        self.doubts = 0
        self._wanted_s = self._rest_s = self._since_s = inf

    def forget(self) -> None:
        """The board cannot be asked: nothing is wanted until it is met again."""
        self.counted()
        self._asked_s = -inf

    def _not_before(self, t_s: float) -> float:
        return max(t_s, self._asked_s + EVERY_S)
