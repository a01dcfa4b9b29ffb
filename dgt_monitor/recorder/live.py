"""Live boards watched: the loop that owns the clock, in this thread or beside a screen."""

import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf
from typing import Protocol

from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.loop import Recorder, Sink
from dgt_monitor.recorder.session import PUBLISH_EVERY_S
from drivers.readings import Request
from drivers.source import Stamped

LOOKED_AT_S = 2.0
"""Seconds for which views are laid out after somebody has looked at one; chosen: a screen looks four times a second.
To lay out a large hall that nobody sees would cost as much as to follow it."""


class LiveSource(Protocol):
    """Lines that are open for as long as somebody watches."""

    @property
    def now_s(self) -> float:
        """Seconds since the watch began."""

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, in order of time, at the latest after so many seconds."""

    def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:
        """Ask a board, on a bus by its address, for something; what was read meanwhile."""

    def close(self) -> None:
        """Release every line."""


class LiveSession:
    """Feeds a hall from live boards until `stop`; then sums every game up and releases every line.

    `run` works in the caller's thread, `start` in one of its own. All other methods may be called from any thread.
    `on_time` is told the time now and then also where nothing happens, and at the end that it is over (inf).
    """

    def __init__(
        self,
        source: LiveSource,
        sinks: Iterable[Sink] = (),
        known: Known | None = None,
        on_time: Callable[[float], None] | None = None,
    ) -> None:
        self._on_time = on_time
        self.ended = False
        self.error: str | None = None
        self.fault: Exception | None = None
        """What `error` was made of."""
        self._source = source
        self._hall = Hall(known)
        self._recorder = Recorder(self._hall, sinks)
        self._rulings: queue.SimpleQueue[Ruling] = queue.SimpleQueue()
        self._view = self._hall.view()
        self._published_s = source.now_s
        self._looked_s = -inf
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run_aside, name="watch", daemon=True)

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Ask for the end; `run` returns soon after."""
        self._stopping.set()

    def join(self) -> None:
        """Wait for the end of the thread that `start` began."""
        self._thread.join(timeout=5.0)

    def view(self) -> HallView:
        """The latest view laid out; the first one, and the first after a long while, is an old one."""
        self._looked_s = self._source.now_s
        return self._view

    def acknowledge(self, alert_id: str) -> None:
        """The arbiter has seen this alert."""
        self.rule(Ruling(0.0, "arbiter", "acknowledge", alert_id))

    def rule(self, ruling: Ruling) -> None:
        """The arbiter has ruled; its time is set when it is taken in."""
        self._rulings.put(ruling)

    def run(self) -> None:
        """Watch until `stop`."""
        try:
            with seldom_collecting():
                while not self._stopping.is_set():
                    self._once()
                self._recorder.finish(self._source.now_s)
                self._passes(inf)
        except Exception as error:
            # The screen must say that what it shows has stopped, whatever the reason.
            self.fault = error
            self.error = f"watching stopped: {type(error).__name__}: {error}"
            raise
        finally:
            self.ended = True
            self._view = self._hall.view()
            self._source.close()

    def _run_aside(self) -> None:
        with suppress(Exception):  # told by `error`: a trace would be written across the screen
            self.run()

    def _passes(self, t_s: float) -> None:
        if self._on_time is not None:
            self._on_time(t_s)

    def _once(self) -> None:
        """Wait for what comes next, and do it; rulings and the end wait no longer than a new view does."""
        now_s = self._source.now_s
        publish_s = self._published_s + PUBLISH_EVERY_S
        self._take(self._source.poll(max(0.0, min(self._hall.due_s, publish_s) - now_s)))
        now_s = self._source.now_s
        if now_s >= min(self._hall.due_s, publish_s):  # a view is of the time at which it is laid out
            self._recorder.advance(now_s)
        for asking in list(self._hall.requests()):
            self._take(self._source.request(asking.port, asking.request, asking.address))
        while not self._rulings.empty():
            self._recorder.rule(self._rulings.get()._replace(t_s=now_s))
        if now_s >= publish_s:
            self._passes(now_s)
            if now_s <= self._looked_s + LOOKED_AT_S:
                self._view = self._hall.view()
            self._published_s = now_s

    def _take(self, stamps: Iterable[Stamped]) -> None:
        hall, take = self._hall, self._recorder.take
        for t_s, port, address, reading in stamps:
            # Stamped once and never earlier than what came before.
            take(max(hall.t_s, t_s), port, address, reading)
