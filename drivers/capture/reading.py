"""Reading a capture file, line by line, in bounded memory whatever the file holds."""

from collections.abc import Iterator
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from drivers.capture.headers import HeaderReader
from drivers.capture.lines import first_line, numbered_lines, open_lines, standard_input
from drivers.capture.records import (
    FIRST_LINE,
    CaptureError,
    Header,
    OnTrouble,
    Record,
    RecordKind,
    Trouble,
    port_of,
    visible,
)

LATEST_S = 1e9
"""A choice: 31 years; a time beyond is a mistake."""
MOST_PORTS = 10_000
"""A choice: ten times the largest hall thought of. More names than that are damage, and each costs memory."""
MOST_COMMENT_BYTES = 1 << 22
"""A choice: room for a position of every one of `MOST_PORTS` ports. Comments beyond are passed over."""
EXCERPT_CHARACTERS = 40
LONGEST_REASON = 500
"""Characters kept of why a line went down; a choice: more than a line's own texts have."""

_KINDS: dict[bytes, RecordKind] = {b"rx": "rx", b"tx": "tx", b"up": "up", b"down": "down"}
_VERSION_PREFIX = FIRST_LINE.rsplit(" ", 1)[0]


class _BadLineError(Exception):
    """A line that is no record; its text says why."""


class Capture:
    """A capture being read: the header at once, the records once, one after another, by iterating.

    Troubles are counted, and passed to `on_trouble` as they are met.
    """

    def __init__(self, file: str, stream: BinaryIO, on_trouble: OnTrouble | None) -> None:
        self.file = file
        self.header = Header()
        self.troubles = 0
        self.end_t_s = 0.0
        """Time of the last record so far."""
        self._stream = stream
        self._on_trouble = on_trouble
        self._lines: Iterator[tuple[int, bytes]] = numbered_lines(stream, file, self._tell)
        self._ports: dict[bytes, str] = {}
        self._comment_bytes = 0
        self._late_comments: list[str] = []
        self._why: tuple[str, str] | None = None
        """Port and reason of the `down` that is to follow."""
        self._read_header()

    @property
    def late_comments(self) -> tuple[str, ...]:
        """Comment lines met so far after the first record: kept, but no part of the header."""
        return tuple(self._late_comments)

    def close(self) -> None:
        """Close the file; iterating to the end does the same."""
        self._stream.close()

    def __iter__(self) -> Iterator[Record]:
        try:
            for number, line in self._lines:
                words = line.split(None, 3)
                if not words:
                    continue
                if words[0].startswith(b"#"):
                    self._late_comments += self._comments(number, line)
                    continue
                try:
                    yield self._record(number, words)
                except _BadLineError as bad:
                    self._tell(Trouble(self.file, number, str(bad)))
        finally:
            self.close()

    def _tell(self, trouble: Trouble) -> None:
        self.troubles += 1
        if self._on_trouble is not None:
            self._on_trouble(trouble)

    def _read_header(self) -> None:
        reader = HeaderReader()
        for number, line in self._lines:
            if line.strip() and not line.lstrip().startswith(b"#"):
                self._lines = chain([(number, line)], self._lines)
                break
            for comment in self._comments(number, line):
                wrong = reader.add(comment)
                if wrong is not None:
                    self._tell(Trouble(self.file, number, wrong))
        self.header = reader.finished()

    def _comments(self, number: int, line: bytes) -> list[str]:
        """The comment of a line, if it has one and there is room."""
        text = line.strip().removeprefix(b"#").removeprefix(b" ")
        if not line.strip() or self._comment_bytes > MOST_COMMENT_BYTES:
            return []
        self._comment_bytes += len(line)
        if self._comment_bytes > MOST_COMMENT_BYTES:
            self._tell(Trouble(self.file, number, "too many comments: those from here on are passed over"))
            return []
        comment = text.decode("utf-8", "backslashreplace")
        self._why = _why(comment)
        return [comment]

    def _record(self, number: int, words: list[bytes]) -> Record:
        """The record of a line's words (the last holds all hex bytes); `_BadLineError` if it is none."""
        kind = _KINDS.get(words[2]) if len(words) > 2 else None
        if kind is None:
            raise _BadLineError(f"not 'SECONDS PORT rx|tx|up|down': {_excerpt(b' '.join(words))}")
        data = _data(kind, words[3] if len(words) > 3 else b"")
        t_s = _seconds(words[0])
        port = self._ports.get(words[1]) or self._new_port(words[1])
        if t_s < self.end_t_s:
            text = f"time goes back from {self.end_t_s:.6f} to {t_s:.6f}, taken as {self.end_t_s:.6f}"
            self._tell(Trouble(self.file, number, text))
            t_s = self.end_t_s
        self.end_t_s = t_s
        if kind == "down":
            return Record(t_s, port, kind, data, number, self._reason_of(port))
        return Record(t_s, port, kind, data, number)

    def _reason_of(self, port: str) -> str:
        why, self._why = self._why, None
        return why[1] if why is not None and why[0] == port else ""

    def _new_port(self, word: bytes) -> str:
        if len(self._ports) >= MOST_PORTS:
            raise _BadLineError(f"more than {MOST_PORTS} ports: this one is passed over")
        port = self._ports[word] = port_of(word)
        return port


def _seconds(word: bytes) -> float:
    try:
        t_s = float(word)
    except ValueError:
        t_s = -1.0
    if not 0 <= t_s <= LATEST_S or b"_" in word:
        raise _BadLineError(f"no time in seconds: {_excerpt(word)}")
    return t_s


def _data(kind: RecordKind, hex_bytes: bytes) -> bytes:
    try:
        data = bytes.fromhex(hex_bytes.decode("ascii"))
    except ValueError:
        raise _BadLineError(f"no hex bytes: {_excerpt(hex_bytes)}") from None
    if bool(data) is not (kind in {"rx", "tx"}):
        raise _BadLineError("bytes are missing" if not data else f"bytes after {kind}")
    return data


def _why(comment: str) -> tuple[str, str] | None:
    """Port and reason, if this is the comment that tells them of a `down`."""
    key, _, value = comment.partition(":")
    words = value.split(None, 1)
    if key.strip() != "down" or len(words) < 2:
        return None
    return port_of(words[0].encode("utf-8", "backslashreplace")), visible(words[1].strip()[:LONGEST_REASON])


def _excerpt(text: bytes) -> str:
    words = text[:EXCERPT_CHARACTERS].decode("utf-8", "backslashreplace").strip()
    return visible(words) + (" .." if len(text) > EXCERPT_CHARACTERS else "")


def read_capture(path: str | PathLike[str], on_trouble: OnTrouble | None = None) -> Capture:
    """Open a capture, plain or `.gz`, `-` being standard input, and read its header.

    CaptureError if it is none, saying what to do.
    """
    file = "standard input" if str(path) == "-" else str(path)
    stream = standard_input() if str(path) == "-" else open_lines(Path(path))
    try:
        _check_first_line(file, stream)
        return Capture(visible(file), stream, on_trouble)
    except BaseException:
        stream.close()
        raise


def _check_first_line(file: str, stream: BinaryIO) -> None:
    try:
        line = first_line(stream)
    except ValueError as error:
        raise CaptureError(file, f"cannot be read: {error}") from error
    if line == FIRST_LINE.encode("ascii"):
        return
    if not line:
        text = "is empty or begins with an empty line; a capture file"
    elif line.startswith(_VERSION_PREFIX.encode("ascii")):
        text = "is a capture of another version; this program reads those that"
    else:
        text = "is not a capture file: one"
    raise CaptureError(file, f"{text} begins with the line '{FIRST_LINE}'")
