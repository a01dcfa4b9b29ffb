"""The keys of a desk that lead from place to place, and out of it."""

from abc import ABC, abstractmethod

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.attention import Attention


class PlaceKeys(ABC):
    """Where the user is, and from where he came."""

    attention: Attention
    place: Place
    came_from: Place
    leaving: bool

    @abstractmethod
    def go(self, place: Place) -> None:
        """Go to another place."""

    def do_back(self) -> None:
        """Back to where one came from."""
        if self.place in ("inbox", "board"):
            self.attention.release()
        self.go(self.came_from if self.place == "help" else "wall")

    def do_inbox(self) -> None:
        """To the list of alerts, and back."""
        if self.place == "inbox":
            self.do_back()
        else:
            self.go("inbox")

    def do_faults(self) -> None:
        """To what was wrong with the input, and back."""
        if self.place == "faults":
            self.do_back()
            return
        self.go("faults")

    def do_help(self) -> None:
        """To the help, and back."""
        if self.place == "help":
            self.do_back()
            return
        self.came_from = self.place
        self.go("help")

    def do_leave(self) -> None:
        """Quit; with something not acknowledged, ask first."""
        if self.attention.wanted():
            self.came_from = self.came_from if self.place == "help" else self.place
            self.go("ask")
        else:
            self.leaving = True

    def do_yes(self) -> None:
        """Quit all the same."""
        self.leaving = True

    def do_no(self) -> None:
        """Stay."""
        self.go(self.came_from)
