"""What the commands read and write: data on standard output, talk on standard error, input that may be `-`."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

from dgt_monitor.cli.plain import plain_line
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import Event, to_json

EXIT_FAULTY_INPUT: Final = 1
EXIT_WRONG_USAGE: Final = 2
COMPLAINTS_MAX: Final = 100
"""Complaints written of one input; the others are counted."""
TELL_AGAIN_S: Final = 600.0
"""Seconds after which the same is told of a watched line again (chosen)."""


def say(sentence: str) -> None:
    """Tell the person at the terminal something; without a terminal nobody is there to be told."""
    if sys.stderr is None:
        return
    with suppress(OSError):
        sys.stderr.write(f"dgt-monitor: {safe(sentence)}\n")


def fail(sentence: str, status: int) -> NoReturn:
    """Tell what went wrong and end the program."""
    say(sentence)
    sys.exit(status)


class Complaints:
    """What is wrong with an input, told on standard error: never more than anybody would read."""

    def __init__(self, source: str = "") -> None:
        self.held: list[str] | None = None
        """What waits to be told while a screen is drawn where it would be told; None while nothing is drawn."""
        self._prefix = f"{'standard input' if source == '-' else source}: " if source else ""
        self.count = 0

    def __call__(self, text: str) -> None:
        """Tell and count one."""
        self.count += 1
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


class LiveComplaints(Complaints):
    """What is wrong with lines that are watched all day: the same again only after a while, and never an end of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told_s: dict[str, float] = {}

    def __call__(self, text: str) -> None:
        """Count one, and tell it unless it was told lately."""
        self.count += 1
        now_s = self._clock()
        if now_s - self._told_s.get(text, float("-inf")) < TELL_AGAIN_S:
            return
        if len(self._told_s) >= COMPLAINTS_MAX:
            self._told_s = {told: at_s for told, at_s in self._told_s.items() if now_s - at_s < TELL_AGAIN_S}
        self._told_s[text] = now_s
        if self.held is None:
            say(text)
        elif len(self.held) < COMPLAINTS_MAX:
            self.held.append(text)

    def close(self) -> None:
        """Tell what was held back."""
        held, self.held = self.held or [], None
        for sentence in held:
            say(sentence)


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """A file to read, or standard input for `-`; OSError if there is none."""
    if source == "-":
        yield sys.stdin.buffer
        return
    with Path(source).open("rb") as stream:
        yield stream


class OutputError(Exception):
    """Standard output takes no more; the text says why."""


def write_lines(lines: list[str]) -> None:
    """Write whole lines to standard output as UTF-8, at once.

    OutputError if that fails, BrokenPipeError if nobody reads.
    """
    if sys.stdout is None:
        raise OutputError("it is closed")
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


@contextmanager
def standard_output() -> Iterator[None]:
    """Ends the program quietly when the reader of its output has gone (`| head`), with a reason when a disk is full."""
    try:
        yield
    except BrokenPipeError:
        _forget_output()
    except OutputError as error:
        _forget_output()
        fail(f"standard output cannot be written: {error}", EXIT_FAULTY_INPUT)


def _forget_output() -> None:
    """What is still in buffers cannot be written: Python would complain once more when it flushes at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class EventWriter:
    """Writes events as they come, as JSON or as plain lines, and flushes after each batch."""

    def __init__(self, *, as_json: bool) -> None:
        self._line = to_json if as_json else plain_line

    def __call__(self, events: list[Event]) -> None:
        """Write all that has a line."""
        lines = [line for event in events if (line := self._line(event)) is not None]
        if lines:
            write_lines(lines)
