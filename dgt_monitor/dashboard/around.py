"""What stands above and below the middle of the screen, of what a desk shows now. Pure."""

from dgt_monitor.dashboard.desk import Desk
from dgt_monitor.dashboard.lines import Line
from dgt_monitor.dashboard.tall_bars import apart_lines, banner_lines, footer_lines


def banner_of(desk: Desk, cells: int, lines: int) -> list[Line]:
    """The banner, so many lines high: what calls, or since when nothing is heard of the recorder."""
    if desk.status.apart_since is not None:
        return apart_lines(desk.status, cells, lines)
    only = desk.status.looks_only is not None
    return banner_lines(desk.attention, cells, lines, looks_only=only, named=desk.day_time.named)


def footer_of(desk: Desk, cells: int, most: int) -> list[Line]:
    """The footer, at most so many lines high: keys, and what they will do."""
    only = desk.status.looks_only is not None
    where = desk.cursor.where if desk.place == "wall" else ""
    before = () if only else desk.framing.keys_will(desk.place)
    return footer_lines(desk.place, cells, desk.note, where, most=most, looks_only=only, before=before)
