"""How files of live games are called: by the numbers of round and board, never by a name. Pure."""

import re
import zlib
from typing import Final

ALL: Final = "games.pgn"
"""The file of all games of a round, and of the event."""
_NUMBERS: Final = re.compile(r"\d{1,20}(\.\d{1,20})*", re.ASCII)
_DIGITS: Final = re.compile(r"(\d+)", re.ASCII)


def round_folder(number: str) -> str:
    """The folder of a round."""
    return f"round-{_numbers(number)}"


def game_file(board: str) -> str:
    """The file of the game on this board, in the folder of its round."""
    return f"game-{_numbers(board)}.pgn"


def in_order(board: str) -> tuple[tuple[int, int, str], ...]:
    """By this boards are sorted as people count them: 2 before 10."""
    parts = [part for part in _DIGITS.split(board) if part]
    return tuple((0, int(part), part) if part.isascii() and part.isdigit() else (1, 0, part) for part in parts)


def _numbers(text: str) -> str:
    """`12` for 12, `3-2` for 3.2; what is no number gets one of its own, the same in every watch."""
    if _NUMBERS.fullmatch(text):
        return text.replace(".", "-")
    return f"0-{zlib.crc32(text.encode('utf-8', 'backslashreplace'))}"
