"""The thread in which games go out, behind a queue, so that nothing out there holds up the boards."""

import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf
from typing import Final

from dgt_monitor.broadcast.output import File, Output
from dgt_monitor.broadcast.sending import Now, Sending, Step
from dgt_monitor.broadcast.texts import Dates
from dgt_monitor.broadcast.ways import Complain, Way, WayOf, folders_only

AT_ONCE_MOST: Final = 2000
"""Steps taken in before files are looked at again (chosen: a hall of 1,000 boards says less in a second)."""
PATIENCE_S: Final = 5.0
"""At the end it is waited so long for each way out (chosen)."""
GONE_ON: Final = "a watch that goes on with this journal sends them in their time"
LOST: Final = "they will not go out: there is no journal with which a watch could go on"


class Station:
    """Takes steps from any thread, never waiting, and keeps every way out as it is to be. `past`: steps before;
    `is_kept`: there is a journal of it."""

    def __init__(
        self, dates: Dates, complain: Complain, past: Iterable[Step] = (), way_of: WayOf = folders_only,
        *, is_kept: bool = True,
    ) -> None:  # fmt: skip
        self._sending = Sending(dates)
        self._complain = complain
        self._past = past
        self._later = GONE_ON if is_kept else LOST
        self._queue: queue.SimpleQueue[Step | None] = queue.SimpleQueue()
        self._way_of = way_of
        self._ways: dict[str, Way | None] = {}
        """None: it cannot be opened, which was told."""
        self._opened: dict[str, tuple[str, str]] = {}
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
        for name, way in self._ways.items():
            left = "" if way is None else way.close(PATIENCE_S)
            if left:
                self._complain(f"{self._called(name)}: {left}")
        if self._sending.waiting:
            self._complain(
                f"of {self._sending.waiting} games moves wait for their delay and are not out; {self._later}"
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
            for name, way in self._ways.items():
                if way is not None:
                    self._guarded(name, partial(way.hear, step))
        return True

    def _look(self) -> None:
        changed = dict(self._sending.due())
        wanted = {output.out.name for output in self._sending.wanted}
        for name in [name for name in self._ways if name not in wanted]:
            way = self._ways.pop(name)
            if way is not None:
                way.close(0.0)
        for output in self._sending.wanted:
            self._put(output, changed.get(output.out.name, []))
            for sentence in output.doubts.news():
                self._complain(sentence)

    def _put(self, output: Output, files: list[File]) -> None:
        name = output.out.name
        if self._opened.get(name, output.out.opened_as) != output.out.opened_as:
            before = self._ways.pop(name, None)
            if before is not None:
                before.close(PATIENCE_S)
        if name not in self._ways:
            self._opened[name] = output.out.opened_as
            files = output.anew(files)  # one that comes back has nothing of what it had
            try:
                self._ways[name] = self._way_of(output.out, self._complain)
            except ValueError as error:
                self._ways[name] = None
                self._complain(f"{output.out.called}: {error}")
        way = self._ways[name]
        if way is not None:
            self._guarded(name, partial(way.put, output, files, self._sending.now_s))

    def _called(self, name: str) -> str:
        output = self._sending.outputs.get(name)
        return name if output is None else output.out.called

    def _guarded(self, name: str, call: Callable[[], None]) -> None:
        """A fault of one way out ends that one, and no other."""
        try:
            call()
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not be silent
            way, self._ways[name] = self._ways[name], None
            self._complain(f"{self._called(name)}: nothing goes out there any more: {type(error).__name__}: {error}")
            if way is not None:
                with suppress(Exception):  # what it holds, such as a folder's lock, is given back if it can be
                    way.close(0.0)
