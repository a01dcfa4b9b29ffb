"""Where everything stands in a window of a given size. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.dashboard.cell_lines import ROOMY_LINES, ROOMY_REST_CELLS
from dgt_monitor.dashboard.cells import NAME_CELLS, REST_CELLS
from dgt_monitor.dashboard.choosing import Density
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
    density: Density = "compact"
    """Never `auto`: what came of it."""

    @property
    def head(self) -> int:
        """Lines above the cells: a table has the names of its columns there."""
        return int(self.density == "table")

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


def grid(view: Sequence[BoardView], cells: int, rows: int, density: Density = "auto") -> Grid:
    """The wall of this size; `auto` is the roomiest that shows all boards, else the one that shows most of them."""
    longest, shortest = _name_cells([width(clean(each.board)) for each in view])
    if density == "table":
        return Grid(1, max(1, rows - 1), max(1, cells), 1, longest, len(view), "table")
    if density != "compact":
        roomy = _roomiest(len(view), cells, rows, range(longest, shortest - 1, -1))
        if density == "roomy" or (roomy.slots >= roomy.boards and roomy.cells <= cells):
            return roomy
    return _fullest(len(view), cells, rows, range(longest, shortest - 1, -1), REST_CELLS, 1)


def _roomiest(boards: int, cells: int, rows: int, names: Sequence[int]) -> Grid:
    return _fullest(boards, cells, rows, names, ROOMY_REST_CELLS, ROOMY_LINES)._replace(density="roomy")


def _fullest(boards: int, cells: int, rows: int, names: Sequence[int], rest: int, lines: int) -> Grid:
    """The one with the longest names that shows all boards; else that with the shortest."""
    for name in names:
        found = _grid(boards, cells, rows, name + rest, lines, name)
        if found.slots >= boards and found.cells <= cells:
            break
    return found


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
