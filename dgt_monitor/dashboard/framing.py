"""What the user does before and after the games: the ready list, the sheet of all clocks, open results, the close."""

from abc import ABC, abstractmethod
from typing import Final, Protocol

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.claiming import AUTHOR
from dgt_monitor.dashboard.closing_page import closing_lines, left_open
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.deciding import Deciding
from dgt_monitor.dashboard.feed import Feed, FeedStatus
from dgt_monitor.dashboard.lines import Line, line
from dgt_monitor.dashboard.plan import Window
from dgt_monitor.dashboard.ready_page import missing_in, ready_lines
from dgt_monitor.dashboard.results_page import Proposal, entering, proposals, results_lines
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import words
from dgt_monitor.tournament.notices import Notices
from dgt_monitor.wording import Sentence

PLACES: Final = frozenset[Place]({"ready", "clocks", "results", "closing"})
AT_ONCE: Final = 40
"""So many results are confirmed with one key (chosen: fewer than the rulings of a view, so that all can be undone)."""
_CONFIRMED: Final = Sentence("Board {board}: {result} confirmed. u takes it back.")
_CONFIRMED_ALL: Final = Sentence(
    "{n} result by {by} confirmed. u takes it back.", "{n} results by {by} confirmed. u takes them back."
)
_NONE: Final = Sentence("No result is proposed.")
_NOTHING_DONE: Final = Sentence("Nothing was confirmed here, or it was taken back already.")
_TAKEN_BACK: Final = Sentence("{n} result is open again.", "{n} results are open again.")
_NO_BOARD: Final = Sentence("There is no board on this line.")


class Screen(Protocol):
    """What this part of a desk needs of the whole."""

    cursor: Cursor
    deciding: Deciding
    place: Place
    status: FeedStatus
    view: HallView
    window: Window

    @property
    def reach(self) -> Notices:
        """How alarms reach who sits here."""

    def say(self, note: str) -> None:
        """Tell the user something."""

    def go(self, place: Place) -> None:
        """Go to another place."""


class Framing:
    """The part of a desk that frames a round. Its line is bound to what the user saw there, not to a row."""

    def __init__(self, feed: Feed, desk: Screen) -> None:
        self._feed = feed
        self._desk = desk
        self._board = ""
        """The user's line of the ready list."""
        self._result: Proposal | None = None
        self._at = 0
        """Where that line stood when it was last there: what is settled leaves, and the next one takes its row."""
        self._listed: list[Proposal] = []
        """What was shown last: only of that can be said that he has seen it."""
        self._confirmed: list[Proposal] = []
        self._heard = 0
        """The last ruling that was shown when these were."""
        self._sheet: list[str] = []

    # --- what is shown --------------------------------------------------------------------------------------

    def lines(self, place: Place) -> list[Line]:
        """The page of one of these places."""
        desk = self._desk
        cells = desk.window.page
        if place == "ready":
            return ready_lines(desk.view, desk.reach, self._line_of_ready(), cells)
        if place == "results":
            self._listed = proposals(desk.view)
            return results_lines(desk.view, self._line_of_results(), cells)
        if place == "closing":
            return closing_lines(desk.view, cells)
        return [line(f" {clean(text)}", "strong" if row < 2 else "plain") for row, text in enumerate(self._sheet)]

    def row(self, lines: list[Line]) -> int:
        """On which of these lines the user is; 0 where he is on none."""
        return next((row for row, each in enumerate(lines) if each and each[0].text.startswith(">")), 0)

    def _line_of_ready(self) -> str:
        boards = [each.board for each in missing_in(self._desk.view)]
        if self._board in boards:
            self._at = boards.index(self._board)
        elif boards:
            self._board = boards[min(self._at, len(boards) - 1)]
        else:
            self._board = ""
        return self._board

    def _line_of_results(self) -> Proposal | None:
        found = proposals(self._desk.view)
        if self._result in found:
            self._at = found.index(self._result)
        else:
            self._result = found[min(self._at, len(found) - 1)] if found else None
        return self._result

    def step(self, by: int) -> None:
        """To another line of the list."""
        if self._desk.place == "ready":
            boards = [each.board for each in missing_in(self._desk.view)]
            if boards:
                self._at = max(0, min(boards.index(self._line_of_ready()) + by, len(boards) - 1))
                self._board = boards[self._at]
        elif self._desk.place == "results":
            found, now = proposals(self._desk.view), self._line_of_results()
            if now is not None:
                self._at = max(0, min(found.index(now) + by, len(found) - 1))
                self._result = found[self._at]

    def scrolled(self, by: int, back: int) -> int:
        """To another line of the list, which stays in the window; how many lines are scrolled away then."""
        self.step(by)
        shown, rows = self.lines(self._desk.place), self._desk.window.rows
        row = self.row(shown)
        most = max(0, len(shown) - rows)
        back = max(row - rows + 2, min(back, row - 1)) if row else back + by
        return max(0, min(back, most))

    # --- what is done ---------------------------------------------------------------------------------------

    def go(self, place: Place) -> None:
        """To one of these lists, from its beginning."""
        self._at, self._board, self._result = 0, "", None
        self._desk.go(place)

    def note_clocks(self) -> None:
        """Write the sheet of all clocks, and show it."""
        desk = self._desk
        text, written = self._feed.clock_sheet()
        self._sheet = text.splitlines()
        self.go("clocks")
        desk.say(written)

    def aim(self) -> bool:
        """Whether there is a board on the user's line; the cursor is on it then."""
        desk = self._desk
        if desk.place == "ready":
            board = self._line_of_ready()
        else:
            shown = self._line_of_results()
            board = "" if shown is None else shown.board
        if not desk.cursor.has(board):
            desk.say(words(_NO_BOARD))
            return False
        desk.cursor.aim(board)
        return True

    def confirm(self, *, all_of_them: bool = False) -> None:
        """The result of the user's line is confirmed; or all by who has shown this one."""
        desk, shown = self._desk, self._result
        found = proposals(desk.view)
        if shown is None or shown not in found:
            desk.say(words(_NONE))
            return
        chosen = self._alike(found, shown) if all_of_them else [shown]
        for each in chosen:
            self._feed.rule(Ruling(0.0, AUTHOR, "result", board=each.board, result=each.result, game=each.game))
        self._confirmed, self._heard = chosen, max((each.number for each in desk.view.rulings), default=0)
        if all_of_them:
            desk.say(words(_CONFIRMED_ALL, n=len(chosen), by=clean(shown.by)))
        else:
            desk.say(words(_CONFIRMED, board=clean(shown.board), result=shown.result))

    def keys_will(self, place: Place) -> list[str]:
        """What the keys of this place enter, before they are pressed."""
        found, shown = proposals(self._desk.view), self._line_of_results()
        if place != "results" or shown is None or shown not in found:
            return []
        return entering(self._desk.view, shown, self._alike(found, shown))

    def _alike(self, found: list[Proposal], shown: Proposal) -> list[Proposal]:
        """Those that are confirmed together with this one: by the same, and seen by the user."""
        return [each for each in found if each.by == shown.by and each in self._listed][:AT_ONCE]

    def take_back(self) -> None:
        """What was confirmed last from this list is open again."""
        boards = {each.board for each in self._confirmed}
        made = [
            each
            for each in self._desk.view.rulings
            if each.kind == "result" and each.number > self._heard and each.board in boards
            if not (each.undone or each.why_not)
        ]
        if not made:
            self._desk.say(words(_NOTHING_DONE))
            return
        for ruling in made:
            self._feed.rule(Ruling(0.0, AUTHOR, "undo", undoes=ruling.number))
        self._confirmed = []
        self._desk.say(words(_TAKEN_BACK, n=len(made)))

    def close_round(self) -> None:
        """The round is to be closed: what is left open comes first, then what changes by it."""
        if self._desk.place != "closing" and left_open(self._desk.view):
            self.go("closing")
        else:
            self._desk.deciding.begin_with("round_closed", self._desk.place)


class FrameKeys(ABC):
    """The keys of a desk that frame a round: each is told to its part for that."""

    deciding: Deciding
    framing: Framing
    place: Place

    @abstractmethod
    def go(self, place: Place) -> None:
        """Go to another place."""

    def do_ready_list(self) -> None:
        """What is missing before the round."""
        self.framing.go("ready")

    def do_clocks(self) -> None:
        """The sheet of all clocks is written, and shown."""
        self.framing.note_clocks()

    def do_results(self) -> None:
        """The results that are open."""
        self.framing.go("results")

    def do_open_listed(self) -> None:
        """The page of the board on the user's line."""
        if self.framing.aim():
            self.go("board")

    def do_rule_listed(self) -> None:
        """Rule of that board, and come back."""
        if self.framing.aim():
            self.deciding.begin("rule")

    def do_start_round(self) -> None:
        """The round has started."""
        self.deciding.begin_with("round_started", "ready")

    def do_confirm_listed(self) -> None:
        """The result of the user's line is confirmed."""
        self.framing.confirm()

    def do_confirm_alike(self) -> None:
        """And all others by who has shown it."""
        self.framing.confirm(all_of_them=True)

    def do_results_back(self) -> None:
        """They are open again."""
        self.framing.take_back()

    def do_close_round(self) -> None:
        """Close it all the same."""
        self.framing.close_round()

    def do_round_closed(self) -> None:
        """The round is closed."""
        self.framing.close_round()

    def do_drill(self) -> None:
        """Try on this board whether alarms reach the arbiter."""
        self.deciding.whole("drill")
