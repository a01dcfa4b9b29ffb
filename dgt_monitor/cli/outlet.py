"""Output that waits for its reader in a thread of its own, so that nobody who does not read holds up the boards."""

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from dgt_monitor.cli.output import OutputError, say

MOST_BYTES: Final = 64 * 1024 * 1024
"""What may wait for a reader: some 300,000 events, half a day of a hall of 64 boards (chosen)."""
UNREAD_S: Final = 10.0
"""A reader who has taken nothing for so long is told of (chosen)."""
PATIENCE_S: Final = 5.0
"""At the end a reader may take nothing for so long before the rest is given up (chosen)."""
LOOK_S: Final = 1.0
"""So often an idle outlet looks whether its reader is still there (chosen)."""


class Outlet:
    """Writes to a descriptor, in order, as fast as it is read. `put` never waits.

    `on_gone` is called, in the outlet's thread, when nobody can read any more; the next `put` then raises why:
    BrokenPipeError, or OutputError, which also comes when more than `most_bytes` wait.
    """

    def __init__(
        self,
        descriptor: int,
        on_gone: Callable[[], None],
        *,
        most_bytes: int = MOST_BYTES,
        complain: Callable[[str], None] = say,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._descriptor = descriptor
        self._on_gone = on_gone
        self._most_bytes = most_bytes
        self._complain = complain
        self._clock = clock
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._moved_s = clock()
        """When the reader last took something, or there was nothing to take."""
        self._told = False
        self._closing = False
        self._error: OSError | OutputError | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    def put(self, data: bytes) -> None:
        """Write this when what came before it is written."""
        with self._changed:
            if self._error is not None:
                raise self._error
            if self._bytes + len(data) > self._most_bytes:
                raise OutputError(f"nobody reads it: {self._bytes >> 20} MiB are waiting")
            if not self._bytes:
                self._moved_s = self._clock()
            self._waiting.append(data)
            self._bytes += len(data)
            self._changed.notify_all()
            unread_s = self._clock() - self._moved_s
        if unread_s > UNREAD_S and not self._told:
            self._told = True
            self._complain("standard output is not read; what is to be written waits")

    def close(self) -> int:
        """Wait until all is written, or nobody takes anything; how many bytes were not written."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            while self._bytes and self._error is None and self._clock() - self._moved_s < PATIENCE_S:
                self._changed.wait(LOOK_S / 4)
            return self._bytes

    def _run(self) -> None:
        try:
            while (data := self._next()) is not None:
                self._write(data)
        except OSError as error:
            self._end(error if isinstance(error, BrokenPipeError) else OutputError(error.strerror or str(error)))

    def _next(self) -> bytes | None:
        """What is to be written; None at the end."""
        with self._changed:
            while not self._waiting:
                if self._closing:
                    return None
                self._changed.wait(LOOK_S)
                if not self._waiting and _is_gone(self._descriptor):
                    raise BrokenPipeError
            data = b"".join(self._waiting)
            self._waiting.clear()
            return data

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            written = os.write(self._descriptor, rest)
            rest = rest[written:]
            with self._changed:
                self._bytes -= written
                self._moved_s = self._clock()
                self._told = self._told and bool(self._bytes)
                self._changed.notify_all()

    def _end(self, error: OSError | OutputError) -> None:
        with self._changed:
            self._error = error
            self._changed.notify_all()
        self._on_gone()


def _is_gone(descriptor: int) -> bool:
    """Whether it is known that nobody is at the other end."""
    if not hasattr(select, "poll"):
        return False
    looking = select.poll()
    looking.register(descriptor, 0)
    return any(event & (select.POLLERR | select.POLLHUP | select.POLLNVAL) for _, event in looking.poll(0))
