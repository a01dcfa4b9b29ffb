"""The loop that serves a hall: players play, boards speak, guests come, ask, stall and go, each on a line alone."""

import contextlib
import socket
import time
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Self

from drivers.simulator.hall import BYTE_S
from drivers.simulator.serve.doors import Door, Guest
from drivers.simulator.serve.endpoint import Endpoint

OnSent = Callable[[int, bytes], None]
"""Told the number of a line and the bytes that have just been passed to its guest; of a pty, to whoever is there."""
LONGEST_WAIT_S = 1.0
"""Real seconds after which the loop looks round if nothing happens (chosen): between two waits Windows heeds Ctrl-C."""
FREE_BYTES = 16
"""So many bytes of a guest are taken at once for nothing (chosen); a monitor sends ten at most (protocol 1.3)."""


class _Line:
    """One line of the hall: the far end, the door, and whoever is in."""

    def __init__(self, number: int, endpoint: Endpoint, door: Door) -> None:
        self.number = number
        self.endpoint = endpoint
        self.door = door
        self.guest: Guest | None = None
        self.waiting = b""
        """What the guest has not taken yet."""
        self.deaf_s = -inf
        """The line carries what the guest has sent until this time; nothing more is taken before it."""
        self.heap_s = inf
        """The earliest time at which the line stands in the heap of the loop."""
        self.mask = 0
        """What the selector waits for on behalf of the guest; 0: it does not know the guest."""
        self.up = True


class HallServer:
    """Serves each endpoint behind the door of the same number. Everything but `stop` is called by one thread.

    Time is seconds of the hall, `speed` of them to a real one. It stands at 0 until the first guest has sent something
    (or `begin`), so nobody comes late. A board plays on whoever is there; what it says to nobody is lost. A guest who
    does not read loses what comes, and one who floods is read no faster than a 9600-baud line carries: neither
    disturbs another line. On TCP the second guest of a line is turned away, as a port that is open refuses another.
    """

    def __init__(
        self,
        endpoints: Sequence[Endpoint],
        doors: Sequence[Door],
        speed: float = 1.0,
        *,
        clock: Callable[[], float] = time.monotonic,
        on_sent: OnSent | None = None,
    ) -> None:
        self.lost_bytes = 0
        """Bytes lost because a guest did not read."""
        self._clock = clock
        self._speed = speed
        self._on_sent = on_sent
        self._began_s: float | None = None
        self._lines = [_Line(n, *pair) for n, pair in enumerate(zip(endpoints, doors, strict=True))]
        self._dues: list[tuple[float, int]] = []
        self._selector = DefaultSelector()
        self._stopping = False
        self._wake, self._waker = socket.socketpair()
        self._waker.setblocking(False)
        self._selector.register(self._wake, EVENT_READ, None)
        for line in self._lines:
            self._open(line)
            self._note_due(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def urls(self) -> list[str]:
        """What `dgt-monitor watch` is to be given, line by line."""
        return [line.door.url for line in self._lines]

    @property
    def guests(self) -> int:
        """Lines on which somebody is; every pseudo terminal is one."""
        return sum(line.guest is not None for line in self._lines)

    @property
    def now_s(self) -> float:
        """Seconds of the hall since it began."""
        return 0.0 if self._began_s is None else (self._clock() - self._began_s) * self._speed

    def begin(self) -> None:
        """Let time pass from now on, whoever is there."""
        if self._began_s is None:
            self._began_s = self._clock()

    def run(self) -> None:
        """Serve until `stop`."""
        while not self._stopping:
            self.step(LONGEST_WAIT_S)

    def stop(self) -> None:
        """End `run`; from any thread or signal handler."""
        self._stopping = True
        with contextlib.suppress(OSError):
            self._waker.send(b".")

    def step(self, timeout_s: float) -> None:
        """Do what is to be done now, having waited at most so many real seconds for something to do."""
        wait_s = max(0.0, min(timeout_s, self._until_due_s()))
        ready = self._selector.select(wait_s)
        for key, mask in ready:
            if isinstance(key.data, _Line) and key.fd != key.data.door.fileno():
                self._serve(key.data, mask)
        for key, _ in ready:  # after those who hung up: the place of one may be free for the next
            if isinstance(key.data, _Line) and key.fd == key.data.door.fileno():
                self._enter(key.data)
        self._play(self.now_s)

    def close(self) -> None:
        """Hang up on everybody and close every door."""
        for line in self._lines:
            self._hang_up(line)
            line.door.close()
        self._selector.close()
        self._wake.close()
        self._waker.close()

    def _open(self, line: _Line) -> None:
        fd = line.door.fileno()
        if fd is None:
            self._enter(line)
        else:
            self._selector.register(fd, EVENT_READ, line)

    def _enter(self, line: _Line) -> None:
        guest = line.door.enter()
        if guest is None:
            return
        if line.guest is not None or not line.up:
            guest.close()
            return
        line.guest = guest
        self._listen(line)

    def _hang_up(self, line: _Line) -> None:
        guest = line.guest
        if guest is None:
            return
        line.waiting = b""
        if line.mask:
            self._selector.unregister(guest.fileno())
            line.mask = 0
        line.guest = None
        guest.close()

    def _serve(self, line: _Line, mask: int) -> None:
        """A guest has sent something, has gone, or can take more."""
        if mask & EVENT_WRITE and line.guest is not None:
            self._flush(line, line.guest)
        if mask & EVENT_READ and line.guest is not None:
            data = line.guest.receive()
            if data is None:
                self._hang_up(line)
            elif data:
                self._heard(line, data)

    def _heard(self, line: _Line, data: bytes) -> None:
        self.begin()
        now_s = self.now_s
        self._say(line, now_s)
        if line.guest is None:
            return  # it was cut by now
        line.endpoint.receive(now_s, data)
        if len(data) > FREE_BYTES:
            line.deaf_s = now_s + len(data) * BYTE_S
            self._listen(line)
        self._note_due(line)

    def _play(self, now_s: float) -> None:
        """All that is due by now, every line once: one that is never done holds up no other."""
        for line in self._due_lines(now_s):
            self._say(line, now_s)
            if -inf < line.deaf_s <= now_s:
                line.deaf_s = -inf
                self._listen(line)
            self._note_due(line)

    def _due_lines(self, now_s: float) -> list[_Line]:
        due: list[_Line] = []
        while self._dues and self._dues[0][0] <= now_s:
            due_s, number = heappop(self._dues)
            line = self._lines[number]
            if due_s == line.heap_s:  # else it was called earlier meanwhile, and stands in the heap anew
                line.heap_s = inf
                due.append(line)
        return due

    def _say(self, line: _Line, now_s: float) -> None:
        for _, data in line.endpoint.advance(now_s):
            if data:
                self._pass_on(line, data)
        if line.up is not line.endpoint.up:
            self._cut_or_mend(line)

    def _cut_or_mend(self, line: _Line) -> None:
        """The cable is out, or in again; a pseudo terminal stays open while it is, and is silent."""
        line.up = not line.up
        if not line.up:
            self._hang_up(line)
        elif line.door.fileno() is None:
            self._enter(line)

    def _pass_on(self, line: _Line, data: bytes) -> None:
        guest = line.guest
        if guest is None:
            return
        if line.waiting and len(line.waiting) + len(data) > guest.waiting_bytes:
            self.lost_bytes += len(data)
            return
        idle = not line.waiting
        line.waiting += data
        if idle:
            self._flush(line, guest)
        if self._on_sent is not None:
            self._on_sent(line.number, data)

    def _flush(self, line: _Line, guest: Guest) -> None:
        try:
            line.waiting = line.waiting[guest.send(line.waiting) :]
        except OSError:
            self._hang_up(line)
        else:
            self._listen(line)

    def _listen(self, line: _Line) -> None:
        """Tell the selector what is waited for on a line: a deaf one is not read, an idle one not written."""
        if line.guest is None:
            return
        mask = (EVENT_READ if line.deaf_s == -inf else 0) | (EVENT_WRITE if line.waiting else 0)
        if mask == line.mask:
            return
        fd = line.guest.fileno()
        if not line.mask:
            self._selector.register(fd, mask, line)
        elif not mask:
            self._selector.unregister(fd)
        else:
            self._selector.modify(fd, mask, line)
        line.mask = mask

    def _note_due(self, line: _Line) -> None:
        endpoint_s = line.endpoint.due_s
        due_s = min(inf if endpoint_s is None else endpoint_s, line.deaf_s if line.deaf_s > -inf else inf)
        if due_s < line.heap_s:
            line.heap_s = due_s
            heappush(self._dues, (due_s, line.number))

    def _until_due_s(self) -> float:
        """Real seconds until something is due; below 0 if it is overdue."""
        if self._began_s is None or not self._dues:
            return inf
        return (self._dues[0][0] - self.now_s) / self._speed
