"""All lines of this process: one loop that reads whatever has a descriptor, threads for the rest.

Everything is called by one thread. Bounded memory: of a line that floods, one `poll` takes at most `READ_BYTES` by its
descriptor, or `INBOX_BYTES` and one read that a thread has left; the rest stays in the system's buffers, so a TCP peer
has to wait and a serial port loses what its buffers cannot hold, as with any reader. Of what waits to be sent a line
keeps `OUT_BYTES`. A line that takes too little of it goes down, and so does one that sends far more than boards can: no
other line is disturbed.
"""

import threading
import time
from collections.abc import Callable
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector, SelectorKey
from typing import Self

from drivers.serial_line import gate
from drivers.serial_line.descriptors import LoopMover
from drivers.serial_line.errors import FLOODED, NOT_TAKEN, LineError, why_lost
from drivers.serial_line.inbox import Inbox, Note
from drivers.serial_line.line import Line, LineEvent, LineState, Phase
from drivers.serial_line.opening import Opener, open_port
from drivers.serial_line.ports import Port
from drivers.serial_line.settings import FLOOD_PAUSE_S, LineKind, LineSettings
from drivers.serial_line.threads import ThreadMover

OUT_BYTES = 1024
"""Most bytes of one line that wait to be sent; a choice: a board buffers ten (protocol 1.3), and a second of a full
line is 960."""
CLOSE_S = 2.0
"""Seconds that `close` gives threads to release their ports."""
GATHER_S = 0.019
"""After something was taken, what comes within so many seconds is taken together; chosen: a thirteenth of a board's own
scan (protocol 1.3). What comes after a silence is taken at once. A hall would wake the loop for every message."""
GATHER_BUS_S = 0.002
"""The same where there is a bus line: boards are asked one after the other, so every answer waits for it."""
_new_tuple = tuple.__new__
"""Makes a named tuple in half the time its own constructor takes."""


class LineHub:
    """Opens lines and keeps them open, reads all of them, writes what may be written."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, opener: Opener = open_port) -> None:
        self.polls = 0
        """Calls of `poll` so far."""
        self._clock = clock
        self._opener = opener
        self._now_s = -inf
        self._gather_s = GATHER_S
        self._took_s = -inf
        """When something was last taken."""
        self._lines: dict[str, Line] = {}
        self._opened: dict[int, Line] = {}
        """Token of an opening -> its line, as long as its thread or mover may have something to say."""
        self._tokens = 0
        self._numbers = 0
        self._events: list[LineEvent] = []
        self._inbox = Inbox()
        self._selector = DefaultSelector()
        self._selector.register(self._inbox.fileno(), EVENT_READ, None)
        self._due_s = inf
        self._leaving: list[ThreadMover] = []
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def add(self, settings: LineSettings) -> None:
        """Take on a line; it is opened from the next `poll` on. LineError if it is there already."""
        if settings.url in self._lines or self._closed:
            raise LineError(settings.url, "the hub is closed" if self._closed else "this line is there already")
        self._numbers += 1
        self._lines[settings.url] = Line(self._numbers, settings)
        self._kinds_changed()
        self._due_s = -inf

    def remove(self, port: str) -> None:
        """Release a line for good; a last `down` is told if it was up. LineError if there is none."""
        line = self._line(port)
        now_s = self._now()
        self._heed_all(now_s)
        if line.phase is Phase.UP:
            self._lost(line, "closed", now_s)
        self._opened = {token: other for token, other in self._opened.items() if other is not line}
        del self._lines[port]
        self._kinds_changed()

    def set_kind(self, port: str, kind: LineKind) -> bool:
        """Tell what was found on a line; what waits to be sent is dropped. False if the line is not up.

        Holds until the line goes down: what comes back on this port may be another board, or many.
        """
        line = self._line(port)
        if line.mover is None:
            return False
        if line.kind != kind:
            line.mover.drop_waiting()
            self._after_write(line, self._now())
        line.kind = kind
        self._kinds_changed()
        return True

    def write(self, port: str, data: bytes) -> bool:
        """Send whole commands, without waiting; False if the line is not up and they were dropped.

        ForbiddenWriteError if any of it must not go out on a line of this kind; LineError if there is no such line.
        """
        line = self._line(port)
        mover = line.mover
        if mover is None:
            return False  # its kind is forgotten, and whoever writes may not have been told yet that it is down
        cleared = gate.clear(port, line.kind, data)
        if not cleared:
            return True
        now_s = self._now()
        if mover.waiting + len(cleared) > OUT_BYTES:
            self._lost(line, NOT_TAKEN, now_s)
            return False
        try:
            sent = mover.send(cleared)
        except (OSError, RuntimeError) as error:  # RuntimeError: no thread can be started
            self._lost(line, why_lost(error), now_s)
            return False
        if sent:
            self._events.append(LineEvent(now_s, port, "tx", sent))
        if mover.waiting and line.due_s == inf:
            self._after_write(line, now_s)
        return True

    def give_up(self, port: str, reason: str) -> None:
        """Release a line that cannot be used as it is: its `down` says why, and it is opened again after a pause."""
        line = self._line(port)
        if line.mover is not None:
            self._lost(line, reason, self._now())

    def poll(self, timeout_s: float) -> list[LineEvent]:
        """What happened, as soon as anything has (more is waited for `GATHER_S` at most), at the latest after so many
        seconds; in order of time, at one time by lines as they were added. An empty list may come earlier: then the hub
        had something to do of its own."""
        self.polls += 1
        if self._closed:
            return self._told()
        now_s = self._now()
        if now_s >= self._due_s:
            self._do_due(now_s)
        wait_s = 0.0 if self._events else max(0.0, min(timeout_s, self._due_s - now_s))
        if wait_s and (gather_s := min(wait_s, self._took_s + self._gather_s - now_s)) > 0:
            time.sleep(gather_s)
            wait_s -= gather_s
        ready = self._selector.select(wait_s)
        if ready:
            if len(ready) > 1:
                ready.sort(key=_number)
            self._take(ready)
        return self._told()

    def lines(self) -> list[LineState]:
        """All lines as they stand now, in the order in which they were added."""
        return [line.state() for line in self._lines.values()]

    def close(self) -> None:
        """Release every line; what is still to be told can be polled afterwards."""
        if self._closed:
            return
        for port in list(self._lines):
            self.remove(port)
        self._closed = True
        deadline_s = time.monotonic() + CLOSE_S
        for mover in self._leaving:
            for thread in mover.threads:
                thread.join(max(0.0, deadline_s - time.monotonic()))
        self._selector.close()
        for note in self._inbox.close():
            _release(note.port)

    def _kinds_changed(self) -> None:
        self._gather_s = GATHER_BUS_S if any(line.kind == "bus" for line in self._lines.values()) else GATHER_S

    def _line(self, port: str) -> Line:
        try:
            return self._lines[port]
        except KeyError:
            raise LineError(port, "there is no such line") from None

    def _now(self) -> float:
        self._now_s = max(self._now_s, self._clock())
        return self._now_s

    def _told(self) -> list[LineEvent]:
        events, self._events = self._events, []
        return events

    def _do_due(self, now_s: float) -> None:
        """Whatever was to be done by now, line by line."""
        for line in self._lines.values():
            if line.due_s > now_s:
                continue
            if line.phase is not Phase.WAITING:
                self._lost(line, line.overdue(), now_s)
            elif line.opener_busy:
                line.due_s = now_s + line.settings.pause_s(line.attempts)
            else:
                self._open(line, now_s)
        self._due_s = min((line.due_s for line in self._lines.values()), default=inf)

    def _open(self, line: Line, now_s: float) -> None:
        self._tokens += 1
        line.opening(self._tokens, now_s)
        self._opened[line.token] = line
        work = (line.settings, line.token)
        opener = threading.Thread(target=self._open_aside, args=work, name=f"{line.port} opens", daemon=True)
        try:
            opener.start()
        except RuntimeError as error:  # the system gives no more threads for now
            line.opener_busy = False
            self._lost(line, why_lost(error), now_s)

    def _open_aside(self, settings: LineSettings, token: int) -> None:
        """In a thread of its own."""
        try:
            port = self._opener(settings)
        except Exception as error:  # noqa: BLE001 - whatever an opener raises, the line must hear of it
            text = error.text if isinstance(error, LineError) else why_lost(error)
            self._inbox.post(Note(token, "failed", text=text))
        else:
            if not self._inbox.post(Note(token, "opened", port=port)):
                port.close()

    def _take(self, ready: list[tuple[SelectorKey, int]]) -> None:
        """Read what is ready, then what threads have left."""
        self._took_s = now_s = self._now()
        events = self._events
        notes = False
        for key, mask in ready:
            mover: LoopMover | None = key.data
            if mover is None:
                notes = True
                continue
            line = mover.line
            try:
                if mask & EVENT_READ and (data := mover.receive()):
                    events.append(_new_tuple(LineEvent, (now_s, line.port, "rx", data, "")))
                    if line.came(len(data), now_s):
                        self._lost(line, FLOODED, now_s, FLOOD_PAUSE_S)
                        continue
                if mask & EVENT_WRITE:
                    self._flush(line, mover, now_s)
            except (OSError, EOFError) as error:
                self._lost(line, why_lost(error), now_s)
        if notes:
            self._heed_all(now_s)

    def _flush(self, line: Line, mover: LoopMover, now_s: float) -> None:
        if sent := mover.flush():
            self._events.append(LineEvent(now_s, line.port, "tx", sent))
            self._after_write(line, now_s)

    def _note_number(self, note: Note) -> int:
        line = self._opened.get(note.token)
        return line.number if line else 0

    def _heed_all(self, now_s: float) -> None:
        for note in sorted(self._inbox.take(), key=self._note_number):
            self._heed(note, now_s)

    def _heed(self, note: Note, now_s: float) -> None:
        line = self._opened.get(note.token)
        if note.what in ("opened", "failed") and line is not None:
            line.opener_busy = False
        if line is None or line.phase is Phase.WAITING:
            self._opened.pop(note.token, None)
            _release(note.port)
        elif note.port is not None:
            self._up(line, note.port, now_s)
        elif note.what in ("failed", "gone"):
            self._lost(line, note.text, now_s)
        else:
            self._moved(line, note, now_s)

    def _moved(self, line: Line, note: Note, now_s: float) -> None:
        """A thread has read, begins to write, or has written."""
        mover = line.mover
        if mover is None:
            return
        if note.what == "sent":
            mover.sent(note.size)
            self._after_write(line, now_s)
            return
        self._events.append(LineEvent(now_s, line.port, "rx" if note.what == "rx" else "tx", note.data))
        if note.what == "rx":
            mover.taken(len(note.data))
            if line.came(len(note.data), now_s):
                self._lost(line, FLOODED, now_s, FLOOD_PAUSE_S)

    def _after_write(self, line: Line, now_s: float) -> None:
        line.writes(now_s)
        self._due_s = min(self._due_s, line.due_s)

    def _up(self, line: Line, port: Port, now_s: float) -> None:
        try:
            if port.fileno() is None:
                mover: LoopMover | ThreadMover = ThreadMover(port, self._inbox, line.token, line.port)
            else:
                mover = LoopMover(port, self._selector, line)
        except (OSError, ValueError, RuntimeError) as error:
            _release(port)
            self._lost(line, why_lost(error), now_s)
            return
        self._events.append(LineEvent(now_s, line.port, "up", reason=line.opened(mover, now_s)))

    def _lost(self, line: Line, reason: str, now_s: float, pause_s: float | None = None) -> None:
        """Release what is open; the line waits to be opened again."""
        mover = line.mover
        if mover is not None:
            mover.stop()
            self._opened.pop(line.token, None)
            if isinstance(mover, ThreadMover):
                self._leaving = [*(other for other in self._leaving if other.alive), mover]
        if line.failed(reason, now_s, pause_s):
            self._events.append(LineEvent(now_s, line.port, "down", reason=reason))
        self._due_s = min(self._due_s, line.due_s)


def _number(ready: tuple[SelectorKey, int]) -> int:
    """The number of the line that is ready; that of the inbox is before all."""
    mover: LoopMover | None = ready[0].data
    return mover.line.number if mover else 0


def _release(port: Port | None) -> None:
    """Close a port that nobody waits for any more, aside if that may take time."""
    if port is None:
        return
    if port.fileno() is None:
        threading.Thread(target=port.close, name="port closes", daemon=True).start()
    else:
        port.close()
