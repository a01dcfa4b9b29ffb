"""The screen: bars above and below, and between them the wall, a board, the alerts or the help."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.driver import Driver
from textual.events import Event, Key, MouseScrollDown, MouseScrollUp, Paste, Resize
from textual.message import Message

from dgt_monitor.dashboard.actions import BY_ID, TYPING, Action, present
from dgt_monitor.dashboard.around import banner_of, footer_of
from dgt_monitor.dashboard.bars import status_line
from dgt_monitor.dashboard.bindings import bindings
from dgt_monitor.dashboard.desk import Desk
from dgt_monitor.dashboard.drawing import on_a_terminal
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.inbox import Row, inbox_rows
from dgt_monitor.dashboard.lines import Line
from dgt_monitor.dashboard.middle import page_lines, place_shown
from dgt_monitor.dashboard.palette import Palette
from dgt_monitor.dashboard.pane import Pane
from dgt_monitor.dashboard.plan import INBOX_CELLS
from dgt_monitor.dashboard.tall_bars import banner_height
from dgt_monitor.dashboard.terminal_colours import palettes_of
from dgt_monitor.dashboard.wall import Wall
from dgt_monitor.dashboard.wall_keys import Side
from dgt_monitor.dashboard.window_title import WindowTitle, title_of
from dgt_monitor.hall.calling import Calls
from dgt_monitor.tournament.notices import Bell

TICK_S = 0.25
"""How often the screen takes a snapshot: quick enough for the eye, and cheap."""
_BARS = frozenset({"banner", "footer"})
"""Panes that are as high as what they say."""


class DashboardError(RuntimeError):
    """The screen broke off by a fault of its own; what happened has been printed."""


class Dashboard(App[None]):
    """The screen of one user over one feed.

    `ring` and `now` are the terminal's bell and the machine's clock unless a test gives its own; with `tick_s` None
    nothing moves by itself and `tick` is called from outside.
    """

    class Called(Message):
        """Something is to be acted on."""

    TITLE = "DGT tournament monitor"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = bindings()
    CSS = f"""
    Screen {{ layout: vertical; }}
    Pane {{ width: 1fr; height: 1fr; }}
    #status, #banner, #footer {{ height: 1; }}
    #inbox {{ width: {INBOX_CELLS}; }}
    #wall {{ width: 1fr; height: 1fr; }}
    """

    def __init__(
        self,
        feed: Feed,
        *,
        bell: Bell | None = None,
        ring: Callable[[], None] | None = None,
        now: Callable[[], float] = time.monotonic,
        tick_s: float | None = TICK_S,
        environ: Mapping[str, str] = os.environ,
        leaving: Callable[[], bool] = lambda: False,
        sectors: Sequence[str] = (),
    ) -> None:
        colour = not environ.get("NO_COLOR")
        # true absence of colour is possible only if decided before Textual sets up its filters
        super().__init__(ansi_color=None if colour else True)
        self.desk = Desk(feed, now, bell=bell, sectors=sectors)
        if tick_s is not None and isinstance(feed, Calls):
            feed.on_call(self._hear_call)
        self._ring = ring or self.bell
        self._title = WindowTitle(self._write_raw, environ)
        self._tick_s = tick_s
        self._leaving = leaving
        self._palettes = palettes_of(environ)
        self._rows: list[Row] = []
        self._painted: Palette | None = None
        self._fitted = (0, 0, 0)
        """Columns, lines and boards for which was planned."""
        self._banner_lines = 1

    def get_driver_class(self) -> type[Driver]:
        """What draws on this terminal."""
        return on_a_terminal(super().get_driver_class())

    def _write_raw(self, text: str) -> None:
        """To the terminal itself, as the bell does; a screen without a terminal has no driver that would show it."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(text)

    def on_unmount(self) -> None:
        """The window has its own title again."""
        self._title.give_back()

    @property
    def palette(self) -> Palette:
        """The colours in use."""
        return self._palettes[self.desk.theme % len(self._palettes)]

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Pane(self.palette, id="status")
        yield Pane(self.palette, id="banner")
        with Horizontal():
            yield Wall(self.palette, id="wall")
            yield Pane(self.palette, id="page")
            yield Pane(self.palette, id="inbox")
        yield Pane(self.palette, id="footer")

    def on_mount(self) -> None:
        """Show the hall as it is now, and begin to follow it."""
        self._fit(*self.size)
        self.tick()
        if self._tick_s is not None:
            self.set_interval(self._tick_s, self.tick)

    def _hear_call(self) -> None:
        """From a thread of the feed's."""
        with suppress(RuntimeError):  # the screen has just ended
            self.post_message(self.Called())

    def on_dashboard_called(self) -> None:
        """It is drawn, and rung for, without waiting for the next tick."""
        self.tick()

    def on_resize(self, event: Resize) -> None:
        """Fit the plan to the window."""
        self._fit(*event.size)
        self.paint()

    def _fit(self, cells: int, lines: int) -> None:
        """Plan for a window of this size; the banner has more lines where that costs no board its place."""
        fitted = cells, lines, len(self.desk.view.boards)
        if fitted != self._fitted:
            self._fitted = fitted
            self._banner_lines = banner_height(self.desk.view.boards, cells, lines)
            self.desk.resize(cells, lines + 1 - self._banner_lines)

    def tick(self) -> None:
        """Take the latest snapshot, ring if something calls, and draw what changed."""
        if self._leaving():  # asked here: left in the middle of a drawing, the terminal would not be as it was
            self.exit()
            return
        if self.desk.refresh():
            self._ring()
        self._title.show(title_of(self.desk.attention, self.desk.status))
        self._fit(*self.size)
        self.paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key does something only where the table of actions says so."""
        if action == "do" and parameters:
            return self.desk.place in BY_ID[str(parameters[0])].places
        return super().check_action(action, parameters)

    def action_do(self, action: str, argument: str = "") -> None:
        """Do what a key asks."""
        self.desk.do(action, argument)
        text = self.desk.copying.take()
        if text:
            self.copy_to_clipboard(text)
        if self.desk.leaving:
            self.exit()
        self.tick()

    async def on_event(self, event: Event) -> None:
        """Letters are taken at once where they are typed: passed on, they would come after an Enter behind them."""
        letters = ""
        if self.desk.place in TYPING and isinstance(event, Key | Paste):
            letters = (event.character or "") if isinstance(event, Key) else "".join(event.text.splitlines()[:1])
        letters = "".join(filter(str.isprintable, letters))
        if not letters:
            await super().on_event(event)
            return
        for letter in letters:
            self.desk.type(letter)
        self.tick()

    def paint(self) -> None:
        """Draw what changed since the last time."""
        desk, palette = self.desk, self.palette
        cells = desk.window.width
        if palette is not self._painted:
            self._painted = palette
            self.screen.styles.background = palette.ground
        self._show("status", [status_line(desk.view, desk.status, desk.modes, cells)])
        self._show("banner", banner_of(desk, cells, self._banner_lines), self._banner_lines)
        self._paint_middle()
        self._show("footer", footer_of(desk, cells, max(1, self.size.height // 2)))

    def _paint_middle(self) -> None:
        desk = self.desk
        place = place_shown(desk)
        if place == "inbox" and not desk.window.inbox:
            page: list[Line] | None = [row.line for row in self._inbox(desk.window.page, edge=False)]
        else:
            page = page_lines(desk, place)
        wall = self.query_one("#wall", Wall)
        wall.display = page is None
        self.query_one("#page", Pane).display = page is not None
        self.query_one("#inbox", Pane).display = bool(desk.window.inbox)
        if page is None:
            wall.show(desk.cursor, self.palette, desk.view.t_s)
        else:
            self._show("page", page)
        if desk.window.inbox:
            self._show("inbox", [row.line for row in self._inbox(desk.window.inbox, edge=True)])

    def _inbox(self, cells: int, *, edge: bool) -> list[Row]:
        desk = self.desk
        active = desk.place == "inbox"
        self._rows = inbox_rows(
            desk.view, desk.attention, cells, desk.window.rows, active=active, edge=edge,
            named=desk.day_time.named,
        )  # fmt: skip
        return self._rows

    def _show(self, pane: str, lines: list[Line], height: int | None = None) -> None:
        shown = self.query_one(f"#{pane}", Pane)
        wanted = max(1, height or len(lines))
        if pane in _BARS and (shown.styles.height is None or shown.styles.height.value != wanted):
            shown.styles.height = wanted
        shown.set_lines(lines, self.palette)

    def on_wall_pointed(self, event: Wall.Pointed) -> None:
        """The mouse chose a board."""
        self.desk.point(event.board, enter=event.twice)
        self.paint()

    def on_wall_sorted(self, event: Wall.Sorted) -> None:
        """The mouse chose a column of the table."""
        self.desk.sort_by(event.by)
        self.paint()

    def on_mouse_scroll_up(self, _: MouseScrollUp) -> None:
        """The wheel goes up."""
        self._wheel(-1)

    def on_mouse_scroll_down(self, _: MouseScrollDown) -> None:
        """The wheel goes down."""
        self._wheel(1)

    def _wheel(self, by: Side) -> None:
        self.desk.wheel(by)
        self.paint()

    def on_pane_clicked(self, event: Pane.Clicked) -> None:
        """The mouse chose a line: in the alert list, that alert."""
        if event.pane == "page" and self.desk.place == "sectors":
            self.desk.point_at_sector(event.row)
            self.paint()
            return
        is_list = event.pane == "inbox" or (event.pane == "page" and self.desk.place == "inbox")
        if is_list and event.row < len(self._rows):
            alert_id = self._rows[event.row].alert_id
            if alert_id is not None:
                self.desk.attention.show(alert_id)
                self.paint()


def with_keys(actions: Sequence[Action]) -> type[Dashboard]:
    """The screen with the keys of this table of actions, and none beside them."""

    class Keyed(Dashboard, inherit_bindings=False):
        BINDINGS: ClassVar[list[BindingType]] = bindings(actions)

    return Keyed


def run_dashboard(
    feed: Feed, *, bell: Bell | None = None, leaving: Callable[[], bool] = lambda: False, sectors: Sequence[str] = ()
) -> None:
    """Show the feed on this terminal until the user quits or `leaving`, asked at each tick, says that it is over.

    `bell`: whether the terminal rings for what must be acted on; None: as the feed says. Only boards of `sectors` are
    shown, if any are named.

    Raises DashboardError where the screen broke off by a fault of its own; the feed is not touched by that.
    """
    app = with_keys(present())(feed, bell=bell, leaving=leaving, sectors=sectors)
    app.run()
    if app.return_code:
        raise DashboardError("The screen has broken off; what went wrong is printed above.")
