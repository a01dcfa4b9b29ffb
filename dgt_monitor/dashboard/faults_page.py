"""What was wrong with lines and files, to be looked up: every sentence whole, the latest first. Pure."""

from collections.abc import Sequence

from dgt_monitor.dashboard.feed import Fault
from dgt_monitor.dashboard.lines import EMPTY, Line, Span, line
from dgt_monitor.dashboard.safe import clean, wrap
from dgt_monitor.dashboard.words import age
from dgt_monitor.language import say

_LINES_OF_ONE = 6
"""Most lines of one sentence (chosen: two hundred letters in a narrow window)."""


def fault_lines(faults: Sequence[Fault], cells: int) -> list[Line]:
    """The whole page."""
    out: list[Line] = [line(f" {say('FAULTS OF LINES AND FILES')}", "strong"), EMPTY]
    if not faults:
        return [*out, line(f" {say('There was none.')}", "dim")]
    for fault in faults:
        first, *rest = wrap(clean(fault.text), max(1, cells - 3), _LINES_OF_ONE)
        out += [line(f" * {first}"), *(line(f"   {more}") for more in rest), *_when(fault)]
    return out


def _when(fault: Fault) -> list[Line]:
    words = [] if fault.times == 1 else [f"{fault.times} times"]
    if fault.age_s is not None:
        words.append(f"{'last ' if words else ''}{age(fault.age_s)} ago")
    return [(Span(f"   {', '.join(words)}", "dim"),)] if words else []
