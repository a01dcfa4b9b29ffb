"""Several captures on one time axis, by the rules of the capture format (formats, section 1).

With `# start:` in all files they lie as they were recorded; else all begin at second 0. One port may go on from
file to file, but two files must not hold it at the same time.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from drivers.capture.reading import Capture, read_capture
from drivers.capture.records import CaptureError, Header, OnTrouble, Record, Trouble, WhiteClock, visible

RECORDING_ENDED = "the recording ended"
"""Why a line went down where one recording stops and another one opens the line anew."""


class _Span(NamedTuple):
    """What one file holds of a port."""

    first_s: float
    last_s: float
    opens: bool
    """Its first record says that the line was opened."""
    closes: bool
    """Its last one says that it went down."""


class _Part(NamedTuple):
    """One file of several and where it lies; times are those of the common axis."""

    path: str | PathLike[str]
    header: Header
    offset_s: float
    ports: Mapping[str, _Span]
    left: tuple[str, ...] = ()
    """Ports that are open at its end, and that a later file opens anew: nobody watched them between."""

    @property
    def last_s(self) -> float:
        return max((span.last_s for span in self.ports.values()), default=self.offset_s)

    @property
    def first_s(self) -> float:
        return min((span.first_s for span in self.ports.values()), default=self.offset_s)


class Captures:
    """Captures read as one: their common header, and all records in order of time, once, by iterating.

    Troubles are counted, and passed to `on_trouble` as they are met. Records of the same time keep the order of
    the beginnings of their files. Line numbers are those of the record's own file.
    """

    def __init__(self, paths: Iterable[str | PathLike[str]], on_trouble: OnTrouble | None = None) -> None:
        self._on_trouble = on_trouble
        self._header_troubles = 0
        self._open: list[Capture] = []
        self._paths = list(paths)
        if len(self._paths) == 1:
            self._open = [read_capture(self._paths[0], on_trouble)]
            self._parts: list[_Part] = []
            self.header = _without_old_positions(self._open[0].header)
        else:
            self._parts = _parts(self._paths)
            self.header = _common_header(self._parts, self._tell)

    @property
    def troubles(self) -> int:
        """Troubles met so far in all files."""
        return self._header_troubles + sum(capture.troubles for capture in self._open)

    def close(self) -> None:
        """Close all files; iterating to the end does the same."""
        for capture in self._open:
            capture.close()

    def __iter__(self) -> Iterator[Record]:
        if not self._parts:
            return iter(self._open[0]) if self._open else iter(())
        return self._merged()

    def _merged(self) -> Iterator[Record]:
        """A file is opened only when its time comes, so a long chain of files needs few open at once."""
        waiting: list[tuple[float, int, Record | None, Iterator[Record]]] = [
            (part.first_s, order, None, self._shifted(part)) for order, part in enumerate(self._parts)
        ]
        heapq.heapify(waiting)
        while waiting:
            _, order, record, records = waiting[0]
            if record is not None:
                yield record
            following = next(records, None)
            if following is None:
                heapq.heappop(waiting)
            else:
                heapq.heapreplace(waiting, (following.t_s, order, following, records))

    def _shifted(self, part: _Part) -> Iterator[Record]:
        capture = read_capture(part.path, self._on_trouble)
        self._open.append(capture)
        for record in capture:
            yield record._replace(t_s=_on_axis(record.t_s, part.offset_s))
        for port in part.left:
            yield Record(part.last_s, port, "down", b"", 0, RECORDING_ENDED)

    def _tell(self, trouble: Trouble) -> None:
        self._header_troubles += 1
        if self._on_trouble is not None:
            self._on_trouble(trouble)


def merge(paths: Iterable[str | PathLike[str]], on_trouble: OnTrouble | None = None) -> Captures:
    """Read several captures as one; CaptureError for a file that is none, or for files that do not go together."""
    return Captures(paths, on_trouble)


def _without_old_positions(header: Header) -> Header:
    """A file that continues another repeats its header, but the games have gone on since."""
    return header if header.continues is None else header._replace(positions={})


def _on_axis(t_s: float, offset_s: float) -> float:
    """A capture's times have six places; a sum of two should too."""
    return round(t_s + offset_s, 6) if offset_s else t_s


def _parts(paths: list[str | PathLike[str]]) -> list[_Part]:
    """Read all files once, to know where they lie; in order of their beginning, then as named."""
    scans = [_scan(path) for path in paths]
    starts = [header.start for header, _ in scans if header.start is not None]
    first = min(starts) if starts and len(starts) == len(scans) else None
    parts = []
    for path, (header, ports) in zip(paths, scans, strict=True):
        offset_s = (header.start - first).total_seconds() if first and header.start else 0.0
        spans = {port: _shift(span, offset_s) for port, span in ports.items()}
        parts.append(_Part(path, header, offset_s, spans))
    parts.sort(key=lambda part: part.offset_s)
    _refuse_overlaps(parts, timed=first is not None)
    return [part._replace(left=_left(part, parts[n + 1 :])) for n, part in enumerate(parts)]


def _shift(span: _Span, offset_s: float) -> _Span:
    return span._replace(first_s=_on_axis(span.first_s, offset_s), last_s=_on_axis(span.last_s, offset_s))


def _left(part: _Part, later: list[_Part]) -> tuple[str, ...]:
    """The ports that this file leaves open and the next one that holds them opens anew."""
    left = []
    for port, span in part.ports.items():
        following = min((other.ports[port] for other in later if port in other.ports), default=None)
        if following is not None and following.opens and not span.closes and part.last_s <= following.first_s:
            left.append(port)
    return tuple(left)


def _scan(path: str | PathLike[str]) -> tuple[Header, dict[str, _Span]]:
    if not Path(path).is_file() and Path(path).exists() and not Path(path).is_dir():
        raise CaptureError(str(path), "cannot be read twice, as is needed with several files; copy it to a file")
    capture = read_capture(path)
    ports: dict[str, _Span] = {}
    for record in capture:
        span = ports.get(record.port)
        first_s, opens = (span.first_s, span.opens) if span else (record.t_s, record.kind == "up")
        ports[record.port] = _Span(first_s, record.t_s, opens, record.kind == "down")
    return capture.header, ports


def _refuse_overlaps(parts: list[_Part], *, timed: bool) -> None:
    held: dict[str, list[tuple[_Span, str]]] = {}
    for part in parts:
        for port, span in part.ports.items():
            held.setdefault(port, []).append((span, str(part.path)))
    for port, spans in held.items():
        spans.sort()
        for (before, file_before), (after, file) in pairwise(spans):
            if after.first_s < before.last_s:
                text = f"holds port {port} at the same time as {visible(file_before)}; give only one of them"
                if not timed:
                    text += ", or '# start:' lines in all files if they follow each other"
                raise CaptureError(file, text, usage=True)


def _common_header(parts: list[_Part], tell: OnTrouble) -> Header:
    """What all headers tell together. A position is that of its port's first file."""
    positions: dict[str, str] = {}
    sides: list[WhiteClock] = []
    for part in parts:
        positions = {**_without_old_positions(part.header).positions, **positions}
        if part.header.white_clock is not None:
            sides.append(part.header.white_clock)
        if sides and part.header.white_clock not in {None, sides[0]}:
            tell(Trouble(str(part.path), 1, f"white-clock differs from the other files, taken as {sides[0]}"))
    if len({part.header.chess960 for part in parts}) > 1:
        tell(Trouble(str(parts[0].path), 1, "chess960 is not said in all files; taken as yes for all"))
    return Header(
        start=parts[0].header.start if parts and all(part.header.start for part in parts) else None,
        bus=frozenset[str]().union(*(part.header.bus for part in parts)),
        white_clock=sides[0] if sides else None,
        chess960=any(part.header.chess960 for part in parts),
        positions=positions,
        asks_again=bool(parts) and all(part.header.asks_again for part in parts),
        comments=tuple(dict.fromkeys(comment for part in parts for comment in part.header.comments)),
    )
