"""One board of the wall as text. Pure; the golden tests are written against this.

A compact cell of 20 columns, for names of up to three letters (longer names make it as much wider)::

    !  7 5x  38b Kg7     mark, name, state code, number and side of the last move, last move
"""

from typing import Literal, NamedTuple

from dgt_monitor.dashboard.alarm import Severity, mark, pressing, rank, severity, wanting
from dgt_monitor.dashboard.safe import clean, fit, fit_name
from dgt_monitor.dashboard.words import CLAIM_KINDS, RULES, count_code, held
from dgt_monitor.events import Rule
from dgt_monitor.hall.views import AlertView, BoardView
from dgt_monitor.language import say

NAME_CELLS = 3
REST_CELLS = 17
"""A compact cell without the name: mark 1, blank, code 2, blank, move 4, blank, SAN 7."""
_MOVE_CELLS = 5  # with a blank at its end
_SAN_CELLS = 7
_AWAY = frozenset({Rule.BOARD_LOST, Rule.BOARD_SILENT})
START_SQUARES = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"

Tone = Literal["act", "look", "lost", "draw", "count", "done", "dim", "plain"]
"""How a cell is drawn: reverse video, bold, not watched, acknowledged draw, quiet count, finished, idle, as usual."""


class Cell(NamedTuple):
    """The parts of a cell, each in its exact width."""

    mark: str
    """`!` act now, `*` go and look, or blank."""
    name: str
    code: str
    """Two letters; see `CODES`."""
    move: str
    san: str
    tone: Tone
    pending: bool
    """The last move has been reached on the board but may still change."""

    @property
    def text(self) -> str:
        """The cell as it stands on the wall."""
        return f"{self.mark}{self.name} {self.code} {self.move}{self.san}"


CODES = (
    ("2x 3x 4x", "stood 2, 3, 4 times"),
    ("5x 6x ..", "5 times or more: drawn 9.6.1"),
    ("3+ 5?", "at least 3, perhaps 5 times"),
    ("50", "50 moves, no capture or pawn"),
    ("75", "75 of these: drawn 9.6.2"),
    ("??", "position not explained"),
    ("IL AM FL", "illegal, not as announced, flag"),
    ("SU ~~", "set-up wrong, moves not sure"),
    ("CL IV DR", "claim, intervention, drill"),
    ("-- ..", "no link, board silent"),
    ("NZ CK BT", "bad line, no clock, battery"),
    ("RS ED ##", "result, early draw, finished"),
)
"""The state codes and what they say, for the help."""


def cell_text(view: BoardView, name_cells: int = NAME_CELLS) -> Cell:
    """What the wall says of a board, in `name_cells + 17` columns."""
    loud = _loud(view)
    loudest = loud[0] if loud else None
    code, tone = _state(view, loud)
    move, san = _last_move(view)
    return Cell(
        mark=mark(loudest) if loudest else " ",
        name=fit_name(clean(view.board), name_cells),
        code=fit(code, 2),
        move=move,
        san=san,
        tone=tone,
        pending=bool(view.moves) and view.moves[-1].status == "provisional",
    )


def _loud(view: BoardView) -> list[AlertView]:
    """What speaks in the cell, the most urgent first."""
    return sorted((each for each in view.alerts if severity(each) is not Severity.QUIET and _speaks(each)), key=rank)


def _speaks(alert: AlertView) -> bool:
    """An alert that is gone speaks in its cell only while it still wants an eye."""
    return alert.cleared_t_s is None or wanting(alert)


def _state(view: BoardView, loud: list[AlertView]) -> tuple[str, Tone]:
    what = held(view)
    if what is not None and not (loud and pressing(loud[0])):
        return CLAIM_KINDS[what][0], _alert_tone(loud[0]) if loud and wanting(loud[0]) else "look"
    if not loud:
        return _calm_state(view)
    telling = next((each for each in loud if not _is_back(each)), None)
    return _calm_state(view)[0] if telling is None else _alert_code(view, telling), _alert_tone(loud[0])


def _is_back(alert: AlertView) -> bool:
    """What was only to be looked at and is over: the mark asks for an eye, and the code tells how the board is now."""
    return (alert.rule in _AWAY or severity(alert) is Severity.LOOK) and alert.cleared_t_s is not None


def _calm_state(view: BoardView) -> tuple[str, Tone]:
    if view.phase == "over":
        return "##", "done"
    if view.link == "lost":
        return "--", "lost"
    if view.link == "silent":
        return "..", "look"
    return _quiet_state(view)


def _alert_code(view: BoardView, alert: AlertView) -> str:
    if alert.rule is Rule.FIVEFOLD:
        return count_code(*[max(view.draw_count or 0, len(alert.plies), view.count)] * 2)
    if alert.rule is Rule.HISTORY_UNCERTAIN:
        return count_code(view.count, view.count_max) or RULES[alert.rule].code
    return RULES[alert.rule].code


def _alert_tone(alert: AlertView) -> Tone:
    if pressing(alert):
        return "act"
    if alert.rule is Rule.BOARD_LOST and alert.cleared_t_s is None:
        return "lost"
    if wanting(alert):
        return "look"
    return "draw" if severity(alert) is Severity.ACT else "plain"


def _quiet_state(view: BoardView) -> tuple[str, Tone]:
    if view.game == 0:
        return "", "dim"
    repeats = count_code(view.count, view.count_max)
    most = view.count if view.count_max is None else view.count_max
    passed = view.passed_ply
    drawn = view.draw_count is not None and most >= view.draw_count
    if passed is not None and (not view.counts(most) or (not drawn and passed == view.draw_ply)):
        return str(passed // 2), "count"
    return repeats, "count" if view.counts(most) else "plain"


def _last_move(view: BoardView) -> tuple[str, str]:
    if view.link == "recalling":
        word = fit(say("reading log"), _MOVE_CELLS + _SAN_CELLS)
        return word[:_MOVE_CELLS], word[_MOVE_CELLS:]
    if view.moves and (view.link != "lost" or view.phase == "over"):
        last = view.moves[-1]
        number = fit(f"{last.number}{last.colour[0]}", _MOVE_CELLS - 1, right=True)
        return f"{number} ", fit(clean(last.san), _SAN_CELLS)
    word = fit(_instead_of_a_move(view), _MOVE_CELLS + _SAN_CELLS)
    return word[:_MOVE_CELLS], word[_MOVE_CELLS:]


def _instead_of_a_move(view: BoardView) -> str:
    if view.link == "unused" and view.phase == "waiting":
        return say("out of use")
    if view.link == "lost" and view.phase != "over":
        return say("NOT WATCHED")
    if view.phase == "playing" or view.physical == START_SQUARES:
        return say("ready")
    return say("waiting") if view.phase == "waiting" else ""
