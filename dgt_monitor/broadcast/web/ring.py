"""The last events of a stream, each with an id, kept once for all readers: who is too slow falls out. Pure."""

import re
from collections import deque
from typing import Final

MOST_EVENTS: Final = 20_000
"""Events of a stream that are kept (chosen: ten minutes of 200 boards)."""
MOST_BYTES: Final = 8_000_000
"""What they take at most (chosen)."""
CHUNK_BYTES: Final = 32_768
"""So much is handed to a reader at once, or one event (chosen)."""
_ID: Final = re.compile(r"([0-9a-z]{1,40})-(\d{1,15})", re.ASCII)


class Ring:
    """Events numbered 1, 2, .. as server-sent events. `mark` makes its ids others than those of any other stream."""

    def __init__(self, mark: str, most_events: int = MOST_EVENTS, most_bytes: int = MOST_BYTES) -> None:
        self._mark = mark
        self._most_events = most_events
        self._most_bytes = most_bytes
        self._events: deque[bytes] = deque()
        self._bytes = 0
        self.last = 0
        """The number of the last event."""

    @property
    def size_bytes(self) -> int:
        """What is kept."""
        return self._bytes

    def put(self, data: str) -> None:
        """One more event; `data` is JSON on one line, also to readers that see more ends of lines than there are."""
        self.last += 1
        for end in "\x85\u2028\u2029":
            data = data.replace(end, f"\\u{ord(end):04x}")
        event = f"id: {self.id}\ndata: {data}\n\n".encode("utf-8", "replace")
        self._events.append(event)
        self._bytes += len(event)
        while len(self._events) > self._most_events or (self._bytes > self._most_bytes and len(self._events) > 1):
            self._bytes -= len(self._events.popleft())

    @property
    def id(self) -> str:
        """The id of the last event."""
        return f"{self._mark}-{self.last}"

    def number_of(self, id_: str) -> int | None:
        """The number of the event with this id, if all after it are kept."""
        found = _ID.fullmatch(id_)
        if found is None or found[1] != self._mark:
            return None
        number = int(found[2])
        return number if self._first - 1 <= number <= self.last else None

    def after(self, number: int) -> tuple[bytes, int] | None:
        """The events after this one, as many as are sent at once, and the number of the last of them; None: they are
        not kept any more.
        """
        if number < self._first - 1:
            return None
        chunk: list[bytes] = []
        size = 0
        for at in range(number - self._first + 1, len(self._events)):
            event = self._events[at]
            if chunk and size + len(event) > CHUNK_BYTES:
                break
            chunk.append(event)
            size += len(event)
        return b"".join(chunk), number + len(chunk)

    @property
    def _first(self) -> int:
        return self.last - len(self._events) + 1
