"""What one screen shows of a hall: shelves that are over taken off, and behind the curtain nothing counted. Pure.

Behind the curtain no part of the screen knows of occurrences, half-moves without progress or what may be claimed, so
none can show it: players who stand at the desk must not learn it there (12.6).
"""

from dgt_monitor.dashboard.alarm import Severity, severity
from dgt_monitor.hall.views import AlertView, BoardView, HallView


class Shown:
    """The last view of each board as it was shown: a board that did not change stays the same object."""

    def __init__(self) -> None:
        self.curtain = False
        self._kept: dict[str, tuple[BoardView, bool, frozenset[str], BoardView]] = {}

    def of(self, hall: HallView) -> HallView:
        """The hall as it is to be shown."""
        over = frozenset(
            each.id
            for each in hall.alerts
            if each.shelved_until_s is not None and each.shelved_until_s <= hall.t_s
        )  # fmt: skip
        if not over and not self.curtain:
            self._kept = {}
            return hall
        boards = tuple(self._board(each, over) for each in hall.boards)
        return hall._replace(boards=boards, alerts=_alerts(hall.alerts, over, curtain=self.curtain))

    def _board(self, board: BoardView, over: frozenset[str]) -> BoardView:
        mine = frozenset(each.id for each in board.alerts if each.id in over)
        kept = self._kept.get(board.board)
        if kept is not None and kept[0] is board and kept[1:3] == (self.curtain, mine):
            return kept[3]
        shown = board._replace(alerts=_alerts(board.alerts, mine, curtain=self.curtain)) if board.alerts else board
        if self.curtain:
            shown = behind_curtain(shown)
        self._kept[board.board] = board, self.curtain, mine, shown
        return shown


def taken_off(alerts: tuple[AlertView, ...], t_s: float) -> tuple[AlertView, ...]:
    """The alerts at this time: those whose shelf is over want somebody again."""
    over = frozenset(each.id for each in alerts if each.shelved_until_s is not None and each.shelved_until_s <= t_s)
    return _alerts(alerts, over, curtain=False)


def _alerts(alerts: tuple[AlertView, ...], over: frozenset[str], *, curtain: bool) -> tuple[AlertView, ...]:
    return tuple(
        each._replace(shelved_until_s=None) if each.id in over else each
        for each in alerts
        if not (curtain and severity(each) is Severity.QUIET)
    )


def behind_curtain(board: BoardView) -> BoardView:
    """The board without anything that is counted or may be claimed; of a claim only that there is one."""
    least = min(board.count, 1)
    return board._replace(
        count=least,
        count_max=least,
        occurrences=(),
        halfmove_clock=0,
        moves=tuple(each._replace(count=1, count_max=1) for each in board.moves),
        claim=board.claim and board.claim._replace(text=""),
    )
