"""Far ends of lines that do what a test wants, and clients that open lines. Nobody sleeps here."""

import os
import socket
import time
from collections.abc import Callable
from itertools import chain
from math import inf

from drivers.simulator.serve import HallServer

PATIENCE_S = 10.0
"""How long a test waits for something that must come, before it fails."""


class Scripted:
    """Says prepared things at their times, answers each byte with what it is told to, and remembers all."""

    def __init__(self, says: list[tuple[float, bytes]] | None = None, answer: Callable[[bytes], bytes] = bytes) -> None:
        self.heard: list[tuple[float, bytes]] = []
        self.asked_s: list[float] = []
        self.cuts: list[tuple[float, float]] = []
        self.up = True
        self._says = says or []
        self._answer = answer

    @property
    def due_s(self) -> float:
        edges = [t_s for t_s in chain(*self.cuts) if t_s > (self.asked_s or [0.0])[-1]]
        return min([*edges, self._says[0][0] if self._says else inf])

    def say(self, t_s: float, data: bytes) -> None:
        self._says = sorted([*self._says, (t_s, data)], key=lambda said: said[0])

    def receive(self, t_s: float, data: bytes) -> None:
        self.heard.append((t_s, data))
        self.say(t_s, self._answer(data))

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        self.asked_s.append(t_s)
        self.up = not any(from_s <= t_s < to_s for from_s, to_s in self.cuts)
        out = [said for said in self._says if said[0] <= t_s]
        self._says = self._says[len(out) :]
        return out


class Client:
    """Somebody who has opened a line."""

    def __init__(self, url: str) -> None:
        self._socket: socket.socket | None = None
        if url.startswith("socket://"):
            host, _, port = url.removeprefix("socket://").rpartition(":")
            self._socket = socket.create_connection((host, int(port)), PATIENCE_S)
            self._socket.setblocking(False)
            self.fd = self._socket.fileno()
        else:
            self.fd = os.open(url, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def send(self, data: bytes) -> int:
        try:
            return self._socket.send(data) if self._socket else os.write(self.fd, data)
        except BlockingIOError:
            return 0

    def take(self) -> bytes | None:
        """What has come; None: the line was closed at the other end."""
        try:
            return (self._socket.recv(65_536) if self._socket else os.read(self.fd, 65_536)) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def close(self) -> None:
        if self._socket:
            self._socket.close()
        else:
            os.close(self.fd)


def until(server: HallServer, done: Callable[[], object]) -> None:
    """Serve until something holds."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < deadline_s, "it never came"
        server.step(0.01)


def hear(server: HallServer, client: Client, size: int) -> bytes:
    """Serve until a client has heard so many bytes."""
    heard = b""

    def enough() -> bool:
        nonlocal heard
        heard += client.take() or b""
        return len(heard) >= size

    until(server, enough)
    return heard
