"""What recorder and screens say to each other, each by name and form.

A screen greets (`hello`), and is told `welcome` or `no`; these three never change, so that any two versions can say
that they do not fit. Then the recorder tells `board` and `hall` (`changes`), and `status`; a screen sends `rule`, and
is told `taken` or `refused`, or `ask`, and is told an `answer`. `bye`: the recorder ends.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import dgt_monitor
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.journal.codec import PLAIN, TEXT, TRUTH, WHOLE, Form, UnreadableError, form, many
from dgt_monitor.viewing.changes import MARK, BoardNow, HallNow
from dgt_monitor.viewing.frames import Message, frame
from dgt_monitor.viewing.shapes import form_of, shape_of

WIRE: Final = 1
"""The version of what is said here."""
AUTHOR_MAX_CHARS: Final = 80
"""A longer name of somebody who rules is taken for a mistake (chosen)."""


class Hello(NamedTuple):
    """A screen greets."""

    wire: int
    version: str
    """Of the program."""
    mark: str
    """Of what it means by a view."""
    token: str
    """What stands in the recorder's private file."""
    author: str
    """Who rules there."""
    looks_only: bool


class Welcome(NamedTuple):
    """It may look, and may rule or not."""

    version: str
    may_rule: bool


class No(NamedTuple):
    """It may not, and what to do."""

    why: str


class Rule(NamedTuple):
    """A ruling, as it is journalled."""

    number: int
    """By which the screen knows the answer."""
    form: str
    body: str


class Ask(NamedTuple):
    """What would this ruling change? Nothing is ruled by it."""

    form: str
    body: str


class Answer(NamedTuple):
    """What it would."""

    form: str
    body: str
    text: str


class Taken(NamedTuple):
    """The recorder has the ruling."""

    number: int


class Refused(NamedTuple):
    """It has not."""

    number: int
    why: str


class Bye(NamedTuple):
    """The recorder ends."""


class StatusNow(NamedTuple):
    """How the input is doing."""

    status: FeedStatus


FROM_VIEWER: Final = {
    "hello": form(Hello, wire=WHOLE, version=TEXT, mark=TEXT, token=TEXT, author=TEXT, looks_only=TRUTH),
    "rule": form_of(Rule),
    "ask": form_of(Ask),
}
FROM_RECORDER: Final = {
    "welcome": form(Welcome, version=TEXT, may_rule=TRUTH),
    "no": form(No, why=TEXT),
    "board": form(BoardNow, before=WHOLE, changed=PLAIN),
    "hall": form(HallNow, order=many(WHOLE), changed=PLAIN),
    "status": form_of(StatusNow),
    "taken": form_of(Taken),
    "refused": form_of(Refused),
    "answer": form_of(Answer),
    "bye": form_of(Bye),
}
_NAMES: Final = {each.make: (name, each) for forms in (FROM_VIEWER, FROM_RECORDER) for name, each in forms.items()}


def mark() -> str:
    """Two programs with the same mark understand each other."""
    return f"{MARK}-{shape_of(StatusNow).mark}"


def told(value: Sequence[Any]) -> bytes:
    """A value as a message."""
    name, its = _NAMES[type(value)]
    return frame(name, *its.encode(value))


def heard(forms: dict[str, Form], message: Message) -> Any:
    """The value of a message; UnreadableError if it is none of these."""
    its = forms.get(message.name)
    if its is None:
        raise UnreadableError(f"{message.name!r} is not understood")
    return its.decode(message.told)


def fits(hello: Hello) -> str | None:
    """Why a screen and this recorder do not fit; None where they do."""
    if (hello.wire, hello.version, hello.mark) == (WIRE, dgt_monitor.__version__, mark()):
        return None
    return (
        f"the recorder is dgt-monitor {dgt_monitor.__version__}, the desk {hello.version}, and they do not fit: start "
        "the desk of the installation that records, or begin the recorder again with this one (its journal goes on)"
    )


def hello(token: str, author: str, *, looks_only: bool) -> Hello:
    """The greeting of this program."""
    return Hello(WIRE, dgt_monitor.__version__, mark(), token, author, looks_only)
