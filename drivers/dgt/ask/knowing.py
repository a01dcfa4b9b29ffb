"""Who the board is, as far as it has told; and the request for its log."""

from math import inf

from drivers.dgt.ask.checking import ANYWAY_S, EVERY_S
from drivers.dgt.ask.commands import SERIAL, TRADEMARK, Ask
from drivers.dgt.ask.findings import Identified, MemoryEnded, MemoryProgress
from drivers.dgt.messages import LONGEST_BYTES
from drivers.readings import Identity

NUMBER_DOUBTS = 4
"""So often for one opening or question a number that contradicts is asked again; chosen."""
PLUG_S = 0.3
"""Seconds without a word in which a plug may have gone from one board to another; no hand is as quick (chosen)."""
PROGRESS_S = 1.0
"""Seconds between two tellings of how much of the memory has come; a choice: a dashboard refreshes no faster."""


class Knowing:
    """What the board has told about itself."""

    def __init__(self) -> None:
        self.identity = Identity()
        self.spoke = False
        """It has said something since this opening began."""
        self.text_tried = False
        """Its trademark was asked for in this opening."""
        self.answers_number = False
        """It tells its number when asked for it, as all boards do but those that have it in their text only."""
        self.paused = True
        """Since it last told its number there was time for another board to take its place."""
        self._told: Identity | None = None
        self._doubts = 0
        self._numbered_s = -inf
        """When it last told the number it is known by."""

    def opened(self) -> None:
        """The line was opened: tell anew who is there."""
        self._told = None

    def meets(self) -> None:
        """An opening begins."""
        self.spoke = self.text_tried = False
        self._doubts = 0

    def doubts(self) -> bool:
        """A number contradicts; whether to ask again."""
        self._doubts += 1
        return self._doubts <= NUMBER_DOUBTS

    def who(self, t_s: float, *, surely: bool = False) -> tuple[Ask, ...]:
        """The question whether it is the same board still, unless it cannot be another and need not be asked `surely`.

        A plug may go from one board to another behind an adapter or a serial server whose port stays open. Sent before
        the mode is set, it finds the other one before that tells anything. Not asked where no answer can be had.
        """
        if self.answers_number:
            question, every_s = SERIAL, EVERY_S
        elif self.identity.trademark is not None and self.identity.serial is not None:
            question, every_s = TRADEMARK, ANYWAY_S  # takes the line for 0.3 s
        else:
            return ()
        since_s = t_s - self._numbered_s
        if not surely and since_s < ANYWAY_S and (since_s < every_s or not self.paused):
            return ()
        self._doubts = 0
        return (question,)

    def numbered(self, t_s: float, told: Identity) -> None:
        """The board has told a number that counts."""
        if told.serial is not None:
            self._numbered_s, self.paused = t_s, False
            self.answers_number = self.answers_number or told.trademark is None

    def no_number(self) -> tuple[Ask, ...]:
        """It did not answer what it is asked by `who`; what to ask in its place."""
        before, self.answers_number = self.answers_number, False
        return (TRADEMARK,) if before else ()

    def take(self, told: Identity) -> bool:
        """Take in what was told and counts; whether another board told it."""
        if None not in (self.identity.serial, told.serial) and told.serial != self.identity.serial:
            self.identity = told
            return True
        known = {field: value for field, value in told._asdict().items() if value is not None}
        self.identity = self.identity._replace(**known)
        return False

    def tell(self) -> list[Identified]:
        """Who it is, if it has told a number and that is news."""
        if not (self.identity.serial or self.identity.long_serial) or self.identity == self._told:
            return []
        self._told = self.identity
        return [Identified(self.identity)]


class LogRequest:
    """The request for the board's log: wanted, then running, then over."""

    def __init__(self) -> None:
        self.wanted = False
        self.running = False
        self._progress_s = -inf

    def want(self) -> None:
        """Somebody wants the log; one that is coming serves him too."""
        self.wanted = not self.running

    def start(self) -> None:
        """It is asked for."""
        self.wanted, self.running = False, True
        self._progress_s = -inf

    def grew(self, t_s: float, got_bytes: int) -> list[MemoryProgress]:
        """More of it has come."""
        if t_s < self._progress_s + PROGRESS_S:
            return []
        self._progress_s = t_s
        return [MemoryProgress(got_bytes, LONGEST_BYTES)]

    def over(self, *, got: bool) -> list[MemoryEnded]:
        """It has come, or will not come."""
        if not (self.wanted or self.running):
            return []
        self.wanted = self.running = False
        return [MemoryEnded(got)]
