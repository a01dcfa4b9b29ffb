"""A PGN behind a URL, fetched again and again in a thread of its own."""

import queue
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Final, NamedTuple

from drivers.pgn.files import LARGEST_BYTES
from drivers.pgn.reading import decoded

EVERY_S: Final = 2.0
"""Seconds between two questions (chosen: as lichess asks official sources)."""
PATIENCE_S: Final = 10.0
"""Seconds that an answer may take (chosen)."""
LONGEST_PAUSE_S: Final = 60.0
"""Seconds between two questions to a server that does not answer (chosen)."""
AGENT: Final = "dgt-tournament-monitor"


class Answer(NamedTuple):
    """What a server said."""

    text: str | None
    """The whole PGN; None where it has not changed."""
    trouble: str | None = None


class Page:
    """One URL, and what is known of it from the last answer."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._known: dict[str, str] = {}

    def fetch(self) -> Answer:
        """Ask once."""
        request = urllib.request.Request(self._url, headers={"User-Agent": AGENT, **self._known})  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - http by `open_url`
                data = answer.read(LARGEST_BYTES + 1)
                length = answer.headers.get("Content-Length")
                marks = {"If-None-Match": answer.headers.get("ETag"), "If-Modified-Since": _dated(answer.headers)}
        except urllib.error.HTTPError as error:
            return Answer(None) if error.code == 304 else Answer(None, f"the server answers {error.code}")
        except (OSError, HTTPException, ValueError) as error:
            return Answer(None, f"{getattr(error, 'reason', None) or error}" or type(error).__name__)
        if len(data) > LARGEST_BYTES or (length is not None and length != str(len(data))):
            return Answer(None)
        self._known = {name: mark for name, mark in marks.items() if mark}
        return Answer(decoded(data))


def _dated(headers: object) -> str | None:
    """A time alone does not tell apart what is written twice in a second: it is used only beside a mark."""
    get: Callable[[str], str | None] = getattr(headers, "get")  # noqa: B009 - `Message` of two packages
    return get("Last-Modified") if get("ETag") else None


class Asking:
    """Asks a page again and again, until it is closed."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._over = threading.Event()
        threading.Thread(target=self._run, name="pgn", daemon=True).start()

    def take(self, timeout_s: float) -> Answer | None:
        """The next answer; None if there is none in time."""
        try:
            return self._answers.get(timeout=timeout_s) if timeout_s > 0 else self._answers.get_nowait()
        except queue.Empty:
            return None

    def close(self) -> None:
        """Ask no more."""
        self._over.set()

    def _run(self) -> None:
        pause_s = EVERY_S
        while not self._over.is_set():
            answer = self._page.fetch()
            self._answers.put(answer)
            pause_s = EVERY_S if answer.trouble is None else min(2 * pause_s, LONGEST_PAUSE_S)
            self._over.wait(pause_s)
