"""What the headings of a table of pairings mean; the words themselves stand in `headings.toml`. Pure."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from dgt_monitor.fields import build, parse

Side = Literal["white", "black"]
Column = tuple[Side | None, str]
"""Whose, and what of him; of the game itself nobody's."""
_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_FILE: Final = "headings.toml"


class _Words(NamedTuple):
    sides: Mapping[str, tuple[str, ...]]
    person: Mapping[str, tuple[str, ...]]
    """By the fields of `people.Person`."""
    game: Mapping[str, tuple[str, ...]]


@cache
def _words() -> _Words:
    return build(_Words, parse(files(__package__).joinpath(_FILE).read_text("utf-8"), _FILE))


def columns_of(cells: Sequence[str]) -> dict[Column, int]:
    """Which column is what; where a heading names no side, the first is White's and the second Black's."""
    found: dict[Column, int] = {}
    for at, cell in enumerate(cells):
        side, what = _meant(cell)
        if side is None and what in _words().person:
            side = "black" if ("white", what) in found else "white"
        if what and (side, what) not in found:
            found[side, what] = at
    return found


def _meant(cell: str) -> Column:
    """What a heading means; an empty text: nothing that is known."""
    known = _words()
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell)
    words = re.findall(r"\w+", apart.replace("_", " ").casefold())
    for side in _SIDES:
        rest = [word for word in words if word not in known.sides[side]]
        if len(rest) < len(words):
            return side, _what("".join(rest), known.person) if rest else "name"
        if len(words) == 1 and words[0].startswith(side):  # whiteelo
            return side, _what(words[0].removeprefix(side), known.person)
    joined = "".join(words)
    return None, _what(joined, known.game) or _what(joined, known.person)


def _what(word: str, meanings: Mapping[str, Sequence[str]]) -> str:
    return next((what for what, its in meanings.items() if word in its), "")
