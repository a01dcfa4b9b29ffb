"""What lichess shows beyond a game: it never deletes moves, so those that were taken back stay until another one comes.

Followed by what it has taken, as it deals with that; a watch that begins anew knows of none before. Pure.
"""

import re
from typing import Final, NamedTuple

TOLD_AFTER_S: Final = 30.0
"""Another move mostly comes before that, and puts it right (chosen)."""
DELETE: Final = "delete them there, or reset the round there: all is sent again within a minute"
_COMMENT: Final = re.compile(r"\{[^}]*\}")
_NO_MOVE: Final = re.compile(r"\d+\.+|1-0|0-1|1/2-1/2|\*")
_FEN: Final = re.compile(r'^\[FEN "\S+ ([wb]) \S+ \S+ \d+ (\d+)"\]', re.MULTILINE)


class _Beyond(NamedTuple):
    since_s: float
    text: str
    is_over: bool


class Surplus:
    """Of one round what every board shows there."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._lines: dict[str, tuple[str, ...]] = {}
        self._beyond: dict[str, _Beyond] = {}
        self._told: dict[str, str] = {}

    @property
    def boards(self) -> tuple[str, ...]:
        """Those that show more there than was played."""
        return tuple(self._beyond)

    def take(self, now_s: float, board: str, text: str) -> None:
        """Lichess has taken this game just now."""
        if self._texts.get(board) == text:
            return
        self._texts[board] = text
        line, there = line_of(text), self._lines.get(board, ())
        if len(line) >= len(there) or there[: len(line)] != line:
            self._lines[board] = line
            self._beyond.pop(board, None)
            return
        before = self._beyond.get(board)
        since_s = now_s if before is None else before.since_s
        says = f"{len(there) - len(line)} of its moves were taken back, from {_label(text, there, len(line))} on"
        self._beyond[board] = _Beyond(since_s, says, not text.rstrip().endswith("*"))

    def news(self, now_s: float) -> list[str]:
        """What there is to tell by now."""
        news = []
        for board, beyond in self._beyond.items():
            if not beyond.is_over and now_s - beyond.since_s < TOLD_AFTER_S:
                continue
            then = "the game is over: " if beyond.is_over else "they go with the next other move, or "
            said = f"board {board}: lichess deletes nothing and still shows that {beyond.text}; {then}{DELETE}"
            if self._told.get(board) != said:
                self._told[board] = said
                news.append(said)
        again = [board for board in self._told if board not in self._beyond]
        for board in again:
            del self._told[board]
        return news + [f"board {board}: lichess shows the moves of the game again" for board in again]


def line_of(text: str) -> tuple[str, ...]:
    """The moves of a game of ours, by SAN."""
    movetext = text.partition("\n\n")[2]
    return tuple(word for word in _COMMENT.sub(" ", movetext).split() if not _NO_MOVE.fullmatch(word))


def _label(text: str, line: tuple[str, ...], plies: int) -> str:
    found = _FEN.search(text)
    black, number = (found[1] == "b", int(found[2])) if found is not None else (False, 1)
    half = 2 * number - 2 + black + plies
    return f"{half // 2 + 1}{'...' if half % 2 else '.'}{line[plies]}"
