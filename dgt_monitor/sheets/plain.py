"""A claim sheet as plain text: for a terminal, an e-mail, a printer without anything else."""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

import chess

from dgt_monitor.hall.evidence import Alike, Evidence
from dgt_monitor.safe_text import safe
from dgt_monitor.sheets import words

COLUMNS: Final = 100
"""Characters of a line: a page of A4 in a type of 10 points (chosen)."""


def plain_sheet(evidence: Evidence) -> str:
    """The sheet, lines ended by newlines."""
    return "\n".join(line.rstrip() for line in _lines(evidence)) + "\n"


def _lines(evidence: Evidence) -> Iterator[str]:
    title = f"{words.HEADING} ({evidence.cited})"
    yield from (title.upper(), "=" * len(title), "")
    width = max(len(name) for name, _ in words.head(evidence))
    yield from (f"{name:{width}}  {value or '_' * 30}" for name, value in words.head(evidence))
    yield from ("", words.verdict(evidence).upper())
    yield from _wrapped(evidence.text)
    yield from ("", words.table_heading(evidence), *_table(evidence), "")
    yield from beside(diagram(evidence.claimed.fen, "the position claimed"), [])
    yield from _alikes(evidence)
    yield from ("", words.moves_heading(evidence))
    yield from _wrapped(" ".join(_moves(evidence)) or "none")
    yield from _wrapped("; ".join(words.legend(evidence)))
    yield from ("", *(f"[ ] {decision}" for decision in words.DECISIONS), "")
    yield from (f"{who + ':':10}{'_' * 40}" for who in words.SIGN)
    yield ""
    yield from _wrapped(words.FOOT)


def _moves(evidence: Evidence) -> Iterator[str]:
    for move in words.moves(evidence):
        yield f"{move.number}{move.san}{f'[{move.marks}]' if move.marks else ''}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(safe(text), COLUMNS, break_on_hyphens=False)


def _table(evidence: Evidence) -> Iterator[str]:
    rows = [words.COLUMNS, *(row for _, row in words.occurrences(evidence))]
    widths = [max(len(row[n]) for row in rows) for n in range(len(words.COLUMNS))]
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))


def _alikes(evidence: Evidence) -> Iterator[str]:
    for alike in evidence.alikes[: words.ALIKES_DRAWN]:
        yield from ("", *_wrapped(f"Not the same: {alike.why}."))
        yield from beside(
            diagram(evidence.claimed.fen, f"claimed, {_moment(evidence)}"), diagram(alike.stood.fen, _when(alike))
        )
    for told in words.alikes_told(evidence):
        yield from _wrapped(told)


def _moment(evidence: Evidence) -> str:
    return words.named(evidence.claimed.label)


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
