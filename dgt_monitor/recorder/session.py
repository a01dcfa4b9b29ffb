"""A recording replayed beside a screen: the loop in a thread of its own, the screen behind queues."""

import queue
import threading
import time
from collections.abc import Callable

from dgt_monitor.hall.entries import Question, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.previewing import Previewing
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.loop import Recorder, Sink, Stopped
from dgt_monitor.recorder.replay import ReplaySource

PUBLISH_EVERY_S = 0.2
"""How often a new view is laid out for the screen, in real seconds (a screen looks four times a second)."""


class ReplaySession:
    """Replays a source and keeps the latest view for others; rulings come in through a queue.

    All public methods may be called from any thread.
    """

    def __init__(
        self,
        source: ReplaySource,
        speed: float | None,
        sinks: tuple[Sink, ...] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.speed = speed
        """Recorded seconds per real second; None is as fast as possible."""
        self.ended = False
        self.error: str | None = None
        self._source = source
        self._clock = clock
        self._rulings: queue.SimpleQueue[Ruling | Question | None] = queue.SimpleQueue()
        self._previewing = Previewing(self._rulings.put)
        self._hall = Hall(source.known)
        self._recorder = Recorder(self._hall, sinks)
        self._view = self._hall.view()
        self._published_s = clock()
        self._began_s = clock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="replay", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._began_s = self._clock()
        self._thread.start()

    def stop(self) -> None:
        """End the loop, in mid-recording if need be, and wait for it."""
        self._stopping.set()
        self._rulings.put(None)
        self._thread.join(timeout=5.0)

    def view(self) -> HallView:
        """The latest view laid out."""
        return self._view

    def acknowledge(self, alert_id: str) -> None:
        """The arbiter has seen this alert."""
        self.rule(Ruling(0.0, "arbiter", "acknowledge", alert_id))

    def rule(self, ruling: Ruling) -> None:
        """The arbiter has ruled; its time is set when it is taken in."""
        self._rulings.put(ruling)

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling would change; None while that is worked out."""
        return self._previewing.preview(ruling, time.monotonic())

    # --- in the loop's thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with seldom_collecting():
                self._recorder.run(self._source, self)
            self._recorder.wait(self, self._source.end_s)
            self._recorder.finish(self._source.end_s)
        except Stopped:
            return
        except Exception as error:
            # The screen must say that what it shows has stopped, whatever the reason.
            self.error = f"replay stopped: {type(error).__name__}: {error}"
            raise
        finally:
            self.ended = True
            self._publish()
        self._rule_to_the_end()

    def _rule_to_the_end(self) -> None:
        while not self._stopping.is_set():
            ruling = self._rulings.get()
            if isinstance(ruling, Question):
                self._previewing.answer(ruling, self._hall.preview(ruling.ruling), time.monotonic())
            elif ruling is not None:
                self._recorder.rule(ruling)
                self._publish()

    def wait(self, t_s: float) -> Ruling | None:
        """The loop's pace: see `recorder.loop.Pace`."""
        if self._stopping.is_set():
            raise Stopped
        while True:
            now_s = self._clock()
            publish_in_s = self._published_s + PUBLISH_EVERY_S - now_s
            left_s = 0.0 if self.speed is None else self._began_s + t_s / self.speed - now_s
            if publish_in_s <= 0:
                self._publish()
                publish_in_s = PUBLISH_EVERY_S
            try:
                if left_s <= 0:
                    asked = self._rulings.get_nowait()
                else:
                    asked = self._rulings.get(timeout=min(left_s, publish_in_s))
            except queue.Empty:
                if left_s <= publish_in_s:
                    return None
                continue
            if not isinstance(asked, Question):
                return asked
            self._previewing.answer(asked, self._hall.preview(asked.ruling), time.monotonic())

    def _publish(self) -> None:
        self._view = self._hall.view()
        self._published_s = self._clock()
