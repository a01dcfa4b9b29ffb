"""The moves of a game in two columns, with what is known about each. Pure.

`(Kg7)` has been reached on the board but may still change; `Kg7?` is not sure; `Kg7'i2` was worked out: of
its squares two were seen to change; `Kg7 3x` is a position that has now stood three times; `Kg7-e3!` is not legal and
stands, because it was answered.
"""

from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.dashboard.lines import Line, Role, Span, line
from dgt_monitor.dashboard.safe import clean, fit, wrap
from dgt_monitor.dashboard.words import clock, count_code
from dgt_monitor.events import Provenance
from dgt_monitor.hall.views import MoveView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_NUMBER_CELLS = 5
_CLOCK_CELLS = 8
_MOVE_CELLS = 11
_WITH_CLOCKS = _NUMBER_CELLS + 2 * (_MOVE_CELLS + 2 + _CLOCK_CELLS)
"""From this width on each move has its clock time beside it."""

ORIGIN: dict[Provenance, tuple[str, str]] = {
    "seen": ("", ""),
    "inferred": ("'i", "worked out, not seen (2: from two squares)"),
    "memory": ("'m", "from the board's memory"),
    "claimed": ("'c", "as another program says"),
    "corrected": ("'k", "corrected by the arbiter"),
}
_ABOVE = Sentence("{n} above")
_BELOW = Sentence("{n} below")
CELLS_AT_LEAST = _NUMBER_CELLS + 2 * _MOVE_CELLS


class _Pair(NamedTuple):
    number: int
    white: MoveView | None
    black: MoveView | None


def move_text(move: MoveView) -> str:
    """A move with its marks."""
    text = clean(move.san) + ("" if move.legal else "!") + ("" if move.sure else "?") + _origin(move)
    if move.status == "provisional":
        text = f"({text})"
    code = count_code(move.count, move.count_max)
    return f"{text} {code}" if code else text


def _origin(move: MoveView) -> str:
    mark = ORIGIN[move.provenance][0]
    return mark if move.inferred_from is None else f"{mark}{move.inferred_from}"


def score_lines(moves: Sequence[MoveView], cells: int, height: int, back: int = 0) -> list[Line]:
    """At most `height` lines: a title, the last moves (`back` lines further back), and what the marks say."""
    legend = _legend(moves, cells)
    room = max(1, height - 1 - len(legend))
    pairs = _pairs(moves)
    end = len(pairs) - max(0, min(back, len(pairs) - room))
    begin = max(0, end - room)
    above = [words(_ABOVE, n=begin)] if begin else []
    below = [words(_BELOW, n=len(pairs) - end)] if end < len(pairs) else []
    title = line(fit(", ".join((say("MOVES"), *above, *below)), cells).rstrip(), "dim")
    clocks = cells >= _WITH_CLOCKS
    last = moves[-1] if moves else None
    rows = [_row(each, clocks, last) for each in pairs[begin:end]] or [line("none yet", "dim")]
    return [title, *rows, *legend]


def furthest_back(moves: Sequence[MoveView], cells: int, height: int) -> int:
    """How many lines one can scroll back."""
    return max(0, len(_pairs(moves)) - max(1, height - 1 - len(_legend(moves, cells))))


def _pairs(moves: Sequence[MoveView]) -> list[_Pair]:
    pairs: list[_Pair] = []
    for move in moves:
        if move.colour == "white":
            pairs.append(_Pair(move.number, move, None))
        elif pairs and pairs[-1].black is None and pairs[-1].number == move.number:
            pairs[-1] = pairs[-1]._replace(black=move)
        else:
            pairs.append(_Pair(move.number, None, move))
    return pairs


def _row(pair: _Pair, clocks: bool, last: MoveView | None) -> Line:
    spans = [Span(fit(f"{pair.number}.", _NUMBER_CELLS - 1, right=True) + " ", "dim")]
    for move in (pair.white, pair.black):
        if move is None:
            text = "..." if pair.white is None and pair.black is not None and not spans[1:] else ""
            spans.append(Span(fit(text, _MOVE_CELLS + (2 + _CLOCK_CELLS) * clocks), "dim"))
            continue
        role: Role = "strong" if move is last else "plain"
        if move.status == "provisional" or move.provenance != "seen":
            role = "dim"
        spans.append(Span(fit(move_text(move), _MOVE_CELLS), role))
        if clocks:
            left = getattr(move.clock, move.colour) if move.clock else None
            spans.append(Span(" " + fit("" if left is None else clock(left), _CLOCK_CELLS, right=True) + " ", "dim"))
    return tuple(spans)


def _legend(moves: Sequence[MoveView], cells: int) -> list[Line]:
    kinds = {move.provenance for move in moves}
    told = [f"{mark} {text}" for kind, (mark, text) in ORIGIN.items() if mark and kind in kinds]
    if any(not move.sure for move in moves):
        told.insert(0, "? not sure")
    if any(not move.legal for move in moves):
        told.insert(0, "! not legal, but answered")
    if moves and moves[-1].status == "provisional":
        told.insert(0, "( ) may still change")
    return [line(each, "dim") for word in told for each in wrap(word, cells, 2)]
