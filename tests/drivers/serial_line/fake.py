"""Ports of no system: what a board at the other end hears is kept, what it says is put in by the test."""

import threading
from collections import deque

from drivers.serial_line import LineError, LineSettings
from drivers.serial_line.gate import Cleared
from drivers.serial_line.ports import Port

GONE = b"gone"


class FakePort:
    """A port without a descriptor, so that threads move its bytes; it takes at most `at_once` bytes in a call."""

    def __init__(self, at_once: int = 1 << 30) -> None:
        self.heard = bytearray()
        self.closed = threading.Event()
        self._at_once = at_once
        self._says: deque[bytes] = deque()
        self._changed = threading.Condition()
        self._woken = False

    def say(self, data: bytes) -> None:
        with self._changed:
            self._says.append(data)
            self._changed.notify_all()

    def vanish(self) -> None:
        self.say(GONE)

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        with self._changed:
            self._changed.wait_for(lambda: self._says or self._woken, 5)
            data = self._says.popleft() if self._says else b""
        if data is GONE:
            raise OSError(5, "Input/output error")
        return data

    def send(self, data: Cleared) -> int:
        self.heard += data[: self._at_once]
        return min(len(data), self._at_once)

    def kept(self) -> int:
        return 0

    def cancel(self) -> None:
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        self.closed.set()


class FakeOpener:
    """Opens what it was given, in order; a text is the reason why not. An event is waited for first."""

    def __init__(self, *answers: Port | str | threading.Event) -> None:
        self._answers = deque(answers)
        self.calls = 0
        self.running = 0
        self.most_running = 0

    def __call__(self, settings: LineSettings) -> Port:
        self.calls += 1
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        answer = self._answers.popleft()
        if isinstance(answer, threading.Event):
            answer.wait(20)
            answer = self._answers.popleft()
        self.running -= 1
        assert not isinstance(answer, threading.Event)
        if isinstance(answer, str):
            raise LineError(settings.url, answer)
        return answer
