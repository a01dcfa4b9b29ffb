"""The banner and the footer where they have more to say than one line holds. Pure.

Nothing that is asked or told before a ruling is cut: the footer grows over the foot of the page as long as it stands
there. The banner has its lines for good, for what stands below it must not move while somebody aims at it.
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard import plan
from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.alarm import pressing
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.bars import (
    also_calling,
    apart_text,
    banner_line,
    banner_parts,
    footer_line,
)
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.dashboard.lines import Line, Role, Span, fit_line, line
from dgt_monitor.dashboard.menus import ASKED, menu_lines
from dgt_monitor.dashboard.safe import width, wrap
from dgt_monitor.dashboard.when import When
from dgt_monitor.dashboard.words import hms
from dgt_monitor.hall.views import BoardView

TALL: Final = 30
"""From so many lines on the window has room for a second line of the banner (chosen)."""
ROWS_AT_LEAST: Final = 15
"""Lines that a page has at least where the banner has two (chosen: an alert in full and a diagram)."""


def banner_height(boards: Sequence[BoardView], cells: int, lines: int) -> int:
    """Lines of the banner in a window of this size: two where the wall shows all boards all the same."""
    if lines >= TALL:
        return 2
    window = plan.window(cells, lines - 1)
    frame = plan.grid(boards, window.page, window.rows)
    as_roomy = frame.lines == plan.grid(boards, window.page, window.rows + 1).lines
    return 2 if frame.slots >= len(boards) and as_roomy and window.rows >= ROWS_AT_LEAST else 1


def apart_lines(status: FeedStatus, cells: int, height: int) -> list[Line]:
    """In the banner's place where nothing comes from the recorder: that what stands here is old is never cut."""
    text, why = apart_text(status)
    told = [*wrap(text, cells - 1, height), *wrap(why, cells - 3, height)] if why else wrap(text, cells - 1, height)
    if height == 1 and why:
        told = [f"{text}; {why}"]
    rows = [f"{' ' if row == 0 else '   '}{each}" for row, each in enumerate(told[:height])]
    return [fit_line(line(each, "act"), cells, "act") for each in rows + [""] * (height - len(rows))]


def banner_lines(
    attention: Attention, cells: int, height: int, *, looks_only: bool = False, named: When = hms
) -> list[Line]:
    """The alert shown, in so many lines, and the others that call aloud."""
    alert = attention.alert
    if height == 1 or alert is None:
        return [banner_line(attention, cells, looks_only=looks_only, named=named)]
    text, hint = banner_parts(attention, named, looks_only=looks_only)
    wants = attention.wants(alert)
    role: Role = "act" if wants and pressing(alert) else "look" if wants else "dim"
    room = max(1, cells - width(hint))
    first, *rest = wrap(text, room - 1, height) or [""]
    lines: list[Line] = [(*fit_line(line(f" {first}", role), room, role), Span(hint, role))]
    below = f"   {rest[0]}" if rest else ""
    others = also_calling(attention, cells - width(below))
    rest_role: Role = role if rest else "dim"
    lines.append((*fit_line(line(below, rest_role), max(0, cells - width(others)), rest_role), Span(others, "act")))
    return [fit_line(each, cells, role) for each in lines]


def footer_lines(
    place: Place,
    cells: int,
    note: str = "",
    right: str = "",
    *,
    most: int = 1,
    looks_only: bool = False,
    before: Sequence[str] = (),
) -> list[Line]:
    """A note that wants to be read, whole if `most` lines hold it; else the keys that do something here.

    In a menu the keys stay beside the note, and all of them. `before`: what the keys will do, told above them.
    """
    if place in ASKED:
        said = [fit_line(line(f" {each}", "bar_strong"), cells, "bar") for each in wrap(note, cells - 2, 2) if note]
        return [*said, *menu_lines(place, cells, max(1, most - len(said)), looks_only=looks_only)]
    if before and not note:
        told = [each for text in before for each in wrap(text, max(1, cells - 2), 2)]
        shown = [fit_line(line(f" {each}", "bar_strong"), cells, "bar") for each in told[: max(0, most - 1)]]
        return [*shown, footer_line(place, cells, "", right, looks_only=looks_only)]
    if width(note) + 1 + width(right) <= cells:
        return [footer_line(place, cells, note, right, looks_only=looks_only)]
    lines = wrap(note, max(1, cells - 2), most)
    return [fit_line(line(f" {each}", "bar_strong"), cells, "bar") for each in lines]
