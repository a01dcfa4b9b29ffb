"""The footer of a menu: what is asked there, and every key that answers it. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dgt_monitor.dashboard.actions import LOOKING, Place, for_footer
from dgt_monitor.dashboard.bars import key_spans
from dgt_monitor.dashboard.lines import Line, Span, fit_line, line_width
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

ASKED: Final[Mapping[Place, Sentence]] = MappingProxyType(
    {
        "claim": Sentence("What is claimed?"),
        "close": Sentence("How has it ended?"),
        "rule": Sentence("What do you rule?"),
        "illegal": Sentence("How has the illegal move ended?"),
        "round": Sentence("What of the round?"),
        "copy": Sentence("What is copied?"),
    }
)
"""What a menu asks, before its keys."""


def menu_lines(place: Place, cells: int, most: int, *, looks_only: bool = False) -> list[Line]:
    """What is asked at this place, and every key that answers it, on as many lines as that takes, if `most` hold it."""
    rows: list[list[Span]] = [[Span(f" {words(ASKED[place])} ", "bar_strong")]]
    for action in for_footer(place):
        if looks_only and action.id not in LOOKING:
            continue
        more = key_spans(action)
        if line_width((*rows[-1], *more)) > cells:
            if len(rows) == most:
                break
            rows.append([])
        rows[-1] += more
    return [fit_line(tuple(row), cells, "bar") for row in rows]
