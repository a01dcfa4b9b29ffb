"""What a plain Linux console (TERM=linux) can draw: letters of its fonts, and nothing of two cells. Pure."""

from functools import lru_cache
from typing import Final

from dgt_monitor.dashboard.safe import width

TERM: Final = "linux"
_LETTERS: Final = ((0x20, 0x7E), (0xA1, 0x17F), (0x401, 0x45F))
"""Latin with its accents and Cyrillic: what the common console fonts hold (Lat15, CyrSlav, LatCyrHeb: 512 signs)."""
_STAND_IN: Final = "?"


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """The text in as many cells, with `?` for each cell that the console cannot draw."""
    if text.isascii():
        return text
    return "".join(
        char if any(first <= ord(char) <= last for first, last in _LETTERS) else _STAND_IN * width(char)
        for char in text
    )
