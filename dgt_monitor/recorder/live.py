"""Live boards watched: the loop that owns the clock, in this thread or beside a screen."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf
from typing import Final

from dgt_monitor.events import Event, Level, Notice
from dgt_monitor.hall.calling import Ahead, Calling
from dgt_monitor.hall.entries import Known, Question, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.previewing import Previewing
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.note_forms import Delivered, Screen, Written
from dgt_monitor.recorder.awake import Awake
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.journalled import LAST_WAIT_S
from dgt_monitor.recorder.live_source import Later, LiveSource
from dgt_monitor.recorder.loop import Recorder, Sink
from dgt_monitor.recorder.notifying import Notifying
from dgt_monitor.recorder.record import Record
from dgt_monitor.recorder.session import PUBLISH_EVERY_S
from drivers.readings import LineDown, LineUp, Request
from drivers.source import Stamped

LOOKED_AT_S = 2.0
"""Seconds for which views are laid out after somebody has looked at one; chosen: a screen looks four times a second.
To lay out a large hall that nobody sees would cost as much as to follow it."""
NEWS_KEPT: Final = 8
"""So many of the last notices on the tournament file are kept for screens (chosen: a round has a few)."""
_NEWS: Final = frozenset({"event", "label"})
"""What notices on that file are about."""


class LiveSession:
    """Feeds a hall from live boards until `stop`; then sums every game up and releases every line.

    `run` works in the caller's thread, `start` in one of its own. All other methods may be called from any thread.
    `on_time` is told the time now and then also where nothing happens, and at the end that it is over (inf); `on_known`
    what was learnt, and when.
    """

    def __init__(
        self,
        source: LiveSource,
        sinks: Iterable[Sink] = (),
        known: Known | None = None,
        on_time: Callable[[float], None] | None = None,
        record: Record | None = None,
        awake: Awake | None = None,
        on_known: Callable[[float, Known], None] | None = None,
    ) -> None:
        self._on_time = on_time
        self._on_known = on_known
        self.ended = False
        self.error: str | None = None
        self.fault: Exception | None = None
        """What `error` was made of."""
        self._source = Later(source, 0.0 if record is None else record.base_s)
        self._hall = Hall(known) if record is None else record.hall
        self._gate = None if record is None else record.gate
        self.news: deque[Notice] = deque(maxlen=NEWS_KEPT)
        """What was told of the tournament file, the latest last."""
        self._notifying = None if self._gate is None else Notifying(self._gate, lambda: self._hall.t_s)
        self._screens: queue.SimpleQueue[Screen | Written | Delivered] = queue.SimpleQueue()
        self._recorder = Recorder(self._hall, [*sinks, self._hear], self._gate)
        self._rulings: queue.SimpleQueue[Ruling | Question] = queue.SimpleQueue()
        self._learnt: queue.SimpleQueue[Known] = queue.SimpleQueue()
        self._previewing = Previewing(self._rulings.put)
        self._view = self._hall.view()
        self._awake = awake
        self._round_s = self._source.now_s
        """When the loop went round last."""
        self.warning: str | None = None
        """What is wrong with the journal now, to be seen on every screen."""
        self._unsafe: tuple[int, HallView] | None = None
        """A view that is to be shown when this row of the journal is safe."""
        self._calling = Calling()
        self.on_call = self._calling.on_call
        """Who is woken when a view has something new to act on: it waits for no turn."""
        self._ahead = Ahead(self._view)
        self._published_s = self._source.now_s
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

    def ruling(self, number: int) -> Ruling | None:
        """The ruling of this number; to be asked in the loop, by who listens."""
        return self._hall.rulings.ruling(number)

    def learn(self, known: Known) -> None:
        """This is known from now on, beside what boards say."""
        self._learnt.put(known)

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling would change; None while that is worked out."""
        return self._previewing.preview(ruling, time.monotonic())

    def screen(self, told: Screen | Written | Delivered) -> None:
        """A screen has come or gone, or has got an alert; or lines are written from now on."""
        self._screens.put(told)

    def opened(self, told: list[Event]) -> None:
        """This was written before the watch began: what stands."""
        self._note_screens()
        if self._notifying is not None:
            self._notifying.hear(told)

    def _note_screens(self) -> None:
        while not self._screens.empty():
            told = self._screens.get()
            if self._notifying is not None:
                self._notifying.take(told)

    def _hear(self, told: list[Event]) -> None:
        called = self._ahead.call(told, self._hall.listed) if self._calling.heeded else None
        if called is not None:
            self._show(called)
        if self._notifying is not None:
            self._notifying.hear(told)
        for event in told:
            if type(event) is Notice and event.about in _NEWS:
                self.news.append(event)

    def _ruled(self, asked: Ruling | Question, now_s: float) -> None:
        if isinstance(asked, Question):
            self._previewing.answer(asked, self._hall.preview(asked.ruling), time.monotonic())
        else:
            self._recorder.rule(asked._replace(t_s=now_s))

    def run(self) -> None:
        """Watch until `stop`."""
        try:
            with seldom_collecting():
                while not self._stopping.is_set():
                    self._once()
                self._note_screens()
                self._recorder.finish(self._source.now_s)
                self._release(LAST_WAIT_S)
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
        still_s = None if self._awake is None else self._awake.look()
        if still_s is not None:
            self._stood_still(still_s)
        now_s = self._round_s = self._source.now_s
        publish_s = self._published_s + PUBLISH_EVERY_S
        held = self._gate is not None and self._gate.holds
        self._take(self._source.poll(0.0 if held else max(0.0, min(self._hall.due_s, publish_s) - now_s)))
        now_s = self._source.now_s
        if now_s >= min(self._hall.due_s, publish_s):  # a view is of the time at which it is laid out
            self._recorder.advance(now_s)
        for asking in list(self._hall.requests()):
            self._take(self._source.request(asking.port, asking.request, asking.address))
        while not self._rulings.empty():
            self._ruled(self._rulings.get(), now_s)
        self._note_screens()
        while not self._learnt.empty():
            self._recorder.learn(now_s, self._learnt.get())
            if self._on_known is not None:
                self._on_known(now_s, self._hall.known)
        self._release()
        if now_s >= publish_s:
            self._passes(now_s)
            self._look_at_journal()
            if now_s <= self._looked_s + LOOKED_AT_S:
                self._lay_out()
            self._published_s = now_s

    def _stood_still(self, still_s: float) -> None:
        """Nobody read the lines for so long: what boards said may be lost, and is asked of them."""
        hall, source, before_s = self._hall, self._source, self._hall.t_s
        source.base_s += max(0.0, still_s - (source.now_s - self._round_s))
        why = f"this machine slept, or was too busy, for {still_s:.0f} s"
        places, lines = hall.places_heard(), hall.lines_heard()
        for port, address in lines:
            self._recorder.take(before_s, port, address, LineDown(why))
        now_s = max(source.now_s, before_s)
        for port, address in lines:
            self._recorder.take(now_s, port, address, LineUp())
        self._recorder.tell(Notice(now_s, "", "machine", "slept", Level.CHECK, f"{why[0].upper()}{why[1:]}"))
        for port, address in places:
            self._take(source.request(port, Request.DUMP, address))

    def _look_at_journal(self) -> None:
        """Tell when the journal cannot be written or will soon be out of room, and when that is over."""
        if self._gate is None:
            return
        name, text = self._gate.state
        if text == self.warning or (name == "good" and self.warning is None):
            return
        self.warning = None if name == "good" else text
        level = {"failing": Level.ACT, "low": Level.CHECK, "good": Level.INFO}[name]
        self._recorder.tell(Notice(self._hall.t_s, "", "journal", name, level, text))

    def _release(self, timeout_s: float | None = None) -> None:
        """Tell what is safe now; wait for it a little, or until all is told or so long has passed."""
        gate = self._gate
        if gate is None:
            return
        self._recorder.release()
        if gate.holds:
            gate.wait() if timeout_s is None else gate.wait_for_all(timeout_s)
            self._recorder.release()
        if self._unsafe is not None and gate.is_safe(self._unsafe[0]):
            view, self._unsafe = self._unsafe[1], None
            self._show(self._ahead.onto(view))

    def _lay_out(self) -> None:
        """A new view: shown at once, or when what it shows is on the disk."""
        if self._gate is None:
            self._show(self._ahead.onto(self._hall.view()))
        elif self._unsafe is None:
            self._unsafe = self._gate.mark(), self._hall.view()

    def _show(self, view: HallView) -> None:
        self._view = view
        self._calling.look(view)

    def _take(self, stamps: Iterable[Stamped]) -> None:
        hall, take = self._hall, self._recorder.take
        for t_s, port, address, reading in stamps:
            # Stamped once and never earlier than what came before.
            take(max(hall.t_s, t_s), port, address, reading)
