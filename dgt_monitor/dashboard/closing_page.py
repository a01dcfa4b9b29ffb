"""What is left open when a round is to be closed. Pure."""

from typing import Final

from dgt_monitor.dashboard.alarm import pressing, wanting
from dgt_monitor.dashboard.lines import EMPTY, Line, line
from dgt_monitor.dashboard.ready_page import spans
from dgt_monitor.dashboard.results_page import left, proposals
from dgt_monitor.dashboard.round_state import is_closed
from dgt_monitor.dashboard.safe import clean, wrap
from dgt_monitor.dashboard.words import held, rule_title
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_HEAD: Final = Sentence("CLOSING THE ROUND  this is left open")
_CLOSED: Final = Sentence("THE ROUND IS CLOSED")
_CLOSED_LEFT: Final = Sentence("THE ROUND IS CLOSED  this is still left open")
_ALERTS: Final = Sentence("alert to act on, not acknowledged: {boards}", "alerts to act on, not acknowledged: {boards}")
_LOOKS: Final = Sentence("to look at, not acknowledged: {boards}")
_HELD: Final = Sentence("claim, intervention or drill open: {boards}")
_PROPOSED: Final = Sentence("result not confirmed: {boards}")
_NONE: Final = Sentence("over, no result: {boards}")
_PLAYING: Final = Sentence("still playing: {boards}")
_ASIDE: Final = Sentence("set aside, on no board: {boards}")


def left_open(hall: HallView) -> list[str]:
    """What is, in words, the worst first; empty: nothing."""
    acts = [alert for alert in hall.alerts if pressing(alert)]
    looks = [alert for alert in hall.alerts if wanting(alert) and not pressing(alert)]
    rest = left(hall)
    out = []
    if acts:
        named = ", ".join(dict.fromkeys(f"{clean(each.board)} {rule_title(each.rule)}" for each in acts))
        out.append(words(_ALERTS, n=len(acts), boards=named))
    for sentence, names in (
        (_HELD, [board.board for board in hall.boards if held(board) is not None]),
        (_PLAYING, rest.playing),
        (_NONE, rest.none),
        (_PROPOSED, [each.board for each in proposals(hall)]),
        (_LOOKS, list(dict.fromkeys(each.board for each in looks))),
        (_ASIDE, [each.board for each in hall.aside]),
    ):
        if names:
            out.append(words(sentence, boards=spans(names)))
    return out


def closing_lines(hall: HallView, cells: int) -> list[Line]:
    """The whole page."""
    closed, left_over = is_closed(hall), left_open(hall)
    head = _HEAD if not closed else _CLOSED_LEFT if left_over else _CLOSED
    out: list[Line] = [line(f" {words(head)}", "strong"), EMPTY]
    for text in left_over:
        first, *rest = wrap(text, cells - 3, 6)
        out += [line(f" - {first}", "look"), *(line(f"   {each}", "look") for each in rest)]
    if len(out) == 2:
        out.append(line(f" {say('Nothing is left open.')}", "good"))
    if closed:
        return out
    return [
        *out,
        EMPTY,
        line(f" {say('Games that are still played end as they stand, once it is closed.')}", "dim"),
    ]
