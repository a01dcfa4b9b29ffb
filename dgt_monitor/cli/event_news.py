"""A tournament file that changes while a hall is watched: looked at beside the loop, taken over where it reads well."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dgt_monitor.cli.event_file import EventSource
from dgt_monitor.fields import FileError
from dgt_monitor.hall.entries import Known

LOOK_EVERY_S: Final = 1.0
"""So often it is looked whether the file has changed (chosen)."""
_Mark = tuple[int, int, int] | None
"""Time of the last change, size and place on the disk of a file that is there."""


class EventNews:
    """Looks at the files of an event. `complain` hears, once for each change, why one is not taken over."""

    def __init__(self, source: EventSource | None, complain: Callable[[str], None]) -> None:
        self._source = source
        self._complain = complain
        self.first: Known | None = None
        """What is to be told before anything is looked at."""
        self._marks: dict[Path, _Mark] = {} if source is None else _marks(source.files)

    def look(self) -> Known | None:
        """What is known now, if the files have changed since they were looked at and read well."""
        source = self._source
        if source is None or _marks(tuple(self._marks)) == self._marks:
            return None
        self._marks = _marks(source.files)
        try:
            event = source.read(self._complain)
        except FileError as error:
            self._complain(f"{error}; what was known before holds")
            return None
        finally:
            self._marks = {**_marks(source.files), **self._marks}  # marked before it was read: it may change meanwhile
        return event.added_to(Known())

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


def _marks(files: tuple[Path, ...]) -> dict[Path, _Mark]:
    return {file: _mark(file) for file in files}


def _mark(file: Path) -> _Mark:
    try:
        stat = file.stat()
    except (OSError, ValueError):  # away for a moment, as while an editor writes it
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
