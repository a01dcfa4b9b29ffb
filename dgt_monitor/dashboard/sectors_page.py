"""The list of sectors, of which one or several are chosen; and what is said where no board fits. Pure."""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard.actions import key_for
from dgt_monitor.dashboard.choosing import sector_name, sectors
from dgt_monitor.dashboard.lines import EMPTY, Line, Span, fit_line, line
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_BOARDS: Final = Sentence("{n} board", "{n} boards")
_NONE_FITS: Final = Sentence("No board fits: {what}")
_SECTORS: Final = Sentence("{key} chooses among the sectors: {names}")
HEAD_LINES: Final = 2
_NAME_CELLS: Final = 24


def sectors_page(boards: Sequence[BoardView], ticked: frozenset[str], row: int, cells: int, height: int) -> list[Line]:
    """At most `height` lines, scrolled so that the line of the user is among them."""
    listed = sectors(boards)
    room = max(1, height - HEAD_LINES)
    first = first_row(row, len(listed), height)
    out: list[Line] = [line(f" {say('MY BOARDS: the sectors shown')}", "strong"), EMPTY]
    for place in range(first, min(first + room, len(listed))):
        name, number = listed[place]
        text = fit_line(line(sector_name(name)), max(1, min(_NAME_CELLS, cells - 18)))
        tick = "[x]" if name in ticked else "[ ]"
        lead = Span(f" {'>' if place == row else ' '} {tick} ", "strong" if place == row else "plain")
        out.append((lead, *text, Span(f" {words(_BOARDS, n=number)}", "dim")))
    return out[: max(1, height)]


def first_row(row: int, number: int, height: int) -> int:
    """The first sector that is shown, so that the line of the user is among them."""
    room = max(1, height - HEAD_LINES)
    return max(0, min(row - room + 1, number - room)) if row >= room else 0


def no_boards(told: str, boards: Sequence[BoardView]) -> list[Line]:
    """What stands in the wall's place where all boards are left out, or there are none yet."""
    if not boards:
        return [
            EMPTY,
            line(f" {say('No board has spoken yet.')}", "strong"),
            line(f" {say('Boards appear here as soon as they are heard.')}", "dim"),
        ]
    names = ", ".join(sector_name(name) for name, _ in sectors(boards) if name)
    return [
        EMPTY,
        line(f" {words(_NONE_FITS, what=told)}", "strong"),
        line(f" {say('Esc shows all boards again.')}", "dim"),
        line(f" {words(_SECTORS, key=key_for('sectors'), names=names)}" if names else "", "dim"),
    ]
