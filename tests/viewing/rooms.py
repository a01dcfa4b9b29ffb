"""A recorder's door with a feed behind it, and screens of all kinds before it: over real sockets, without waiting."""

import queue
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.door import Host
from dgt_monitor.viewing.finding import found
from dgt_monitor.viewing.frames import FROM_RECORDER_BYTES, Frames
from dgt_monitor.viewing.place import UNIX, open_door
from dgt_monitor.viewing.words import FROM_RECORDER, heard, hello, told
from dgt_monitor.wording import Said
from tests.dashboard.fake_hall import Hand

GUARD_S = 20.0
"""What takes longer has failed."""
STEPS = 5000
"""So many looks are a guard, too."""


@contextmanager
def short_folder() -> Iterator[Path]:
    """A private folder whose name leaves room for that of a socket."""
    folder = Path(tempfile.mkdtemp(prefix="dgt"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Stage(NamedTuple):
    """A host, and what is told of its screens."""

    host: Host
    folder: Path
    complaints: "queue.SimpleQueue[str]"
    hand: Hand

    def until(self, so: Callable[[], bool]) -> None:
        """Look after the screens until it is so; only where the host has no thread."""
        for _ in range(STEPS):
            if so():
                return
            self.host.step(0.01)
        raise AssertionError("it never was so")

    def complaint(self) -> str:
        return self.complaints.get(timeout=GUARD_S)

    def attach(self, author: str = "Anna", **options: Any) -> AttachedFeed:
        """A desk that is attached."""
        desk = AttachedFeed(lambda: found(among=[self.folder]), author, day_time=lambda: "14:31:50", **options)
        desk.start()
        assert desk.wait_for(lambda: desk.attached or bool(desk.why), GUARD_S), desk.why
        return desk

    def call(self) -> "Caller":
        """Somebody who knows where the recorder is."""
        place = self.host.place
        return Caller(place.connect(), place.about.token)


@contextmanager
def stage(feed: Feed, *, threaded: bool = True, unix: bool = UNIX, **options: Any) -> Iterator[Stage]:
    complaints: queue.SimpleQueue[str] = queue.SimpleQueue()
    hand = Hand()
    with short_folder() as folder:
        door = open_door(None, None, among=[folder], unix=unix)
        if not threaded:
            options["clock"] = hand
        host = Host(feed, door, complain=complaints.put, **options)
        (host.start if threaded else host.open)()
        try:
            yield Stage(host, folder, complaints, hand)
        finally:
            host.close()


class Caller:
    """One who speaks to a recorder byte by byte."""

    def __init__(self, line: socket.socket, token: str) -> None:
        self.line = line
        self.token = token
        self.line.settimeout(GUARD_S)
        self._frames = Frames(FROM_RECORDER_BYTES)
        self._heard: list[Any] = []

    def greet(self, **changes: Any) -> "Caller":
        self.line.sendall(told(hello(self.token, "Anna", looks_only=False)._replace(**changes)))
        return self

    def hear(self) -> Any:
        """The next message; None when the recorder has hung up."""
        while not self._heard:
            try:
                data = self.line.recv(1 << 16)
            except ConnectionError:
                data = b""
            if not data:
                return None
            self._heard += [heard(FROM_RECORDER, message) for message in self._frames.feed(data)]
        return self._heard.pop(0)

    def hung_up(self) -> bool:
        """Hear all there is; whether the end of it is that the recorder hung up."""
        while self.hear() is not None:
            pass
        return True

    def close(self) -> None:
        self.line.close()


def differences(one: Any, other: Any, where: str = "view") -> Iterator[str]:
    """Where two values are not the same: types, sentences and all."""
    if type(one) is not type(other):
        yield f"{where}: {one!r} and {other!r}"
    elif isinstance(one, tuple):
        if len(one) != len(other):
            yield f"{where}: {len(one)} and {len(other)}"
        names = getattr(one, "_fields", range(len(one)))
        for name, each, its in zip(names, one, other, strict=False):
            yield from differences(each, its, f"{where}.{name}")
    elif isinstance(one, Said):
        if one != other or one.sentence.one != other.sentence.one:
            yield f"{where}: {one!r} and {other!r}"
        for name, field in one.fields.items():
            yield from differences(field, other.fields[name], f"{where}.{name}")
    elif one != other:
        yield f"{where}: {one!r} and {other!r}"
