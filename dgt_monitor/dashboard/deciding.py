"""What the user rules of results, rounds and rulings: chosen by a key, previewed in one line, then carried out."""

from typing import Any, Final, Literal, Protocol

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.claiming import AUTHOR
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.previews import before_of, preview
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.typed_moves import MOVES_MAX_CHARS, typed_moves
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.rulings import UNDOABLE
from dgt_monitor.hall.views import HallView, RulingView

REASON_MAX_CHARS: Final = 60
"""A longer reason belongs on paper (chosen)."""
WORKED_OUT: Final = "Working out what changes .."
"""Until then nothing is ruled."""
PLACES: Final = frozenset[Place]({"rule", "round", "moves", "sure"})
"""Where the page from which one came is still seen."""


class Screen(Protocol):
    """What this part of a desk needs of the whole."""

    cursor: Cursor
    place: Place
    view: HallView

    def say(self, note: str) -> None:
        """Tell the user something."""

    def go(self, place: Place) -> None:
        """Go to another place."""


class Deciding:
    """The part of a desk that rules."""

    def __init__(self, feed: Feed, desk: Screen) -> None:
        self._feed = feed
        self._desk = desk
        self._ruling: Ruling | None = None
        self._preview = ""
        self.origin: Place = "wall"
        """Where the user was when he began."""
        self.typed = ""
        """The reason, as far as it is typed."""
        self._heard = max((each.number for each in desk.view.rulings), default=0)

    @property
    def note(self) -> str:
        """What will change; or the reason, once one is typed: a small window has no room for both."""
        if self._desk.place == "moves":
            return f"Moves, as 12.Nf3 Nc6 or 12...Nc6: {self.typed}_"
        if self.typed:
            return f"Enter rules so, because: {self.typed}_"
        return f"Enter: {self._told} (a reason may be typed)"

    def begin(self, place: Literal["rule", "round"]) -> None:
        """Ask what is ruled: of the board under the cursor, or of the round."""
        self.origin = self._desk.place
        view = self._desk.cursor.view
        if place == "rule" and (view is None or not view.game):
            self._desk.say("There is no game on this board.")
            return
        self._desk.go(place)

    def result(self, text: str) -> None:
        """The result is this; empty: there is none. Of the game before, if nothing is played in the next one yet."""
        view = self._desk.cursor.view
        if view is not None:
            self._ask("result", result=text, game=before_of(view))

    def confirm(self) -> None:
        """The result that is proposed is confirmed."""
        view = self._desk.cursor.view
        if view is None:
            return
        shown = view.before if before_of(view) else view.outcome
        if shown is None or not shown.by or shown.confirmed:
            self._say_so("No result is proposed on this board.")
        else:
            self.result(shown.result)

    @property
    def _told(self) -> str:
        """What will change; of the moves that is worked out where the game is."""
        ruling = self._ruling
        if ruling is None or ruling.kind != "replace":
            return self._preview
        return clean(self._feed.preview(ruling) or WORKED_OUT)

    def moves(self) -> None:
        """The moves from one on are to be typed."""
        self.typed = ""
        self._desk.go("moves")

    def moves_typed(self) -> None:
        """They are: show what changes by them."""
        view = self._desk.cursor.view
        found = None if view is None else typed_moves(view, self.typed)
        if found is None:
            self._say_so("The first move needs its number: 12.Nf3, or 12...Nc6.")
        else:
            self._ask("replace", ply=found[0], moves=found[1])

    def resume(self) -> None:
        """Play goes on."""
        self._ask("resume")

    def unsee(self) -> None:
        """The last alert of this board that was acknowledged was not seen after all."""
        view = self._desk.cursor.view
        seen = [] if view is None else [each for each in view.alerts if each.acknowledged_t_s is not None]
        if not seen:
            self._say_so("No alert that stands on this board was acknowledged.")
        else:
            last = max(seen, key=lambda alert: alert.acknowledged_t_s or 0.0)
            self._ask("unacknowledge", board="", alert_id=last.id)

    def undo(self) -> None:
        """The last ruling that counts, on this board or on the hall, is as if it had not been made."""
        board = self._desk.cursor.board if self._desk.place == "rule" else ""
        last = next((each for each in reversed(self._desk.view.rulings) if _can_be_undone(each, board)), None)
        if last is None:
            self._say_so("There is no ruling to undo.")
        else:
            self._ask("undo", board="", undoes=last.number)

    def of_the_round(self, kind: Literal["round_started", "round_closed"]) -> None:
        """The round has started, or is closed, in the whole hall."""
        self._ask(kind, board="")

    def _ask(self, kind: Any, **fields: Any) -> None:
        board = fields.pop("board", self._desk.cursor.board)
        self._ruling = Ruling(0.0, AUTHOR, kind, board=board, **fields)
        self._preview = preview(self._desk.view, self._ruling)
        self.typed = ""
        self._desk.go("sure")

    def _say_so(self, note: str) -> None:
        self._desk.go(self.origin)
        self._desk.say(note)

    def type(self, letter: str) -> None:
        """A letter of the reason."""
        most = MOVES_MAX_CHARS if self._desk.place == "moves" else REASON_MAX_CHARS
        self.typed = (self.typed + letter)[:most]

    def erase(self) -> None:
        """Take the last letter back."""
        self.typed = self.typed[:-1]

    def carry_out(self) -> None:
        """It is ruled."""
        if self._told == WORKED_OUT:
            return
        if self._ruling is not None:
            self._feed.rule(self._ruling._replace(reason=self.typed.strip()))
        self._ruling = None
        self._say_so("Ruled.")

    def cancel(self) -> None:
        """Back without having ruled."""
        self._ruling = None
        self._desk.go(self.origin)

    def hear(self, view: HallView) -> None:
        """Tell what was not carried out since the last look."""
        for ruling in view.rulings:
            if ruling.number > self._heard and ruling.why_not:
                self._desk.say(f"Ruling {ruling.number} was not carried out: {ruling.why_not}.")
        self._heard = max((each.number for each in view.rulings), default=self._heard)


_UNDOABLE: Final = UNDOABLE - {"undo"}


def _can_be_undone(ruling: RulingView, board: str) -> bool:
    """Whether a ruling counts, and is one on this board (on the hall, where none is named)."""
    return ruling.kind in _UNDOABLE and not (ruling.undone or ruling.why_not) and ruling.board == board


class DecideKeys:
    """The keys of a desk that rule: each is told to its part for that."""

    deciding: Deciding

    def do_rule(self) -> None:
        """Rule of this board: result, play goes on, undo."""
        self.deciding.begin("rule")

    def do_round(self) -> None:
        """Rule of the round."""
        self.deciding.begin("round")

    def do_result_white(self) -> None:
        """White has won."""
        self.deciding.result("1-0")

    def do_result_black(self) -> None:
        """Black has."""
        self.deciding.result("0-1")

    def do_result_draw(self) -> None:
        """It is a draw."""
        self.deciding.result("1/2-1/2")

    def do_result_none(self) -> None:
        """Both have lost."""
        self.deciding.result("0-0")

    def do_result_half_white(self) -> None:
        """Half a point for White, none for Black."""
        self.deciding.result("1/2-0")

    def do_result_half_black(self) -> None:
        """Half a point for Black, none for White."""
        self.deciding.result("0-1/2")

    def do_forfeit_white(self) -> None:
        """Won by White, Black did not come."""
        self.deciding.result("+/-")

    def do_forfeit_black(self) -> None:
        """The other way round."""
        self.deciding.result("-/+")

    def do_forfeit_both(self) -> None:
        """Neither came."""
        self.deciding.result("-/-")

    def do_unplayed(self) -> None:
        """The game is not played."""
        self.deciding.result("unplayed")

    def do_result_clear(self) -> None:
        """There is no result."""
        self.deciding.result("")

    def do_result_confirm(self) -> None:
        """The result proposed is confirmed."""
        self.deciding.confirm()

    def do_moves(self) -> None:
        """The moves from one on were others."""
        self.deciding.moves()

    def do_moves_typed(self) -> None:
        """Show what changes by them."""
        self.deciding.moves_typed()

    def do_erase_moves(self) -> None:
        """Take a letter back."""
        self.deciding.erase()

    def do_resume(self) -> None:
        """Play goes on."""
        self.deciding.resume()

    def do_unsee(self) -> None:
        """An alert was not seen after all."""
        self.deciding.unsee()

    def do_undo(self) -> None:
        """The last ruling is undone."""
        self.deciding.undo()

    def do_round_started(self) -> None:
        """The round has started."""
        self.deciding.of_the_round("round_started")

    def do_round_closed(self) -> None:
        """The round is closed."""
        self.deciding.of_the_round("round_closed")

    def do_carry_out(self) -> None:
        """Rule so."""
        self.deciding.carry_out()

    def do_erase_reason(self) -> None:
        """Take a letter back."""
        self.deciding.erase()

    def do_do_not(self) -> None:
        """Back without having ruled."""
        self.deciding.cancel()
