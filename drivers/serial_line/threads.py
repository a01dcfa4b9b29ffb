"""Threads that move the bytes of one line, for ports without a descriptor: Windows, RFC 2217."""

import threading
from collections import deque
from collections.abc import Callable

from drivers.serial_line.errors import why_lost
from drivers.serial_line.gate import Cleared, left
from drivers.serial_line.inbox import Inbox, Note
from drivers.serial_line.ports import WAIT_S, Port

INBOX_BYTES = 262_144
"""Most bytes of one line that wait in memory for the loop; a choice: more than four minutes of a full 9600-baud line.
Beyond it the line's thread stops reading, so that the rest waits in the system, or at the other end."""
HOARD_BYTES = 4_194_304
"""Most bytes that a port may keep in memory of its own (pyserial reads RFC 2217 on without end) while its thread does
not read: beyond it the line is given up."""


class ThreadMover:
    """By a thread that reads, and from the first byte to send on another that writes. They do nothing else."""

    def __init__(self, port: Port, inbox: Inbox, token: int, name: str) -> None:
        self._port = port
        self._inbox = inbox
        self._token = token
        self._name = name
        self._changed = threading.Condition()
        self._stopping = False
        self._inside = 1
        self._untaken = 0
        self._queue: deque[Cleared] = deque()
        self._waiting = 0
        self.threads = [self._start(self._read, "reads")]

    @property
    def alive(self) -> bool:
        """Whether a thread of it is still at work, and so the port not released."""
        return any(thread.is_alive() for thread in self.threads)

    @property
    def waiting(self) -> int:
        """Bytes to send that the port has not taken yet, as far as the loop was told."""
        return self._waiting

    def send(self, data: Cleared) -> bytes:
        """Leave this to the writer; nothing was sent yet."""
        with self._changed:
            if self._stopping or not self._inside:
                return b""
            self._queue.append(data)
            self._waiting += len(data)
            if len(self.threads) == 1:
                self._inside += 1
                self.threads.append(self._start(self._write, "writes"))
            self._changed.notify_all()
        return b""

    def taken(self, count: int) -> None:
        """The loop has taken so many bytes: there is room again."""
        with self._changed:
            full = self._untaken >= INBOX_BYTES
            self._untaken -= count
            if full:
                self._changed.notify_all()

    def sent(self, count: int) -> None:
        """The loop was told that so many bytes were sent."""
        self._waiting -= count

    def drop_waiting(self) -> None:
        """Forget what the writer has not begun with."""
        with self._changed:
            self._waiting -= sum(map(len, self._queue))
            self._queue.clear()

    def stop(self) -> None:
        """Let both threads end; the last one releases the port."""
        with self._changed:
            self._stopping = True
            self._queue.clear()
            self._changed.notify_all()
        self._port.cancel()

    def _start(self, work: Callable[[], None], does: str) -> threading.Thread:
        thread = threading.Thread(target=self._run, args=(work,), name=f"{self._name} {does}", daemon=True)
        thread.start()
        return thread

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - whatever a foreign port raises, it means that it is gone
            self._inbox.post(Note(self._token, "gone", text=why_lost(error)))
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._changed:
            self._inside -= 1
            self._stopping = True
            self._changed.notify_all()
            last = not self._inside
        if last:
            self._port.close()

    def _read(self) -> None:
        while not self._stopping:
            data = self._port.receive()
            if data:
                self._inbox.post(Note(self._token, "rx", data))
                self._wait_for_room(len(data))

    def _wait_for_room(self, count: int) -> None:
        with self._changed:
            self._untaken += count
            while self._untaken >= INBOX_BYTES and not self._stopping:
                self._changed.wait(WAIT_S)
                if self._port.kept() > HOARD_BYTES:
                    raise EOFError(f"more than {HOARD_BYTES} bytes came than could be taken")

    def _write(self) -> None:
        while (data := self._next_to_write()) is not None:
            self._inbox.post(Note(self._token, "tx", data))  # before it goes, so that no answer is told earlier
            while data and not self._stopping:
                count = self._port.send(data)
                data = left(data, count)
                if count:
                    self._inbox.post(Note(self._token, "sent", size=count))

    def _next_to_write(self) -> Cleared | None:
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._stopping)
            return None if self._stopping else self._queue.popleft()
