"""One screen at the recorder's end of its line: what it says, what it is still to be told, and whether it reads.

Whatever it does, it holds at most one message of what it said, a piece of what it is told, and a view.
"""

import hmac
import socket
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from dgt_monitor.events import Level
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.ruling_forms import RULINGS
from dgt_monitor.viewing.frames import FROM_VIEWER_BYTES, Frames, Message
from dgt_monitor.viewing.words import (
    AUTHOR_MAX_CHARS,
    FROM_VIEWER,
    Answer,
    Ask,
    Hello,
    No,
    Refused,
    Rule,
    Taken,
    Welcome,
    fits,
    heard,
    told,
)

READ_BYTES: Final = 64 * 1024
HEARD_AT_ONCE: Final = 8
"""So many messages of a screen are taken within `HEARD_IN_S` (chosen: nobody rules faster)."""
HEARD_IN_S: Final = 0.1
WRITE_BYTES: Final = 32 * 1024
"""Messages are written together up to so much (chosen: a system call for each cost more than all else)."""
WRITES_AT_ONCE: Final = 4
"""So many times is written to one screen before the others have their turn (chosen)."""
UNREAD_S: Final = 10.0
"""A screen that has taken nothing for so long is let go (chosen)."""
GREETING_S: Final = 5.0
"""Who has not greeted within this is none (chosen)."""


class GoneError(Exception):
    """A screen is not there any more, or says what none says; the text says why, empty where it left by itself."""


class House:
    """What all screens of a recorder share: who may do what, and where rulings go."""

    def __init__(
        self,
        token: str,
        version: str,
        rule: Callable[[Ruling], None],
        preview: Callable[[Ruling], str | None],
        *,
        may_rule: bool,
    ) -> None:
        self.token = token
        self.version = version
        self.rule = rule
        self.preview = preview
        self.may_rule = may_rule


class Guest:
    """A screen that has come in. GoneError from any method: it is to be let go."""

    def __init__(self, line: socket.socket, house: House, now_s: float) -> None:
        self.line = line
        self.author = ""
        self.announced = False
        """Whether it was told that it is here."""
        self.sent: HallView | None = None
        """The view it will have when all is written."""
        self._noted: HallView | None = None
        self._got: set[str] = set()
        """Alerts to act on that it was told."""
        self.status: bytes | None = None
        """The last that it was told."""
        self._house = house
        self._frames = Frames(FROM_VIEWER_BYTES)
        self._inbox: deque[Message] = deque()
        self._answers: deque[bytes] = deque()
        self._batch: Iterator[bytes] | None = None
        self._rest = memoryview(b"")
        self._came_s = self._moved_s = self._heard_s = now_s
        self._heard = 0
        """Messages since then."""
        self._looks_only = True
        self._asked: tuple[Ask, Ruling] | None = None
        """What it wants to know of a ruling; the last that it asked."""
        self._leaving: str | None = None

    @property
    def greeted(self) -> bool:
        """Whether it may be told anything."""
        return bool(self.author)

    @property
    def looks_only(self) -> bool:
        """Whether nothing can be ruled from it."""
        return self._looks_only or not self._house.may_rule

    @property
    def idle(self) -> bool:
        """Whether it has taken all that it was told."""
        return self._batch is None and not self._rest and not self._answers

    @property
    def hears(self) -> bool:
        """Whether there is room for more of what it says."""
        return not self._inbox and self._leaving is None

    def read(self) -> None:
        """Take what came."""
        try:
            data = self.line.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError as error:
            raise GoneError("") from error
        if not data:
            raise GoneError("")
        try:
            self._inbox.extend(self._frames.feed(data))
        except UnreadableError as error:
            raise GoneError(str(error)) from error

    def hear(self, now_s: float) -> None:
        """Do what it has said, a little at a time: what it says meanwhile waits on its side."""
        if now_s - self._heard_s >= HEARD_IN_S:
            self._heard_s, self._heard = now_s, 0
        while self._inbox and self._heard < HEARD_AT_ONCE and self._leaving is None:
            self._heard += 1
            try:
                self._take(heard(FROM_VIEWER, self._inbox.popleft()))
            except UnreadableError as error:
                raise GoneError(str(error)) from error

    def answer(self) -> None:
        """Tell it what a ruling would change, where that is worked out by now."""
        if self._asked is None:
            return
        asked, ruling = self._asked
        text = self._house.preview(ruling)
        if text is not None:
            self._answers.append(told(Answer(*asked, text)))
            self._asked = None

    def _take(self, said: Hello | Rule | Ask) -> None:
        if isinstance(said, Hello):
            self._greet(said)
        elif not self.greeted:
            raise GoneError("it did not greet")
        elif isinstance(said, Ask):
            self._ask(said)
        else:
            self._answers.append(told(self._ruled(said)))

    def _greet(self, hello: Hello) -> None:
        why = fits(hello)
        if self.greeted or not hmac.compare_digest(hello.token.encode(errors="replace"), self._house.token.encode()):
            raise GoneError("it does not know the token")
        if why is None and not 0 < len(hello.author) <= AUTHOR_MAX_CHARS:
            why = f"the author's name has no more than {AUTHOR_MAX_CHARS} characters"
        if why is None and not hello.author.isprintable():
            why = "the author's name cannot be printed"
        if why is not None:
            self._leaving = why
            self._answers.append(told(No(why)))
            return
        self.author, self._looks_only = hello.author, hello.looks_only
        self._answers.append(told(Welcome(self._house.version, self._house.may_rule and not hello.looks_only)))

    def _ruled(self, said: Rule) -> Taken | Refused:
        if self.looks_only:
            return Refused(said.number, "this desk may only look")
        ruling = self._understood(said)
        if isinstance(ruling, str):
            return Refused(said.number, ruling)
        self._house.rule(ruling)
        return Taken(said.number)

    def _ask(self, said: Ask) -> None:
        ruling = self._understood(said)
        if isinstance(ruling, str):
            self._answers.append(told(Answer(*said, ruling)))
        else:
            self._asked = said, ruling

    def _understood(self, said: Rule | Ask) -> Ruling | str:
        """The ruling that is meant, in the name of who greeted; or why it is none."""
        try:
            ruling: Ruling = RULINGS.decode(said.form, said.body)
        except UnreadableError as error:
            return f"not understood: {error}"[:200]
        if not all(_is_clean(value) for value in ruling):
            return "a text of it cannot be printed"
        return ruling._replace(t_s=0.0, author=self.author)

    def tell(self, batch: Iterator[bytes], view: HallView) -> None:
        """Tell a new view, as soon as it reads; what was told before is whole."""
        self._batch, self.sent = batch, view

    def got(self) -> list[str]:
        """The alerts to act on that it has been told since this was asked last, now that it has taken all."""
        if self.sent is self._noted or self.sent is None or not self.idle:
            return []
        self._noted = self.sent
        here = [alert.id for alert in self.sent.alerts if alert.level is Level.ACT and alert.id not in self._got]
        self._got.update(here)
        return here

    def say(self, message: bytes) -> None:
        """Tell something else."""
        self._answers.append(message)

    def write(self, now_s: float) -> None:
        """Give it what it takes."""
        for _ in range(WRITES_AT_ONCE):
            if not self._rest and not self._next():
                self._moved_s = now_s
                if self._leaving is not None:
                    raise GoneError(self._leaving)
                return
            try:
                taken = self.line.send(self._rest)
            except BlockingIOError:
                return
            except OSError as error:
                raise GoneError("") from error
            self._rest = self._rest[taken:]
            self._moved_s = now_s

    def _next(self) -> bool:
        """Whether there are more messages; a view that is begun is told whole before any answer."""
        parts: list[bytes] = []
        size = 0
        while size < WRITE_BYTES:
            data = None if self._batch is None else next(self._batch, None)
            if data is None:
                self._batch = None
                if not self._answers:
                    break
                data = self._answers.popleft()
            parts.append(data)
            size += len(data)
        self._rest = memoryview(b"".join(parts))
        return bool(parts)

    def check(self, now_s: float) -> None:
        """Whether it is still one."""
        if not self.greeted and now_s - self._came_s > GREETING_S:
            raise GoneError("it did not greet")
        if not self.idle and now_s - self._moved_s > UNREAD_S:
            raise GoneError(f"it read nothing for {UNREAD_S:.0f} s")


def _is_clean(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_clean(each) for each in value)
    return not isinstance(value, str) or value.isprintable()
