"""Text from outside made harmless for a terminal, and measured in cells.

Whatever a name holds, what comes out is one line without control, direction or joining characters, in which every
character's width is beyond dispute between terminals: so it can break neither a column nor a screen.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rich.cells import get_character_cell_size

LONGEST = 400
"""Characters of a foreign text that are looked at; more is no name and no sentence."""
MARKS_PER_LETTER = 2
"""Combining marks kept on one letter: enough for every living script, too few to climb over the line above."""
CUT = "~"
_STAND_IN = "?"
_FLAG_A = 0x1F1E6  # regional indicators, drawn as flags in pairs by some terminals and as letters by others
_SKIN = range(0x1F3FB, 0x1F400)


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """The text as one harmless line: controls become `?`, invisible characters go, spaces are plain."""
    if text.isascii() and text.isprintable():
        return text[:LONGEST]
    out: list[str] = []
    marks = MARKS_PER_LETTER
    for char in unicodedata.normalize("NFC", text[:LONGEST])[:LONGEST]:
        if unicodedata.category(char) == "Mn" and get_character_cell_size(char) == 0:
            marks += 1
            if marks <= MARKS_PER_LETTER and not _selects_glyph(char):
                out.append(char)
            continue
        harmless = _harmless(char)
        if harmless:
            marks = 0
            out.append(harmless)
    return "".join(out)


def clean_whole(text: str) -> str:
    """A text of the program's own, with foreign ones in it, as one harmless line: however long it is."""
    return "".join(clean(text[at : at + LONGEST]) for at in range(0, len(text), LONGEST))


def _selects_glyph(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0100"


def _harmless(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Zs", "Zl", "Zp") or char in "\t\n\r":
        return " "
    if category in ("Cc", "Cs", "Co", "Cn"):
        return _STAND_IN
    code = ord(char)
    if _FLAG_A <= code < _FLAG_A + 26:
        return chr(ord("A") + code - _FLAG_A)
    if category in ("Cf", "Me") or code in _SKIN or get_character_cell_size(char) == 0:
        return ""
    return char


def width(text: str) -> int:
    """Cells that a cleaned text takes."""
    if text.isascii():
        return len(text)
    return sum(map(get_character_cell_size, text))


def fit(text: str, cells: int, *, right: bool = False) -> str:
    """The cleaned text in exactly `cells` cells: padded, or cut with `~` at its end; `right` aligns right."""
    taken = width(text)
    if taken > cells:
        text, taken = _head(text, cells - 1) if cells > 0 else ("", 0)
        if cells > 0:
            text, taken = text + CUT, taken + 1
    pad = " " * (cells - taken)
    return pad + text if right else text + pad


def fit_name(name: str, cells: int) -> str:
    """A board's name, right-aligned in `cells`: where it must be cut, the end that tells boards apart is kept."""
    if width(name) <= cells or not name[-1:].isdigit():
        return fit(name, cells, right=True)
    kept = ""
    for char in reversed(name):
        if width(char + kept) >= cells:
            break
        kept = char + kept
    return fit(CUT + kept, cells, right=True)


def _head(text: str, cells: int) -> tuple[str, int]:
    taken = 0
    for place, char in enumerate(text):
        wide = get_character_cell_size(char)
        if taken + wide > cells:
            return text[:place], taken
        taken += wide
    return text, taken


def wrap(text: str, cells: int, most: int) -> list[str]:
    """The cleaned text broken at blanks into at most `most` lines of at most `cells`; the last is cut with `~`."""
    lines: list[str] = []
    line = ""
    words = [word for word in text.split(" ") if word]
    for place, word in enumerate(words):
        if width(line) + width(word) + bool(line) <= cells:
            line = f"{line} {word}" if line else word
            continue
        if len(lines) == most - 1:
            line = " ".join([line, *words[place:]]).strip()
            break
        if line:
            lines.append(line)
        line = word
    return [fit(each, cells).rstrip() for each in [*lines, line] if each]


def wrap_phrases(phrases: Sequence[str], cells: int, most: int) -> list[str]:
    """Cleaned phrases, separated by commas, wrapped so that none is broken."""
    # a cleaned text holds no other blank than the plain one
    glued = ", ".join(phrase.replace(" ", "\xa0") for phrase in phrases)
    return [line.replace("\xa0", " ") for line in wrap(glued, cells, most)]
