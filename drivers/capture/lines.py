"""The lines of a file that may be anything: plain or gzip, any size, in bounded memory."""

import codecs
import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from drivers.capture.records import CaptureError, OnTrouble, Trouble
from drivers.capture.unpacking import Unpacked

LONGEST_LINE_BYTES = 1 << 20
"""A choice: 40 times the longest message there is (a memory dump, 24 kB of hex)."""
LONGEST_FIRST_LINE_BYTES = 64
BUFFER_BYTES = 1 << 16
GZIP_BEGINS = b"\x1f\x8b"
"""First bytes of every gzip file (RFC 1952, 2.3.1)."""


def open_lines(path: Path) -> BinaryIO:
    """Open for reading, unpacking `.gz`; CaptureError, saying what to do, if that cannot be done."""
    try:
        if path.is_dir():
            raise CaptureError(str(path), "is a directory; name the capture files in it")
        if path.suffix.lower() != ".gz":
            return path.open("rb", buffering=BUFFER_BYTES)
        # Without a buffer around it, each line of a gzip file costs several calls in Python.
        return cast("BinaryIO", io.BufferedReader(Unpacked(path.open("rb")), BUFFER_BYTES))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CaptureError(str(path), f"cannot be opened: {reason}") from error


def standard_input() -> BinaryIO:
    """Standard input, plain or packed; CaptureError without one."""
    if sys.stdin is None:
        raise CaptureError("standard input", "cannot be read: it is closed")
    stream = io.BufferedReader(cast("io.RawIOBase", sys.stdin.buffer), BUFFER_BYTES)
    try:
        packed = stream.peek(len(GZIP_BEGINS)).startswith(GZIP_BEGINS)
    except OSError as error:
        raise CaptureError("standard input", f"cannot be read: {error.strerror}") from error
    return cast("BinaryIO", io.BufferedReader(Unpacked(stream), BUFFER_BYTES) if packed else stream)


def first_line(stream: BinaryIO) -> bytes:
    """The first line without its end and byte order mark, cut off if it is longer than any good one."""
    try:
        line = stream.readline(LONGEST_FIRST_LINE_BYTES)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(str(error)) from error
    return line.removeprefix(codecs.BOM_UTF8).rstrip(b"\r\n")


def numbered_lines(stream: BinaryIO, file: str, on_trouble: OnTrouble) -> Iterator[tuple[int, bytes]]:
    """Line numbers from 2 (the first was read before) and lines, their ends included.

    Over-long lines are reported and skipped; where the file cannot be read on, as in damaged gzip, that is
    reported and the lines end.
    """
    number = 1
    try:
        while line := stream.readline(LONGEST_LINE_BYTES + 1):
            number += 1
            if len(line) > LONGEST_LINE_BYTES:
                _skip_line(stream, line)
                on_trouble(Trouble(file, number, f"line longer than {LONGEST_LINE_BYTES} bytes, skipped"))
            else:
                yield number, line
    except (OSError, EOFError, zlib.error) as error:
        on_trouble(Trouble(file, number + 1, f"the file cannot be read on from here: {error}"))


def _skip_line(stream: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(BUFFER_BYTES)
