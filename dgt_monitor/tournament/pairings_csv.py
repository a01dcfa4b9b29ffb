"""Pairings from a table of text: what the columns are is found by their headings. Pure."""

import csv
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.headings import Column, Side, columns_of
from dgt_monitor.tournament.pairings import Given, cleaned, numbered, person
from dgt_monitor.tournament.people import Person

_SEPARATORS: Final = ("\t", ";", ",")
_HEADING_WITHIN: Final = 30
"""The headings stand within so many lines: titles of the event may come before them (chosen)."""


class _Heading(NamedTuple):
    separator: str
    line: int
    columns: dict[Column, int]


def games_in_csv(text: str, file: str) -> Iterator[Given]:
    """The games of the table; FileError, with file and line, where it is none."""
    heading = _heading(text, file)
    rows = csv.reader(text.split("\n")[heading.line :], delimiter=heading.separator)
    before = 0
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise FileError(f"{file}, line {heading.line + before + 1}: {error}") from None
        if row is None:
            return
        line, before = heading.line + before + 1, rows.line_num
        game = _game(line, row, heading.columns)
        if game.white.name or game.black.name:
            yield game


def _heading(text: str, file: str) -> _Heading:
    lines = text.split("\n")[:_HEADING_WITHIN]
    for number, line in enumerate(lines, 1):
        for separator in _SEPARATORS:
            columns = columns_of(_cells(line, separator))
            if ("white", "name") in columns and ("black", "name") in columns:
                return _Heading(separator, number, columns)
    raise FileError(f"{file}: no line with headings such as Board, White, Black (separated by ; or , or tabs)")


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _game(line: int, row: Sequence[str], columns: dict[Column, int]) -> Given:
    def cell(side: Side | None, what: str) -> str:
        at = columns.get((side, what))
        return row[at] if at is not None and at < len(row) else ""

    def who(side: Side) -> Person:
        return person(*(cell(side, what) for what in Person._fields))

    board, match = (numbered(cleaned(cell(None, what))) for what in ("board", "match"))
    label = f"{match}.{board}" if match and board else board
    return Given(line, numbered(cleaned(cell(None, "round"))), label, who("white"), who("black"))
