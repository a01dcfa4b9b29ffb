"""PGN as text: tags, moves as they are written, clocks; and whether the text is whole. No rules of chess.

A file that is being written ends in the middle of a game. So a text is whole only where its last game has been ended
by one of the four results, as the standard demands of every game.
"""

import re
from collections import deque
from copy import deepcopy
from typing import Final, NamedTuple

MOST_GAMES: Final = 2_000
"""Of one text the last (chosen: four times the boards of the largest hall)."""
MOST_MOVES: Final = 2_000
"""Of one game (chosen)."""
MOST_TAGS: Final = 64
LONGEST_TAG: Final = 255
"""Characters kept of a tag's value (the standard's line length)."""
LONGEST_TAG_CHARS: Final = 1 << 16
"""So much of the text is waited for until a tag ends (chosen)."""
LONGEST_MOVE: Final = 16
"""Characters kept of a move (chosen: the longest that means anything has ten)."""
RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2"})
ENDS: Final = RESULTS | {"*"}

_TOKEN: Final = re.compile(
    r"""
      \[ \s* (?P<tag>\w{1,64}) \s* " (?P<value>(?:[^"\\\n]|\\.)*) " \s* \]
    | \{ (?P<comment>[^}]*) (?:\}|\Z)
    | (?P<line>;[^\n]*|(?<![^\n])%[^\n]*)
    | (?P<glyph>\$\d+)
    | (?P<open>\() | (?P<close>\))
    | (?P<end>1-0|0-1|1/2-1/2|\*)(?![^\s\[\]{}();])
    | (?P<number>\d+\.+|\.+|\d+(?![^\s\[\]{}();]))
    | (?P<move>[^\s\[\]{}();"$]+)
    | (?P<torn>\S)
    """,
    re.VERBOSE | re.ASCII,
)
_TOLD: Final = re.compile(r"\[%(clk|emt)\s+([0-9:.]{1,16})", re.ASCII)
_ESCAPED: Final = re.compile(r"\\(.)")


class Game(NamedTuple):
    """A game as it is written."""

    tags: dict[str, str]
    sans: tuple[str, ...]
    clocks: tuple[str, ...]
    """As `drivers.readings.Score` has them."""
    result: str | None


class Text(NamedTuple):
    """What a text holds."""

    games: list[Game]
    whole: bool
    torn: int = 0
    """Games in its middle that were not ended by a result, and were left out."""
    before: int = 0
    """Games in front of the first that is told: more than `MOST_GAMES` stand in it."""


class _Game:
    """A game while it is read."""

    __slots__ = ("clk", "depth", "emt", "moved", "sans", "tags", "torn")

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.sans: list[str] = []
        self.clk: dict[int, str] = {}
        self.emt: dict[int, str] = {}
        self.depth = 0
        """In so many variations."""
        self.moved = False
        """Its tags are over."""
        self.torn = False

    def tag(self, name: str, value: str) -> None:
        if len(self.tags) < MOST_TAGS:
            self.tags.setdefault(name, _ESCAPED.sub(r"\1", value)[:LONGEST_TAG])

    def comment(self, text: str) -> None:
        if self.depth or not self.sans:
            return
        for kind, time in _TOLD.findall(text):
            (self.clk if kind == "clk" else self.emt).setdefault(len(self.sans), time)

    def move(self, text: str) -> None:
        self.moved = True
        if not self.depth and len(self.sans) < MOST_MOVES:
            self.sans.append(text[:LONGEST_MOVE])

    def ended(self, token: str) -> Game:
        claimed = (token, self.tags.get("Result", ""))
        result = next((each for each in claimed if each in RESULTS), None)
        clocks = [self._time(number) for number in range(1, len(self.sans) + 1)]
        return Game(self.tags, tuple(self.sans), tuple(clocks) if any(clocks) else (), result)

    def _time(self, number: int) -> str:
        clk, emt = self.clk.get(number, ""), self.emt.get(number, "")
        return f"{clk}+{emt}" if emt else clk


class Parsing:
    """The games of a text that comes in pieces, of many the last `MOST_GAMES`: what is played stands at the end."""

    def __init__(self) -> None:
        self._games: deque[Game] = deque(maxlen=MOST_GAMES)
        self._ended = self._torn = 0
        self._last_torn = False
        self._now: _Game | None = None
        self._rest = ""
        """What cannot be told yet, with the sign before it, by which `%` begins a line or does not."""
        self._at = 0
        """Where in it that begins."""

    def feed(self, piece: str) -> None:
        """It goes on so."""
        self._rest += piece
        self._read(is_all=False)

    def text(self) -> Text:
        """What it holds if it ends here; it may go on afterwards."""
        here = Parsing()
        here._games, here._now = self._games.copy(), deepcopy(self._now)
        here._ended, here._torn, here._last_torn = self._ended, self._torn, self._last_torn
        here._rest, here._at = self._rest, self._at
        here._read(is_all=True)
        return here._told()

    def _told(self) -> Text:
        whole = self._now is None and not self._last_torn and bool(self._games)
        return Text(list(self._games), whole, self._torn, self._ended - len(self._games))

    def _read(self, *, is_all: bool) -> None:
        text, at = self._rest, self._at
        for found in _TOKEN.finditer(text, at):
            kind = found.lastgroup or "torn"
            if not is_all and _may_go_on(found, kind, len(text)):
                break
            at = found.end()
            self._token(kind, f"{found['tag']} {found['value']}" if kind == "value" else found[kind])
        self._rest, self._at = text[max(0, at - 1) :], min(1, at)

    def _token(self, kind: str, token: str) -> None:
        kind = "tag" if kind == "value" else kind
        if kind == "tag" and self._now is not None and self._now.moved:
            self._torn, self._now = self._torn + 1, None  # the game before was never ended
        if kind != "line":
            self._now = self._now or _Game()
        now = self._now
        if now is not None and kind == "end" and not now.depth:
            if not now.torn:
                self._games.append(now.ended(token))
                self._ended += 1
            self._torn, self._last_torn, self._now = self._torn + now.torn, now.torn, None
        elif now is not None:
            _take(now, kind, token)


def _may_go_on(found: re.Match[str], kind: str, size: int) -> bool:
    """Whether more of the text may make another token of this one."""
    is_tag = kind == "torn" and found[0] == "[" and size - found.start() < LONGEST_TAG_CHARS
    return found.end() == size or is_tag


def read_text(text: str) -> Text:
    """The games of a whole text."""
    parsing = Parsing()
    parsing.feed(text)
    return parsing.text()


def _take(game: _Game, kind: str, token: str) -> None:
    if kind == "tag":
        name, _, value = token.partition(" ")
        game.tag(name, value)
    elif kind == "comment":
        game.comment(token)
    elif kind == "move":
        game.move(token)
    elif kind in ("open", "close"):
        game.depth = max(0, game.depth + (1 if kind == "open" else -1))
        game.moved = True
    elif kind == "torn":
        game.torn = True
    elif kind == "number":
        game.moved = True


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, with or without a mark, else Latin-1, which the standard once demanded."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
