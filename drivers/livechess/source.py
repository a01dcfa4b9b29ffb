"""`livechess://host:1982`: the boards of a running DGT LiveChess, as a source that never ends."""

import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol
from urllib.parse import urlsplit

from drivers.live.lines import OnTrouble
from drivers.live.lines_named import WrongLineError
from drivers.livechess.hall import Ask, LiveChessHall, Told
from drivers.livechess.line import Answered, Closed, Happened, Heard, Line, Opened
from drivers.readings import Request
from drivers.source import Stamped

SCHEME: Final = "livechess"
USUAL_PORT: Final = 1982
"""Where LiveChess 2 listens."""
TURN_S: Final = 0.25
"""Seconds after which it is looked again at what is to be asked (chosen)."""


class Reached(Protocol):
    """What is asked of a line."""

    def take(self, timeout_s: float) -> Happened | None:
        """What happened next, if anything in time."""

    def ask(self, what: Ask) -> None:
        """Send, or ask for a path."""

    def close(self) -> None:
        """Let go of it."""


class LiveChessSource:
    """The boards of one LiveChess."""

    def __init__(
        self,
        line: Reached,
        name: str,
        on_trouble: OnTrouble | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._line = line
        self._name = name
        self._hall = LiveChessHall(name)
        self._on_trouble = on_trouble
        self._clock, self._began_s = clock, clock()
        self._away = False
        self._over = False
        self._told_trouble: str | None = None

    @property
    def now_s(self) -> float:
        """Seconds since it was opened."""
        return self._clock() - self._began_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What is new, as soon as there is anything, at the latest after so many seconds."""
        until_s = self.now_s + timeout_s
        while True:
            overdue = self._hall.overdue(self.now_s)
            for ask in self._hall.asks(self.now_s):
                self._line.ask(ask)
            left_s = max(0.0, until_s - self.now_s)
            happened = self._line.take(min(left_s, TURN_S))
            told = [*overdue, *([] if happened is None else self._what_follows(happened))]
            self._tell_trouble()
            if told or (happened is None and left_s <= TURN_S) or self._over:
                return self._stamped(told)

    def _tell_trouble(self) -> None:
        trouble = self._hall.trouble
        if trouble is not None and trouble != self._told_trouble and self._on_trouble is not None:
            self._on_trouble(f"{self._name}: {trouble}")
        self._told_trouble = trouble

    def _what_follows(self, happened: Happened) -> Told:
        if isinstance(happened, Heard):
            return self._hall.heard(happened.text)
        if isinstance(happened, Answered):
            return self._hall.answered(happened.path, happened.text)
        if isinstance(happened, Opened):
            self._away = False
            return self._hall.connected()
        return self._closed(happened)

    def _closed(self, closed: Closed) -> Told:
        if not self._away and not self._over and self._on_trouble is not None:
            self._on_trouble(f"{self._name}: LiveChess does not answer ({closed.why}); it is tried again until it does")
        self._away = True
        return self._hall.lost()

    def _stamped(self, told: Told) -> list[Stamped]:
        now_s = self.now_s
        return [Stamped(now_s, port, None, reading) for port, reading in told]

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:  # noqa: ARG002
        """What stands on a board can be told once more; nothing else can be asked."""
        return self._stamped(self._hall.dump(port)) if request is Request.DUMP else []

    def close(self) -> None:
        """Let go of it."""
        self._over = True
        self._line.close()

    def __iter__(self) -> Iterator[Stamped]:
        while not self._over:
            yield from self.poll(TURN_S)


def place_of(url: str) -> tuple[str, int]:
    """Host and port of a URL; WrongLineError where it names none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is None or parts.scheme.lower() != SCHEME or parts.path.strip("/") or parts.query or parts.username:
        raise WrongLineError(url, f"a LiveChess is named as {SCHEME}://localhost:{USUAL_PORT}")
    return host, USUAL_PORT if port is None else port


def check_url(url: str) -> None:
    """WrongLineError where this is no such URL."""
    place_of(url)


def open_url(url: str, on_trouble: OnTrouble | None = None, prefix: str = "") -> LiveChessSource:  # noqa: ARG001
    """The source behind a URL; WrongLineError where it is none."""
    host, port = place_of(url)
    return LiveChessSource(Line(host, port), f"{host}:{port}", on_trouble)
