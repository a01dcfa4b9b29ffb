"""Files in a folder, each whole at any moment: written beside the one that stands, and put in its place."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from dgt_monitor.broadcast.folder_lock import FolderLock, HeldHereError

FIRST_PAUSE_S: Final = 0.5
"""So long after a failure it is tried again (chosen); each time twice as long, up to the next."""
LONGEST_PAUSE_S: Final = 30.0
"""(chosen)"""
UNWRITTEN_S: Final = 10.0
"""A folder that has not taken a file for so long is told of (chosen)."""


def replace_file(path: Path, data: bytes) -> None:
    """Put these bytes in place of the file, at once and whole; OSError if that cannot be, and then nothing changed."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


class Folder:
    """Writes files into a folder in a thread of its own; of each only the newest text counts. `put` never waits.

    What cannot be written is tried again until it can, and told by `complain`, once until it could.
    """

    def __init__(
        self, root: Path, complain: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._root = root
        self._complain = complain
        self._clock = clock
        self._waiting: dict[str, str | None] = {}
        self._busy_since_s: float | None = None
        """When what is written now was begun."""
        self._failing: set[str] = set()
        """Files that could not be written when they were last tried."""
        self._lock = FolderLock(root)
        self._is_ours = False
        """Nobody else writes there."""
        self._told_slow = self._closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="live-files", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written now."""
        return self._busy_since_s is not None

    def put(self, name: str, text: str | None) -> None:
        """From now on this is to be in the file of this name; None: there is to be none."""
        with self._changed:
            self._waiting[name] = text
            self._changed.notify_all()

    def look(self) -> None:
        """Tell of a folder that takes long, and when that is over."""
        since_s = self._busy_since_s
        slow = since_s is not None and self._clock() - since_s > UNWRITTEN_S
        if slow and not self._told_slow and not self._failing:
            self._complain(f"{self._root}: live games are not written: the folder does not answer; boards are followed")
            self._told_slow = True
        elif self._told_slow and not slow:
            self._complain(f"{self._root}: live games are written again")
            self._told_slow = False

    def close(self, patience_s: float) -> int:
        """Wait so long until all is written; how many files were not."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(patience_s)
        with self._changed:
            return len(self._waiting)

    # --- in the thread --------------------------------------------------------------------------------------

    def _own(self) -> None:
        """Have the folder alone from now on; OSError while others have it."""
        if not self._is_ours:
            self._lock.take()
            self._is_ours = True
            self._clear()

    def _clear(self) -> None:
        """Take away what a watch that was killed has left half written."""
        with suppress(OSError):
            for part in [*self._root.glob(".games.pgn.*.part"), *self._root.glob("round-*/.game*.pgn.*.part")]:
                part.unlink(missing_ok=True)

    def _run(self) -> None:
        with suppress(OSError):
            if self._root.is_dir():
                self._own()
        try:
            self._write_all()
        finally:
            self._lock.release()

    def _write_all(self) -> None:
        pause_s = FIRST_PAUSE_S
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                name, text = next(iter(self._waiting.items()))
                self._busy_since_s = self._clock()
            try:
                self._write(name, text)
            except OSError as error:
                self._failed(name, error)
                with self._changed:
                    if self._closing:
                        return
                    self._changed.wait_for(lambda: self._closing, pause_s)
                pause_s = min(LONGEST_PAUSE_S, 2 * pause_s)
                continue
            pause_s = FIRST_PAUSE_S
            self._wrote(name, text)

    def _wrote(self, name: str, text: str | None) -> None:
        with self._changed:
            self._busy_since_s = None
            if self._waiting.get(name, "") == text:
                del self._waiting[name]
        before = bool(self._failing)
        self._failing.discard(name)
        if before and not self._failing:
            self._complain(f"{self._root}: live games are written again")

    def _failed(self, name: str, error: OSError) -> None:
        with self._changed:
            self._busy_since_s = None
            self._waiting[name] = self._waiting.pop(name)  # others come first now
        if isinstance(error, HeldHereError):
            return  # a way out that is being closed writes its last files
        before = bool(self._failing)
        self._failing.add(name)
        if not before:
            why = error.strerror or str(error)
            self._complain(f"{self._root}: live games cannot be written: {why}; it is tried again and again")

    def _write(self, name: str, text: str | None) -> None:
        self._own()
        path = self._root / name
        if text is None:
            path.unlink(missing_ok=True)
            return
        data = text.encode("utf-8", "replace")
        with suppress(OSError):
            if path.stat().st_size == len(data) and path.read_bytes() == data:
                return  # as a watch before this one has left it
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)
