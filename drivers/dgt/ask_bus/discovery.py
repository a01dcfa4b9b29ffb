"""Finding the boards of a line: pings to all, until nobody new answers (protocol 4.4).

Two answers at once garble each other, so one ping does not find all. In each round every board that is known is told
to ignore the next ping, and is asked for its changes once more, since nobody else is heard while the line listens.
"""

from enum import Enum, auto
from math import inf

from drivers.dgt.ask_bus import timing

QUIET_ROUNDS = 2
"""So many rounds in a row must bring nothing new (protocol 4.4)."""
TURNS = 4
"""So many boards that have waited for long have their turn before the next is told to ignore the ping; chosen: more
would keep the round from its end where boards are many."""
KNOCKS = 2
"""So often an address heard in a ping to all is pinged: two garbled answers can look like a third."""


class Stage(Enum):
    """Where a round stands."""

    RESTING = auto()
    KNOCKING = auto()
    """Addresses heard are pinged one by one."""
    IGNORING = auto()
    """Known boards are told to ignore the next ping."""
    SWEEPING = auto()
    """They are asked for their changes before the line listens."""
    LISTENING = auto()


class Discovery:
    """The rounds of pings on one line."""

    def __init__(self) -> None:
        self.stage = Stage.RESTING
        self.due_s = inf
        """When the next round begins, if none is under way."""
        self.first = True
        """The boards of this opening have not all been found yet."""
        self.heard: dict[int, int] = {}
        """Addresses that answered and are not known yet -> how often they are still to be pinged."""
        self.to_ignore: list[int] = []
        self.turns = 0
        """Boards that had their turn since one was told to ignore the ping."""
        self.swept_s = -inf
        """Boards asked since then need not be asked before the line listens."""
        self._in_vain: dict[int, float] = {}
        """Addresses pinged without an answer in time -> when that was over."""
        self._quiet = 0
        self._rounds = 0
        self._news = False

    @property
    def under_way(self) -> bool:
        """Whether a round has begun."""
        return self.stage is not Stage.RESTING

    @property
    def quiet(self) -> bool:
        """Whether the last rounds brought nothing new, as many as are needed."""
        return self._quiet >= QUIET_ROUNDS

    def opened(self, t_s: float) -> None:
        """The line is open."""
        self.stage, self.first = Stage.RESTING, True
        self.heard, self._in_vain = {}, {}
        self._quiet = self._rounds = 0
        self.due_s = t_s

    def closed(self) -> None:
        """The line is away."""
        self.stage, self.due_s = Stage.RESTING, inf

    def begin(self, addresses: list[int]) -> None:
        """A round begins; these boards are known."""
        self._news = False
        self.to_ignore = addresses
        self.stage = Stage.IGNORING

    def sweep(self, t_s: float) -> None:
        """All known boards were told to ignore the ping."""
        self.stage, self.swept_s = Stage.SWEEPING, t_s

    def collided(self) -> None:
        """Something came in answer to the ping to all that nobody understands."""
        self._news = True

    def answered(self, address: int) -> None:
        """A board that is not known answers the ping to all."""
        self._news = True
        self.heard.setdefault(address, KNOCKS)

    def next_knock(self) -> int | None:
        """The next address to ping."""
        return next(iter(self.heard), None)

    def knocked(self, t_s: float, address: int, *, there: bool) -> None:
        """An address that was heard answers, or it does not in time."""
        left = self.heard.pop(address, 0) - 1
        if there:
            self._in_vain.pop(address, None)
            return
        self._in_vain[address] = t_s
        if left > 0:
            self.heard[address] = left

    def is_late(self, t_s: float, address: int) -> bool:
        """Whether a ping of this address may be its late answer to a ping of its own."""
        return t_s <= self._in_vain.get(address, -inf) + timing.LATEST_S

    def listened(self) -> None:
        """The round is over but for the addresses that were heard."""
        self._rounds += 1
        self._in_vain = {}  # the next pings of these addresses are still to come
        self._quiet = 0 if self._news else self._quiet + 1
        self.stage = Stage.KNOCKING

    def over(self, t_s: float, every_s: float, *, known: bool) -> bool:
        """The round is over; whether by that all boards of this opening are found.

        Else the next is due at once, unless it was the first one and boards are `known` from before, which come first.
        """
        self.stage = Stage.RESTING
        enough = self._quiet >= (QUIET_ROUNDS if self.first else 1) or self._rounds >= timing.MOST_ROUNDS
        if not enough:
            resumes = self.first and known and self._rounds == 1
            self.due_s = t_s + timing.RESUME_S if resumes else t_s
            return False
        self.due_s = t_s + every_s
        was_first, self.first = self.first, False
        self._rounds = 0
        return was_first
