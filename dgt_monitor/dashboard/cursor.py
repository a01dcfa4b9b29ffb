"""The user's place on the wall: bound to a board, not to a spot, so that no re-ordering moves it. Pure."""

from collections.abc import Sequence

from dgt_monitor.dashboard.choosing import Look, besides, chosen
from dgt_monitor.dashboard.numbers import begun, numbered, typed_note
from dgt_monitor.dashboard.ordering import BACKWARDS, TOLD, by_what, ordered, resting
from dgt_monitor.dashboard.plan import Grid, Window, grid
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

_PART = Sentence("{first}-{last} of {all}")
_OF = Sentence("{shown} of {boards}")
_BESIDES = Sentence("{part} ({number} only because urgent)")


class Cursor:
    """The boards in the order of the wall, and the one pointed at."""

    def __init__(self) -> None:
        self.board = ""
        self.order: tuple[str, ...] = ()
        self.grid: Grid = grid((), 1, 1)
        self.look = Look()
        self._boards: dict[str, BoardView] = {}
        self._besides = 0
        self._aimed = False
        self._window: Window | None = None

    def arrange(self, view: Sequence[BoardView], window: Window, look: Look, now_s: float, *, held: bool) -> None:
        """Take a snapshot's boards; while `held` those that are shown keep their places, and new ones come last.

        What the user has just chosen to see otherwise is shown at once.
        """
        held = held and look == self.look and bool(self.order)
        if look.narrowed and look != self.look:
            self._let_go(view, look, now_s)
        self._boards = {each.board: each for each in view}
        wanted = chosen(view, look, now_s, self.board if self._aimed else "")
        if held:
            stay = {*self.order, *(each.board for each in wanted)}
            wanted = [each for each in view if each.board in stay]
        density = self.grid.density if held and window == self._window else look.density
        self.grid = grid(wanted, window.page, window.rows, density)
        if held:
            self.order = tuple(resting(wanted, self.order))
        else:
            self.order = tuple(each.board for each in ordered(wanted, look.sort, fits=self.fits))
        self.look, self._window, self._besides = look, window, besides(view, look, now_s)
        if self.board not in self.order:
            self.board, self._aimed = (self.order[0] if self.order else ""), False

    def _let_go(self, view: Sequence[BoardView], look: Look, now_s: float) -> None:
        if all(each.board != self.board for each in chosen(view, look, now_s)):
            self.board, self._aimed = "", False

    @property
    def fits(self) -> bool:
        """Whether all boards shown stand on one page."""
        return self.grid.pages == 1

    @property
    def view(self) -> BoardView | None:
        """The board pointed at; None in an empty hall."""
        return self._boards.get(self.board)

    @property
    def boards(self) -> tuple[BoardView, ...]:
        """All boards shown, in the order of the wall."""
        return tuple(self._boards[name] for name in self.order)

    @property
    def index(self) -> int:
        """Where the board pointed at stands in the order."""
        return self.order.index(self.board) if self.board in self.order else 0

    @property
    def page(self) -> int:
        """The page of the wall to show: the first, until the user has gone elsewhere."""
        return self.grid.place(self.index)[0] if self._aimed else 0

    @property
    def where(self) -> str:
        """Which part of the hall the wall shows and in which order, where it is not all by board."""
        parts: list[str] = []
        shown, of_all = len(self.order), len(self._boards)
        if not self.fits:
            first = self.page * self.grid.slots
            parts.append(words(_PART, first=first + 1, last=min(first + self.grid.slots, shown), all=shown))
        elif shown < of_all:
            parts.append(self.count)
        if self._besides and parts:
            parts[0] = words(_BESIDES, part=parts[0], number=self._besides)
        by = by_what(self.look.sort, fits=self.fits)
        if by != "board" or self.look.sort.backwards:
            order = words(TOLD[by])
            parts.append(words(BACKWARDS, order=order) if self.look.sort.backwards else order)
        return f" {', '.join(parts)} " if parts else ""

    @property
    def count(self) -> str:
        """How many boards of the hall are shown."""
        return words(_OF, shown=len(self.order), boards=len(self._boards))

    def has(self, board: str) -> bool:
        """Whether there is a board of this name, shown or not."""
        return board in self._boards

    def aimed_at(self, board: str) -> bool:
        """Whether the user has gone to this board."""
        return self._aimed and self.board == board

    def aim(self, board: str) -> None:
        """Point at this board; one that was left out is shown from now on, for as long as it is pointed at."""
        self.board, self._aimed = board, True
        if board in self._boards and board not in self.order:
            self.order = (*self.order, board)
            self.grid = self.grid._replace(boards=len(self.order))

    def numbered(self, digits: str) -> list[str]:
        """The boards of this number, the best first."""
        return numbered(self._all(), digits)

    def begun(self, digits: str) -> bool:
        """Whether these are the first digits of some board's number."""
        return begun(self._all(), digits)

    def typed_note(self, digits: str) -> str:
        """Which board these digits mean, or may yet."""
        return typed_note(self._all(), digits)

    def _all(self) -> list[BoardView]:
        """Those shown before those left out."""
        shown = set(self.order)
        return [*self.boards, *(view for name, view in self._boards.items() if name not in shown)]

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
