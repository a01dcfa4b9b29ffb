"""What a way out says of one board's game, on that board's page. Pure."""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard.feed import Fault
from dgt_monitor.dashboard.lines import Line, line
from dgt_monitor.dashboard.safe import clean, wrap

LINES_MOST: Final = 3
"""(chosen: the page is the board's; the whole sentence stands among the faults)"""
OVER: Final = " again"
"""A sentence that ends so says that it is well."""


def board_fault_lines(board: str, faults: Sequence[Fault], cells: int) -> list[Line]:
    """What was told last of this board's game, if it is not well."""
    begins = f"board {board}: "
    last = next((fault.text for fault in faults if fault.text.startswith(begins)), OVER)
    if last.endswith(OVER):
        return []
    return [line(f" {each}", "look") for each in wrap(clean(last[len(begins) :]), max(1, cells - 2), LINES_MOST)]
