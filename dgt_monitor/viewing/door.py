"""The recorder's end of all screens, in a thread of its own: it looks at the latest view as a dashboard does.

The loop that watches the boards knows nothing of it, and waits for nobody here.
"""

import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import dgt_monitor
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.hall.calling import Calls
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.note_forms import Delivered, Screen
from dgt_monitor.viewing.batches import Batches
from dgt_monitor.viewing.guest import GoneError, Guest, House
from dgt_monitor.viewing.place import Door
from dgt_monitor.viewing.words import Bye, No, StatusNow, told

LOOK_S: Final = 0.2
"""So often it is looked for a new view while there are screens, for all of them at once: what is made for one serves
the others (chosen: as often as one is made)."""
STATUS_S: Final = 1.0
"""So often screens are told how the input is doing, and thereby that the recorder lives (chosen)."""
MOST_GUESTS: Final = 32
"""More screens at once are turned away (chosen: a hall has a few)."""
DEAF_S: Final = 1.0
"""Where nobody can be let in (too many files are open) it is tried again so much later (chosen)."""
BYE_S: Final = 0.5
"""At the end a screen has so long to read that it is one (chosen)."""


class Host:
    """Serves the views of a feed to every screen that comes through a door, from `start` to `close`."""

    def __init__(
        self,
        feed: Feed,
        door: Door,
        *,
        may_rule: bool = True,
        complain: Callable[[str], None] = lambda _: None,
        announce: Callable[[Screen | Delivered], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.place = door.place
        self._feed = feed
        self._door = door
        self._complain = complain
        self._announce = announce
        """Hears of every screen that comes and goes, and of the alerts to act on that it has got."""
        self._clock = clock
        self._house = House(
            door.place.about.token, dgt_monitor.__version__, feed.rule, feed.preview, may_rule=may_rule
        )  # fmt: skip
        self.guests: dict[int, Guest] = {}
        """By the number of the line."""
        self._selector = selectors.DefaultSelector()
        self._wakes, self._woken = socket.socketpair()
        self._closing = False
        self._deaf_since_s: float | None = None
        self._status = b""
        self._status_s = -STATUS_S
        self._batches = Batches()
        self._view: HallView | None = None
        """The latest view looked at."""
        self._looked_s = -LOOK_S
        if isinstance(feed, Calls):
            feed.on_call(self._wake)
        self._thread = threading.Thread(target=self._run, name="desks", daemon=True)

    def start(self) -> None:
        """Let screens come in, in a thread."""
        self.open()
        self._thread.start()

    def open(self) -> None:
        """Let screens come in, to be seen to by `step`."""
        self._wakes.setblocking(False)
        for line in (self._door.listener, self._woken):
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ)

    def close(self) -> None:
        """Tell every screen that it is over, and let nobody in any more."""
        self._closing = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(timeout=5.0)
        else:
            self._end()
        self._door.close()

    def _wake(self) -> None:
        with suppress(OSError):  # it has been closed, or is woken already
            self._wakes.send(b"!")

    # --- in the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closing:
                self.step(LOOK_S if self.guests or self._deaf_since_s is not None else None)
        finally:
            self._end()

    def _end(self) -> None:
        for guest in list(self.guests.values()):
            self._say_bye(guest)
            self._let_go(guest, "")
        self._selector.close()
        self._wakes.close()
        self._woken.close()

    def step(self, timeout_s: float | None) -> None:
        """Wait for screens, at most so long, and see to all of them once."""
        ready = {key.fd for key, _ in self._selector.select(timeout_s)}
        now_s = self._clock()
        if self._deaf_since_s is not None and now_s - self._deaf_since_s >= DEAF_S:
            self._deaf_since_s = None
            self._selector.register(self._door.listener, selectors.EVENT_READ)
        if self._door.listener.fileno() in ready:
            self._let_in(now_s)
        self._look(now_s, at_once=self._woken.fileno() in ready and self._heard_call())
        for number, guest in list(self.guests.items()):
            try:
                self._see_to(guest, now_s, reads=number in ready)
            except GoneError as gone:
                self._let_go(guest, str(gone))
            except Exception as error:  # noqa: BLE001 - whatever it is about one screen, the others go on
                self._let_go(guest, f"an error of the program itself ({type(error).__name__}: {error})")

    def _let_in(self, now_s: float) -> None:
        try:
            line, _ = self._door.listener.accept()
        except (BlockingIOError, ConnectionError):
            return  # it has gone again
        except OSError:
            self._deaf_since_s = now_s
            self._selector.unregister(self._door.listener)
            return
        line.setblocking(False)
        if len(self.guests) >= MOST_GUESTS:
            with suppress(OSError):
                line.send(told(No(f"{MOST_GUESTS} desks are attached already: end one of them")))
            line.close()
            return
        self.guests[line.fileno()] = Guest(line, self._house, now_s)
        self._selector.register(line, selectors.EVENT_READ)

    def _heard_call(self) -> bool:
        with suppress(OSError):
            self._woken.recv(4096)
        return True

    def _look(self, now_s: float, *, at_once: bool) -> None:
        """The hall and how the input is doing, for all; nobody looks where there is no screen."""
        if (at_once or now_s - self._looked_s >= LOOK_S) and any(guest.greeted for guest in self.guests.values()):
            view, self._looked_s = self._feed.view(), now_s
            if view is not self._view:
                self._view = view
                self._batches.begin(view)
        if self.guests and now_s - self._status_s >= STATUS_S:
            self._status, self._status_s = told(StatusNow(self._feed.status())), now_s

    def _see_to(self, guest: Guest, now_s: float, *, reads: bool) -> None:
        if reads and guest.hears:
            guest.read()
        guest.hear(now_s)
        if guest.greeted and not guest.announced:
            guest.announced = True
            self._announce(Screen(guest.author, "attached", guest.looks_only))
        guest.answer()
        for alert_id in guest.got():
            self._announce(Delivered(alert_id, guest.author, guest.looks_only))
        if guest.greeted and guest.idle:
            view = self._view
            if view is not None and view is not guest.sent:
                guest.tell(self._batches.leading(guest.sent, view), view)
            if guest.status is not self._status:
                guest.status = self._status
                guest.say(self._status)
        guest.write(now_s)
        guest.check(now_s)
        wanted = (selectors.EVENT_READ if guest.hears else 0) | (0 if guest.idle else selectors.EVENT_WRITE)
        self._want(guest.line, wanted)

    def _want(self, line: socket.socket, wanted: int) -> None:
        """Wait for this of a screen; with nothing to wait for it is looked after every `LOOK_S`."""
        registered = line.fileno() in self._selector.get_map()
        if not wanted and registered:
            self._selector.unregister(line)
        elif wanted and not registered:
            self._selector.register(line, wanted)
        elif wanted and self._selector.get_key(line).events != wanted:
            self._selector.modify(line, wanted)

    def _let_go(self, guest: Guest, why: str) -> None:
        number = guest.line.fileno()
        if number in self._selector.get_map():
            self._selector.unregister(guest.line)
        self.guests.pop(number, None)
        guest.line.close()
        if guest.announced:
            self._announce(Screen(guest.author, "left", guest.looks_only))
        if why:
            self._complain(f"a desk{f' of {guest.author}' if guest.author else ''} is let go: {why}")

    def _say_bye(self, guest: Guest) -> None:
        """In the middle of a message there is nothing more to say."""
        if guest.greeted and guest.idle:
            with suppress(OSError):
                guest.line.settimeout(BYE_S)
                guest.line.sendall(told(Bye()))
