"""A claim sheet as plain text: for a terminal, an e-mail, a printer without anything else."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

import chess

from dgt_monitor.hall.evidence import Alike, Evidence, Stood
from dgt_monitor.language import ENGLISH, chosen
from dgt_monitor.safe_text import safe
from dgt_monitor.sheets import move_list, words

COLUMNS: Final = 80
"""Characters of a line: what every terminal and printer has room for (chosen)."""
_GAP: Final = "  "
"""Between the columns of a table."""
_BROKEN: Final = ("en_passant", "rights", "after", "known", "to_move", "clocks")
"""In which order columns are made narrower where a line has no room for all."""


def plain_sheet(evidence: Evidence) -> str:
    """The sheet, lines ended by newlines."""
    return "\n".join(line.rstrip() for line in _lines(evidence)) + "\n"


def _lines(evidence: Evidence) -> Iterator[str]:
    title = words.title(evidence)
    yield from (loud(title), "=" * len(title), "")
    yield from _head(evidence)
    if own := words.event_rules(evidence):
        yield from ("", *_wrapped(own))
    heading, text = words.answer(evidence)
    yield from ("", loud(heading), *_wrapped(text))
    yield from _end(evidence)
    yield from ("", words.table_heading(evidence), *_table(evidence.stood), "")
    yield from beside(diagram(evidence.claimed.fen, words.position_caption(evidence)), [])
    yield from _alikes(evidence)
    yield from ("", move_list.moves_heading(evidence))
    yield from _wrapped(" ".join(_moves(evidence)) or words.nothing())
    yield from _wrapped("; ".join(move_list.legend(evidence)))
    yield from ("", *(f"[ ] {decision}" for decision in words.decisions()), "")
    yield from (f"{who + ':':10}{'_' * 40}" for who in words.sign())
    yield ""
    yield from _wrapped(words.foot())


def _head(evidence: Evidence) -> Iterator[str]:
    head = words.head(evidence)
    width = max(len(name) for name, _ in head)
    for name, value in head:
        first, *more = textwrap.wrap(value, COLUMNS - width - len(_GAP), break_on_hyphens=False) or ["_" * 30]
        yield f"{name:{width}}{_GAP}{first}"
        yield from (f"{'':{width}}{_GAP}{each}" for each in more)


def loud(text: str) -> str:
    """A heading in capitals: in English only, since which letter is whose capital depends on the language."""
    return text.upper() if chosen() == ENGLISH else text


def _moves(evidence: Evidence) -> Iterator[str]:
    for move in move_list.moves(evidence):
        yield f"{move.number}{move.san}{f'[{move.marks}]' if move.marks else ''}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(safe(text), COLUMNS, break_on_hyphens=False)


def _end(evidence: Evidence) -> Iterator[str]:
    """What had ended the game before the claim; its position unless it is the one claimed, which comes after."""
    ended = evidence.ended
    if ended is not None:
        yield from ("", *_wrapped(words.end_heading(ended)), *_table(ended.stood))
        if ended.stood[-1].fen.split()[0] != evidence.claimed.fen.split()[0]:
            yield from ("", *beside(diagram(ended.stood[-1].fen, words.end_caption(ended)), []))


def _table(stood: tuple[Stood, ...]) -> Iterator[str]:
    rows = [words.columns(), *(row for _, row in words.occurrences(stood))]
    widths = _widths(rows)
    for row in rows:
        cells = [_broken(cell, width) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            yield _GAP.join(f"{part:{width}}" for part, width in zip(parts, widths, strict=True))


def _broken(cell: str, width: int) -> list[str]:
    """A cell's lines, broken at its semicolons first."""
    parts = [cell] if len(cell) <= width else re.split(r"(?<=;) ", cell)
    return [line for part in parts for line in textwrap.wrap(part, width, break_on_hyphens=False)]


def _widths(rows: Sequence[words.Column]) -> list[int]:
    """How wide the columns are: as their cells, but narrower where a line has no room for all.

    Rights are broken between the players', and clocks only where nothing else helps.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    least = [max(len(word) for cell in column for word in (cell.split() or [""])) for column in columns]
    rights = words.Column._fields.index("rights")
    least[rights] = min(widths[rights], max(len(part) + 1 for row in rows for part in row.rights.split("; ")))
    for name in _BROKEN:
        column = words.Column._fields.index(name)
        over = sum(widths) + len(_GAP) * (len(widths) - 1) - COLUMNS
        widths[column] -= max(0, min(over, widths[column] - least[column]))
    return widths


def _alikes(evidence: Evidence) -> Iterator[str]:
    for alike in evidence.alikes[: words.ALIKES_DRAWN]:
        yield from ("", *_wrapped(words.not_same(alike)))
        yield from beside(
            diagram(evidence.claimed.fen, words.beside_caption(evidence)), diagram(alike.stood.fen, _when(alike))
        )
    for told in words.alikes_told(evidence):
        yield from _wrapped(told)


def _when(alike: Alike) -> str:
    return words.named(alike.stood.label)


def diagram(fen: str, caption: str) -> list[str]:
    """A position in letters, White below; capitals are White's."""
    rows = str(chess.BaseBoard(fen.split()[0])).splitlines()
    lines = [f"{rank} {row}" for rank, row in zip(range(8, 0, -1), rows, strict=True)]
    return [*lines, "  a b c d e f g h", f"  ({caption})"]


def beside(left: Iterable[str], right: Iterable[str]) -> Iterator[str]:
    """Two blocks of lines side by side."""
    return (f"   {one:40}{other}" for one, other in zip_longest(left, right, fillvalue=""))
