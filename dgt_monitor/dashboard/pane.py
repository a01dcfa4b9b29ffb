"""A part of the screen that draws the lines it is given, and only those that changed."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from dgt_monitor.dashboard.console import drawable
from dgt_monitor.dashboard.lines import EMPTY, Line, fit_line
from dgt_monitor.dashboard.palette import Palette


def strip(line: Line, palette: Palette, over: Style | None = None) -> Strip:
    """A line with its colours; `over` is laid over all of it. Never markup, never control."""
    styles = palette.styles
    if palette.console:
        line = tuple(span._replace(text=drawable(span.text)) for span in line)
    if over is None:
        return Strip(Segment(text, styles[role]) for text, role in line if text)
    return Strip(Segment(text, styles[role] + over) for text, role in line if text)


class Pane(Widget, can_focus=False):
    """Draws lines; takes no part in where they come from."""

    class Clicked(Message):
        """The mouse chose a line."""

        def __init__(self, pane: str, row: int) -> None:
            super().__init__()
            self.pane = pane
            self.row = row

    def __init__(self, palette: Palette, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()
        self._palette = palette

    def set_lines(self, lines: Sequence[Line], palette: Palette) -> None:
        """Draw these; what stands there already is not drawn again."""
        before, self._lines = self._lines, lines
        if palette is not self._palette or len(before) != len(lines):
            self._palette = palette
            self.refresh()
            return
        changed = [
            Region(0, y, self.size.width, 1)
            for y, (old, new) in enumerate(zip(before, lines, strict=True))
            if old != new
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """One line, filled to the width of the pane."""
        line = self._lines[y] if y < len(self._lines) else EMPTY
        return strip(fit_line(line, self.size.width), self._palette)

    def on_click(self, event: Click) -> None:
        """Tell which line was chosen."""
        self.post_message(self.Clicked(self.id or "", event.y))
