"""What was ruled on a board, the latest first, and how the game before it ended. Pure."""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard.board_facts import heading
from dgt_monitor.dashboard.lines import Line, Role, line
from dgt_monitor.dashboard.safe import clean, clean_whole, wrap
from dgt_monitor.dashboard.when import When
from dgt_monitor.hall.views import BoardView, RulingView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Said, Sentence, word

_RULING_LINES: Final = 4
_RULED: Final = Sentence("{time} {number} {author}: {what}")
_UNDONE: Final = Sentence("UNDONE: {ruling}")
_REFUSED: Final = Sentence("NOT CARRIED OUT: {ruling} ({why})")
_BECAUSE: Final = Sentence("{ruling}, because: {reason}")
_BEFORE: Final = Sentence("game {game} before it: {result}")


def history_lines(board: BoardView, rulings: Sequence[RulingView], named: When, cells: int) -> list[Line]:
    """The whole list; it has no end of its own, the page is scrolled."""
    mine = [each for each in reversed(rulings) if _is_of(each, board, rulings)]
    out = [heading(say("HISTORY"), cells)]
    for each in mine:
        role: Role = "dim" if each.undone or each.why_not else "plain"
        out += [line(" " + text, role) for text in wrap(_told(each, named), cells - 1, _RULING_LINES)]
    if board.before is not None:
        before = words(_BEFORE, game=board.before.game, result=clean(board.before.result))
        out += [line(" " + text, "dim") for text in wrap(before, cells - 1, 2)]
    return out if len(out) > 1 else [*out, line(f" {say('Nothing was ruled here.')}", "dim")]


def _is_of(ruling: RulingView, board: BoardView, rulings: Sequence[RulingView]) -> bool:
    """Whether it is of this board: of an alert of it, too, and what undoes such a one."""
    if ruling.board:
        return ruling.board == board.board
    alert = ruling.text.fields.get("alert", "") if isinstance(ruling.text, Said) else ""
    if alert:
        return str(alert).rpartition("/")[0] == board.board
    undone = next((each for each in rulings if each.number == ruling.undoes), None)
    return undone is not None and undone.number < ruling.number and _is_of(undone, board, rulings)


def _told(ruling: RulingView, named: When) -> str:
    author, what = clean(ruling.author), clean(say(ruling.text))
    text = words(_RULED, time=named(ruling.t_s), number=ruling.number, author=author, what=what)
    if ruling.reason:
        text = words(_BECAUSE, ruling=text, reason=clean(ruling.reason))
    if ruling.why_not:
        return clean_whole(words(_REFUSED, ruling=text, why=word(ruling.why_not)))
    return words(_UNDONE, ruling=text) if ruling.undone else text
