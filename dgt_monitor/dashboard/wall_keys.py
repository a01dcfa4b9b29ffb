"""The keys of a desk that choose what of the wall is seen, and in which order."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Literal

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.choosing import sectors
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.looking import Looking
from dgt_monitor.dashboard.numbers import undecided
from dgt_monitor.dashboard.ordering import SortBy, by_what
from dgt_monitor.dashboard.plan import Window
from dgt_monitor.dashboard.sectors_page import HEAD_LINES, first_row
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

Side = Literal[-1, 1]
GOTO_S = 0.6
"""So long after the last digit the wall goes to the board they mean, if more digits could mean another one."""
DIGITS_S = 2.5
"""A digit typed within this time of the one before belongs to the same number: ten are read off a board one by one."""
_DIGITS_AT_MOST: Final = 20
"""More than any board's number has; what is typed after them goes unheard (chosen)."""
_WHEEL_ROWS: Final = 3
"""Lines of a table that one notch of the wheel goes (chosen)."""
_NO_SECTORS: Final = Sentence("No tournament file tells of sectors. Boards by number: / and 1-20.")
_ALL_SHOWN: Final = Sentence("All boards are shown.")
_NO_POINT: Final = Sentence("A point stands between two numbers: 3.2")


class WallKeys(ABC):
    """The keys of a desk for its wall: each is told to the part that knows."""

    cursor: Cursor
    looking: Looking
    view: HallView
    place: Place
    digits: str
    window: Window
    _now: Callable[[], float]
    _digits_s: float
    _aim_at: str

    @abstractmethod
    def go(self, place: Place) -> None:
        """Go to another place."""

    @abstractmethod
    def say(self, note: str) -> None:
        """Tell the user something."""

    @abstractmethod
    def aim(self, board: str) -> None:
        """Point at a board."""

    @abstractmethod
    def _arrange(self, now_s: float) -> None:
        """Lay the wall out again."""

    @abstractmethod
    def _move(self, boards: int, lines: int) -> None:
        """Move so many boards, or scroll so many lines."""

    @abstractmethod
    def _sideways(self, by: Side) -> None:
        """Move to the next column or board."""

    # -- moving --------------------------------------------------------------------------------------------------

    def do_up(self) -> None:
        """One up."""
        self._move(-1, -1)

    def do_down(self) -> None:
        """One down."""
        self._move(1, 1)

    def do_page_up(self) -> None:
        """A page up."""
        self._move(-self.cursor.grid.slots, -self.window.rows + 2)

    def do_page_down(self) -> None:
        """A page down."""
        self._move(self.cursor.grid.slots, self.window.rows - 2)

    def do_left(self) -> None:
        """A column to the left; the board before."""
        self._sideways(-1)

    def do_right(self) -> None:
        """A column to the right; the next board."""
        self._sideways(1)

    # -- numbers ------------------------------------------------------------------------------------------------

    def _digit(self, digit: str) -> None:
        if digit == "." and not self.digits:
            self.say(words(_NO_POINT))
            return
        self._digits_s = self._now()
        self.digits = (self.digits + digit)[:_DIGITS_AT_MOST]
        found = self.cursor.numbered(self.digits)
        self._aim_at = found[0] if found else ""
        if found and not undecided(self.view.boards, self.digits):
            self._go_to_number()

    def _heed_digits(self, now_s: float) -> None:
        """What was typed of a number takes effect when nothing more comes, and is forgotten later."""
        if now_s - self._digits_s >= GOTO_S:
            self._go_to_number()
        if now_s - self._digits_s >= DIGITS_S:
            self.digits = ""

    def _go_to_number(self) -> None:
        board, self._aim_at = self._aim_at, ""
        if self.cursor.has(board):
            self.aim(board)

    # -- order and density ------------------------------------------------------------------------------------

    @property
    def _sorted_by(self) -> SortBy:
        return by_what(self.looking.look.sort, fits=self.cursor.fits)

    def do_hold(self) -> None:
        """Hold the order of the wall, or let it go."""
        self.looking.hold(self.view.boards, self._now())

    def do_density(self) -> None:
        """Tell more or less of each board."""
        self.looking.next_density(self.cursor.grid.density)

    def do_sort(self) -> None:
        """The next order."""
        self.looking.next_sort(self._sorted_by, table=self.cursor.grid.density == "table")

    def do_sort_backwards(self) -> None:
        """The order from the other end."""
        self.looking.backwards(self._sorted_by)

    def sort_by(self, by: SortBy) -> None:
        """The mouse chose a column of the table."""
        self.looking.sort_by(by, self._sorted_by)
        self._arrange(self._now())

    def turn_wheel(self, by: int) -> None:
        """The mouse's wheel: a table goes some lines, the wall a page."""
        grid = self.cursor.grid
        if grid.density == "table":
            self.cursor.step(by * _WHEEL_ROWS)
        elif not self.cursor.fits:
            self.cursor.step(by * grid.slots)

    # -- filter and sectors -------------------------------------------------------------------------------------

    def do_filter(self) -> None:
        """Type which boards are shown."""
        self.looking.begin_filter()
        self.go("filter")

    def do_filter_keep(self) -> None:
        """These; what cannot be understood stays to be mended, and the footer says why."""
        if self.looking.wrong is None:
            self.go("wall")

    def do_filter_erase(self) -> None:
        """Take a letter back."""
        self.looking.erase(self.view.boards)

    def do_filter_drop(self) -> None:
        """Those of before."""
        self.looking.give_up()
        self.go("wall")

    def do_sectors(self) -> None:
        """Choose the sectors that are shown."""
        if all(not name for name, _ in sectors(self.view.boards)):
            self.say(words(_NO_SECTORS))
            return
        self.looking.begin_sectors(self.view.boards)
        self.go("sectors")

    def do_sector_tick(self) -> None:
        """This one too, or not."""
        self.looking.tick(self.view.boards)

    def point_at_sector(self, line: int) -> None:
        """The mouse chose a line of their list."""
        looking, listed = self.looking, sectors(self.view.boards)
        row = line - HEAD_LINES + first_row(looking.row, len(listed), self.window.rows)
        if line >= HEAD_LINES and row < len(listed):
            looking.row = row
            looking.tick(self.view.boards)

    def do_sectors_keep(self) -> None:
        """Those ticked."""
        self.looking.choose_sectors(self.view.boards)
        self.go("wall")

    def do_sectors_back(self) -> None:
        """Those of before."""
        self.go("wall")

    def do_all_boards(self) -> None:
        """All boards again: without the filter, then of all sectors."""
        if self.digits:
            self._aim_at = ""
        elif self.looking.widen() and not self.looking.look.narrowed:
            self.say(words(_ALL_SHOWN))

    def do_first(self) -> None:
        """To the first board."""
        self.cursor.step(-len(self.cursor.order))

    def do_last(self) -> None:
        """To the last board."""
        self.cursor.step(len(self.cursor.order))
