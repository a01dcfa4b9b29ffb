"""The life of one line: opening, up, waiting to be opened again. Told what happens and when; no I/O."""

from enum import StrEnum
from math import inf
from typing import Literal, NamedTuple

from drivers.serial_line.errors import NOT_TAKEN, no_answer
from drivers.serial_line.mover import Mover
from drivers.serial_line.settings import FLOOD_S, STEADY_S, LineKind, LineSettings


class LineEvent(NamedTuple):
    """Something that happened on a line."""

    t_s: float
    """By the hub's clock; never less than that of the event before."""
    port: str
    """The URL it was added with."""
    kind: Literal["up", "down", "rx", "tx"]
    data: bytes = b""
    """What was received, or handed to the port to be sent, in any pieces."""
    reason: str = ""
    """down: why, and what to do. up: empty the first time, then how often it was opened again."""


class Phase(StrEnum):
    """Where a line stands."""

    OPENING = "opening"
    UP = "up"
    WAITING = "waiting"
    """Down; it is opened again when its pause is over."""


class LineState(NamedTuple):
    """One line as it stands now."""

    port: str
    kind: LineKind
    phase: Phase
    reason: str
    """Why it is not up; empty when it is."""
    openings: int
    """How often it has come up."""
    attempts: int
    """Attempts to open it in a row that failed or did not last; 0 when it is steady."""
    waiting_bytes: int
    """Bytes to send that it has not taken yet."""


class Line:
    """One line. `due_s` says when it wants to be told the time again, `overdue` what follows then."""

    def __init__(self, number: int, settings: LineSettings) -> None:
        self.number = number
        """Lines are told in the order in which they were added."""
        self.settings = settings
        self.port = settings.url
        self.kind: LineKind = settings.kind
        self.phase = Phase.WAITING
        self.reason = ""
        self.openings = 0
        self.attempts = 0
        self.due_s = -inf
        self.token = -1
        """Of the present opening."""
        self.mover: Mover | None = None
        self.opener_busy = False
        """An attempt that was given up has not come back yet; no second one is made beside it."""
        self._up_since_s = 0.0
        self._told = ""
        self._second_s = 0.0
        """When the present second of reading ends."""
        self._came = 0
        """Bytes read in it."""
        self._floods = 0
        """Seconds in a row in which too much came."""

    def state(self) -> LineState:
        """The line as it stands now."""
        waiting = self.mover.waiting if self.mover else 0
        return LineState(self.port, self.kind, self.phase, self.reason, self.openings, self.attempts, waiting)

    def opening(self, token: int, now_s: float) -> None:
        """An attempt to open begins."""
        self.phase = Phase.OPENING
        self.token = token
        self.opener_busy = True
        self.due_s = now_s + self.settings.open_timeout_s

    def opened(self, mover: Mover, now_s: float) -> str:
        """The port is open; what there is to say of it."""
        self.phase = Phase.UP
        self.mover = mover
        self.reason = self._told = ""
        self.openings += 1
        self.due_s = inf
        self._up_since_s = now_s
        self._came, self._second_s = 0, now_s + 1.0
        return f"opened again, {self.openings - 1}x" if self.openings > 1 else ""

    def came(self, size: int, now_s: float) -> bool:
        """So many bytes were read; whether that goes on to be more than boards can send."""
        self._came += size
        if now_s < self._second_s:
            return False
        much = self._came > self.settings.most_bytes_s and now_s < self._second_s + 1.0
        self._floods = self._floods + 1 if much else 0
        self._came, self._second_s = 0, now_s + 1.0
        return self._floods >= FLOOD_S

    def failed(self, reason: str, now_s: float, pause_s: float | None = None) -> bool:
        """The line is down; whether that is news. It is opened again after this pause, or one that grows."""
        if self.phase is Phase.UP and now_s - self._up_since_s >= STEADY_S:
            self.attempts = 0
        news = self.phase is Phase.UP or reason != self._told
        self.phase = Phase.WAITING
        self.kind = self.settings.kind
        self.mover = None
        self.reason = self._told = reason
        self.attempts += 1
        self.due_s = now_s + (self.settings.pause_s(self.attempts) if pause_s is None else pause_s)
        return news

    def writes(self, now_s: float) -> None:
        """Something was sent or is to be sent: from now on the port has its time to take what waits."""
        waits = self.mover is not None and self.mover.waiting > 0
        self.due_s = now_s + self.settings.write_timeout_s if waits else inf

    def overdue(self) -> str:
        """Why a line whose time has come is to be given up."""
        return no_answer() if self.phase is Phase.OPENING else NOT_TAKEN
