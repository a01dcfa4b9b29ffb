"""What is wrong with an input, told on standard error: never more than anybody would read."""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dgt_monitor.cli.faults import Faults
from dgt_monitor.cli.outlet import Outlet, Unbuffered, unbuffered
from dgt_monitor.cli.output import PROGRAM, OutputError, say
from dgt_monitor.cli.safe_text import safe

COMPLAINTS_MAX: Final = 100
"""Complaints written of one input; the others are counted."""
TELLER_BYTES: Final = 1_000_000
"""What waits to be read on standard error: some 10,000 sentences (chosen)."""
CLOSE_S: Final = 2.0
"""At the end it is waited so long for somebody who reads standard error (chosen)."""
TELL_AGAIN_S: Final = 600.0
"""Seconds after which the same is told of a watched line again (chosen)."""


class Complaints:
    """What is wrong with an input, told on standard error: never more than anybody would read."""

    def __init__(self, source: str = "") -> None:
        self.held: list[str] | None = None
        """What waits to be told while a screen is drawn where it would be told; None while nothing is drawn."""
        self._prefix = f"{'standard input' if source == '-' else source}: " if source else ""
        self.count = 0
        self.faults = Faults()
        """The same for a screen."""

    def __call__(self, text: str) -> None:
        """Tell and count one."""
        self.count += 1
        self.faults.keep(text, 0.0)
        if self.count > COMPLAINTS_MAX:
            return
        if self.held is not None:
            self.held.append(f"{self._prefix}{text}")
        else:
            say(f"{self._prefix}{text}")

    def close(self) -> None:
        """Tell what was held back, and how many were not told."""
        held, self.held = self.held or [], None
        for sentence in held:
            say(sentence)
        if self.count > COMPLAINTS_MAX:
            say(f"{self._prefix}{self.count - COMPLAINTS_MAX} more complaints not shown")


class Teller:
    """Tells sentences on standard error in a thread of its own: who does not read it holds up nobody.

    Any thread may call. Of what nobody reads `TELLER_BYTES` wait; what is too much is counted, and the count is told.
    """

    def __init__(self, stream: Unbuffered | None = None) -> None:
        stream = stream or unbuffered(sys.stderr)
        self._outlet = None if stream is None else Outlet(stream, most_bytes=TELLER_BYTES, patience_s=CLOSE_S)
        self._untold = 0
        self._lock = threading.Lock()

    def __call__(self, sentence: str) -> None:
        """Tell this as soon as it is read."""
        if self._outlet is None:
            say(sentence)
            return
        with self._lock:
            untold = f"{PROGRAM}{self._untold} sentences could not be told: nobody read\n" if self._untold else ""
            try:
                self._outlet.put(f"{untold}{PROGRAM}{safe(sentence)}\n".encode("utf-8", "backslashreplace"))
                self._untold = 0
            except (OSError, OutputError):
                self._untold += 1

    @property
    def waiting_bytes(self) -> int:
        """What is not read yet."""
        return 0 if self._outlet is None else self._outlet.waiting_bytes

    def close(self) -> None:
        """Wait a little until all is read."""
        if self._outlet is not None:
            with suppress(OSError, OutputError):
                self._outlet.close()


class LiveComplaints(Complaints):
    """What is wrong with lines that are watched all day: the same again only after a while, and never an end of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, tell: Callable[[str], None] = say) -> None:
        super().__init__()
        self._clock = clock
        self._tell = tell
        self._told_s: dict[str, float] = {}
        self._lock = threading.Lock()

    def __call__(self, text: str) -> None:
        """Count one, and tell it unless it was told lately. Any thread may call: the loop and the recording do."""
        with self._lock:
            self._take(text)

    def _take(self, text: str) -> None:
        self.count += 1
        now_s = self._clock()
        self.faults.keep(text, now_s)
        if now_s - self._told_s.get(text, float("-inf")) < TELL_AGAIN_S:
            return
        if len(self._told_s) >= COMPLAINTS_MAX:
            self._told_s = {told: at_s for told, at_s in self._told_s.items() if now_s - at_s < TELL_AGAIN_S}
        self._told_s[text] = now_s
        self._say(text)

    def notice(self, text: str) -> None:
        """Tell what is no fault, and is not counted. Any thread may call."""
        with self._lock:
            self._say(text)

    def _say(self, text: str) -> None:
        if self.held is None:
            self._tell(text)
        elif len(self.held) < COMPLAINTS_MAX:
            self.held.append(text)

    @property
    def fresh(self) -> int:
        """How many different ones there were lately."""
        return self.faults.fresh(self._clock())

    def aged(self) -> list[tuple[str, int, float]]:
        """What was wrong, how often, and how many seconds ago last; the latest first."""
        now_s = self._clock()
        return [(each.text, each.times, now_s - each.at_s) for each in self.faults.latest_first()]

    def close(self) -> None:
        """Tell what was held back."""
        held, self.held = self.held or [], None
        for sentence in held:
            self._tell(sentence)
