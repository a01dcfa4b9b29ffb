"""A PGN behind a URL, fetched again and again in a thread of its own."""

import queue
import threading
import urllib.error
import urllib.request
import zlib
from base64 import b64encode
from email.message import Message
from http.client import HTTPException, InvalidURL
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from drivers.hurried import opened_in
from drivers.pgn.reading import decoded
from drivers.urls import without_secrets

LARGEST_BYTES: Final = 1 << 24
"""Of one answer (chosen: some five thousand games)."""
EVERY_S: Final = 2.0
"""Seconds between two questions (chosen: as lichess asks official sources)."""
WAITS_S: Final = 0.1
"""Seconds until it is looked again whether the answer before was taken (chosen)."""
PATIENCE_S: Final = 10.0
"""Seconds that an answer may take (chosen)."""
LONGEST_PAUSE_S: Final = 60.0
"""Seconds between two questions to a server that does not answer (chosen)."""
LONGEST_WHY: Final = 200
"""Characters kept of what an answer is complained of with (chosen)."""
AGENT: Final = "dgt-tournament-monitor"


class Answer(NamedTuple):
    """What a server said."""

    text: str | None
    """The whole PGN; None where it has not changed."""
    trouble: str | None = None


class Page:
    """One URL, and what is known of it from the last answer."""

    def __init__(self, url: str) -> None:
        self._url, self._asks = without_user(url)
        self._known: dict[str, str] = {}

    def fetch(self) -> Answer:
        """Ask once."""
        request = urllib.request.Request(self._url, headers={"User-Agent": AGENT, **self._known})  # noqa: S310
        request.add_header("Accept-Encoding", "identity")
        if self._asks is not None:
            request.add_unredirected_header("Authorization", self._asks)
        try:
            with opened_in(request, PATIENCE_S) as answer:
                data = answer.read(LARGEST_BYTES + 1)
                headers = answer.headers
        except urllib.error.HTTPError as error:
            return Answer(None) if error.code == 304 else Answer(None, f"the server answers {error.code}")
        except InvalidURL:  # it would tell the URL
            return Answer(None, "there is no such URL")
        except (OSError, HTTPException, ValueError) as error:
            why = f"{getattr(error, 'reason', None) or error}" or type(error).__name__
            return Answer(None, without_secrets(why)[:LONGEST_WHY])
        return self._taken(data, headers)

    def _taken(self, data: bytes, headers: Message) -> Answer:
        length = headers.get("Content-Length")
        if len(data) > LARGEST_BYTES:
            return Answer(None, f"the answer is larger than {LARGEST_BYTES >> 20} MiB")
        if length is not None and length.strip() != str(len(data)):
            return Answer(None, "the answer is not as long as it says, or came too slowly")
        plain = _plain(data, headers.get("Content-Encoding", "identity").strip().lower())
        if plain is None:
            return Answer(None, "the answer is packed in a way that cannot be read, or is too large")
        marks = {"If-None-Match": headers.get("ETag"), "If-Modified-Since": _dated(headers)}
        self._known = {name: mark for name, mark in marks.items() if mark}
        return Answer(decoded(plain))


def without_user(url: str) -> tuple[str, str | None]:
    """A URL without user and password, and how these are told to its server; ValueError where it is no URL."""
    parts = urlsplit(url)
    if parts.port == 0:
        raise ValueError("port 0")
    user, at, place = parts.netloc.rpartition("@")
    if not at:
        return url, None
    name, _, password = user.partition(":")
    secret = b64encode(f"{unquote(name)}:{unquote(password)}".encode()).decode("ascii")
    return urlunsplit(parts._replace(netloc=place)), f"Basic {secret}"


def _plain(data: bytes, packed: str) -> bytes | None:
    """What was packed though it was asked for as it is; None where it cannot be unpacked."""
    if packed in ("", "identity"):
        return data
    if packed not in ("gzip", "x-gzip"):
        return None
    unpacking = zlib.decompressobj(wbits=31)
    try:
        plain = unpacking.decompress(data, LARGEST_BYTES + 1)
    except zlib.error:
        return None
    return plain if unpacking.eof and len(plain) <= LARGEST_BYTES else None


def _dated(headers: Message) -> str | None:
    """A time alone does not tell apart what is written twice in a second: it is used only beside a mark."""
    return headers.get("Last-Modified") if headers.get("ETag") else None


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
            if not self._answers.empty():  # a large one is read in steps: no more than one waits behind it
                self._over.wait(WAITS_S)
                continue
            answer = self._page.fetch()
            self._answers.put(answer)
            pause_s = EVERY_S if answer.trouble is None else min(2 * pause_s, LONGEST_PAUSE_S)
            self._over.wait(pause_s)
