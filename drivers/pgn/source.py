"""`pgn:PATH` and `pgn+http(s)://...`: games that grow in PGN, as a source that never ends."""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from drivers.live.lines import OnTrouble
from drivers.live.lines_named import WrongLineError
from drivers.pgn.files import Files
from drivers.pgn.following import Following, Told
from drivers.pgn.growing import PARSED_BYTES
from drivers.pgn.reading import Parsing
from drivers.pgn.web import Asking, Page, without_user
from drivers.readings import Request
from drivers.source import Stamped
from drivers.urls import without_secrets

EVERY_S: Final = 0.25
"""Seconds between two looks at files (chosen: what has come to rest is told half a second after it was written)."""
SHORTEST_S: Final = 0.005
"""The same, while there is more to read (chosen)."""
PAUSES: Final = 3
"""A look that took long is followed by another after so many times as long (chosen: two thirds are for all else)."""
FAILURES: Final = 3
"""So many answers in a row fail before a page counts as lost (chosen: a quarter of a minute)."""
SCHEMES: Final = ("pgn", "pgn+http", "pgn+https")
OF_A_PAGE: Final = "games.pgn"
"""The name by which what is behind a URL is taken for a file."""


class PgnSource:
    """Boards whose games another program writes."""

    def __init__(
        self,
        files: Files | Asking,
        on_trouble: OnTrouble | None = None,
        clock: Callable[[], float] = time.monotonic,
        prefix: str = "",
    ) -> None:
        self._files = files
        self._on_trouble = on_trouble
        self._clock, self._began_s = clock, clock()
        self._following = Following(prefix)
        self._next_look_s = float("-inf")
        self._over = threading.Event()
        self._told_trouble: str | None = None
        self._failed = 0
        self._unread: tuple[Parsing, str] | None = None
        """What of a page was read, and the rest of it."""
        self._warned: dict[str, str] = {}

    @property
    def now_s(self) -> float:
        """Seconds since it was opened."""
        return self._clock() - self._began_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What is new, as soon as there is anything, at the latest after so many seconds."""
        until_s = self.now_s + timeout_s
        while True:
            told = self._look(max(0.0, until_s - self.now_s))
            left_s = until_s - self.now_s
            if told or left_s <= 0 or self._over.is_set():
                return self._stamped(told)
            if isinstance(self._files, Files) or self._unread is not None:
                self._over.wait(min(left_s, max(SHORTEST_S, self._next_look_s - self.now_s)))

    def _look(self, timeout_s: float) -> Told:
        if isinstance(self._files, Asking):
            return self._look_at_page(self._files, timeout_s)
        began_s = self.now_s
        if began_s < self._next_look_s:
            return []
        news = [each for name, text in self._files.changed() for each in self._following.take(name, text)]
        left_out = self._files.left_out
        soon_s = SHORTEST_S if self._files.is_behind else EVERY_S
        self._next_look_s = began_s + max(soon_s, PAUSES * (self.now_s - began_s))
        doubled = {f"board {port}": why for port, why in self._following.doubled.items()}
        self._warn({**self._following.left_out, **doubled, **left_out})
        gone = [each for name, why in left_out.items() if name for each in self._following.lost(why, name)]
        return [*self._troubled(self._files.trouble, left_out), *news, *gone]

    def _look_at_page(self, page: Asking, timeout_s: float) -> Told:
        if self._unread is not None:
            return self._read_on(*self._unread)
        answer = page.take(timeout_s)
        if answer is None:
            return []
        self._failed = 0 if answer.trouble is None else self._failed + 1
        if 0 < self._failed < FAILURES:
            return []
        told = self._troubled(answer.trouble)
        if answer.text is not None:
            told += self._read_on(Parsing(), answer.text)
        return told

    def _read_on(self, parsing: Parsing, rest: str) -> Told:
        """A step through what a page holds."""
        began_s = self.now_s
        parsing.feed(rest[:PARSED_BYTES])
        self._unread = (parsing, rest[PARSED_BYTES:]) if len(rest) > PARSED_BYTES else None
        told = [] if self._unread is not None else self._following.take(OF_A_PAGE, parsing.text())
        self._warn(self._following.left_out)
        self._next_look_s = self.now_s + PAUSES * (self.now_s - began_s)
        return told

    def _troubled(self, trouble: str | None, still_lost: Collection[str] = ()) -> Told:
        """What follows where nothing can be read, or can be again."""
        if trouble != self._told_trouble and trouble is not None and self._on_trouble is not None:
            again = "; it is tried again until it is there" if isinstance(self._files, Files) else ""
            self._on_trouble(f"{_shown(without_secrets(trouble))}{again}")
        self._told_trouble = trouble
        return self._following.back(still_lost) if trouble is None else self._following.lost(trouble)

    def _warn(self, left_out: Mapping[str, str]) -> None:
        """Say once what is not followed."""
        if left_out == self._warned:
            return
        new = [f"{name}: {why}" if name else why for name, why in left_out.items() if self._warned.get(name) != why]
        self._warned = dict(left_out)
        if new and self._on_trouble is not None:
            more = f" (and {len(new) - 1} more)" if len(new) > 1 else ""
            self._on_trouble(_shown(f"{new[0]}{more}"))

    def _stamped(self, told: Told) -> list[Stamped]:
        now_s = self.now_s
        return [Stamped(now_s, port, None, reading) for port, reading in told]

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:  # noqa: ARG002
        """What was written last can be told once more; nothing else can be asked of a file."""
        return self._stamped(self._following.again(port)) if request is Request.DUMP else []

    def close(self) -> None:
        """Look no more."""
        self._over.set()
        if isinstance(self._files, Asking):
            self._files.close()

    def __iter__(self) -> Iterator[Stamped]:
        while not self._over.is_set():
            yield from self.poll(EVERY_S)


def _shown(text: str) -> str:
    """A text with names of files in it, that does nothing to a screen."""
    return "".join(each if each.isprintable() else "?" for each in text)


def check_url(url: str) -> None:
    """WrongLineError where this is no such URL."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() not in SCHEMES:
        raise WrongLineError(url, f"a PGN that grows is one of {', '.join(SCHEMES)}")
    if scheme.lower() == "pgn":
        if not rest or "\0" in rest:
            raise WrongLineError(url, "behind pgn: stands the path of a file or of a folder, as pgn:round-5/games.pgn")
        return
    page = f"{scheme[4:]}:{rest}"
    try:
        without_user(page)
        host = urlsplit(page).hostname
    except ValueError:
        host = None
    if any(each <= " " or each == "\x7f" for each in page):
        raise WrongLineError(url, "in a URL stand no spaces: they are written as %20")
    if not host:
        raise WrongLineError(url, "it names no server, as pgn+https://example.org/games.pgn does")


def open_url(url: str, on_trouble: OnTrouble | None = None, prefix: str = "") -> PgnSource:
    """The source behind a URL; WrongLineError where it is none."""
    check_url(url)
    scheme, _, rest = url.partition(":")
    if scheme.lower() == "pgn":
        return PgnSource(Files(Path(rest)), on_trouble, prefix=prefix)
    return PgnSource(Asking(Page(f"{scheme[4:].lower()}:{rest}")), on_trouble, prefix=prefix)
