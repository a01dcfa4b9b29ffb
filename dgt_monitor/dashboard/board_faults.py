"""What a way out says of one board's game, on that board's page. Pure."""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard.board_page import board_page
from dgt_monitor.dashboard.feed import Fault
from dgt_monitor.dashboard.lines import Line, line
from dgt_monitor.dashboard.safe import clean, wrap
from dgt_monitor.dashboard.sight import Sight
from dgt_monitor.hall.views import BoardView

LINES_MOST: Final = 3
"""(chosen: the page is the board's; the whole sentence stands among the faults)"""
OVER: Final = " again"
"""A sentence that ends so says that it is well."""


def page_with_faults(board: BoardView, now_s: float, sight: Sight, faults: Sequence[Fault]) -> list[Line]:
    """At most `sight.height` lines: what is said of its game outside, and the board's page."""
    top = board_fault_lines(board.board, faults, sight.cells)[: max(0, sight.height - 1)]
    return [*top, *board_page(board, now_s, sight._replace(height=sight.height - len(top)))]


def board_fault_lines(board: str, faults: Sequence[Fault], cells: int) -> list[Line]:
    """What was told last of this board's game, if it is not well."""
    begins = f"board {board}: "
    last = next((fault.text for fault in faults if fault.text.startswith(begins)), OVER)
    if last.endswith(OVER):
        return []
    return [line(f" {each}", "look") for each in wrap(clean(last[len(begins) :]), max(1, cells - 2), LINES_MOST)]
