"""The thread in which games go out, behind a queue, so that nothing out there holds up the boards."""

import queue
import threading
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Final

from dgt_monitor.broadcast.folder import Folder
from dgt_monitor.broadcast.output import Dates
from dgt_monitor.broadcast.sending import Now, Sending, Step

AT_ONCE_MOST: Final = 2000
"""Steps taken in before files are looked at again (chosen: a hall of 1,000 boards says less in a second)."""
PATIENCE_S: Final = 5.0
"""At the end it is waited so long for folders (chosen)."""


class Station:
    """Takes steps from any thread, never waiting, and keeps the folders as they are to be. `past`: steps before."""

    def __init__(self, dates: Dates, complain: Callable[[str], None], past: Iterable[Step] = ()) -> None:
        self._sending = Sending(dates)
        self._complain = complain
        self._past = past
        self._queue: queue.SimpleQueue[Step | None] = queue.SimpleQueue()
        self._folders: dict[str, Folder] = {}
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        self._thread.start()

    def put(self, step: Step) -> None:
        """More is known."""
        if not (isinstance(step, Now) and step.t_s == inf):  # at the end of a watch nothing goes out early
            self._queue.put(step)

    def close(self) -> None:
        """Write what may be out by now; tell what is left."""
        self._queue.put(None)
        self._thread.join(PATIENCE_S)
        for name, folder in self._folders.items():
            left = folder.close(PATIENCE_S)
            if left:
                self._complain(f"{name}: {left} files of live games could not be written")
        if self._sending.waiting:
            self._complain(
                f"of {self._sending.waiting} games moves wait for their delay and are not out; "
                "a watch that goes on with this journal sends them in their time"
            )

    # --- in the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            for step in self._past:
                self._sending.take(step)
            self._past = ()
            self._look()
            while self._take():
                self._look()
            self._look()
        except Exception as error:  # noqa: BLE001 - a fault here must not be silent, and concerns no board
            self._complain(f"live games are not written any more: {type(error).__name__}: {error}")

    def _take(self) -> bool:
        """Wait for what comes next; False at the end."""
        for number in range(AT_ONCE_MOST):
            if number and self._queue.empty():
                break
            step = self._queue.get()
            if step is None:
                return False
            self._sending.take(step)
        return True

    def _look(self) -> None:
        for name, files in self._sending.due():
            if name not in self._folders:
                self._folders[name] = Folder(Path(name), self._complain)
            for file in files:
                self._folders[name].put(file.name, file.text)
        for folder in self._folders.values():
            folder.look()
