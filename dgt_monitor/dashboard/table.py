"""The table of boards: one board a line, columns that can be sorted by. As many columns as fit. Pure."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dgt_monitor.dashboard.cell_lines import compact_line, progress
from dgt_monitor.dashboard.cells import REST_CELLS, Cell, cell_text
from dgt_monitor.dashboard.lines import Line, Role, Span, fit_line, line_width
from dgt_monitor.dashboard.ordering import Sort, SortBy, by_what
from dgt_monitor.dashboard.safe import clean, fit, width
from dgt_monitor.dashboard.words import age, clock
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

_HEARD_S: Final = 5
"""A board heard more lately than that is as good as heard now (chosen): nothing in the line moves for it."""
_WIDEST_NAMES: Final = 24
"""Columns that a player's name may grow to (chosen)."""
_DOWN: Final = "v"
_UP: Final = "^"


class Row(NamedTuple):
    """What the columns are made of."""

    view: BoardView
    cell: Cell
    now_s: float


class Column(NamedTuple):
    """One column."""

    title: Sentence
    sort: SortBy | None
    """By what a click on its title orders; None: by nothing."""
    cells: int
    """0: shares what is left."""
    text: Callable[[Row], str]
    role: Callable[[Row], Role]
    right: bool
    worth: int
    """Which columns stay where not all fit: the greatest."""


def _dim(_: Row) -> Role:
    return "dim"


def _side(colour: str) -> tuple[Callable[[Row], str], Callable[[Row], Role]]:
    def text(row: Row) -> str:
        seconds = row.view.white_s if colour == "white" else row.view.black_s
        known = seconds is not None
        return f"{'>' if row.view.running == colour else ' '}{clock(seconds)}" if known else ""

    def role(row: Row) -> Role:
        return "plain" if row.view.running == colour else "dim"

    return text, role


def _heard(row: Row) -> str:
    since = row.view.heard_t_s
    if since is None or row.now_s - since < _HEARD_S:
        return ""
    return age(row.now_s - since)


def _result(row: Row) -> str:
    result = row.view.result or ""
    if not result or result == "*":
        return ""
    unsure = row.view.outcome is not None and not row.view.outcome.confirmed
    return clean(result) + ("?" if unsure else "")


_WHITE_TEXT, _WHITE_ROLE = _side("white")
_BLACK_TEXT, _BLACK_ROLE = _side("black")
COLUMNS: Final = (
    Column(Sentence("WHITE"), "players", 0, lambda row: clean(row.view.players.white), lambda _: "plain", False, 5),
    Column(Sentence("CLOCK"), "clock", 8, _WHITE_TEXT, _WHITE_ROLE, True, 9),
    Column(Sentence("BLACK"), "players", 0, lambda row: clean(row.view.players.black), lambda _: "plain", False, 5),
    Column(Sentence("CLOCK"), "clock", 8, _BLACK_TEXT, _BLACK_ROLE, True, 9),
    Column(Sentence("50"), "quiet", 5, lambda row: progress(row.view), _dim, True, 7),
    Column(Sentence("RESULT"), None, 8, _result, lambda _: "strong", False, 6),
    Column(Sentence("HEARD"), "heard", 7, _heard, _dim, True, 4),
    Column(Sentence("SECTOR"), "sector", 8, lambda row: clean(row.view.sector), _dim, False, 3),
)
"""Those beside the compact cell, from left to right."""
_NAME_CELLS_AT_LEAST: Final = 10


def columns(cells: int, name_cells: int, *, named: bool, sectors: bool) -> tuple[Column, ...]:
    """The columns that fit beside the cells, with their widths; names and sectors only where there are any."""
    left = cells - name_cells - REST_CELLS
    wanted = [each for each in COLUMNS if (named or each.cells) and (sectors or each.sort != "sector")]
    taken: set[int] = set()
    for place in sorted(range(len(wanted)), key=lambda place: -wanted[place].worth):
        needs = 1 + (wanted[place].cells or _NAME_CELLS_AT_LEAST)
        if needs <= left:
            taken.add(place)
            left -= needs
    shown = [wanted[place] for place in sorted(taken)]
    growing = sum(not each.cells for each in shown)
    each_more = min(left // growing, _WIDEST_NAMES - _NAME_CELLS_AT_LEAST) if growing else 0
    return tuple(each if each.cells else each._replace(cells=_NAME_CELLS_AT_LEAST + each_more) for each in shown)


def columns_for(boards: Sequence[BoardView], cells: int, name_cells: int) -> tuple[Column, ...]:
    """The columns that are worth showing of these boards."""
    named = any(any(board.players) for board in boards)
    return columns(cells, name_cells, named=named, sectors=any(board.sector for board in boards))


def row_line(row: Row, shown: Sequence[Column], cells: int) -> Line:
    """One board in exactly `cells` columns."""
    spans = compact_line(row.cell)
    for column in shown:
        text = column.text(row)
        if column.sort == "players" and width(text) > column.cells:
            text = text.partition(",")[0]  # the family name says more than all of it cut
        text = fit(text, column.cells, right=column.right)
        spans = (*spans, Span(" "), Span(text, column.role(row)))
    return fit_line(spans, cells)


def row_of(view: BoardView, name_cells: int, now_s: float) -> Row:
    """What its line is made of."""
    return Row(view, cell_text(view, name_cells), now_s)


def head_line(shown: Sequence[Column], cells: int, name_cells: int, sort: Sort, *, fits: bool) -> Line:
    """The names of the columns; the one sorted by has an arrow."""
    by = by_what(sort, fits=fits)
    spans: Line = ()
    for title, key, start, wide, right in _titles(shown, name_cells):
        is_sorted = key is not None and key == by
        arrow = (_UP if sort.backwards else _DOWN) if is_sorted else ""
        gap = start - line_width(spans)
        role: Role = "bar_strong" if is_sorted else "bar"
        spans = (*spans, Span(" " * gap, "bar"), Span(fit(words(title) + arrow, wide, right=right), role))
    return fit_line(spans, cells, "bar")


def sort_at(shown: Sequence[Column], name_cells: int, x: int) -> SortBy | None:
    """By what a click at this place of the head orders."""
    for _, key, start, wide, _ in _titles(shown, name_cells):
        if start - 1 <= x < start + wide:
            return key
    return None


_Title = tuple[Sentence, SortBy | None, int, int, bool]
_BOARD: Final = Sentence("BD")
_STATE: Final = Sentence("ST")
_LAST_MOVE: Final = Sentence("LAST MOVE")


def _titles(shown: Sequence[Column], name_cells: int) -> list[_Title]:
    """Title, what it orders by, first column, width, and whether it stands at the right."""
    out: list[_Title] = [
        (_BOARD, "board", 0, name_cells + 1, True),
        (_STATE, "urgency", name_cells + 2, 3, False),
        (_LAST_MOVE, "move", name_cells + 6, 11, False),
    ]
    at = name_cells + REST_CELLS
    for column in shown:
        out.append((column.title, column.sort, at + 1, column.cells, column.right))
        at += 1 + column.cells
    return out
