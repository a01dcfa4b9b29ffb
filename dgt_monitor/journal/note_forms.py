"""What is written about the hall and the journal rather than by a board or a person. No game follows from it."""

from typing import Literal, NamedTuple

from dgt_monitor.journal.codec import SECONDS, TEXT, TRUTH, WHOLE, Forms, form, many, one_of
from dgt_monitor.journal.known_form import KNOWN, OLDER_KNOWN


class Session(NamedTuple):
    """A watch begins to write here."""

    version: str
    """Of the program."""
    sqlite: str
    """The version of SQLite that writes."""
    monotonic_s: float
    """What the machine's monotonic clock showed when the hall's time was that of this row."""
    process: str
    """Who writes."""


class End(NamedTuple):
    """A watch ended in order: every game was summed up."""


class Note(NamedTuple):
    """Something about the journal itself, for people."""

    text: str


class Anew(NamedTuple):
    """What follows of this board is told anew: a restart concluded otherwise than was shown before."""

    differences: int


class Screen(NamedTuple):
    """A screen attaches to the watch, or leaves it."""

    author: str
    """Who sits before it. Text from outside."""
    state: Literal["attached", "left"]
    looks_only: bool
    """Nothing can be ruled from it."""


class Notified(NamedTuple):
    """An alert to act on was let out while these screens were attached: when it was shown first."""

    alert: str
    screens: tuple[str, ...]
    """Who sat before them; none: it was let out, and nobody was there."""


Stream = Literal["plain lines", "the event stream"]


class Written(NamedTuple):
    """Lines for somebody are written to standard output from here on, until the watch ends."""

    what: Stream


class Delivered(NamedTuple):
    """A desk has been told of this alert to act on."""

    alert: str
    author: str
    """Who sits before it. Text from outside."""
    looks_only: bool
    """Nothing can be ruled from it."""


class Noticed(NamedTuple):
    """What became of a notice beside the screens."""

    alert: str
    way: Literal["bell", "desktop", "push"]
    state: Literal["sent", "failed", "given_up", "dropped"]
    """`failed`: it is tried again."""
    tries: int
    why: str
    """Why it was not sent. Text from outside may stand in it; no address does."""


NOTES = Forms(
    form(Session, version=TEXT, sqlite=TEXT, monotonic_s=SECONDS, process=TEXT),
    form(End),
    form(Note, text=TEXT),
    form(Anew, differences=WHOLE),
    form(Screen, author=TEXT, state=one_of("attached", "left"), looks_only=TRUTH),
    form(Notified, alert=TEXT, screens=many(TEXT)),
    form(Written, what=one_of("plain lines", "the event stream")),
    form(Delivered, alert=TEXT, author=TEXT, looks_only=TRUTH),
    form(
        Noticed,
        alert=TEXT,
        way=one_of("bell", "desktop", "push"),
        state=one_of("sent", "failed", "given_up", "dropped"),
        tries=WHOLE,
        why=TEXT,
    ),
    KNOWN,
    older=OLDER_KNOWN,
)
"""What is written about the hall and the journal rather than by a board or a person."""
