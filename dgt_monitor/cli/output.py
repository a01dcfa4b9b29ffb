"""What the commands read and write: data on standard output, talk on standard error, input that may be `-`."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

from dgt_monitor.cli.plain_lines import PlainLines
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import Event, to_json
from dgt_monitor.hall.public import Gate, PublicEvent, public_json

PROGRAM: Final = "dgt-monitor: "
"""In front of what is told on standard error."""
EXIT_FAULTY_INPUT: Final = 1
EXIT_WRONG_USAGE: Final = 2


def say(sentence: str) -> None:
    """Tell the person at the terminal something; without a terminal nobody is there to be told."""
    if sys.stderr is None:
        return
    with suppress(OSError):
        sys.stderr.write(f"{PROGRAM}{safe(sentence)}\n")


def say_command(command: str) -> None:
    """Tell a command on a line of its own, so that it can be copied as it stands."""
    if sys.stderr is None:
        return
    with suppress(OSError):
        sys.stderr.write(f"{safe(command)}\n")


def fail(sentence: str, status: int) -> NoReturn:
    """Tell what went wrong and end the program."""
    say(sentence)
    sys.exit(status)


def has_screen() -> bool:
    """Whether there is a terminal to draw on and a keyboard to answer; standard error may lead into a file."""
    streams = (sys.stdin, sys.stdout)
    return all(s is not None and s.isatty() for s in streams) and os.environ.get("TERM", "dumb") != "dumb"


def in_browser() -> bool:
    """Whether Textual draws in a browser, to which a server hands it on."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


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
    try:
        sys.stdout.buffer.write(_encoded(lines))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


def _encoded(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")


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
    """Writes events as they come, as JSON or as plain lines, and flushes after each batch.

    `put`: who takes the bytes of whole lines instead of standard output.
    """

    def __init__(self, *, as_json: bool, put: Callable[[bytes], None] | None = None) -> None:
        self._plain = None if as_json else PlainLines()
        self._put = put

    def __call__(self, events: list[Event]) -> None:
        """Write all that has a line."""
        self._write([to_json(event) for event in events] if self._plain is None else self._plain(events))

    def again(self, events: list[Event]) -> None:
        """Write what was told before to somebody who may not have read it; as plain lines all but the moves."""
        if self._plain is None:
            self(events)
            return
        for event in events:
            lines = self._plain([event])
            if event.kind != "move":
                self._write(lines)

    def passes(self, t_s: float) -> None:
        """It is now `t_s`, whether anything has happened or not; inf at the end."""
        if self._plain is not None:
            self._write(self._plain.due(t_s))

    def _write(self, lines: list[str]) -> None:
        if lines and self._put is not None:
            self._put(_encoded(lines))
        elif lines:
            write_lines(lines)


class PublicWriter:
    """Writes what is public of the events as they come, as JSON; `put` as for `EventWriter`."""

    def __init__(self, put: Callable[[bytes], None] | None = None) -> None:
        self._put = put
        self._gate = Gate(self._write)

    def __call__(self, events: list[Event]) -> None:
        """Write what is public of these."""
        self._gate(events)

    def again(self, events: list[Event]) -> None:
        """Write what was told before to somebody who may not have read it."""
        self(events)

    def passes(self, t_s: float) -> None:
        """Nothing is held."""

    def _write(self, news: list[PublicEvent]) -> None:
        lines = [public_json(event) for event in news]
        if self._put is None:
            write_lines(lines)
        else:
            self._put(_encoded(lines))
