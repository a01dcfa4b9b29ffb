"""In which order boards stand on the wall; and which of them no longer stand where they would. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from dgt_monitor.dashboard.alarm import urgency, wanting
from dgt_monitor.dashboard.cells import cell_text
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.views import BoardView
from dgt_monitor.wording import Sentence

SortBy = Literal["auto", "board", "urgency", "clock", "move", "quiet", "players", "heard", "sector"]
"""`auto`: by board where all fit, else by urgency."""
_LAST: Final = float("inf")
"""What is not known stands behind all that is."""


class Sort(NamedTuple):
    """By what, and whether from the other end."""

    by: SortBy = "auto"
    backwards: bool = False


AUTO: Final = Sort()
SORTS: Final[tuple[SortBy, ...]] = ("board", "urgency", "clock", "move", "quiet", "players", "heard", "sector")
"""In the order in which they are gone through."""
TOLD: Final[dict[SortBy, Sentence]] = {
    "board": Sentence("by board"),
    "urgency": Sentence("urgent first"),
    "clock": Sentence("least time first"),
    "move": Sentence("least moves first"),
    "quiet": Sentence("least progress first"),
    "players": Sentence("by players"),
    "heard": Sentence("longest unheard first"),
    "sector": Sentence("by sector"),
}
BACKWARDS: Final = Sentence("{order}, backwards")


def rank(board: BoardView) -> int:
    """How much a board needs the arbiter: 8 a draw to declare, 0 a game that is over.

    A board that is not watched stands behind what calls aloud, before all else.
    """
    urgent = urgency(board)
    unwatched = board.link == "lost" and board.phase != "over"
    if urgent >= 4:
        return urgent + 3
    if unwatched:
        return 6 if any(map(wanting, board.alerts)) else 3
    if urgent:
        return urgent + 2
    if board.link == "unused" and board.phase == "waiting":
        return 0
    return {"playing": 2, "waiting": 1, "over": 0}[board.phase]


def _clock(board: BoardView) -> float:
    times = [each for each in (board.white_s, board.black_s) if each is not None]
    return _LAST if board.phase == "over" else min(times, default=_LAST)


def _heard(board: BoardView) -> float:
    return _LAST if board.heard_t_s is None else board.heard_t_s


_KEYS: Final[dict[SortBy, Callable[[BoardView], Any]]] = {
    "urgency": lambda board: -rank(board),
    "clock": _clock,
    "move": lambda board: len(board.moves) if board.game else _LAST,
    "quiet": lambda board: -board.halfmove_clock if board.game and board.phase != "over" else 1,
    "players": lambda board: (not any(board.players), clean(board.players.short).casefold()),
    "heard": _heard,
    "sector": lambda board: (not board.sector, board.sector),
}


def by_what(sort: Sort, *, fits: bool) -> SortBy:
    """By what boards are ordered, where that depends on whether all fit."""
    if sort.by == "auto":
        return "board" if fits else "urgency"
    return sort.by


def ordered(boards: Sequence[BoardView], sort: Sort, *, fits: bool) -> list[BoardView]:
    """The boards, which come in the order of their names, in the order wanted; equals stay in that of their names."""
    key = _KEYS.get(by_what(sort, fits=fits))
    if key is None:
        return list(reversed(boards)) if sort.backwards else list(boards)
    return sorted(boards, key=key, reverse=sort.backwards)


def resting(boards: Sequence[BoardView], before: Sequence[str]) -> list[str]:
    """The order `before`, without those that are gone; new ones come last."""
    names = {board.board for board in boards}
    known = set(before)
    stay = [name for name in before if name in names]
    return stay + [board.board for board in boards if board.board not in known]


Stand = tuple[int, str]


def stand(board: BoardView) -> Stand:
    """What of a board makes an arbiter look: told apart while the order is held."""
    cell = cell_text(board)
    return rank(board), cell.mark + cell.code


def stands(boards: Sequence[BoardView]) -> dict[str, Stand]:
    """That of all."""
    return {board.board: stand(board) for board in boards}


def changes(then: Mapping[str, Stand], boards: Sequence[BoardView]) -> int:
    """How many boards have come, gone or changed for the arbiter since then."""
    now = stands(boards)
    return len(then.keys() - now.keys()) + sum(then.get(name) != each for name, each in now.items())
