"""A claim sheet as plain text: for a terminal, an e-mail, a printer without anything else."""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

import chess

from dgt_monitor.hall.evidence import Alike, Evidence, Stood
from dgt_monitor.language import ENGLISH, chosen, say
from dgt_monitor.safe_text import safe
from dgt_monitor.sheets import move_list, words

COLUMNS: Final = 100
"""Characters of a line: a page of A4 in a type of 10 points (chosen)."""


def plain_sheet(evidence: Evidence) -> str:
    """The sheet, lines ended by newlines."""
    return "\n".join(line.rstrip() for line in _lines(evidence)) + "\n"


def _lines(evidence: Evidence) -> Iterator[str]:
    title = words.title(evidence)
    yield from (loud(title), "=" * len(title), "")
    head = words.head(evidence)
    width = max(len(name) for name, _ in head)
    yield from (f"{name:{width}}  {value or '_' * 30}" for name, value in head)
    if own := words.event_rules(evidence):
        yield from ("", *_wrapped(own))
    yield from ("", loud(words.verdict(evidence)))
    yield from _wrapped(say(evidence.text))
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
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))


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
