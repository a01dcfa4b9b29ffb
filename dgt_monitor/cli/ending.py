"""How a watch is ended: in order by the first Ctrl-C or SIGTERM, at once by the second."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from dgt_monitor.cli.entry import ENDING
from dgt_monitor.cli.entry import HANGUP as _HANGUP

EXIT_AT_ONCE: Final = 130
"""Exit status of a program that Ctrl-C has broken off, as shells have it."""
SCREEN_S: Final = 2.0
"""Seconds that a screen has to give the terminal back (chosen)."""


@contextmanager
def ended_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """The first signal calls `stop`, which must not wait; a second one raises SystemExit, a third ends the process.

    A terminal that goes away hangs up more than once (its shell does, too): only other signals count after the first.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # as in a test: signals are the main thread's
        return

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a signal handler
        for other in ENDING:
            signal.signal(other, signal.SIG_IGN if other == _HANGUP else _at_once)
        stop()

    heard = [number for number in ENDING if number != _HANGUP or signal.getsignal(number) != signal.SIG_IGN]  # nohup
    before = {number: signal.signal(number, end) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class ScreenLeaver:
    """What the first signal does beside a screen: `wanted` becomes true, and the screen is to look at it.

    A terminal that takes nothing holds its screen for ever: so `finish`, which sees to all that must be whole in the
    end, is called in a thread of its own, and `SCREEN_S` after it the process ends with status 0, however the screen
    is.
    """

    def __init__(self, finish: Callable[[], None]) -> None:
        self._finish = finish
        self._wanted = threading.Event()

    def __call__(self) -> None:
        """Leave the screen."""
        self._wanted.set()
        threading.Thread(target=self._finish_or_end, name="leaving", daemon=True).start()

    def wanted(self) -> bool:
        """Whether the screen is to be left."""
        return self._wanted.is_set()

    def _finish_or_end(self) -> None:
        self._finish()
        time.sleep(SCREEN_S)
        os._exit(0)


def _at_once(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - the signature of a signal handler
    """What can be closed without waiting is closed; a third signal asks nobody."""
    for other in (signal.SIGINT, signal.SIGTERM):
        signal.signal(other, lambda *_: os._exit(EXIT_AT_ONCE))
    raise SystemExit(EXIT_AT_ONCE)
