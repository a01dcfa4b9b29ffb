"""PGN files looked at again and again: what has changed since, and is not being written at this moment."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from drivers.pgn.reading import decoded

LARGEST_BYTES: Final = 1 << 24
"""Of one file (chosen): some ten thousand games."""
MOST_FILES: Final = 4_000
"""Of one folder and those in it (chosen: four rounds of the largest hall, a file for each game)."""


LOOKS_AGAIN: Final = 12
"""So often a file is read again after it has changed: some file systems tell times in steps of two seconds."""


class _Mark(NamedTuple):
    """By what a file that has changed is known."""

    inode: int
    size: int
    mtime_ns: int


class Files:
    """The PGN files at one path: a file, or a folder with all below it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: dict[str, _Mark] = {}
        """As each file was when its content was last taken."""
        self._seen: dict[str, _Mark] = {}
        """As each was at the last look."""
        self._taken: dict[str, tuple[bytes, int]] = {}
        """A digest of what was taken, and how often it is still to be compared."""
        self.trouble: str | None = None
        """Why nothing can be read now."""

    def changed(self) -> Iterator[tuple[str, str]]:
        """Name and content of every file that is another than when it was taken, and is as it was at the last look."""
        self.trouble = None
        try:
            found = sorted(self._all())
        except OSError as error:
            self.trouble = f"{self._path}: {error.strerror}"
            return
        for name, path in found:
            text = self._new(name, path)
            if text is not None:
                yield name, text

    def _all(self) -> list[tuple[str, Path]]:
        if self._path.is_dir():
            inside = (path for path in self._path.rglob("*") if path.suffix.lower() == ".pgn")
            return [(path.relative_to(self._path).as_posix(), path) for path in islice(inside, MOST_FILES)]
        self._path.stat()
        return [(self._path.name, self._path)]

    def _new(self, name: str, path: Path) -> str | None:
        try:
            before = _mark(path.stat())
            rests, self._seen[name] = self._seen.get(name) == before, before
            if not rests or not 0 < before.size <= LARGEST_BYTES or self._is_known(name, before):
                return None
            with path.open("rb") as stream:
                data = stream.read(LARGEST_BYTES + 1)
                after = _mark(os.fstat(stream.fileno()))
        except OSError:
            return None  # replaced or removed at this moment: the next look tells
        if after != before or len(data) != before.size:
            return None
        self._read[name] = before
        digest = blake2b(data, digest_size=16).digest()
        known, again = self._taken.get(name, (b"", LOOKS_AGAIN))
        if known == digest:
            self._taken[name] = digest, again - 1
            return None
        self._taken[name] = digest, LOOKS_AGAIN
        return decoded(data)

    def _is_known(self, name: str, mark: _Mark) -> bool:
        return self._read.get(name) == mark and self._taken[name][1] <= 0


def _mark(stat: os.stat_result) -> _Mark:
    return _Mark(stat.st_ino, stat.st_size, stat.st_mtime_ns)
