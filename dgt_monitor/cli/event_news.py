"""A tournament file that changes while a hall is watched: looked at beside the loop, taken over where it reads well."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dgt_monitor.cli.event_file import EventSource, FileMark
from dgt_monitor.fields import FileError
from dgt_monitor.hall.entries import Known

LOOK_EVERY_S: Final = 1.0
"""So often it is looked whether the file has changed (chosen)."""


class EventNews:
    """Looks at the files of an event. `complain` hears, once for each change, why one is not taken over."""

    def __init__(self, source: EventSource | None, complain: Callable[[str], None]) -> None:
        self._source = source
        self._complain = complain
        self._seen: dict[Path, FileMark] | None = None
        self.first: Known | None = None
        """What is to be told before anything is looked at."""

    def look(self) -> Known | None:
        """What is known now, if the files have changed since they were read last and read well.

        Only what is the same at two looks is read: a file that is just being written may read well, and be half of it.
        """
        source = self._source
        if source is None:
            return None
        now, before = source.marks_now(), self._seen
        self._seen = now
        if now == source.marks or now != before:
            return None
        try:
            return source.read(self._complain).added_to(Known())
        except FileError as error:
            self._complain(f"{error}; what was known before holds")
            return None

    @contextmanager
    def told_to(self, learn: Callable[[Known], None]) -> Iterator[None]:
        """Look every second, in a thread of its own, and tell what is news."""
        if self.first is not None:
            learn(self.first)
        if self._source is None:
            yield
            return
        ending = threading.Event()

        def look_on() -> None:
            while not ending.wait(LOOK_EVERY_S):
                known = self.look()
                if known is not None:
                    learn(known)

        thread = threading.Thread(target=look_on, name="event-file", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ending.set()
            thread.join(timeout=2 * LOOK_EVERY_S)
