"""Where everything stands in a window of a given size, and in which order the boards stand on the wall. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.dashboard.alarm import urgency
from dgt_monitor.dashboard.cell_lines import ROOMY_LINES, ROOMY_REST_CELLS
from dgt_monitor.dashboard.cells import NAME_CELLS, REST_CELLS
from dgt_monitor.dashboard.safe import clean, width
from dgt_monitor.hall.views import BoardView

INBOX_CELLS = 40
WIDE_CELLS = 120
"""From this width on the alert list stands beside the wall."""
BARS = 3
"""Lines that are always there: status, banner, keys."""
_NAME_CELLS_AT_LEAST = 6
"""Shortest cut of a long name: a serial number of five digits is never cut."""
_NAME_CELLS_AT_MOST = 16
_GAP_AT_MOST = 6
"""Blanks put between columns where there is room."""


class Window(NamedTuple):
    """What a window of this size holds."""

    width: int
    height: int
    inbox: int
    """Columns of the alert list beside the wall; 0 where there is no room for both."""

    @property
    def page(self) -> int:
        """Columns of the wall, or of what stands in its place."""
        return max(1, self.width - self.inbox)

    @property
    def rows(self) -> int:
        """Lines between the bars."""
        return max(1, self.height - BARS)


def window(cells: int, lines: int) -> Window:
    """The plan of a window."""
    return Window(cells, lines, INBOX_CELLS if cells >= WIDE_CELLS else 0)


class Grid(NamedTuple):
    """The wall's cells: filled column by column, page by page."""

    columns: int
    rows: int
    """Cells from top to bottom of one page."""
    cells: int
    """Width of a cell."""
    lines: int
    """Height of a cell."""
    name_cells: int
    boards: int

    @property
    def slots(self) -> int:
        """Cells on one page."""
        return self.columns * self.rows

    @property
    def pages(self) -> int:
        """Pages that it takes to show all boards."""
        return max(1, -(-self.boards // self.slots))

    def place(self, index: int) -> tuple[int, int, int]:
        """Page, column and row of the board at `index` of the order."""
        page, rest = divmod(index, self.slots)
        return page, rest // self.rows, rest % self.rows

    def index_at(self, page: int, column: int, row: int) -> int | None:
        """The index in the order of what stands at this place; None where nothing does."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        index = page * self.slots + column * self.rows + row
        return index if 0 <= index < self.boards else None


def grid(view: Sequence[BoardView], cells: int, rows: int) -> Grid:
    """The roomiest wall of this size that shows all boards; else the one that shows most of them."""
    longest, shortest = _name_cells([width(clean(each.board)) for each in view])
    for name in range(longest, shortest - 1, -1):
        roomy = _grid(len(view), cells, rows, name + ROOMY_REST_CELLS, ROOMY_LINES, name)
        if roomy.slots >= roomy.boards and roomy.cells <= cells:
            return roomy
    for name in range(longest, shortest - 1, -1):
        compact = _grid(len(view), cells, rows, name + REST_CELLS, 1, name)
        if compact.slots >= compact.boards:
            break
    return compact


def _name_cells(widths: Sequence[int]) -> tuple[int, int]:
    """The widest useful column of names, and the narrowest bearable one: in that, nine names of ten stand uncut."""
    ranked = sorted(widths) or [NAME_CELLS]
    longest = max(NAME_CELLS, min(ranked[-1], _NAME_CELLS_AT_MOST))
    usual = max(NAME_CELLS, ranked[(len(ranked) - 1) * 9 // 10])
    return longest, min(longest, usual, _NAME_CELLS_AT_LEAST)


def _grid(boards: int, cells: int, rows: int, cell: int, lines: int, name: int) -> Grid:
    columns = max(1, cells // cell)
    even = max(1, -(-boards // columns))  # columns of the same length look calmer than full ones and a rest
    wide = max(cell, min(cells // columns, cell + _GAP_AT_MOST))
    return Grid(columns, min(even, max(1, rows // lines)), wide, lines, name, boards)


def order(view: Sequence[BoardView], slots: int, before: Sequence[str], *, held: bool) -> tuple[str, ...]:
    """The names of the boards in the order of the wall.

    By name where all fit into `slots`; else the most urgent first, so that a small window shows what matters. While
    `held`, boards keep their places `before`, and new ones come last.
    """
    if held and before:
        names = {each.board for each in view}
        known = set(before)
        stay = [name for name in before if name in names]
        return tuple(stay + [each.board for each in view if each.board not in known])
    if len(view) > slots:
        view = sorted(view, key=urgency, reverse=True)
    return tuple(each.board for each in view)
