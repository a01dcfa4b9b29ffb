"""Lines that are typed at a terminal, read beside everything else: nothing waits for a person.

What is read comes from the descriptor itself. A buffered reader would hold a lock that Python waits for at its end.
"""

import codecs
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final

READ_BYTES: Final = 4096
LONGEST: Final = 200
"""Characters of a line that is typed; no answer is longer."""
AGAIN_S: Final = 1.0
"""So often a program in the background looks whether it was fetched to the front (chosen)."""


def is_terminal() -> bool:
    """Whether somebody can read and type: both ends are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


class Keyboard:
    """Reads lines from a descriptor in a thread of its own, and hands them over; `ended` is told of the end of them."""

    def __init__(self, take: Callable[[str], None], ended: Callable[[], None], descriptor: int | None = None) -> None:
        self._take = take
        self._ended = ended
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)

    def start(self) -> None:
        """Begin. A watch that is sent to the background goes on: it reads nothing there, and is not stopped for it."""
        stops = getattr(signal, "SIGTTIN", None)
        if stops is not None and threading.current_thread() is threading.main_thread():
            signal.signal(stops, signal.SIG_IGN)
        self._thread.start()

    def stop(self) -> None:
        """Hand over nothing any more; the thread is left where it waits."""
        self._stopped.set()

    def _run(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while not self._stopped.is_set():
            try:
                data = os.read(self._descriptor, READ_BYTES)
            except OSError:  # in the background, or the terminal has gone
                if self._stopped.wait(AGAIN_S) or not _there(self._descriptor):
                    return
                continue
            if not data:
                if not self._stopped.is_set():
                    self._ended()
                return
            *lines, rest = (rest + decoder.decode(data)).split("\n")
            rest = rest[:LONGEST]
            for line in lines:
                if not self._stopped.is_set():
                    self._take(line[:LONGEST].strip("\r"))


def _there(descriptor: int) -> bool:
    """Whether the terminal is still one."""
    try:
        return os.isatty(descriptor) and os.tcgetpgrp(descriptor) > 0
    except (OSError, AttributeError):
        return False
