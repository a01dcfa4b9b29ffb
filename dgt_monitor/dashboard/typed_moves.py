"""Moves as a person types them, numbered as on a scoresheet: `12.Nf3 Nc6 13.Bb5`, or `12...Nc6`. Pure."""

import re
from typing import Final

from dgt_monitor.hall.views import BoardView

MOVES_MAX_CHARS: Final = 160
"""Longer lines are typed in parts (chosen)."""
_GAME: Final = re.compile(r"\s*g(\d{1,4})[\s:]+", re.IGNORECASE)
_BARE: Final = re.compile(r"(?<!\S)([1-9]\d{0,2})(?=\s+[^.\s])")
"""A number without its point, as many write it: `12 Nf3`."""
_APART: Final = re.compile(r"(?<=\d)(?<![A-Za-z]\d)\s+(?=\.)")
"""A blank before the point: `12 ...Nc6`."""
_NUMBER: Final = re.compile(r"(\d{1,3})(\.+|\u2026)")


def typed_game(text: str) -> tuple[int, str]:
    """Of which game the moves are, as `g1 12.Nf3`, and the rest; 0: of the one on the board."""
    named = _GAME.match(text)
    return (0, text) if named is None else (int(named[1]), text[named.end() :])


def typed_moves(view: BoardView, text: str) -> tuple[int, tuple[str, ...]] | None:
    """The half-move from which on these are the moves, and the moves; None where no number stands before them."""
    text = _APART.sub("", _BARE.sub(r"\1.", text.strip()))
    first = _NUMBER.match(text)
    moves = tuple(_NUMBER.sub(" ", text).split())
    if first is None or not moves:
        return None
    ply = _ply(view, first)
    return (ply, moves) if ply > 0 else None


def typed_ply(view: BoardView, text: str) -> int | None:
    """After which half-move: `12.` is White's, `12...` Black's, 0 the first position; None where that is not said."""
    first = _NUMBER.match(text.strip())
    if first is None:
        return 0 if text.strip() == "0" else None
    ply = _ply(view, first)
    return ply if ply > 0 else None


def _ply(view: BoardView, number: re.Match[str]) -> int:
    black = number[2] != "."
    return 2 * (int(number[1]) - _first_number(view)) + black + (0 if _black_begins(view) else 1)


def _black_begins(view: BoardView) -> bool:
    return " b " in view.start_fen


def _first_number(view: BoardView) -> int:
    number = view.start_fen.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 1
