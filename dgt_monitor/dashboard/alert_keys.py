"""The keys of a desk that lead from alert to alert."""

from abc import ABC, abstractmethod

from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.wall_keys import Side
from dgt_monitor.hall.views import AlertView


class AlertKeys(ABC):
    """What is next, and whose board it is."""

    attention: Attention
    cursor: Cursor

    @abstractmethod
    def say(self, note: str) -> None:
        """Tell the user something."""

    @abstractmethod
    def aim(self, board: str) -> None:
        """Point at this board."""

    def do_next_alert(self) -> None:
        """Show the next alert and its board; first the one that the screen shows by itself, if its board is not."""
        shown = self.attention.alert
        if shown is None or self.attention.chosen or not self.attention.wants(shown) or self._is_seen(shown):
            self._step_alert(1)
            return
        self.attention.show(shown.id)
        if self.cursor.has(shown.board):
            self.aim(shown.board)

    def _is_seen(self, alert: AlertView) -> bool:
        """Whether the user is at this alert's board already, or there is none."""
        return self.cursor.aimed_at(alert.board) or not self.cursor.has(alert.board)

    def do_previous_alert(self) -> None:
        """Show the alert before and its board."""
        self._step_alert(-1)

    def _step_alert(self, by: Side) -> None:
        alert = self.attention.step(by)
        if alert is None:
            self.say("There is no open alert.")
        elif self.cursor.has(alert.board):
            self.aim(alert.board)

    def show_alert_of(self, board: str) -> None:
        """What wants an eye on this board is shown, if anything does."""
        mine = [each for each in self.attention.wanted() if each.board == board]
        if mine:
            self.attention.show(mine[0].id)
