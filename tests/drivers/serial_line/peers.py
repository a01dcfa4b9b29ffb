"""What stands at the other end of a line in these tests, and small tools to talk to a hub. Nobody sleeps here."""

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from drivers.serial_line import LineEvent, LineHub

PATIENCE_S = 10.0
"""How long a test waits for something that must come, before it fails."""


class Peer(Protocol):
    """The other end of one line."""

    url: str

    def connected(self) -> None:
        """Wait for whoever opened the line."""

    def offer(self, data: bytes) -> int:
        """How many of these bytes went out without waiting."""

    def take(self) -> bytes:
        """What has come, without waiting."""

    def unplug(self) -> None:
        """Be gone."""

    def plug(self) -> None:
        """Be there again under the same URL."""

    def close(self) -> None:
        """End it."""


class PtyPeer:
    """A pseudo terminal whose line end is reached by one path, whatever the system calls it."""

    def __init__(self, path: Path) -> None:
        self.url = str(path)
        self._path = path
        self.plug()

    def plug(self) -> None:
        self.master, slave = os.openpty()
        os.set_blocking(self.master, False)
        self.device = os.ttyname(slave)
        self._raw(slave)
        os.close(slave)
        self._path.unlink(missing_ok=True)
        self._path.symlink_to(self.device)

    @staticmethod
    def _raw(slave: int) -> None:
        import tty  # POSIX only

        tty.setraw(slave)

    def connected(self) -> None:
        """A pty is there as soon as it was opened."""

    def offer(self, data: bytes) -> int:
        try:
            return os.write(self.master, data)
        except BlockingIOError:
            return 0

    def take(self) -> bytes:
        try:
            return os.read(self.master, 65_536)
        except OSError:  # nothing there, or nobody at the line end
            return b""

    def unplug(self) -> None:
        self._path.unlink()  # first: the system gives the name of the port to the next who asks for one
        os.close(self.master)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self.master)


class TcpPeer:
    """A listener on loopback that takes one connection."""

    def __init__(self) -> None:
        self._port = 0
        self._connection: socket.socket | None = None
        self.plug()
        self.url = f"socket://127.0.0.1:{self._port}"

    def plug(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._listener.settimeout(PATIENCE_S)
        self._port = self._listener.getsockname()[1]

    def connected(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, _ = self._listener.accept()
        self._connection.setblocking(False)

    def offer(self, data: bytes) -> int:
        assert self._connection is not None
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0

    def take(self) -> bytes:
        assert self._connection is not None
        try:
            return self._connection.recv(65_536)
        except BlockingIOError:
            return b""

    def takes_more(self) -> bool:
        """Whether more can be sent, now or soon."""
        assert self._connection is not None
        return bool(select.select([], [self._connection], [], 0.1)[1])

    def unplug(self) -> None:
        self._listener.close()
        if self._connection is not None:
            self._connection.close()

    def close(self) -> None:
        self.unplug()


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def until(hub: LineHub, done: Callable[[list[LineEvent]], object]) -> list[LineEvent]:
    """All that a hub tells until it has told enough."""
    events: list[LineEvent] = []
    deadline_s = time.monotonic() + PATIENCE_S
    while not done(events):
        assert time.monotonic() < deadline_s, events[-5:]
        events += hub.poll(1.0)
    return events


def until_up(hub: LineHub, *peers: Peer) -> list[LineEvent]:
    """Poll until all these lines are up, and their peers know."""
    urls = {peer.url for peer in peers}
    events = until(hub, lambda told: urls <= {event.port for event in told if event.kind == "up"})
    for peer in peers:
        peer.connected()
    return events


def until_down(hub: LineHub, url: str) -> LineEvent:
    """Poll until a line is told to be down."""
    events = until(hub, lambda told: any(event.kind == "down" and event.port == url for event in told))
    return next(event for event in events if event.kind == "down" and event.port == url)


def received(events: list[LineEvent], kind: str = "rx") -> bytes:
    """All bytes of a kind, in order."""
    return b"".join(event.data for event in events if event.kind == kind)
