"""Notices on their way: sent one after the other in a thread of its own, tried again, and never in the loop's way."""

import queue
import threading
import time
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final, Literal, NamedTuple

from dgt_monitor.recorder.noticing import Notice

PAUSES_S: Final = (2.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""After each attempt that failed it is waited so long; then it is given up (chosen: nine minutes in all)."""
MOST_WAITING: Final = 64
"""So many notices may wait (chosen: one for each board of a large hall); more are not sent, and that is told."""
_NONE_ANY_MORE: Final = "the alert is none any more"
_END_S: Final = 2.0
"""So long the end waits for what is just being sent (chosen)."""
Send = Callable[[Notice], str]
"""Sends a notice; why it was not sent, empty: it was. May take as long as it wants, and may raise."""


class Outcome(NamedTuple):
    """What became of a notice."""

    notice: Notice
    state: Literal["sent", "failed", "given_up", "dropped"]
    """`failed`: it is tried again. `dropped`: too many waited, or it was none any more."""
    tries: int
    why: str
    """Text from outside may stand in it."""


def _too_many(notice: Notice) -> Outcome:
    return Outcome(notice, "dropped", 0, f"{MOST_WAITING} notices wait already")


class Post:
    """Which notice is tried when. Pure: told the time."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, Notice, int]] = []
        self._count = 0
        self._void: set[str] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, notice: Notice, now_s: float, tries: int = 0) -> None:
        """This one is to be sent."""
        self._count += 1
        heappush(self._waiting, (now_s, self._count, notice, tries))

    def end(self, alerts: set[str]) -> None:
        """Of these alerts nobody need be told any more."""
        self._void |= alerts

    def is_void(self, notice: Notice) -> bool:
        """Whether nobody need be told of this any more."""
        return notice.alert in self._void

    @property
    def due_s(self) -> float | None:
        """When the next one is to be tried; None: none waits."""
        return self._waiting[0][0] if self._waiting else None

    def take(self, now_s: float) -> tuple[Notice, int] | None:
        """The next one that is due, and how often it was tried."""
        if not self._waiting or self._waiting[0][0] > now_s:
            return None
        _, _, notice, tries = heappop(self._waiting)
        return notice, tries

    def tried(self, notice: Notice, tries: int, why: str, now_s: float) -> Outcome:
        """It was tried once more; what came of it."""
        if not why:
            return Outcome(notice, "sent", tries, "")
        if self.is_void(notice):
            return Outcome(notice, "dropped", tries, why)
        if tries > len(PAUSES_S):
            return Outcome(notice, "given_up", tries, why)
        self.put(notice, now_s + PAUSES_S[tries - 1], tries)
        return Outcome(notice, "failed", tries, why)


class NoticePost:
    """The thread that sends. Everything is put in from the loop, which is never waited for and never waits."""

    def __init__(self, send: Send, now_s: Callable[[], float] = time.monotonic) -> None:
        self._send = send
        self._now_s = now_s
        self._in: queue.Queue[Notice | set[str] | None] = queue.Queue(MOST_WAITING)
        self._post = Post()
        self.outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        """What became of them; to be fetched by who keeps the record."""
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def put(self, notice: Notice) -> None:
        """Send this."""
        try:
            self._in.put_nowait(notice)
        except queue.Full:
            self.outcomes.put(_too_many(notice))

    def end(self, alerts: set[str]) -> None:
        """Of these alerts nobody need be told any more."""
        if alerts:
            try:
                self._in.put_nowait(alerts)
            except queue.Full:
                return  # they are sent all the same

    def close(self) -> None:
        """Send nothing more."""
        try:
            self._in.put_nowait(None)
        except queue.Full:
            return  # a daemon: it ends with the program
        self._thread.join(timeout=_END_S)

    def _run(self) -> None:
        while True:
            due_s = self._post.due_s
            try:
                what = self._in.get(timeout=None if due_s is None else max(0.0, due_s - self._now_s()))
            except queue.Empty:
                what = set()
            if what is None:
                return
            if isinstance(what, set):
                self._post.end(what)
            elif len(self._post) < MOST_WAITING:
                self._post.put(what, self._now_s())
            else:
                self.outcomes.put(_too_many(what))
            self._try_due()

    def _try_due(self) -> None:
        due = self._post.take(self._now_s())
        if due is not None:
            notice, tries = due
            if self._post.is_void(notice):
                self.outcomes.put(Outcome(notice, "dropped", tries, _NONE_ANY_MORE))
                return
            try:
                why = self._send(notice)
            except Exception as error:  # noqa: BLE001 - whatever a way out does, the next one is tried
                why = f"{type(error).__name__}: {error}"
            self.outcomes.put(self._post.tried(notice, tries + 1, why, self._now_s()))
