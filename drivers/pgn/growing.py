"""A large PGN file, parsed a step at a time; what was read stays read where the file is the same up to there."""

import os
from codecs import IncrementalDecoder, getincrementaldecoder
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from drivers.pgn.reading import Parsing, Text

PARSED_BYTES: Final = 1 << 17
"""In one step (chosen: some forty milliseconds)."""
COMPARED_BYTES: Final = 1 << 22
"""In one step, of what was parsed before (chosen: some ten milliseconds)."""


class Mark(NamedTuple):
    """By what a file that has changed is known."""

    inode: int
    size: int
    mtime_ns: int


def mark_of(stat: os.stat_result) -> Mark:
    """The mark of a file."""
    return Mark(stat.st_ino, stat.st_size, stat.st_mtime_ns)


class Growing:
    """One file, as far as it was read."""

    def __init__(self) -> None:
        self._mark: Mark | None = None
        """As it was when this reading of it began; None: it is to be looked at anew."""
        self._reset("utf-8-sig")

    def _reset(self, encoding: str) -> None:
        self._parsing = Parsing()
        self._encoding = encoding
        self._decoder: IncrementalDecoder = getincrementaldecoder(encoding)()
        self._parsed_bytes = 0
        self._digest = blake2b(digest_size=16)
        """Of these bytes."""
        self._compared_bytes = 0
        """Of these so many are the same as before."""
        self._compared = blake2b(digest_size=16)
        self._is_new = False

    def look_again(self) -> None:
        """It may be another than it seems."""
        self._mark = None

    def step(self, path: Path) -> tuple[Mark, Text | None] | None:
        """Go on: None while there is more to do; else as what it was read, and what it holds if that is new."""
        with path.open("rb") as stream:
            mark = mark_of(os.fstat(stream.fileno()))
            if mark != self._mark:
                self._begin(mark)
            if self._compared_bytes < self._parsed_bytes:
                self._compare(stream)
                return None
            self._parse(stream)
            is_read = self._parsed_bytes >= mark.size and mark_of(os.fstat(stream.fileno())) == mark
        if not is_read:
            return None
        is_new, self._is_new = self._is_new, False
        return mark, self._text() if is_new else None

    def _begin(self, mark: Mark) -> None:
        self._mark = mark
        self._compared_bytes, self._compared = 0, blake2b(digest_size=16)
        if mark.size < self._parsed_bytes:
            self._reset("utf-8-sig")

    def _compare(self, stream: BinaryIO) -> None:
        stream.seek(self._compared_bytes)
        data = stream.read(min(COMPARED_BYTES, self._parsed_bytes - self._compared_bytes))
        self._compared.update(data)
        self._compared_bytes += len(data)
        is_through = self._compared_bytes == self._parsed_bytes
        if not data or (is_through and self._compared.digest() != self._digest.digest()):
            self._reset("utf-8-sig")

    def _parse(self, stream: BinaryIO) -> None:
        stream.seek(self._parsed_bytes)
        data = stream.read(PARSED_BYTES)
        try:
            self._parsing.feed(self._decoder.decode(data))
        except UnicodeDecodeError:
            self._reset("latin-1")
            return
        self._digest.update(data)
        self._parsed_bytes += len(data)
        self._compared_bytes = self._parsed_bytes
        self._is_new = self._is_new or bool(data)

    def _text(self) -> Text:
        half = self._decoder.getstate()[0]
        return Text([], whole=False) if half else self._parsing.text()  # half a letter: it is being written
