"""Where threads leave what they have for the loop, and by which they wake it."""

import socket
from collections import deque
from threading import Lock
from typing import Literal, NamedTuple

from drivers.serial_line.ports import Port


class Note(NamedTuple):
    """What a thread has to tell of the line it works for."""

    token: int
    """Of this one opening of the line: what belongs to an earlier one is out of date."""
    what: Literal["opened", "failed", "rx", "tx", "sent", "gone"]
    data: bytes = b""
    text: str = ""
    size: int = 0
    port: Port | None = None


class Inbox:
    """Notes in the order in which they were left. A selector that watches `fileno()` wakes at once."""

    def __init__(self) -> None:
        self._notes: deque[Note] = deque()
        self._lock = Lock()
        self._called = False
        self._closed = False
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)

    def fileno(self) -> int:
        """What becomes readable when there is something."""
        return self._ear.fileno()

    def post(self, note: Note) -> bool:
        """Leave a note; False if nobody reads it any more. From any thread."""
        with self._lock:
            if self._closed:
                return False
            self._notes.append(note)
            if not self._called:
                self._called = True
                self._mouth.send(b"\0")
            return True

    def take(self) -> list[Note]:
        """All notes since the last call."""
        if not self._called:  # looked at without the lock: a note missed here wakes the selector again
            return []
        with self._lock:
            self._called = False
            self._ear.recv(16)
            notes = list(self._notes)
            self._notes.clear()
            return notes

    def close(self) -> list[Note]:
        """Take no more; the notes nobody has read."""
        with self._lock:
            self._closed = True
            self._ear.close()
            self._mouth.close()
            return list(self._notes)
