"""The keys of a desk that change how a board is looked at, and nothing else."""

from abc import ABC, abstractmethod

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.shown import Shown
from dgt_monitor.dashboard.sight import PARTS, Part


class LookKeys(ABC):
    """How the page of a board is looked at, as the user has it."""

    shown: Shown

    def __init__(self) -> None:
        self.flip = self.figurines = False
        self.part: Part = "moves"
        self.back = self.down = 0
        """Lines scrolled on the page shown; of the page of a board, also of what stands under its diagram."""

    @abstractmethod
    def go(self, place: Place) -> None:
        """Go to another place."""

    def do_flip(self) -> None:
        """Turn the diagram round."""
        self.flip = not self.flip

    def do_figurines(self) -> None:
        """Letters or figurines."""
        self.figurines = not self.figurines

    def do_other_part(self) -> None:
        """The next part of the page is scrolled."""
        self.part, self.back = PARTS[(PARTS.index(self.part) + 1) % len(PARTS)], 0

    def do_copy(self) -> None:
        """Ask what is copied."""
        self.go("copy")

    def do_curtain(self) -> None:
        """Draw the curtain over counts and claims, or draw it back."""
        self.shown.curtain = not self.shown.curtain
