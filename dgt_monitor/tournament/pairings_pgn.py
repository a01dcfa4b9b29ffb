"""Pairings from PGN, with moves or (as pairing programs write it) without. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from dgt_monitor.tournament.pairings import Given, cleaned, numbered, person
from dgt_monitor.tournament.people import Person

_TAG: Final = re.compile(r'\[\s*(\w{1,60})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPED: Final = re.compile(r"\\(.)")
_UNKNOWN: Final = frozenset({"", "?", "-"})


def games_in_pgn(text: str) -> Iterator[Given]:
    """The games of a PGN text, each with the line on which it begins. Moves and comments are passed over."""
    return (_given(line, tags) for line, tags in _tag_sections(text) if "White" in tags or "Black" in tags)


def _tag_sections(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    tags: dict[str, str] = {}
    first, moves, comment = 0, False, False
    for number, line in enumerate(text.split("\n"), 1):
        found = [] if comment else _tags_of(line)
        if not found:
            comment = _in_comment(line, comment)
            moves = moves or bool(line.strip())
            continue
        for name, value in found:
            if tags and (moves or name in tags):
                yield first, tags
                tags = {}
            if not tags:
                first = number
            moves, tags[name] = False, value
    if tags:
        yield first, tags


def _tags_of(line: str) -> list[tuple[str, str]]:
    """The tags of a line that has nothing else on it."""
    line, found, at = line.strip(), [], 0
    while at < len(line):
        match = _TAG.match(line, at)
        if match is None:
            return []
        found.append((match[1], _ESCAPED.sub(r"\1", match[2])))
        at = match.end() + len(line[match.end() :]) - len(line[match.end() :].lstrip())
    return found


def _in_comment(line: str, comment: bool) -> bool:
    """Whether a comment in braces is still open at the end of a line of moves."""
    if not comment and line.startswith("%"):
        return False
    at = 0
    while (at := line.find("}" if comment else "{", at)) >= 0:
        if not comment and 0 <= line.find(";") < at:
            return False
        comment, at = not comment, at + 1
    return comment


def round_and_board(tags: Mapping[str, str]) -> tuple[str, str]:
    """The round and the board of a game by its tags, also where both stand in `Round` (5.12); empty: not told."""
    number = cleaned(tags.get("Round", ""))
    major, _, rest = numbered(number).partition(".")
    if not rest:
        major = number
    board = cleaned(tags.get("Board", ""))
    board = numbered(board) if board not in _UNKNOWN else rest
    return ("" if major in _UNKNOWN else major), board


def _given(line: int, tags: Mapping[str, str]) -> Given:
    major, board = round_and_board(tags)
    return Given(line, major, board, _person(tags, "White"), _person(tags, "Black"))


def _person(tags: Mapping[str, str], colour: str) -> Person:
    def tag(name: str) -> str:
        return tags.get(colour + name, "")

    federation = tag("Federation") or tag("Country") or tag("Fed")
    return person(tag(""), tag("Title"), tag("Elo"), federation, tag("FideId"), tag("Team") or tag("Club"))
