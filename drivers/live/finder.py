"""Which ports this machine has, looked for all the time, in a thread of its own: asking the system may take a while."""

import threading
from collections.abc import Callable

from drivers.serial_line import Choice, LineError, PortInfo, choose, list_ports

SCAN_EVERY_S = 2.0
"""Seconds between two looks; a choice: as long as somebody who has just put a plug in waits without doubt."""


class PortFinder:
    """Lists ports again and again until it is closed; `take` is called by the loop."""

    def __init__(self, lister: Callable[[], list[PortInfo]] = list_ports, every_s: float = SCAN_EVERY_S) -> None:
        self._lister = lister
        self._every_s = every_s
        self._news: Choice | LineError | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ports", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def take(self) -> Choice | LineError | None:
        """The ports as they were found last, or why the system does not tell them; None if nothing is new."""
        with self._lock:
            news, self._news = self._news, None
        return news

    def close(self) -> None:
        """End."""
        self._closed.set()

    def _run(self) -> None:
        before: Choice | LineError | None = None
        while not self._closed.is_set():
            try:
                now: Choice | LineError = choose(self._lister())
            except LineError as error:
                now = error
            if now != before and str(now) != str(before):
                with self._lock:
                    self._news = before = now
            self._closed.wait(self._every_s)
