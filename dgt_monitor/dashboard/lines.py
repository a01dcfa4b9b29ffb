"""A line of the screen as plain data: pieces of text, each with the role it plays. Colours come later."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from dgt_monitor.dashboard.safe import fit, width

Role = Literal[
    "plain",
    "dim",
    "strong",
    "act",  # the arbiter must act now: reverse video
    "draw",  # acknowledged, still so
    "look",  # go and look: bold
    "lost",  # not watched
    "count",  # a quiet fact of interest: three times, fifty moves
    "done",
    "bar",
    "bar_strong",
    "good",
    "only",  # boards are left out by the user's own choice
    "key",
    "square_light",
    "square_dark",
    "white_light",
    "white_dark",
    "black_light",
    "black_dark",
    "differs",
]


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    role: Role = "plain"


Line = tuple[Span, ...]
EMPTY: Line = ()


def line(text: str, role: Role = "plain") -> Line:
    """A line that is all one piece."""
    return (Span(text, role),)


def text_of(spans: Iterable[Span]) -> str:
    """What a line says, without its looks."""
    return "".join(span.text for span in spans)


def line_width(spans: Line) -> int:
    """Cells that a line takes."""
    return sum(width(span.text) for span in spans)


def fit_line(spans: Line, cells: int, role: Role = "plain") -> Line:
    """The line in exactly `cells` cells: cut at its end, or filled with blanks of the given role."""
    out: list[Span] = []
    left = cells
    for span in spans:
        taken = width(span.text)
        if taken > left:
            out.append(Span(fit(span.text, left), span.role))
            return tuple(out)
        out.append(span)
        left -= taken
    if left:
        out.append(Span(" " * left, role))
    return tuple(out)


def beside(left: list[Line], right: list[Line], left_cells: int) -> list[Line]:
    """Two blocks of lines side by side; the left one in exactly `left_cells`."""
    height = max(len(left), len(right))
    left = left + [EMPTY] * (height - len(left))
    right = right + [EMPTY] * (height - len(right))
    return [fit_line(a, left_cells) + b for a, b in zip(left, right, strict=True)]
