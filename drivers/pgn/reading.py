"""PGN as text: tags, moves as they are written, clocks; and whether the text is whole. No rules of chess.

A file that is being written ends in the middle of a game. So a text is whole only where its last game has been ended
by one of the four results, as the standard demands of every game.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

MOST_GAMES: Final = 2_000
"""Of one text the last (chosen: four times the boards of the largest hall)."""
MOST_MOVES: Final = 2_000
"""Of one game (chosen)."""
MOST_TAGS: Final = 64
LONGEST_TAG: Final = 255
"""Characters kept of a tag's value (the standard's line length)."""
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


def read_text(text: str) -> Text:
    """The games of a text, of many the last `MOST_GAMES`: what is played stands at the end."""
    games: deque[Game] = deque(maxlen=MOST_GAMES)
    ended, torn, last_torn = 0, 0, False
    now: _Game | None = None
    for kind, token in _tokens(text):
        if kind == "tag" and now is not None and now.moved:
            torn, now = torn + 1, None  # the game before was never ended
        if kind != "line":
            now = now or _Game()
        if now is not None and kind == "end" and not now.depth:
            if not now.torn:
                games.append(now.ended(token))
                ended += 1
            torn, last_torn, now = torn + now.torn, now.torn, None
        elif now is not None:
            _take(now, kind, token)
    return Text(list(games), now is None and not last_torn and bool(games), torn, ended - len(games))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "torn"
        if kind == "value":
            yield "tag", f"{found['tag']} {found['value']}"
        else:
            yield kind, found[kind]


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
