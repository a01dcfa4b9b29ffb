"""Which boards stand on the wall: those of the sectors and the filter chosen, and those that nothing may hide. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from dgt_monitor.dashboard.alarm import DRAWS, Severity, severity, wanting
from dgt_monitor.dashboard.filtering import EVERY, Filter, fold
from dgt_monitor.dashboard.ordering import AUTO, Sort
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.views import AlertView, BoardView
from dgt_monitor.language import say

Density = Literal["auto", "compact", "roomy", "table"]
"""How much is told of a board; `auto`: as much as fits while all boards are shown."""
DENSITIES: Final[tuple[Density, ...]] = ("compact", "roomy", "table")
"""In the order in which they are gone through."""


class Look(NamedTuple):
    """What the user of a screen has chosen to see of the wall."""

    density: Density = "auto"
    sort: Sort = AUTO
    only: Filter = EVERY
    sectors: frozenset[str] = frozenset()
    """Empty: the whole hall."""

    @property
    def narrowed(self) -> bool:
        """Whether boards are left out."""
        return bool(self.only.text or self.sectors)

    @property
    def folded(self) -> frozenset[str]:
        """The sectors as they are compared: those named with a command may be written otherwise."""
        return frozenset(map(fold, self.sectors))

    def told(self) -> str:
        """What is chosen, in the user's own words."""
        names = ", ".join(sector_name(each) for each in sorted(self.sectors))
        return ": ".join(each for each in (names, self.only.text) if each)


def chosen(boards: Sequence[BoardView], look: Look, now_s: float, also: str = "") -> list[BoardView]:
    """The boards that are shown; `also` is one that the user has gone to."""
    if not look.narrowed:
        return list(boards)
    return [
        board for board in boards if _wanted(board, look, now_s) or board.board == also or never_hidden(board)
    ]  # fmt: skip


def besides(boards: Sequence[BoardView], look: Look, now_s: float) -> int:
    """How many are shown only because nothing may hide them."""
    if not look.narrowed:
        return 0
    return sum(never_hidden(board) and not _wanted(board, look, now_s) for board in boards)


def _wanted(board: BoardView, look: Look, now_s: float) -> bool:
    return (not look.sectors or fold(board.sector) in look.folded) and look.only.holds(board, now_s)


def never_hidden(board: BoardView) -> bool:
    """Whether no filter and no sector may hide this board: it is drawn by itself, or wants somebody to act."""
    return any(map(_never_hidden, board.alerts))


def _never_hidden(alert: AlertView) -> bool:
    return alert.rule in DRAWS or (severity(alert) is Severity.ACT and wanting(alert))


def sectors(boards: Sequence[BoardView]) -> list[tuple[str, int]]:
    """The sectors of a hall with the number of their boards, in the order in which they come; that of none is last."""
    counted = Counter(board.sector for board in boards)
    return sorted(counted.items(), key=lambda each: not each[0])


def sector_name(sector: str) -> str:
    """A sector as it is shown."""
    return clean(sector) or say("no sector")
