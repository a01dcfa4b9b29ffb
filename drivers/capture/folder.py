"""A recording that goes on for as long as somebody watches: files in a folder, one after the other, packed when full.

Written by a thread of its own, so that a slow disk slows nobody down. After every batch the file is whole to its last
line, so that a crash costs nothing that was written before it. A disk that takes no more is told, what waits is kept in
memory as far as it may grow, and written to a new file as soon as one can be.
"""

import gzip
import io
import os
import queue
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from drivers.capture.records import Header, RecordKind
from drivers.capture.waiting import Waiting
from drivers.capture.writing import CaptureWriter

ROTATE_BYTES = 16 * 2**20
"""Size at which a file is packed and the next one begun: some hours of a large hall (chosen)."""
WAITING_BYTES = 64 * 2**20
"""Text that waits in memory for a disk that takes none; what comes then is lost, and told (chosen)."""
RETRY_S = 5.0
"""Seconds between attempts to write again (chosen)."""
SYNC_EVERY_S = 2.0
"""What a loss of power may cost (chosen)."""
BATCH = 1000
"""Most records written at once."""

OnTrouble = Callable[[str], None]


class _Line(NamedTuple):
    t_s: float
    port: str
    kind: RecordKind
    data: bytes
    reason: str


class CaptureFolder:
    """Records into `FOLDER/watch-START.dgt`, `..-2.dgt` and so on; each is packed to `.dgt.gz` when it is full.

    `start` is the wall time of second 0, `bus` the ports that are bus lines. OSError if the folder cannot be made
    or written at all.
    """

    def __init__(
        self,
        folder: Path,
        start: datetime,
        on_trouble: OnTrouble,
        *,
        bus: frozenset[str] = frozenset(),
        rotate_bytes: int = ROTATE_BYTES,
        waiting_bytes: int = WAITING_BYTES,
        retry_s: float = RETRY_S,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._start = start
        self._on_trouble = on_trouble
        self._bus = bus
        self._rotate_bytes = rotate_bytes
        self._waiting_bytes = waiting_bytes
        self._retry_s = retry_s
        self._queue: queue.SimpleQueue[_Line | str | None] = queue.SimpleQueue()
        self._number = 0
        self._before: str | None = None
        self._continues: str | None = None
        """The file before the present one."""
        self._header_bytes = 0
        """Of the present file: one that is not longer has no record in it."""
        self._anew = False
        """The header has changed."""
        self._file: io.FileIO | None = None
        self._path = folder
        self._whole = 0
        """Bytes of the file up to the end of its last whole batch."""
        self._waiting = Waiting()
        self._lost = 0
        self._told: str | None = None
        self._retry_at_s = 0.0
        self._synced_s = time.monotonic()
        self._text = io.StringIO()
        self._writer = CaptureWriter(self._text)
        self._drain()
        self._open()  # here, so that a folder that takes no files is told before anybody relies on it
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)
        self._thread.start()

    def write(self, t_s: float, port: str, kind: RecordKind, data: bytes = b"", reason: str = "") -> None:
        """Record what went over a line, and why it went down; times must not decrease."""
        self._queue.put(_Line(t_s, port, kind, data, reason))

    def is_bus(self, port: str) -> None:
        """This port, of which nothing was recorded yet, is a bus line: what follows stands in a file that says so."""
        self._queue.put(port)

    def close(self) -> None:
        """Write what is left, and pack the last file."""
        self._queue.put(None)
        self._thread.join()

    # --- in the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        going = True
        while going:
            going = self._collect()
            self._waiting.put(self._drain())
            self._save(last=not going)
            if self._anew and not self._waiting:
                self._begin_anew()
        self._save_the_rest()
        if self._file is not None:
            self._finish()
        if self._lost or self._waiting:
            self._on_trouble(f"{self._folder}: {self._lost + len(self._waiting)} bytes of the recording are lost")

    def _collect(self) -> bool:
        """Wait for records and format those that are there; False at the end."""
        for _ in range(BATCH):
            try:
                timeout_s = SYNC_EVERY_S if not self._text.tell() else 0.0
                line = self._queue.get(timeout=timeout_s) if timeout_s else self._queue.get_nowait()
            except queue.Empty:
                return True
            if line is None:
                return False
            if isinstance(line, str):
                self._bus |= {line}
                self._anew = True
                return True
            self._writer.write(*line)
        return True

    def _drain(self) -> bytes:
        text = self._text.getvalue()
        self._text.seek(0)
        self._text.truncate()
        return text.encode("utf-8", "backslashreplace")

    def _save(self, *, last: bool) -> None:
        if not self._waiting or (self._file is None and time.monotonic() < self._retry_at_s and not last):
            self._bound()
            return
        try:
            if self._file is None:
                self._open()
            self._append()
        except OSError as error:
            self._failed(error)
            return
        if self._told is not None:
            self._told = None
            self._on_trouble(f"{self._path}: the recording goes on")
        if self._whole >= self._rotate_bytes:
            self._finish()

    def _save_the_rest(self) -> None:
        """At the end: as long as the disk takes any of it, be it in one more file."""
        before = None
        while self._waiting and len(self._waiting) != before:
            before = len(self._waiting)
            self._save(last=True)

    def _open(self) -> None:
        self._path = self._free_path()
        self._file = io.FileIO(self._path, "xb")
        self._continues, self._before = self._before, self._path.name
        try:
            self._write_header(self._file)
        except OSError:
            self._give_up()
            raise

    def _write_header(self, file: io.FileIO) -> None:
        """Write it to a file that holds nothing else."""
        file.truncate(0)
        file.seek(0)
        self._whole = 0
        header = io.StringIO()
        known = Header(start=self._start, continues=self._continues, bus=self._bus, asks_again=True)
        CaptureWriter(header, known)
        text = header.getvalue().encode()
        self._header_bytes = len(text)
        self._append_bytes(text)
        self._anew = False

    def _begin_anew(self) -> None:
        """The next record goes to a file with the header as it is now."""
        file = self._file
        if file is None:
            self._anew = False  # the next one is opened with it
        elif self._whole > self._header_bytes:
            self._finish()
            self._anew = False
        else:
            try:
                self._write_header(file)
            except OSError as error:
                self._failed(error)

    def _free_path(self) -> Path:
        """The next name under which neither a plain nor a packed file stands."""
        while True:
            self._number += 1
            name = f"watch-{self._start:%Y%m%d-%H%M%S}" + (f"-{self._number}" if self._number > 1 else "")
            path = self._folder / f"{name}.dgt"
            if not path.exists() and not path.with_suffix(".dgt.gz").exists():
                return path

    def _append(self) -> None:
        """All that waits, chunk by chunk; what was written before a failure is not written again."""
        while chunk := self._waiting.first():
            before = self._whole
            try:
                self._append_bytes(chunk)
            finally:
                if self._whole > before:
                    self._waiting.written(self._whole - before)
        now_s = time.monotonic()
        if self._file is not None and now_s - self._synced_s >= SYNC_EVERY_S:
            self._synced_s = now_s
            os.fsync(self._file.fileno())

    def _append_bytes(self, data: bytes) -> None:
        """All of these lines, or as many whole ones as the disk takes before it fails."""
        assert self._file is not None  # noqa: S101 - opened before
        done = 0
        try:
            while done < len(data):
                done += self._file.write(memoryview(data)[done:]) or 0
        finally:
            self._whole += data.rfind(b"\n", 0, done) + 1

    def _failed(self, error: OSError) -> None:
        """Leave the file whole, keep what waits, and try again with a new one later."""
        reason = error.strerror or str(error)
        if reason != self._told:
            self._told = reason
            self._on_trouble(f"{self._path}: {reason}: make room; what comes is kept in memory until then")
        self._give_up()
        self._retry_at_s = time.monotonic() + self._retry_s
        self._bound()

    def _bound(self) -> None:
        self._lost += self._waiting.bound(self._waiting_bytes)

    def _give_up(self) -> None:
        file, self._file = self._file, None
        if file is None:
            return
        try:
            file.truncate(self._whole)
        except OSError as error:
            self._on_trouble(f"{self._path}: its last line may be cut off ({error.strerror})")
        file.close()
        if self._whole <= self._header_bytes:
            self._forget_file()

    def _forget_file(self) -> None:
        """A file without a record is none: the next one takes its name and its place in the row."""
        with suppress(OSError):
            self._path.unlink()
            self._number -= 1
            self._before = self._continues

    def _finish(self) -> None:
        """Close the file and pack it; if that fails the plain file stays."""
        file, self._file = self._file, None
        packed = self._path.with_suffix(".dgt.gz")
        part = packed.with_suffix(".gz.part")
        try:
            if file is not None:
                os.fsync(file.fileno())
                file.close()
            with self._path.open("rb") as plain, gzip.open(part, "wb") as out:
                shutil.copyfileobj(plain, out)
            part.replace(packed)
            self._path.unlink()
        except OSError as error:
            part.unlink(missing_ok=True)
            self._on_trouble(f"{self._path}: not packed: {error.strerror or error}")
