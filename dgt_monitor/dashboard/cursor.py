"""The user's place on the wall: bound to a board, not to a spot, so that no re-ordering moves it. Pure."""

from collections.abc import Sequence

from dgt_monitor.dashboard.plan import Grid, Window, grid, order
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.views import BoardView


class Cursor:
    """The boards in the order of the wall, and the one pointed at."""

    def __init__(self) -> None:
        self.board = ""
        self.order: tuple[str, ...] = ()
        self.grid: Grid = grid((), 1, 1)
        self._boards: dict[str, BoardView] = {}
        self._aimed = False

    def arrange(self, view: Sequence[BoardView], window: Window, *, held: bool) -> None:
        """Take a snapshot's boards; while `held` those that are there keep their order."""
        self._boards = {each.board: each for each in view}
        self.grid = grid(view, window.page, window.rows)
        self.order = order(view, self.grid.slots, self.order, held=held)
        if self.board not in self._boards:
            self.board = self.order[0] if self.order else ""

    @property
    def view(self) -> BoardView | None:
        """The board pointed at; None in an empty hall."""
        return self._boards.get(self.board)

    @property
    def boards(self) -> tuple[BoardView, ...]:
        """All boards in the order of the wall."""
        return tuple(self._boards[name] for name in self.order)

    @property
    def index(self) -> int:
        """Where the board pointed at stands in the order."""
        return self.order.index(self.board) if self.board in self._boards else 0

    @property
    def page(self) -> int:
        """The page of the wall to show: the first, until the user has gone elsewhere."""
        return self.grid.place(self.index)[0] if self._aimed else 0

    @property
    def where(self) -> str:
        """Which part of the hall the wall shows, where it does not show all."""
        if self.grid.pages == 1:
            return ""
        first = self.page * self.grid.slots
        last = min(first + self.grid.slots, self.grid.boards)
        return f" {first + 1}-{last} of {self.grid.boards}, urgent first "

    def has(self, board: str) -> bool:
        """Whether there is a board of this name."""
        return board in self._boards

    def aim(self, board: str) -> None:
        """Point at this board."""
        self.board, self._aimed = board, True

    def numbered(self, digits: str) -> list[str]:
        """The boards of this number, the best first: of this very name, serial number or bus address; else all whose
        names or serial numbers end in it."""
        number = digits.lstrip("0")
        if digits in self._boards or not number:
            return [digits] if digits in self._boards else []
        numbers = {name: _numbers(self._boards[name]) for name in self.order}
        exact = [name for name, of_it in numbers.items() if number in of_it]
        exact.sort(key=lambda name: _last_number(name).lstrip("0") != number)
        return exact or [name for name, of_it in numbers.items() if any(each.endswith(number) for each in of_it)]

    def begun(self, digits: str) -> bool:
        """Whether these are the first digits of some board's number."""
        number = digits.lstrip("0")
        return any(each.startswith(number) for view in self._boards.values() for each in _numbers(view))

    def step(self, by: int) -> None:
        """Point `by` places further along the order, stopping at its ends."""
        if self.order:
            self.aim(self.order[max(0, min(self.index + by, len(self.order) - 1))])

    def step_column(self, by: int) -> None:
        """Point at the neighbour in the next (1) or previous (-1) column, if there is such a column."""
        target = self.index + by * self.grid.rows
        if 0 <= target < len(self.order) or (target > 0 and self._column(self.index) < self._column(-1)):
            self.step(by * self.grid.rows)

    def _column(self, index: int) -> tuple[int, int]:
        page, column, _ = self.grid.place(index % max(1, len(self.order)))
        return page, column

    def typed_note(self, digits: str) -> str:
        """Which board these digits mean, or may yet."""
        found = self.numbered(digits)
        if not found:
            return f"Board {digits}_   {'go on' if self.begun(digits) else 'there is none of this number'}"
        name = "" if found[0] == digits else f"{clean(found[0])}: "
        others = f"; {len(found) - 1} more end in it" if len(found) > 1 else ""
        return f"Board {digits}_   {name}Enter opens it{others}"


def _numbers(view: BoardView) -> list[str]:
    """The numbers a board may be called by, without leading zeros: that in which its name ends, serial, address."""
    address = None if view.address is None else str(view.address)
    said = (_last_number(view.board), view.serial, address)
    return [each.lstrip("0") for each in said if each]


def _last_number(name: str) -> str:
    """The number in which a name ends."""
    return name[len(name.rstrip("0123456789")) :]
