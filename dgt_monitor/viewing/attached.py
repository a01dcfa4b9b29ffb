"""A screen's end of its line to a recorder: the feed of its dashboard, which attaches again whenever the line ends."""

import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from dgt_monitor.dashboard.feed import Fault, FeedStatus
from dgt_monitor.hall.calling import Calling
from dgt_monitor.hall.entries import Question, Ruling
from dgt_monitor.hall.previewing import Previewing
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.ruling_forms import RULINGS
from dgt_monitor.viewing.changes import BoardNow, HallNow, Replica
from dgt_monitor.viewing.frames import FROM_RECORDER_BYTES, Frames
from dgt_monitor.viewing.place import Place, PlaceError
from dgt_monitor.viewing.words import (
    FROM_RECORDER,
    Answer,
    Ask,
    Bye,
    No,
    Refused,
    Rule,
    StatusNow,
    Taken,
    Welcome,
    heard,
    hello,
    told,
)

SILENT_S: Final = 5.0
"""A recorder that has said nothing for so long is lost; it says how it is doing every second (chosen)."""
AGAIN_S: Final = 1.0
"""Seconds from one try to attach to the next (chosen)."""
READ_BYTES: Final = 256 * 1024
UNSENT: Final = 100
"""Rulings that wait for the line; more are refused (chosen: nobody makes as many in the moment that it takes)."""
NO_ANSWER: Final = "the recorder does not answer"
Opener = Callable[[], Place]


class LostError(Exception):
    """The line has ended; the text says why."""


class AttachedFeed:
    """What `dashboard.feed.Feed` asks for, of a recorder in another process. All public methods are of any thread.

    `find` says where the recorder is, each time anew; `pause` waits between two tries; `day_time` tells the time of the
    day as people read it; `write_sheet` writes the sheet of a claim.
    """

    def __init__(
        self,
        find: Opener,
        author: str,
        *,
        looks_only: bool = False,
        day_time: Callable[[], str] = lambda: f"{datetime.now().astimezone():%H:%M:%S}",
        pause: Callable[[float], object] | None = None,
        write_sheet: Callable[[HallView, str, bool], str] = lambda *_: "",
        write_clocks: Callable[[HallView, bool], tuple[str, str]] = lambda *_: ("", ""),
    ) -> None:
        self._find = find
        self._author = author
        self._looks_only = looks_only
        self._day_time = day_time
        self._write_sheet, self._write_clocks = write_sheet, write_clocks
        self._stopping = threading.Event()
        self._pause = pause or self._stopping.wait
        self._changed = threading.Condition()
        self._view: HallView | None = None
        self._status: FeedStatus | None = None
        self._may_rule = False
        self._apart_since: str | None = None
        self._why = ""
        """Why the line ended last."""
        self._refusals: deque[Fault] = deque(maxlen=20)
        """Of rulings made here, the latest first."""
        self._unsent: deque[bytes] = deque()
        self._previewing = Previewing(self._ask)
        self._waiting: dict[int, Ruling] = {}
        """Rulings that the recorder has not answered."""
        self._number = 0
        self._wakes, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        self._calling = Calling()
        self.on_call = self._calling.on_call
        """Who is woken when a view has something new to act on."""
        self._thread = threading.Thread(target=self._run, name="attached", daemon=True)

    # --- of any thread --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Attach, and stay so."""
        self._thread.start()

    def stop(self) -> None:
        """Leave."""
        self._stopping.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
        self._wakes.close()
        self._woken.close()

    def wait_for(self, so: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until it is so, which is asked whenever something has changed; whether it is."""
        with self._changed:
            return self._changed.wait_for(so, timeout_s)

    @property
    def attached(self) -> bool:
        """Whether what is shown is what the recorder knows."""
        return self._view is not None and self._status is not None and self._apart_since is None

    @property
    def why(self) -> str:
        """Why the line ended last, or never began."""
        return self._why

    def view(self) -> HallView:
        """The latest snapshot; an empty hall before there is one."""
        return self._view or HallView(0.0, (), ())

    def status(self) -> FeedStatus:
        """How the recorder's input is doing, and whether this screen hears of it."""
        status = self._status or FeedStatus("live", None, None, 0, None)
        refusals = tuple(self._refusals)
        lost = (Fault(self._why, 1, None),) if self._apart_since is not None and self._why else ()
        return status._replace(
            apart_since=self._apart_since,
            looks_only=self._no_rulings(),
            troubles=status.troubles + len(refusals),
            faults=(*lost, *refusals, *status.faults),
        )

    def _no_rulings(self) -> str | None:
        if self._apart_since is not None:
            return "NOT CONNECTED: nothing can be ruled from here now."
        if self._may_rule:
            return None
        return "This desk only looks (--read-only)." if self._looks_only else "The recorder lets no desk rule."

    def acknowledge(self, alert_id: str) -> None:
        """Ask that this alert be marked as seen."""
        self.rule(Ruling(0.0, self._author, "acknowledge", alert_id))

    def rule(self, ruling: Ruling) -> None:
        """Ask for a ruling, in the name of who sits here."""
        ruling = ruling._replace(author=self._author)
        with self._changed:
            why = self._no_rulings()
            if why is None and len(self._unsent) >= UNSENT:
                why = NO_ANSWER
            if why is not None:
                self._refuse(ruling, why)
                return
            self._number += 1
            self._waiting[self._number] = ruling
            self._unsent.append(told(Rule(self._number, *RULINGS.encode(ruling))))
        self._wake()

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling on the moves would change, in words; None while that is worked out: ask again."""
        why = self._no_rulings()
        return why or self._previewing.preview(ruling._replace(author=self._author), time.monotonic())

    def _ask(self, question: Question) -> None:
        with self._changed:
            if len(self._unsent) < UNSENT:
                self._unsent.append(told(Ask(*RULINGS.encode(question.ruling))))
        self._wake()

    def sheet(self, board: str) -> str:
        """Write the sheet of the claim on a board, here."""
        return self._write_sheet(self.view(), board, self.status().mode == "simulated")

    def clock_sheet(self) -> tuple[str, str]:
        """Write the sheet of all clocks, here."""
        return self._write_clocks(self.view(), self.status().mode == "simulated")

    def _wake(self) -> None:
        with suppress(OSError):
            self._wakes.send(b"!")

    def _refuse(self, ruling: Ruling, why: str) -> None:
        of = f"board {ruling.board}" if ruling.board else ruling.alert_id
        self._refusals.appendleft(Fault(f"{ruling.kind} ({of}) was not taken: {why}", 1, None))

    # --- in the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._attend()
            except (LostError, PlaceError, OSError, UnreadableError) as error:
                self._lose(str(error))
            if not self._stopping.is_set():
                self._pause(AGAIN_S)

    def _lose(self, why: str) -> None:
        with self._changed:
            self._apart_since = self._apart_since or self._day_time()
            self._why = why
            self._unsent.clear()
            for ruling in self._waiting.values():
                self._refuse(ruling, "the line ended before the recorder answered; look whether it took effect")
            self._waiting.clear()
            self._changed.notify_all()

    def _attend(self) -> None:
        place = self._find()
        with place.connect() as line, selectors.DefaultSelector() as selector:
            line.setblocking(False)
            selector.register(line, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            _Line(self, line, selector, told(hello(place.about.token, self._author, looks_only=self._looks_only))).run()

    def _take(self, said: object, replica: Replica) -> None:
        """One message of the recorder."""
        if isinstance(said, BoardNow):
            replica.take_board(said)
            return
        view = replica.take_hall(said) if isinstance(said, HallNow) else None
        with self._changed:
            if view is not None:
                self._view = view
                if self._status is not None:
                    self._apart_since = None
            elif isinstance(said, StatusNow):
                self._status = said.status
                if replica.view is not None:
                    self._apart_since = None
            else:
                self._take_rare(said)
            self._changed.notify_all()
        if view is not None:
            self._calling.look(view)

    def _take_rare(self, said: object) -> None:
        if isinstance(said, Welcome):
            self._may_rule = said.may_rule
        elif isinstance(said, Taken):
            self._waiting.pop(said.number, None)
        elif isinstance(said, Refused) and said.number in self._waiting:
            self._refuse(self._waiting.pop(said.number), said.why)
        elif isinstance(said, Answer):
            question = Question(RULINGS.decode(said.form, said.body))
            self._previewing.answer(question, said.text, time.monotonic())
        elif isinstance(said, No):
            raise LostError(said.why)
        elif isinstance(said, Bye):
            raise LostError("the recorder was ended")


class _Line:
    """One line to a recorder, from the greeting to its end."""

    def __init__(
        self, feed: AttachedFeed, line: socket.socket, selector: selectors.BaseSelector, greeting: bytes
    ) -> None:
        self._feed = feed
        self._line = line
        self._selector = selector
        self._frames = Frames(FROM_RECORDER_BYTES)
        self._replica = Replica()
        self._rest = greeting
        self._heard_s = time.monotonic()

    def run(self) -> None:
        """Until it ends, or the feed is stopped; LostError, OSError or UnreadableError say how."""
        feed = self._feed
        while not feed._stopping.is_set():
            self._write()
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._rest else 0)
            self._selector.modify(self._line, wanted)
            ready = {key.fileobj for key, _ in self._selector.select(SILENT_S / 5)}
            if feed._woken in ready:
                with suppress(BlockingIOError):
                    feed._woken.recv(READ_BYTES)
            if self._line in ready:
                self._read()
            elif time.monotonic() - self._heard_s > SILENT_S:
                raise LostError(NO_ANSWER)

    def _read(self) -> None:
        try:
            data = self._line.recv(READ_BYTES)
        except BlockingIOError:
            return
        if not data:
            raise LostError("the recorder has gone")
        self._heard_s = time.monotonic()
        for message in self._frames.feed(data):
            self._feed._take(heard(FROM_RECORDER, message), self._replica)

    def _write(self) -> None:
        with suppress(BlockingIOError):
            while self._rest or self._feed._unsent:
                if not self._rest:
                    self._rest = self._feed._unsent.popleft()
                self._rest = self._rest[self._line.send(self._rest) :]
