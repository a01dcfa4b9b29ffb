"""Which board a written game is played on, and of which round it is: by its tags, else by where it stands."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

LONGEST_NAME: Final = 40
"""Characters kept of a file's or folder's name (chosen)."""
_NUMBERS: Final = re.compile(r"\d{1,4}(?:\.\d{1,4}){0,3}", re.ASCII)
_OF_A_GAME: Final = re.compile(r"(?:game|board)[-_ ]?(\d{1,4})", re.ASCII | re.IGNORECASE)
_OF_A_ROUND: Final = re.compile(r"(?:round|rd|r)[-_ ]?(\d{1,4})", re.ASCII | re.IGNORECASE)
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)


class Place(NamedTuple):
    """Where a game is played."""

    section: str
    """The folder that holds all rounds of a tournament; empty: the one that is followed."""
    board: str
    round: int


def place_of(tags: Mapping[str, str], name: str, number: int, games: int) -> Place:
    """The place of a game; `name`: the file's, with the folders above it; `number` of so many `games` in it, from 1."""
    *folders, file = name.split("/")
    stem = file.rpartition(".")[0] or file
    section = "/".join(plain(each) for each in folders if not _OF_A_ROUND.fullmatch(each))
    numbers = _numbers(tags.get("Round", ""))
    rounds = [_OF_A_ROUND.fullmatch(each) for each in [*folders, stem]]
    by_name = next((int(found[1]) for found in reversed(rounds) if found), 0)
    return Place(section, _board(tags, numbers, stem, number, games), numbers[0] if numbers else by_name)


def _board(tags: Mapping[str, str], numbers: list[int], stem: str, number: int, games: int) -> str:
    own = _numbers(tags.get("Board", ""))
    if own:
        return ".".join(map(str, own))
    if len(numbers) > 1:
        return ".".join(map(str, numbers[1:]))
    named = _OF_A_GAME.fullmatch(stem)
    if named:
        return str(int(named[1]))
    return str(number) if games > 1 or stem.lower() in ("games", "") else plain(stem)


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(".")] if _NUMBERS.fullmatch(text) else []


def plain(text: str) -> str:
    """A name that is nothing but a name: letters, digits and little more."""
    return _NOT_PLAIN.sub("_", text)[:LONGEST_NAME].strip("._") or "_"
