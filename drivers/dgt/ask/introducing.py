"""One board alone on a line is asked who it is, and nothing else: no mode is set, nothing on it changes.

Pure, as `drivers.dgt.ask.single`. Every answer may be missing: boards differ in what they know (protocol 5.3).
"""

from collections.abc import Sequence
from math import inf

from drivers.dgt.ask.commands import ANSWER_S, TEXT_S
from drivers.dgt.commands import Command
from drivers.readings import Identity, Reading

QUESTIONS: tuple[tuple[Command, str], ...] = (
    (Command.SEND_VERSION, "version"),
    (Command.RETURN_SERIALNR, "serial"),
    (Command.RETURN_LONG_SERIALNR, "long_serial"),
    (Command.SEND_HARDWARE_VERSION, "hardware"),
    (Command.SEND_BATTERY_STATUS, "battery_percent"),
)
"""What is asked, and which field of an `Identity` answers it. The first two every board knows."""
OF_EVERY_BOARD = 2
LAST = (Command.SEND_TRADEMARK, "trademark")
"""Only for boards that told no number: those of 1998 have it in their text (protocol 2.4)."""


class Introduction:
    """What a board says of itself. Time is an argument."""

    def __init__(self) -> None:
        self.identity = Identity()
        self.heard = False
        """It has said something."""
        self.over = False
        """There is nothing more to ask, or nobody to ask it."""
        self.due_s = inf
        """When `tick` wants to be called."""
        self._questions = list(QUESTIONS)
        self._asked: str | None = None
        self._in_vain = 0

    def begin(self, t_s: float) -> bytes:
        """The first command to send."""
        return self._next(t_s)

    def take(self, t_s: float, readings: Sequence[Reading]) -> bytes:
        """What the board says; the next command, if there is one to be sent."""
        answered = False
        for reading in readings:
            if isinstance(reading, Identity):
                self.heard = True
                told = {field: value for field, value in reading._asdict().items() if value is not None}
                self.identity = self.identity._replace(**told)
                answered = answered or self._asked in told
        return self._next(t_s) if answered and not self.over else b""

    def tick(self, t_s: float) -> bytes:
        """It is now `t_s`; the next command, if there is one to be sent."""
        if t_s < self.due_s or self.over:
            return b""
        self._in_vain += 1
        return self._next(t_s)

    def _next(self, t_s: float) -> bytes:
        if not self.heard and self._in_vain >= OF_EVERY_BOARD:
            self._questions.clear()
        elif not self._questions and self._asked != LAST[1] and not (self.identity.serial or self.identity.long_serial):
            self._questions.append(LAST)
        if not self._questions:
            self.over, self.due_s, self._asked = True, inf, None
            return b""
        command, self._asked = self._questions.pop(0)
        self.due_s = t_s + (TEXT_S if command == Command.SEND_TRADEMARK else ANSWER_S)
        return bytes((command,))
