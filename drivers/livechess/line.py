"""The line to a LiveChess: its WebSocket and its REST interface, each in a thread of its own. No meaning here."""

import queue
import threading
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import Final, NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from drivers.hurried import opened_in
from drivers.livechess.hall import ROOT, Ask, Send
from drivers.livechess.messages import LONGEST_CHARS

PATIENCE_S: Final = 5.0
"""Seconds that an answer may take (chosen: it runs on this machine or on one beside it)."""
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0
"""Seconds between two attempts to reach one that does not answer, growing (chosen)."""
FIRST: Final = f"{ROOT}/eboards"
"""The path that waits for no other: by it is known whether anything is answered."""


class Opened(NamedTuple):
    """The WebSocket is open."""


class Closed(NamedTuple):
    """It is closed, or was not opened."""

    why: str


class Heard(NamedTuple):
    """A message has come."""

    text: str | bytes


class Answered(NamedTuple):
    """A path was asked for; None: in vain."""

    path: str
    text: bytes | None


Happened = Opened | Closed | Heard | Answered


class Line:
    """A LiveChess at a host and port, reached again whenever it goes away."""

    def __init__(self, host: str, port: int) -> None:
        named = f"[{host}]" if ":" in host else host
        self._url = f"ws://{named}:{port}{ROOT}"
        self._root = f"http://{named}:{port}"
        self._happened: queue.SimpleQueue[Happened] = queue.SimpleQueue()
        self._paths: queue.PriorityQueue[tuple[int, str]] = queue.PriorityQueue()
        """Which boards are there first, then all else as it was asked for."""
        self._waiting: set[str] = set()
        """Those paths; none waits twice."""
        self._asked = 0
        self._connection: ClientConnection | None = None
        self._over = threading.Event()
        for run in (self._listen, self._fetch):
            threading.Thread(target=run, name="livechess", daemon=True).start()

    def take(self, timeout_s: float) -> Happened | None:
        """What happened next; None if nothing did in time."""
        try:
            return self._happened.get(timeout=timeout_s) if timeout_s > 0 else self._happened.get_nowait()
        except queue.Empty:
            return None

    def ask(self, what: Ask) -> None:
        """Send, or ask for a path; where that cannot be, the line is about to be closed."""
        connection = self._connection
        if not isinstance(what, Send):
            if what.path not in self._waiting:
                self._waiting.add(what.path)
                self._asked += 1
                self._paths.put((0 if what.path == FIRST else self._asked, what.path))
        elif connection is not None:
            with suppress(WebSocketException, OSError):
                connection.send(what.text)

    def close(self) -> None:
        """Let go of it."""
        self._over.set()
        self._paths.put((-1, ""))
        connection = self._connection
        if connection is not None:
            with suppress(WebSocketException, OSError):
                connection.close()

    def _listen(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._over.is_set():
            why = "closed"
            try:
                with connect(
                    self._url, open_timeout=PATIENCE_S, close_timeout=1.0, max_size=LONGEST_CHARS, proxy=None
                ) as connection:
                    self._connection, pause_s = connection, FIRST_PAUSE_S
                    self._happened.put(Opened())
                    for text in connection:
                        self._happened.put(Heard(text))
            except (WebSocketException, OSError, ValueError) as error:
                why = f"{error}" or type(error).__name__
            self._connection = None
            self._happened.put(Closed(why))
            self._over.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _fetch(self) -> None:
        while (path := self._paths.get()[1]) and not self._over.is_set():
            self._waiting.discard(path)
            self._happened.put(Answered(path, self._get(path)))

    def _get(self, path: str) -> bytes | None:
        try:
            request = urllib.request.Request(f"{self._root}{path}")  # noqa: S310 - http by `__init__`
            with opened_in(request, PATIENCE_S, direct=True) as answer:  # it stands in this hall: no proxy
                data: bytes = answer.read(LONGEST_CHARS + 1)
        except (OSError, HTTPException, ValueError):
            return None
        return data
