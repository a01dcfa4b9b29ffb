"""What a capture file holds, as values, and what can be wrong with one."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal, NamedTuple

FIRST_LINE = "# dgt-capture 1"

RecordKind = Literal["rx", "tx", "up", "down"]
WhiteClock = Literal["left", "right"]


class Record(NamedTuple):
    """One line of a capture."""

    t_s: float
    """Seconds since the recording began; never less than in the record before."""
    port: str
    kind: RecordKind
    data: bytes
    """Empty for `up` and `down`."""
    line: int
    """Line number in its file, from 1."""
    reason: str = ""
    """Of `down`: why, where the comment before it tells (`# down: PORT REASON`)."""


class Header(NamedTuple):
    """What the comments before the first data line tell."""

    start: datetime | None = None
    """Wall time of second 0, with its offset from UTC."""
    bus: frozenset[str] = frozenset()
    """Ports that are bus lines."""
    white_clock: WhiteClock | None = None
    chess960: bool = False
    positions: Mapping[str, str] = MappingProxyType({})
    """Port (or `PORT/ADDRESS` on a bus line) -> FEN, as written, unchecked, of the game at second 0."""
    continues: str | None = None
    """Name of the file before, in a rotated recording."""
    asks_again: bool = False
    """Who recorded asked again for a dump or a number that contradicted, and took it only if it was said twice."""
    comments: tuple[str, ...] = ()
    """All comment lines after the first line, without `#` and the blank after it; those above are among them."""


class Trouble(NamedTuple):
    """Something in a file that could not be read and was passed over."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


OnTrouble = Callable[[Trouble], None]


class CaptureError(Exception):
    """A file that cannot be read as a capture at all, or files that do not go together."""

    def __init__(self, file: str, text: str, *, usage: bool = False) -> None:
        super().__init__(f"{visible(file)}: {text}")
        self.file = visible(file)
        self.text = text
        """What is wrong, and what to do."""
        self.usage = usage
        """True when the choice of files is at fault, not a file: exit status 2 instead of 1."""


def visible(text: str) -> str:
    """Text from outside with every character that is not printable written out, so that nothing obeys it."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def port_of(word: bytes) -> str:
    """The name of a port from its word in a capture: `%20` is a blank, what is not printable is written out."""
    return visible(word.decode("utf-8", "backslashreplace").replace("%20", " "))


def word_of(port: str) -> str:
    """The word that stands for a port in a capture; ValueError for an empty name, which none can stand for."""
    if not port:
        raise ValueError("a port needs a name")
    return visible(port).replace(" ", "%20")
