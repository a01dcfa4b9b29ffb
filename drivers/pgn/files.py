"""PGN files looked at again and again: what has changed since, and is not being written at this moment."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from heapq import nlargest
from itertools import islice
from pathlib import Path
from typing import Final

from drivers.pgn.growing import Growing, Mark, mark_of
from drivers.pgn.reading import Text, decoded

LARGEST_BYTES: Final = 1 << 26
"""Of one file (chosen): some twenty thousand games."""
MOST_FILES: Final = 4_000
"""Of one folder and those in it the newest (chosen: four rounds of the largest hall, a file for each game)."""
MOST_LOOKED_AT: Final = 40_000
"""Entries of a folder that are looked at for them (chosen)."""
MOST_BYTES_AT_ONCE: Final = 1 << 20
"""Read in one look, after which the next goes on (chosen: a file for each game of a hall, in some 0.3 s); a larger file
is read in steps."""

LOOKS_AGAIN: Final = 12
"""So often a file is read again after it has changed: some file systems tell times in steps of two seconds."""


class Files:
    """The PGN files at one path: a file, or a folder with all below it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: dict[str, Mark] = {}
        """As each file was when its content was last taken."""
        self._seen: dict[str, Mark] = {}
        """As each was at the last look."""
        self._taken: dict[str, tuple[bytes, int]] = {}
        """A digest of what was taken, and how often it is still to be compared."""
        self.trouble: str | None = None
        """Why nothing can be read now."""
        self.left_out: dict[str, str] = {}
        """Files that cannot be followed now, and why; under no name: what the whole folder lacks."""
        self._goes_on_at = ""
        self._large: dict[str, Growing] = {}
        self._steps: dict[str, Path] = {}
        """Large files that have changed."""
        self._stepped = ""
        """The last of them that was read."""

    @property
    def is_behind(self) -> bool:
        """Whether something has changed that the last look did not come to."""
        return bool(self._steps or self._goes_on_at)

    def changed(self) -> Iterator[tuple[str, str | Text]]:
        """Name and content of every file that is another than when it was taken, and is as it was at the last look."""
        self.trouble = None
        try:
            found = sorted(self._all())
        except OSError as error:
            self.trouble = f"{self._path}: {error.strerror}"
            return
        names = {name for name, _ in found} | {""}
        self._large = {name: file for name, file in self._large.items() if name in names}
        self._steps = {}
        self.left_out = {name: why for name, why in self.left_out.items() if name in names}
        first, self._goes_on_at, size = self._goes_on_at, "", 0
        for name, path in [each for each in found if each[0] >= first] + [each for each in found if each[0] < first]:
            if size >= MOST_BYTES_AT_ONCE:
                self._goes_on_at = name
                break
            text = self._new(name, path)
            if text is not None:
                size += self._seen[name].size
                yield name, text
        yield from self._step()

    def _step(self) -> Iterator[tuple[str, Text]]:
        """One of the large files is read a step further, each in its turn."""
        if not self._steps:
            return
        name = min(self._steps, key=lambda each: (each <= self._stepped, each))
        file = self._large.setdefault(name, Growing())
        try:
            read = file.step(self._steps[name])
        except OSError as error:
            if isinstance(error, PermissionError):
                self._cannot(name, f"{error.strerror}")
            return
        if read is None:
            return
        self._read[name], text = read
        self.left_out.pop(name, None)
        self._stepped = name
        again = LOOKS_AGAIN if text is not None else self._taken.get(name, (b"", LOOKS_AGAIN))[1] - 1
        self._taken[name] = b"", again
        file.look_again()
        if again <= 0:
            del self._steps[name]
        if text is not None:
            yield name, text

    def _cannot(self, name: str, why: str) -> None:
        self.left_out[name] = why
        self._read.pop(name, None)

    def _all(self) -> list[tuple[str, Path]]:
        if not self._path.is_dir():
            self._path.stat()
            return [(self._path.name, self._path)]
        looked_at = list(islice(self._path.rglob("*"), MOST_LOOKED_AT + 1))
        inside = [path for path in looked_at if path.suffix.lower() == ".pgn"]
        out = len(inside) - MOST_FILES
        if len(looked_at) > MOST_LOOKED_AT:
            self.left_out[""] = f"more than {MOST_LOOKED_AT} files are in the folder: some are not followed"
        elif out > 0:
            self.left_out[""] = f"of {len(inside)} PGN files only the newest {MOST_FILES} are followed"
        else:
            self.left_out.pop("", None)
        newest = nlargest(MOST_FILES, inside, key=_written_ns) if out > 0 else inside
        return [(path.relative_to(self._path).as_posix(), path) for path in newest]

    def _new(self, name: str, path: Path) -> str | None:
        try:
            before = mark_of(path.stat())
            rests, self._seen[name] = self._seen.get(name) == before, before
            if before.size > LARGEST_BYTES:
                self._cannot(name, f"the file is larger than {LARGEST_BYTES >> 20} MiB, and is not followed")
                return None
            if not rests or not before.size or self._is_known(name, before):
                return None
            if before.size > MOST_BYTES_AT_ONCE:
                self._steps[name] = path
                return None
            self._large.pop(name, None)  # what is told of it as a small one is no more what was read in steps
            with path.open("rb") as stream:
                data = stream.read(LARGEST_BYTES + 1)
                after = mark_of(os.fstat(stream.fileno()))
        except PermissionError as error:
            self._cannot(name, f"{error.strerror}")
            return None
        except OSError:
            return None  # replaced or removed at this moment: the next look tells
        if after != before or len(data) != before.size:
            return None
        self._read[name] = before
        if self.left_out.pop(name, None) is not None:
            self._taken.pop(name, None)  # it is told again
        digest = blake2b(data, digest_size=16).digest()
        known, again = self._taken.get(name, (b"", LOOKS_AGAIN))
        if known == digest:
            self._taken[name] = digest, again - 1
            return None
        self._taken[name] = digest, LOOKS_AGAIN
        return decoded(data)

    def _is_known(self, name: str, mark: Mark) -> bool:
        return self._read.get(name) == mark and self._taken[name][1] <= 0


def _written_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0  # removed at this moment
