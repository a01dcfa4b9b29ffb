"""Where the commands write: data on standard output, talk on standard error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn, TextIO

from dgt_monitor.cli.plain import plain_line
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import Event, to_json


def say(sentence: str) -> None:
    """Tell the person at the terminal something."""
    sys.stderr.write(f"dgt-monitor: {safe(sentence)}\n")


def fail(sentence: str, status: int) -> NoReturn:
    """Tell what went wrong and end the program."""
    say(sentence)
    sys.exit(status)


class EventWriter:
    """Writes events as they come, as JSON or as plain lines, and flushes after each batch."""

    def __init__(self, out: TextIO, *, as_json: bool) -> None:
        self._out = out
        self._line = to_json if as_json else plain_line

    def __call__(self, events: list[Event]) -> None:
        """Write all that has a line."""
        lines = [line for event in events if (line := self._line(event)) is not None]
        if lines:
            self._out.write("\n".join(lines) + "\n")
            self._out.flush()


@contextmanager
def closed_output() -> Iterator[None]:
    """A reader that has gone away (`| head`) ends the program quietly."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        yield
    except BrokenPipeError:
        # Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
