"""Writing a capture file."""

import gzip
import io
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from drivers.capture.headers import ASKED_AGAIN, HeaderReader
from drivers.capture.records import FIRST_LINE, Header, RecordKind, word_of


class CaptureWriter:
    """Writes records as they come; also a context manager that closes the file it opened.

    The target is a path (a name that ends in `.gz` is compressed) or an open text stream, which is left open.
    Of the header, `comments` are written first; its other fields follow unless a comment says them already.
    """

    def __init__(self, target: str | PathLike[str] | TextIO, header: Header | None = None) -> None:
        self._own = isinstance(target, str | PathLike)
        self._stream = _open(Path(target)) if isinstance(target, str | PathLike) else target
        self._last_s = 0.0
        self._stream.write(FIRST_LINE + "\n")
        for comment in header_comments(header or Header()):
            self.comment(comment)

    def write(self, t_s: float, port: str, kind: RecordKind, data: bytes = b"", reason: str = "") -> None:
        """Write one record, with the reason of a `down` as a comment before it.

        ValueError for a time less than the last, or bytes that do not go with the kind.
        """
        if not self._last_s <= t_s < float("inf"):
            raise ValueError(f"time {t_s} after {self._last_s}: times never decrease")
        if bool(data) is not (kind in {"rx", "tx"}):
            raise ValueError(f"{kind} with {len(data)} bytes")
        self._last_s = t_s
        if reason:
            self.comment(f"{kind}: {word_of(port)} {reason}")
        blank = " " if data else ""
        self._stream.write(f"{t_s:.6f} {word_of(port)} {kind}{blank}{data.hex(' ')}\n")

    def is_bus(self, port: str) -> None:
        """This port, of which nothing was written yet, is a bus line."""
        self.comment(f"bus: {word_of(port)}")

    def comment(self, text: str) -> None:
        """Write a comment line; line ends in it become blanks."""
        self._stream.write(f"# {' '.join(text.splitlines())}".rstrip() + "\n")

    def flush(self) -> None:
        """Hand what was written to the operating system."""
        self._stream.flush()

    def close(self) -> None:
        """Close the file, if this writer opened it."""
        if self._own:
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def header_comments(header: Header) -> list[str]:
    """The comment lines that tell a header: its own comments, and what they leave unsaid."""
    reader = HeaderReader()
    for comment in header.comments:
        reader.add(comment)
    said = reader.finished()
    comments = list(header.comments)
    if header.start is not None and header.start != said.start:
        comments.append(f"start: {header.start.isoformat()}")
    comments += [f"bus: {word_of(port)}" for port in sorted(header.bus - said.bus)]
    if header.white_clock is not None and header.white_clock != said.white_clock:
        comments.append(f"white-clock: {header.white_clock}")
    if header.chess960 is not said.chess960:
        comments.append(f"chess960: {'yes' if header.chess960 else 'no'}")
    if header.asks_again and not said.asks_again:
        comments.append(f"doubts: {ASKED_AGAIN}")
    unsaid = header.positions.items() - said.positions.items()
    comments += [f"position: {word_of(port)} {fen}" for port, fen in sorted(unsaid)]
    if header.continues is not None and header.continues != said.continues:
        comments.append(f"continues: {header.continues}")
    return comments


def _open(path: Path) -> TextIO:
    if path.suffix != ".gz":
        return path.open("w", encoding="utf-8", newline="\n")
    # No time stamp inside: the same records under the same name make the same bytes.
    packed = gzip.GzipFile(path, "wb", mtime=0)
    return io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
