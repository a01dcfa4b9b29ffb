"""The fence between boards: where the monitor itself fails at one, that one is told as not watched, others go on."""

from typing import Final

from dgt_monitor.events import Event, Level, Notice
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.link import FAILED_AT
from drivers.readings import LineDown, LineUp, Reading

_NEW_LINE: Final = (LineUp, LineDown)
"""What is taken in of a board behind the fence: when its line is opened again, it is tried again."""


class Fence:
    """The boards that the monitor has failed at, by their numbers. What they say is recorded and not followed."""

    def __init__(self) -> None:
        self._out: set[int] = set()

    def __bool__(self) -> bool:
        return bool(self._out)

    def keeps_out(self, board: HallBoard, reading: Reading) -> bool:
        """Whether this is not taken in; a line that opens lets its board in again."""
        if isinstance(reading, LineUp):
            self._out.discard(board.number)
        return board.number in self._out and not isinstance(reading, _NEW_LINE)

    def let_in(self, board: HallBoard) -> None:
        """Another board stands in its place: it is followed."""
        self._out.discard(board.number)

    def fail(self, board: HallBoard, t_s: float, error: Exception, out: list[Event]) -> None:
        """The monitor failed at this board: tell it as lost, for this reason, and follow it no further."""
        self._out.add(board.number)
        reason = f"{FAILED_AT} ({type(error).__name__}: {error})"
        try:
            board.read(t_s, LineDown(reason), out)
        except Exception:  # noqa: BLE001 - not even that can be said by a board in such a state
            text = f"Board {board.name} NOT WATCHED: {reason}"
            out.append(Notice(t_s, "", "machine", "failing", Level.CHECK, text))
        board.planned_s = NEVER_S
