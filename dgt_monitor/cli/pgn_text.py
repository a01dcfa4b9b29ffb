"""Any bytes cut into the texts of games: bounded memory, comments taken out, nothing ever raised."""

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, NamedTuple

Complain = Callable[[str], None]

LINE_MAX_BYTES: Final = 1 << 20
"""A longer line is skipped; a game of 300 annotated moves on one line takes a tenth of this."""
GAME_MAX_CHARS: Final = 1 << 20
"""Tags and moves of one game without its comments; what is beyond is not read."""

_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]\s*$')
_EVENT_TAG = re.compile(r'\s*\[\s*Event\s+".*"\s*\]\s*$')
CLOCK_MARK: Final = "\0"
"""Before the seconds of a clock in a movetext; no text from outside has it, since such a file is not read."""
COMMENT_MAX_CHARS: Final = 2000
"""Read of one comment for the clock in it (chosen: its other commands and a long remark)."""
_CLOCK = re.compile(r"\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2})(?:\.\d*)?\s*\]")
_COMMENT = re.compile(r"[{;]")
_RESULT_LAST = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")
_FIRST_MOVE = re.compile(r"\s*1\s*\.(?!\s*\.)")
_NOT_TEXT = (b"\xff\xfe", b"\xfe\xff")


class GameText(NamedTuple):
    """One game as it stands in the file."""

    line: int
    """Number of its first line, from 1."""
    tags: dict[str, str]
    movetext: str
    """Without comments and escaped lines, but for the clocks in them, as seconds after `CLOCK_MARK`; variations are
    still in it."""
    cut: bool = False
    """Some of the game could not be read, so what stands here may not be all of it."""


def game_texts(stream: BinaryIO, complain: Complain) -> Iterator[GameText]:
    """The games of a file in their order, one at a time; what cannot be read is complained of and skipped.

    A game ends with its result, where tags begin, or at an empty line before a first move; an empty line
    between two moves ends nothing.
    """
    splitter = _Splitter(complain)
    for number, line in _lines(stream):
        if isinstance(line, _Unreadable):
            complain(f"line {number}: {line.why}")
            splitter.cut = True
            if line.binary and not splitter.has_tags:
                return  # what came before was no game either
            continue
        done = splitter.feed(number, line)
        if done is not None:
            yield done
    last = splitter.finish()
    if last is not None:
        yield last


class _Unreadable(NamedTuple):
    why: str
    binary: bool


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str | _Unreadable]]:
    number = 0
    while raw := stream.readline(LINE_MAX_BYTES):
        number += 1
        if b"\0" in raw or (number == 1 and raw.startswith(_NOT_TEXT)):
            yield number, _Unreadable("binary data (or UTF-16: save it as UTF-8), nothing is read from here", True)
            return
        if len(raw) == LINE_MAX_BYTES and not raw.endswith(b"\n"):
            yield number, _Unreadable(f"longer than {LINE_MAX_BYTES} bytes, skipped", binary=False)
            _skip_line(stream)
            continue
        # Not str.splitlines: it also splits at characters that Latin-1 names contain, such as 0x85.
        for part in _decode(raw).removesuffix("\n").removesuffix("\r").split("\r"):
            yield number, part


def _skip_line(stream: BinaryIO) -> None:
    while (raw := stream.readline(LINE_MAX_BYTES)) and not raw.endswith(b"\n"):
        pass


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


class _Splitter:
    """Lines in, games out; knows comments, variations and tags only as far as games must be told apart."""

    def __init__(self, complain: Complain) -> None:
        self._complain = complain
        self._comment_line: int | None = None
        self._clear()

    @property
    def has_tags(self) -> bool:
        """Whether the game being read has any tag yet."""
        return bool(self._tags)

    def _clear(self) -> None:
        self._line = 0
        self._comment = ""
        self._tags: dict[str, str] = {}
        self._moves: list[str] = []
        self._size = 0
        self._depth = 0
        self._blank = False
        self._finished = False
        self.cut = False
        """Some of the game being read was passed over."""

    def finish(self) -> GameText | None:
        """The game that was being read; afterwards the next one begins."""
        if self._comment_line is not None:
            self._complain(f"line {self._comment_line}: a comment begins here that never ends")
            self._comment_line = None
            self.cut = True
        text = None
        if self._tags or self._moves:
            text = GameText(self._line, self._tags, "\n".join(self._moves), self.cut)
        self._clear()
        return text

    def feed(self, number: int, line: str) -> GameText | None:
        """Take one line; the game before it if it begins another."""
        done = None
        if not line or line.isspace():
            self._blank = True
            return None
        if self._comment_line is not None and self._blank and _EVENT_TAG.match(line):
            done = self.finish()
        if self._comment_line is None:
            if line.startswith("%"):
                return done
            if line.lstrip().startswith("["):
                return self._tag(number, line.strip()) or done
        return self._movetext(number, line) or done

    def _tag(self, number: int, line: str) -> GameText | None:
        match = _TAG.match(line)
        if match is None:
            return None
        name, value = match.groups()
        again = name in self._tags and (self._blank or name == "Event")
        done = self.finish() if self._moves or again else None
        if self._room(number, len(line)):
            self._tags[name] = value.replace('\\"', '"').replace("\\\\", "\\")
        self._blank = False
        return done

    def _movetext(self, number: int, line: str) -> GameText | None:
        text = self._without_comments(number, line)
        if not text or text.isspace():
            return None
        done = None
        if self._moves and (self._finished or (self._blank and _FIRST_MOVE.match(text))):
            done = self.finish()
        if self._room(number, len(text)):
            self._moves.append(text)
        self._depth = max(0, self._depth + text.count("(") - text.count(")"))
        self._finished = self._depth == 0 and _RESULT_LAST.search(text) is not None
        self._blank = False
        return done

    def _without_comments(self, number: int, line: str) -> str:
        kept: list[str] = []
        at = 0
        while True:
            if self._comment_line is not None:
                close = line.find("}", at)
                self._comment += " " + line[at : close if close >= 0 else None][:COMMENT_MAX_CHARS]
                self._comment = self._comment[:COMMENT_MAX_CHARS]
                if close < 0:
                    break
                self._comment_line, at = None, close + 1
                self._blank = False
                kept.append(self._clock(kept))
            found = _COMMENT.search(line, at)
            kept.append(line[at : found.start()] if found else line[at:])
            if found is None:
                break
            if found.group() == ";":
                break
            self._comment_line, at, self._comment = number, found.end(), ""
        return "".join(kept)

    def _clock(self, kept: list[str]) -> str:
        """What stands for the comment that has ended: the clock in it, if it comes after a move."""
        found = _CLOCK.search(self._comment)
        if found is None or not (self._moves or any(part.strip() for part in kept)):
            return " "
        hours, minutes, seconds = map(int, found.groups())
        return f" {CLOCK_MARK}{hours * 3600 + minutes * 60 + seconds} "

    def _room(self, number: int, more: int) -> bool:
        """Whether the game may grow by so many characters; complains once where it may not."""
        if not self._line:
            self._line = number
        before = self._size
        self._size += more
        if before <= GAME_MAX_CHARS < self._size:
            self._complain(f"line {number}: the game is longer than {GAME_MAX_CHARS} characters, its rest is not read")
        self.cut = self.cut or self._size > GAME_MAX_CHARS
        return self._size <= GAME_MAX_CHARS
