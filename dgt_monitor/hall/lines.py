"""Lines with many boards: when all of a line is away, or it is noisy, one alert of the line names its boards."""

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Final

from dgt_monitor.events import Alert, Event, Level, Rule
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.alerts_before import take_past_alerts
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.endings import Past
from dgt_monitor.hall.link import SILENT_AFTER_S
from dgt_monitor.hall.moments import time_text
from dgt_monitor.hall.snapshot import name_order
from dgt_monitor.hall.texts import line_text, noise_text
from dgt_monitor.hall.views import AlertView
from dgt_monitor.laws.profile import Profile
from dgt_monitor.wording import Said

LEFT_S: Final = 30.0
"""When a line is back, a board that is not heard for so long is told for itself (chosen: silent boards are asked one a
second)."""
_AWAY: Final = frozenset({Rule.BOARD_LOST, Rule.BOARD_SILENT})


class _Cut:
    """A line that is away: the alert of it, and the boards that have not been heard since."""

    __slots__ = ("alert", "away", "back")

    def __init__(self, alert: Alert, away: Iterable[HallBoard]) -> None:
        self.alert = alert
        self.away = {board.number: board for board in away}
        self.back = False
        """Some board was heard again."""


class Lines:
    """The alerts of whole lines. A board on its own line, or alone on one, is told for itself."""

    def __init__(self, boards: Iterable[HallBoard], numbers: AlertNumbers, profile: Profile) -> None:
        self._boards = boards
        self._numbers = numbers
        self._profile = profile
        self.touched: list[HallBoard] = []
        """Boards on which something may be due at another time now."""
        self._books: dict[str, AlertBook] = {}
        self._cuts: dict[str, _Cut] = {}
        self._noise: dict[str, tuple[Alert, dict[int, HallBoard]]] = {}
        """Of each line that is noisy the alert, and the boards for which it still is."""
        self._falling: list[HallBoard] | None = None
        """While a loss is told to all of a line: the boards that are lost by it."""

    def on(self, port: str) -> list[HallBoard]:
        """The boards that answer on this bus line."""
        return [
            b for b in self._boards if b.place is not None and b.port == port and b.address is not None and not b.gone
        ]

    # --- what boards say of themselves ------------------------------------------------------------------------

    def tells(self, board: HallBoard, t_s: float, rule: Rule, out: list[Event]) -> bool:
        """Whether the line tells that this board is away, so that the board itself need not."""
        if board.address is not None and rule is Rule.LINE_NOISY:
            return self._tells_noise(board, t_s, out)
        if board.address is None or rule not in _AWAY:
            return False
        cut = self._cuts.get(board.port)
        if self._falling is not None:
            self._falling.append(board)
            return True
        if cut is not None and board.number in cut.away:
            if cut.back and board.link.is_left(t_s):
                self._drop(board.port, board, t_s, out)
                return False
            return True
        if rule is Rule.BOARD_SILENT:
            return self._all_silent(board, t_s, out)
        return False

    def _tells_noise(self, board: HallBoard, t_s: float, out: list[Event]) -> bool:
        """Damaged bytes are the line's, whatever board they came from: told once."""
        port, there = board.port, self.on(board.port)
        if port not in self._noise:
            if len(there) < 2:  # a board alone on a bus
                return False
            names = sorted((each.name for each in there), key=name_order)
            self._noise[port] = self._tell(t_s, port, Rule.LINE_NOISY, noise_text(port, names), out), {}
        self._noise[port][1][board.number] = board
        return True

    def quiet(self, board: HallBoard, t_s: float, out: list[Event]) -> None:
        """The line is good again, as far as this board can tell; or the board is gone from it."""
        for port in [port for port, (_, noisy) in self._noise.items() if board.number in noisy]:
            alert, noisy = self._noise[port]
            del noisy[board.number]
            if not noisy:
                del self._noise[port]
                out.extend(self._books[port].clear(t_s, lambda each, ended=alert: each.id == ended.id, "resolved"))  # type: ignore[misc]

    def leave(self, board: HallBoard, t_s: float, out: list[Event]) -> None:
        """A board is none of its line's any more: another one stands in its place."""
        for port in [port for port, cut in self._cuts.items() if board.number in cut.away]:
            self._drop(port, board, t_s, out)
        self.quiet(board, t_s, out)

    def heard(self, board: HallBoard, t_s: float, out: list[Event]) -> None:
        """A board that was away is there again, or away in another way."""
        for port, cut in list(self._cuts.items()):
            if board.number not in cut.away:
                continue
            self._drop(port, board, t_s, out)
            if self._falling is None and not cut.back:
                cut.back = True
                for left in cut.away.values():
                    left.link.left_until(t_s + LEFT_S)
                    left.plan_ruled()
                    self.touched.append(left)

    # --- what is said of a line ---------------------------------------------------------------------------------

    def fall(self, t_s: float, port: str, tell: Callable[[], None], out: list[Event], reason: str) -> None:
        """All of a line is lost: `tell` tells the boards, and one alert names those that are lost by it."""
        self._falling = []
        tell()
        fallen, self._falling = self._falling, None
        cut = self._cuts.get(port)
        if len(fallen) == 1 and cut is None:
            fallen[0].tell_away(t_s, Rule.BOARD_LOST, out)
        elif fallen:
            away = [*fallen, *(() if cut is None else cut.away.values())]
            if cut is not None:
                self._end(port, t_s, out)
            for each in away:
                each.link.left_until(None)
            self._raise(t_s, t_s, port, Rule.BOARD_LOST, away, out, reason)

    def _all_silent(self, board: HallBoard, t_s: float, out: list[Event]) -> bool:
        """Whether nobody is heard on the line of a board that has fallen silent: then all of them have."""
        others = [each for each in self.on(board.port) if each is not board and not each.link.is_away]
        heard_s = [-inf if each.link.heard_s is None else each.link.heard_s for each in (board, *others)]
        if board.port in self._cuts or not any(each.link.is_unanswered(t_s) for each in others):
            return False
        if max(heard_s) > t_s - SILENT_AFTER_S:
            return False
        for each in others:
            each.fall_silent(t_s, out)
            self.touched.append(each)
        self._raise(t_s, max(heard_s), board.port, Rule.BOARD_SILENT, [board, *others], out)
        return True

    def _raise(
        self, t_s: float, since_s: float, port: str, rule: Rule, away: list[HallBoard], out: list[Event],
        reason: str | None = None,
    ) -> None:  # fmt: skip
        told = line_text(
            rule,
            port,
            sorted((board.name for board in away), key=name_order),
            time_text(since_s, away[0].day_s),
            reason,
        )
        self._cuts[port] = _Cut(self._tell(t_s, port, rule, told, out), away)

    def _tell(self, t_s: float, port: str, rule: Rule, told: tuple[Level, Said], out: list[Event]) -> Alert:
        book, (level, text) = self._book(port), told
        alert = book.add(Alert(t_s, port, book.next_id(port), None, None, rule, None, level, True, (), text))
        out.append(alert)
        return alert

    def _drop(self, port: str, board: HallBoard, t_s: float, out: list[Event]) -> None:
        away = self._cuts[port].away
        del away[board.number]
        board.link.left_until(None)
        if not any(not each.gone for each in away.values()):
            self._end(port, t_s, out)

    def _end(self, port: str, t_s: float, out: list[Event]) -> None:
        ended = self._cuts.pop(port).alert
        out.extend(self._books[port].clear(t_s, lambda alert: alert.id == ended.id, "resolved"))

    # --- seen -------------------------------------------------------------------------------------------------

    def _book(self, port: str) -> AlertBook:
        if port not in self._books:
            self._books[port] = AlertBook(self._numbers, self._profile)
        return self._books[port]

    def books(self) -> Iterator[AlertBook]:
        """The alerts of each line."""
        return iter(self._books.values())

    def open(self) -> list[AlertView]:
        """What of whole lines still wants somebody."""
        return [view for book in self._books.values() for view in book.open()]

    def take_past(self, port: str, past: Iterable[Past]) -> bool:
        """What was told or ruled of a line before: nothing is told of it again. False: it is away still."""
        book = self._book(port)
        for each in past:
            take_past_alerts(book, each)
        return not book.standing

    def rule_by(self, profile: Profile) -> None:
        """Alerts raised from now on are raised by this profile."""
        self._profile = profile
        for book in self._books.values():
            book.rule_by(profile)
