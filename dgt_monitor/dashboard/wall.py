"""The wall: all boards in one widget that draws lines, and draws again only the cells that changed."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from dgt_monitor.dashboard.cell_lines import cell_lines
from dgt_monitor.dashboard.cells import cell_text
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.palette import Palette
from dgt_monitor.dashboard.pane import strip
from dgt_monitor.dashboard.plan import Grid, grid
from dgt_monitor.hall.views import BoardView


class Wall(ScrollView, can_focus=False):
    """One cell per board. What it shows is set by `show`; it remembers the drawn cells and nothing else."""

    DEFAULT_CSS = "Wall { scrollbar-size: 0 0; overflow: hidden hidden; }"

    class Pointed(Message):
        """The mouse chose a board."""

        def __init__(self, board: str, *, twice: bool) -> None:
            super().__init__()
            self.board = board
            self.twice = twice

    def __init__(self, palette: Palette, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._palette = palette
        self._grid: Grid = grid((), 1, 1)
        self._boards: Sequence[BoardView] = ()
        self._pointed = -1
        self._cells: dict[int, tuple[Strip, ...]] = {}

    def show(self, cursor: Cursor, palette: Palette) -> None:
        """Show these boards; a board that is the same object as before is not drawn again."""
        boards, before = cursor.boards, self._boards
        pointed, pointed_before = cursor.index, self._pointed
        same_frame = cursor.grid == self._grid and palette is self._palette
        self._boards, self._pointed = boards, pointed
        if not same_frame:
            self._set_frame(cursor.grid, palette)
        else:
            changed = {at for at, (old, new) in enumerate(zip(before, boards, strict=True)) if old is not new}
            if pointed != pointed_before:
                changed |= {pointed, pointed_before}
            self._redraw(changed)
        self._turn_to(cursor.page)

    def _set_frame(self, frame: Grid, palette: Palette) -> None:
        self._grid, self._palette = frame, palette
        self._cells.clear()
        self.virtual_size = Size(frame.columns * frame.cells, frame.pages * frame.rows * frame.lines)
        self.refresh()

    def _redraw(self, changed: set[int]) -> None:
        for at in changed:
            self._cells.pop(at, None)
        regions = [self._region(at) for at in changed if 0 <= at < len(self._boards)]
        if regions:
            self.refresh(*regions)

    def _region(self, at: int) -> Region:
        frame = self._grid
        page, column, row = frame.place(at)
        top = (page * frame.rows + row) * frame.lines - self.scroll_offset.y
        return Region(column * frame.cells, top, frame.cells, frame.lines)

    def _turn_to(self, page: int) -> None:
        top = page * self._grid.rows * self._grid.lines
        if self.scroll_offset.y != top:
            self.scroll_to(y=top, animate=False, force=True, immediate=True)

    def render_line(self, y: int) -> Strip:
        """One line of the window: the cells of all columns side by side."""
        frame = self._grid
        row, line = divmod(y, frame.lines)
        page = self.scroll_offset.y // (frame.rows * frame.lines)
        found = (frame.index_at(page, column, row) for column in range(frame.columns))
        strips = [self._cell(at)[line] for at in found if at is not None and at < len(self._boards)]
        left = self.size.width - len(strips) * frame.cells
        blank = Strip([Segment(" " * max(0, left), self._palette.styles["plain"])])
        return Strip.join([*strips, blank]).crop(0, self.size.width)

    def _cell(self, at: int) -> tuple[Strip, ...]:
        drawn = self._cells.get(at)
        if drawn is None:
            drawn = self._cells[at] = self._draw(self._boards[at], pointed=at == self._pointed)
        return drawn

    def _draw(self, board: BoardView, *, pointed: bool) -> tuple[Strip, ...]:
        frame, palette = self._grid, self._palette
        lines = cell_lines(board, frame.name_cells, frame.cells, roomy=frame.lines > 1)
        over = None
        if pointed:
            act = cell_text(board, frame.name_cells).tone == "act"
            over = palette.cursor_act if act else palette.cursor
        return (strip(lines[0], palette, over), *(strip(each, palette) for each in lines[1:]))

    def on_click(self, event: Click) -> None:
        """Point at the board; open it at the second click."""
        frame = self._grid
        page = self.scroll_offset.y // (frame.rows * frame.lines)
        at = frame.index_at(page, event.x // frame.cells, event.y // frame.lines)
        if at is not None and at < len(self._boards):
            self.post_message(self.Pointed(self._boards[at].board, twice=event.chain > 1))
