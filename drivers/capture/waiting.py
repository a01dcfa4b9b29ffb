"""Text that waits to be written, in order; whole lines only."""

from collections import deque

CHUNK_BYTES = 65_536
"""Written at once; chosen: what is taken from the front of a chunk moves the rest of it."""


class Waiting:
    """Lines in chunks, so that neither one more line nor one that was written touches all that waits."""

    def __init__(self) -> None:
        self._chunks: deque[bytearray] = deque()
        self._size = 0

    def __len__(self) -> int:
        """Bytes that wait."""
        return self._size

    def put(self, lines: bytes) -> None:
        """Let these wait, too."""
        if not lines:
            return
        if not self._chunks or len(self._chunks[-1]) >= CHUNK_BYTES:
            self._chunks.append(bytearray())
        self._chunks[-1] += lines
        self._size += len(lines)

    def bound(self, most_bytes: int) -> int:
        """Forget what is more than this, the newest first, so that what is kept has no hole; bytes forgotten."""
        before = self._size
        while self._size > most_bytes:
            last = self._chunks.pop()
            self._size -= len(last)
            kept = last[: last.rfind(b"\n", 0, max(0, most_bytes - self._size)) + 1]
            if kept:
                self._chunks.append(kept)
                self._size += len(kept)
                break
        return before - self._size

    def first(self) -> bytes:
        """What is to be written next; nothing if nothing waits."""
        return bytes(self._chunks[0]) if self._chunks else b""

    def written(self, count: int) -> None:
        """So much of the first chunk waits no more."""
        if count >= len(self._chunks[0]):
            self._size -= len(self._chunks.popleft())
        else:
            del self._chunks[0][:count]
            self._size -= count
