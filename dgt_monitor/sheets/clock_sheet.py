"""All clocks and move numbers of a round at one moment, as text: what an arbiter notes every half hour."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.safe_text import safe
from dgt_monitor.wording import Sentence

_TITLE: Final = Sentence("Clocks and move numbers, {when}")
_MOVE: Final = Sentence("{number} White")
_MOVE_BLACK: Final = Sentence("{number} Black")
_OVER: Final = Sentence("over, {result}")
_OVER_NONE: Final = Sentence("over, no result")
_NOT_BEGUN: Final = Sentence("not begun")
_NOT_WATCHED: Final = Sentence("unwatched")
_NO_CLOCK: Final = Sentence("no clock")
_RUNS: Final = Sentence("runs")
_FOOT: Final = Sentence("{n} board, {playing} still playing.", "{n} boards, {playing} still playing.")
_GAP: Final = "  "
_NAME_MOST: Final = 100
"""Characters of a name that are looked at (chosen)."""
_PLAYER_CELLS: Final = 11
"""So much of a name (chosen: a line has 80 characters)."""


def clock_sheet(hall: HallView, when: str) -> str:
    """The sheet, lines ended by newlines. `when`: the time of the day, or of the recording."""
    title = words(_TITLE, when=when)
    rows = [_heads(), *(_row(board) for board in hall.boards)]
    widths = [max(_cells(row[n]) for row in rows) for n in range(len(rows[0]))]
    playing = sum(board.phase == "playing" and bool(board.moves) for board in hall.boards)
    foot = words(_FOOT, n=len(hall.boards), playing=playing)
    lines = [safe(hall.title), title, "", *(_line(row, widths) for row in rows), "", foot]
    return "\n".join(lines[not hall.title :]) + "\n"


def _heads() -> tuple[str, ...]:
    return say("Board"), say("White"), say("Black"), say("To move"), say("White has"), say("Black has"), ""


def _line(row: Iterable[str], widths: Iterable[int]) -> str:
    return _GAP.join(text + " " * (cells - _cells(text)) for text, cells in zip(row, widths, strict=True)).rstrip()


def _row(board: BoardView) -> tuple[str, ...]:
    white, black = (_short(name) for name in board.players)
    return (_short(board.board), white, black, _move(board), *_clocks(board), _state(board))


def _short(name: str) -> str:
    text = "".join(char for char in safe(name)[:_NAME_MOST] if not unicodedata.combining(char))
    if _cells(text) <= _PLAYER_CELLS:
        return text
    while _cells(text) >= _PLAYER_CELLS:
        text = text[:-1]
    return f"{text}~"


def _cells(text: str) -> int:
    """Columns that a text takes where characters of the Far East take two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _move(board: BoardView) -> str:
    if board.phase == "over":
        return words(_OVER, result=board.result) if board.result else words(_OVER_NONE)
    if not board.moves:
        return words(_NOT_BEGUN)
    return words(_MOVE if board.white_to_move else _MOVE_BLACK, number=board.fullmove)


def _clocks(board: BoardView) -> tuple[str, str]:
    if board.white_s is None or board.black_s is None:
        return words(_NO_CLOCK), words(_NO_CLOCK)
    sides = (("white", board.white_s), ("black", board.black_s))
    white, black = (f"{_hms(left_s)}{f' {words(_RUNS)}' if board.running == side else ''}" for side, left_s in sides)
    return white, black


def _hms(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}" if seconds >= 0 else f"-{_hms(-seconds)}"


def _state(board: BoardView) -> str:
    return words(_NOT_WATCHED) if board.link in ("lost", "silent") else ""
