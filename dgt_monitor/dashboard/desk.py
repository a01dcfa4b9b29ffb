"""What the user of one screen sees and does, without the screen: where he is, what he points at, what he switched.

Every key is a method `do_<action id>` (`actions.py`); every quarter of a second `refresh` takes the latest snapshot.
"""

from collections.abc import Callable, Sequence

from dgt_monitor.dashboard.actions import LOOKING, Place, key_for
from dgt_monitor.dashboard.alert_keys import AlertKeys
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.bars import Modes
from dgt_monitor.dashboard.board_page import Sight, furthest, furthest_down, narrow
from dgt_monitor.dashboard.caring import PLACES as CARE_PLACES
from dgt_monitor.dashboard.caring import CareKeys, Caring
from dgt_monitor.dashboard.claiming import Claiming, ClaimKeys
from dgt_monitor.dashboard.commands import CommandKeys
from dgt_monitor.dashboard.copying import Copying, CopyKeys
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.decide_keys import DecideKeys
from dgt_monitor.dashboard.deciding import Deciding
from dgt_monitor.dashboard.faults_page import fault_lines
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.framing import PLACES as FRAME_PLACES
from dgt_monitor.dashboard.framing import FrameKeys, Framing
from dgt_monitor.dashboard.help_page import help_lines
from dgt_monitor.dashboard.lines import Line
from dgt_monitor.dashboard.look_keys import LookKeys
from dgt_monitor.dashboard.looking import Looking
from dgt_monitor.dashboard.place_keys import PlaceKeys
from dgt_monitor.dashboard.plan import window
from dgt_monitor.dashboard.pulse import Pulse
from dgt_monitor.dashboard.ringer import Ringer, reach_of, rung_for
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.shown import Shown
from dgt_monitor.dashboard.wall_keys import Side, WallKeys
from dgt_monitor.dashboard.when import DayTime
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.tournament.notices import Bell, Notices

CALM_S = 5.0
"""After a key the order of the wall rests this long: it must not move while somebody is aiming."""
NOTE_S = 5.0
APART = "not connected"
"""Calls as an alert does; no alert has this id."""

_WHEELED = frozenset({"board", "inbox", "faults", "help", "sectors"}) | FRAME_PLACES
"""Where the wheel scrolls, besides the wall."""


class Desk(
    PlaceKeys, AlertKeys, CareKeys, ClaimKeys, CommandKeys, CopyKeys, DecideKeys, FrameKeys, LookKeys, WallKeys
):  # fmt: skip
    """One user before one screen. `now` is any clock of seconds that does not go back."""

    def __init__(
        self, feed: Feed, now: Callable[[], float], *, bell: Bell | None = None, sectors: Sequence[str] = ()
    ) -> None:
        CommandKeys.__init__(self)
        LookKeys.__init__(self)
        self._feed = feed
        self._now = now
        self.shown = Shown()
        self.pulse = Pulse()
        self.view = self.shown.of(feed.view())
        self.status = feed.status()
        self.day_time = DayTime()
        self.day_time.look(self.status.clock_text, self.view.t_s)
        self.attention = Attention()
        self.ringer, self._bell = Ringer(), bell
        self.window = window(80, 24)
        self.place: Place = "wall"
        self.came_from: Place = "wall"
        self.cursor = Cursor()
        self.looking = Looking(sectors)
        self.digits = ""
        self.theme = 0
        self.leaving = False
        self.caring = Caring(feed, self)
        self.claiming = Claiming(feed, self)
        self.copying = Copying(self)
        self.deciding = Deciding(feed, self)
        self.framing = Framing(feed, self)
        self._note = ""
        self._noted_s = self._digits_s = self._key_s = now() - 60
        self._aim_at = ""

    # -- what is so -------------------------------------------------------------------------------------------

    def refresh(self) -> bool:
        """Take the latest snapshot; whether the bell is to ring now."""
        now_s = self._now()
        self.view, self.status = self.shown.of(self._feed.view()), self._feed.status()
        self.day_time.look(self.status.clock_text, self.view.t_s)
        self.pulse.look(self.view, now_s)
        self.attention.update(self.view.alerts, now_s)
        self.deciding.hear(self.view)
        self._heed_digits(now_s)
        self._arrange(now_s)
        reach = self.reach
        calling = rung_for(reach, self.attention)
        if self.status.apart_since is not None and "bell" in reach.act:
            calling.add(APART)
        self.ringer.on, self.ringer.once = reach.has("bell"), reach.bell == "once"
        return self.ringer.due(calling, now_s)

    @property
    def reach(self) -> Notices:
        """How alarms reach who sits here."""
        return reach_of(self.status.notices, self._bell)

    def resize(self, cells: int, lines: int) -> None:
        """The window has this size now."""
        self.window = window(cells, lines)
        self._arrange(self._now())

    def _arrange(self, now_s: float) -> None:
        held = self.looking.held_since_s is not None or now_s - self._key_s < CALM_S
        self.cursor.arrange(self.view.boards, self.window, self.looking.look, self.view.t_s, held=held)

    @property
    def modes(self) -> Modes:
        """What the user has switched, as the status line tells it."""
        now_s = self._now()
        look, since_s = self.looking.look, self.looking.held_since_s
        held = None if since_s is None else now_s - since_s
        changes = self.looking.changes(self.view.boards)
        only = f"{look.told()} ({self.cursor.count})" if look.narrowed else ""
        muted_s, curtain = self.ringer.muted_s(now_s), self.shown.curtain
        heard = any(self.reach[:2])
        return Modes(self.ringer.on, held, muted_s, curtain, changes=changes, only=only, screen_only=not heard)

    @property
    def sight(self) -> Sight:
        """How the page of a board is looked at."""
        return Sight(
            self.window.page, self.window.rows, self.flip, self.back, self.down, self.part, self.shown.curtain,
            self.figurines, self.pulse.of(self.cursor.board), self.view.rulings, self.day_time.named,
        )  # fmt: skip

    @property
    def note(self) -> str:
        """What the footer has to say at this moment."""
        if self.place == "ask":
            wanted = len(self.attention.wanted())
            quit_all_the_same = f"Quit all the same?  {key_for('yes')} yes  {key_for('no')} no"
            return f"{wanted} alert{'s'[: wanted > 1]} not acknowledged. {quit_all_the_same}"
        if self.place in CARE_PLACES:
            return self.caring.note
        if self.place in ("write", "sure", "moves"):
            return self.claiming.note if self.place == "write" else self.deciding.note
        if self.place in ("filter", "commands"):
            return self.looking.note if self.place == "filter" else self.commands.note
        if self.digits:
            return self.cursor.typed_note(self.digits)
        return self._note if self._now() - self._noted_s < NOTE_S else ""

    # -- what is done -----------------------------------------------------------------------------------------

    def do(self, action: str, argument: str = "") -> None:
        """Do what a key asks; `action` is an id of the table of actions."""
        self._key_s = self._now()
        self._note = ""
        if action == "goto":
            self._digit(argument)
            return
        if self.status.looks_only is not None and action not in LOOKING:
            self.say(self.status.looks_only)
            return
        if action != "all_boards":
            self._go_to_number()
        getattr(self, f"do_{action}")()
        self.digits = ""

    def type(self, letter: str) -> None:
        """A letter was typed where a filter, a move or a reason is asked for."""
        self._key_s = self._now()
        if self.place == "filter":
            self.looking.type(letter, self.view.boards)
        elif self.place == "commands":
            self.commands.type(letter)
        elif self.place == "until":
            self.caring.type(letter)
        else:
            (self.claiming if self.place == "write" else self.deciding).type(letter)

    def point(self, board: str, *, enter: bool = False) -> None:
        """The mouse chose a board."""
        self._key_s = self._now()
        self.aim(board)
        if enter:
            self.do_open()

    def say(self, note: str) -> None:
        """Tell the user something in the footer, for a while."""
        self._note, self._noted_s = clean(note), self._now()

    def offer(self, ruling: Ruling, done: str) -> None:
        """Show what a ruling on this board will change, and carry it out if the user says so."""
        self.deciding.offer(ruling, done, "board")

    def now_s(self) -> float:
        """What the clock of this screen shows."""
        return self._now()

    def aim(self, board: str) -> None:
        """Point at this board, its page from the beginning."""
        self.back = self.down = 0
        self.cursor.aim(board)

    def go(self, place: Place) -> None:
        """Go to another place."""
        self.place, self.back = place, 0

    def do_open(self) -> None:
        """Open the board under the cursor, or that of the alert shown."""
        if self.digits and not self.cursor.numbered(self.digits):
            self.say(f"There is no board {self.digits}.")
            return
        alert = self.attention.alert
        if self.place == "inbox":
            if alert is None or not self.cursor.has(alert.board):
                return
            self.aim(alert.board)
        elif alert is None or alert.board != self.cursor.board:
            self.show_alert_of(self.cursor.board)
        if self.cursor.view is not None:
            self.go("board")

    def _move(self, boards: int, lines: int) -> None:
        if self.place == "wall":
            self.cursor.step(boards)
        elif self.place == "sectors":
            self.looking.step(self.view.boards, boards)
        elif self.place == "inbox":
            self.attention.step(1 if lines > 0 else -1, everything=True)
        elif self.place == "board" and self.cursor.view is not None and self._scrolls_down:
            self.down = max(0, min(self.down + lines, furthest_down(self.cursor.view, self.sight)))
        elif self.place == "board" and self.cursor.view is not None:
            self._scroll(lines if narrow(self.sight) else -lines, furthest(self.cursor.view, self.sight))
        elif self.place == "faults":
            self._scroll(lines, len(fault_lines(self.status.faults, self.window.page)) - self.window.rows)
        elif self.place in FRAME_PLACES:
            self.back = self.framing.scrolled(lines, self.back)
        elif self.place == "help":
            self._scroll(lines, len(self.help_lines()) - self.window.rows)

    @property
    def _scrolls_down(self) -> bool:
        return self.part == "facts" and not narrow(self.sight)

    def help_lines(self) -> list[Line]:
        """The help on the place from which the user came to it."""
        return help_lines(self.came_from, self.window.page, looks_only=self.status.looks_only is not None)

    def _scroll(self, by: int, most: int) -> None:
        self.back = max(0, min(self.back + by, most))

    def _sideways(self, by: Side) -> None:
        if self.place == "board":
            self.back = self.down = 0
            self.cursor.step(by)
        else:
            self.cursor.step_column(by)

    def wheel(self, by: Side) -> None:
        """The mouse's wheel."""
        self._key_s = self._now()
        if self.place == "wall":
            self.turn_wheel(by)
        elif self.place in _WHEELED:
            self._move(by, by * 3)

    def do_mute(self) -> None:
        """Silence the bell for a while, or end the silence."""
        if self.ringer.on:
            self.ringer.toggle_mute(self._now())
        else:
            self.say("The bell is off.")

    def do_theme(self) -> None:
        """The next set of colours."""
        self.theme += 1
