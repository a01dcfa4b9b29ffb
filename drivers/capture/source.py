"""Captures as a source: the recorded bytes of every port become readings, stamped with the recorded time."""

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Generic, TypeVar

from drivers.capture.merging import RECORDING_ENDED, merge
from drivers.capture.records import Header, OnTrouble, Record
from drivers.dgt.ask.sieve import Sieve
from drivers.dgt.bus_interpret import Addressed, BusInterpreter
from drivers.dgt.interpret import Interpreter, LineInterpreter
from drivers.readings import Reading
from drivers.source import Stamped

Said = TypeVar("Said")


class _Line(Generic[Said]):
    """One port of the capture."""

    def __init__(self, port: str, interpreter: LineInterpreter[Said]) -> None:
        self.port = port
        self.interpreter = interpreter
        self.open = False
        self.met = False
        """It was recorded before."""

    def take(self, record: Record) -> Sequence[Said]:
        """What a record says; the first one opens the line, whatever it is (formats, section 1).

        A line that was tried in vain is down, with the reason, once more or from the beginning: it was not open.
        """
        kind, interpreter = record.kind, self.interpreter
        if self.open and kind == "rx":
            return interpreter.rx(record.data)
        if kind == "up":
            self.open = self.met = True
            return interpreter.up()
        if kind == "down":
            opens = not self.met and not record.reason
            self.open, self.met = False, True
            return (*(interpreter.up() if opens else ()), *interpreter.down(record.reason))
        opened = () if self.open else interpreter.up()
        self.open = self.met = True
        return (*opened, *(interpreter.rx(record.data) if kind == "rx" else interpreter.tx(record.data)))


class CaptureSource:
    """Readings of one capture or of several on one time axis, once, by iterating.

    CaptureError, when made, for a file that is no capture or files that do not go together. Lines that cannot be
    read are counted in `troubles` and passed to `on_trouble`.
    """

    def __init__(
        self, paths: str | PathLike[str] | Iterable[str | PathLike[str]], on_trouble: OnTrouble | None = None
    ) -> None:
        self.end_t_s = 0.0
        """Time of the last record so far, whatever its kind: where the input ends."""
        self._captures = merge([paths] if isinstance(paths, str | PathLike) else paths, on_trouble)
        self._lines: dict[str, _Line[Reading]] = {}
        self._buses: dict[str, _Line[Addressed]] = {}

    @property
    def header(self) -> Header:
        """What the files say about themselves: start, positions, white's clock, Chess960."""
        return self._captures.header

    @property
    def troubles(self) -> int:
        """Lines that could not be read, so far."""
        return self._captures.troubles

    def close(self) -> None:
        """Close the files; iterating to the end does the same."""
        self._captures.close()

    def __iter__(self) -> Iterator[Stamped]:
        lines = self._lines
        sieves: dict[str, Sieve] = {}  # what counted when it was recorded counts again, and at the same time
        for record in self._captures:
            t_s = self.end_t_s = record.t_s
            port = record.port
            line = lines.get(port)
            if line is None:
                if port in self.header.bus:
                    yield from self._on_bus(record)
                    continue
                line = lines[port] = _Line(port, Interpreter())
                if self.header.asks_again:
                    sieves[port] = Sieve()
            sieve = sieves.get(port)
            for reading in line.take(record):
                if sieve is None or sieve.sift(reading).passes:
                    yield Stamped(t_s, port, None, reading)
            if record.reason == RECORDING_ENDED and sieve is not None:
                sieves[port] = Sieve()  # who recorded next did not know what was believed before
            if line.interpreter.dropped:
                for complaint in line.interpreter.complaints(t_s):
                    yield Stamped(t_s, port, None, complaint)
        yield from self._last_complaints()

    def _on_bus(self, record: Record) -> Iterator[Stamped]:
        """What a record of a bus line says."""
        t_s, port = record.t_s, record.port
        line = self._buses.get(port)
        if line is None:
            line = self._buses[port] = _Line(port, BusInterpreter())
        for said in (line.take(record), line.interpreter.complaints(t_s)):
            for address, reading in said:
                yield Stamped(t_s, port, address, reading)

    def _last_complaints(self) -> Iterator[Stamped]:
        """What was dropped within the last second and is still to be told."""
        for line in self._lines.values():
            for complaint in line.interpreter.complaints(float("inf")):
                yield Stamped(self.end_t_s, line.port, None, complaint)
        for bus in self._buses.values():
            for address, reading in bus.interpreter.complaints(float("inf")):
                yield Stamped(self.end_t_s, bus.port, address, reading)


def open_url(url: str) -> CaptureSource:
    """The source of `capture:PATH`, `capture://PATH` or a plain path."""
    scheme, colon, path = url.partition(":")
    return CaptureSource(path.removeprefix("//") if colon and scheme.lower() == "capture" else url)
