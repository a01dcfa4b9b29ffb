"""Output that waits for its reader in a thread of its own, so that nobody who does not read holds up the boards."""

import io
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol, TextIO

from dgt_monitor.cli.output import OutputError

MOST_BYTES: Final = 64 * 1024 * 1024
"""What may wait for a reader: some 300,000 events, half a day of a hall of 64 boards (chosen)."""
UNREAD_S: Final = 10.0
"""A reader who has taken nothing for so long is told of (chosen)."""
PATIENCE_S: Final = 5.0
"""At the end a reader may take nothing for so long before the rest is given up (chosen)."""
LOOK_S: Final = 1.0
"""So often an idle outlet looks whether its reader is still there (chosen)."""
FULL_S: Final = 0.05
"""So long it is waited for a descriptor that does not wait by itself (chosen)."""
WRITE_BYTES: Final = 65_536
"""Bytes written at once, unless a single piece is longer: what a pipe holds on Linux."""


class Unbuffered(Protocol):
    """What a `FileIO` does of which no lock is held while it waits: Python must not wait for such a lock at its end."""

    def write(self, data: bytes | memoryview, /) -> int | None:
        """How many of these bytes were taken; None if it cannot take any now and does not wait."""

    def fileno(self) -> int:
        """Its descriptor."""


def unbuffered(stream: TextIO | None) -> Unbuffered | None:
    """What is below the buffers of a standard stream; None if that is no descriptor of the system."""
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    try:
        return raw if isinstance(raw, io.RawIOBase) and raw.fileno() >= 0 else None
    except (OSError, ValueError):
        return None


class Outlet:
    """Writes to a stream, in order, as fast as it is read. `put` never waits, and nothing is left out.

    `on_gone` is called, in the outlet's thread, when nobody can read any more; from then on `put` and `close` raise
    why: BrokenPipeError, or OutputError, which `put` also raises when more than `most_bytes` would wait. `complain` is
    told of a reader who has not read for `UNREAD_S`, and when he reads again.
    """

    def __init__(
        self,
        stream: Unbuffered,
        on_gone: Callable[[], None] = lambda: None,
        *,
        most_bytes: int = MOST_BYTES,
        patience_s: float = PATIENCE_S,
        complain: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._on_gone = on_gone
        self._most_bytes = most_bytes
        self._patience_s = patience_s
        self._complain = complain
        self._clock = clock
        self._pieces: deque[bytes] = deque()
        self._bytes = 0
        self._moved_s = clock()
        """When the reader last took something, or there was nothing to take."""
        self._told = False
        self._closing = False
        self._error: OSError | OutputError | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    @property
    def waiting_bytes(self) -> int:
        """What was put and is not written yet."""
        return self._bytes

    def put(self, data: bytes) -> None:
        """Write this when what came before it is written."""
        with self._changed:
            if self._error is not None:
                raise self._error
            if self._bytes + len(data) > self._most_bytes:
                raise OutputError(f"nobody reads it, and {self._bytes} bytes are waiting")
            if not self._bytes:
                self._moved_s = self._clock()
            self._pieces.append(data)
            self._bytes += len(data)
            self._changed.notify_all()
            unread = not self._told and self._clock() - self._moved_s > UNREAD_S
            self._told |= unread
        if unread and self._complain is not None:
            self._complain("standard output is not read; boards are followed, and what is to be written waits")

    def close(self) -> int:
        """Wait until all is written, or nobody takes anything; how many bytes were not written. Raises as `put`."""
        with self._changed:
            self._closing = True
            self._moved_s = self._clock()
            self._changed.notify_all()
            while self._bytes and self._error is None and self._clock() - self._moved_s < self._patience_s:
                self._changed.wait(FULL_S)
            if self._error is not None:
                raise self._error
            return self._bytes

    def join(self, timeout_s: float) -> None:
        """Wait for the thread, which ends when all is written after `close`, or nobody can read any more."""
        self._thread.join(timeout_s)

    # --- in the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while (data := self._next()) is not None:
                self._write(data)
        except BrokenPipeError as error:
            self._end(error)
        except (OSError, ValueError) as error:
            self._end(OutputError(getattr(error, "strerror", None) or str(error)))

    def _next(self) -> bytes | None:
        """What is to be written; None at the end."""
        with self._changed:
            while not self._pieces:
                if self._closing:
                    return None
                self._changed.wait(LOOK_S)
                if not self._pieces and _is_gone(self._stream):
                    raise BrokenPipeError
            data = [self._pieces.popleft()]
            size = len(data[0])
            while self._pieces and size + len(self._pieces[0]) <= WRITE_BYTES:
                data.append(self._pieces.popleft())
                size += len(data[-1])
        return b"".join(data)

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            written = self._stream.write(rest)
            if not written:
                _wait_for_room(self._stream)
                continue
            rest = rest[written:]
            self._wrote(written)

    def _wrote(self, count: int) -> None:
        with self._changed:
            self._bytes -= count
            self._moved_s = self._clock()
            again = self._told and not self._bytes
            self._told &= not again
            self._changed.notify_all()
        if again and self._complain is not None:
            self._complain("standard output is read again; nothing of it is lost")

    def _end(self, error: OSError | OutputError) -> None:
        with self._changed:
            self._error = error
            self._changed.notify_all()
        self._on_gone()


def _is_gone(stream: Unbuffered) -> bool:
    """Whether it is known that nobody is at the other end."""
    if not hasattr(select, "poll"):
        return False  # Windows cannot tell before something is written
    looking = select.poll()
    looking.register(stream.fileno(), 0)
    return any(event & (select.POLLERR | select.POLLHUP | select.POLLNVAL) for _, event in looking.poll(0))


def _wait_for_room(stream: Unbuffered) -> None:
    """Wait a little for a stream that takes nothing now."""
    if hasattr(select, "poll"):
        looking = select.poll()
        looking.register(stream.fileno(), select.POLLOUT)
        looking.poll(1000 * FULL_S)
    else:
        time.sleep(FULL_S)
