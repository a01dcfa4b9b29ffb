"""Where the console command comes in: it listens to signals before anything that takes time is imported."""

import os
import signal
import sys
from types import FrameType
from typing import Final

WATCHING: Final = frozenset({"watch", "demo", "desk"})
"""Commands that go on until they are ended; the signals of `ENDING` are a good end of them."""
ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""SIGHUP: the terminal has gone; Windows knows no such thing."""
HANGUP: Final = getattr(signal, "SIGHUP", None)


def main() -> None:
    """Entry point of the console script."""
    listen_early()
    from dgt_monitor.cli.start import main as start  # takes ten times as long as all before

    start()


def listen_early() -> None:
    """Until a command that goes on listens to signals itself there is nothing to close: they end it without a word."""
    if sys.argv[1:2] and sys.argv[1] in WATCHING:
        for number in ENDING:
            if number != HANGUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup: it is to outlive its terminal
                signal.signal(number, _end_quietly)


def _end_quietly(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a signal handler
    """An exception could be lost: it would be raised wherever the import of something foreign stands."""
    os._exit(0)
