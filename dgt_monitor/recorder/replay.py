"""Recorded captures fed to a hall, in their own time."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from os import PathLike

import chess

from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.loop import Recorder
from drivers.capture import CaptureError, CaptureSource, Header, Trouble, read_capture
from drivers.source import Stamped

OnTrouble = Callable[[str], None]


class ReplaySource:
    """One or several captures as stamped readings, with what their headers tell of the hall.

    Raises `drivers.capture.CaptureError` for a file that is no capture or files that do not go together. What cannot
    be read is passed to `on_trouble` as a sentence that names file and line, and counted.
    """

    def __init__(self, paths: Iterable[str | PathLike[str]], on_trouble: OnTrouble | None = None) -> None:
        self._on_trouble = on_trouble
        self._own_troubles = 0
        self._source = CaptureSource(self._readable(list(paths)), self._told)
        self.known = self._known(self._source.header)

    def __iter__(self) -> Iterator[Stamped]:
        return iter(self._source)

    @property
    def end_s(self) -> float:
        """Time of the last line read so far: where the input ends."""
        return self._source.end_t_s

    @property
    def troubles(self) -> int:
        """How much could not be read so far."""
        return self._source.troubles + self._own_troubles

    @property
    def header(self) -> Header:
        """What the files say about themselves."""
        return self._source.header

    def close(self) -> None:
        """Close the files."""
        self._source.close()

    def _readable(self, paths: list[str | PathLike[str]]) -> list[str | PathLike[str]]:
        """Of several files those that are captures; the others are told. CaptureError if none is."""
        if len(paths) == 1:
            return paths  # it may be a pipe, which can be read only once
        good = []
        for path in paths:
            try:
                read_capture(path).close()
                good.append(path)
            except CaptureError as error:
                self._complain(str(error))
        if not good:
            raise CaptureError(", ".join(str(path) for path in paths), "none of these files is a capture")
        return good

    def _complain(self, sentence: str) -> None:
        self._own_troubles += 1
        if self._on_trouble is not None:
            self._on_trouble(sentence)

    def _told(self, trouble: Trouble) -> None:
        if self._on_trouble is not None:
            self._on_trouble(str(trouble))

    def _known(self, header: Header) -> Known:
        positions = {}
        for place, fen in header.positions.items():
            fault = faulty_fen(fen, chess960=header.chess960)
            if fault is None:
                positions[place] = fen
                continue
            self._complain(f"position of {place}: {fault}; the board is taken as beginning a game")
        return Known(positions, header.white_clock, header.chess960)


def day_s(start: datetime | None) -> float | None:
    """Seconds from midnight to this moment, by the clock of its own time zone."""
    if start is None:
        return None
    return (start - start.replace(hour=0, minute=0, second=0, microsecond=0)).total_seconds()


def faulty_fen(fen: str, *, chess960: bool = False) -> str | None:
    """Why a game cannot stand at this FEN; None if it can."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        return f"not a FEN ({error})"
    missing = chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS
    wrong = board.status() & (missing | chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_OPPOSITE_CHECK)
    return f"no position of a game: {wrong.name}" if wrong else None


def replay_events(paths: Iterable[str | PathLike[str]], on_trouble: OnTrouble | None = None) -> Iterator[Event]:
    """Everything the monitor says about these captures, as fast as possible."""
    source = ReplaySource(paths, on_trouble)
    told: list[Event] = []
    hall = Hall(source.known)
    recorder = Recorder(hall, [told.extend])
    for stamp in source:
        recorder.take(*stamp)
        if told:
            yield from told
            told.clear()
    recorder.finish(source.end_s)
    yield from told
