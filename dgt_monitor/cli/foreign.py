"""Threads that a foreign library starts, and what they die of: one sentence, not a trace across the screen."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

DEBUG: Final = "DGT_MONITOR_DEBUG"
"""Environment variable: an error of the program itself, or of a library in it, is told with its trace."""


@contextmanager
def threads_told(tell: Callable[[str], None]) -> Iterator[None]:
    """What nobody catches in a thread is told as a sentence, from that thread; with its trace only under `DEBUG`.

    pyserial starts threads for lines over RFC 2217, and whatever the other side sends can end them: the line itself
    finds out and is opened again.
    """
    before = threading.excepthook

    def told(fault: threading.ExceptHookArgs) -> None:
        if issubclass(fault.exc_type, SystemExit):
            return  # it wanted to end
        if os.environ.get(DEBUG):
            before(fault)
        tell(what_ended(fault))

    threading.excepthook = told
    try:
        yield
    finally:
        threading.excepthook = before


def what_ended(fault: threading.ExceptHookArgs) -> str:
    """The sentence for it."""
    name = fault.thread.name if fault.thread is not None else "?"
    what = " ".join(f"{fault.exc_type.__name__}: {fault.exc_value}".split())
    return f"a part of the program has ended by itself ({name}: {what}); {DEBUG}=1 in the environment shows where"
