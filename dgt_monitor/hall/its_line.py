"""What a board sees of the line it is on, which may tell for all boards there that they are away."""

from typing import TYPE_CHECKING, Final, Protocol

from dgt_monitor.events import Event, Rule

if TYPE_CHECKING:  # a board has a line
    from dgt_monitor.hall.board import HallBoard


class ItsLine(Protocol):
    """The line of a board."""

    def tells(self, board: "HallBoard", t_s: float, rule: Rule, out: list[Event]) -> bool:
        """Whether the line tells that this board is away, so that the board itself need not."""

    def heard(self, board: "HallBoard", t_s: float, out: list[Event]) -> None:
        """A board that was away is there again, or away in another way."""

    def quiet(self, board: "HallBoard", t_s: float, out: list[Event]) -> None:
        """The line is good again, as far as this board can tell."""


class _Alone:
    """Of the board nobody else tells."""

    def tells(self, *_: object) -> bool:
        """Never."""
        return False

    def heard(self, *_: object) -> None:
        """Nothing follows."""

    def quiet(self, *_: object) -> None:
        """Nothing follows."""


ALONE: Final[ItsLine] = _Alone()
