"""What the user rules of results, rounds and rulings: chosen by a key, previewed in one line, then carried out."""

from typing import Any, Final, Literal, Protocol

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.claiming import AUTHOR
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.drilling import why_no_drill
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.previews import before_of, preview
from dgt_monitor.dashboard.safe import clean_whole
from dgt_monitor.dashboard.typed_moves import MOVES_MAX_CHARS
from dgt_monitor.dashboard.typed_rulings import TYPED, Asked, fetched, prompt
from dgt_monitor.events import Ending
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.rulings import UNDOABLE
from dgt_monitor.hall.views import HallView, RulingView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Said, Sentence, word

REASON_MAX_CHARS: Final = 60
"""A longer reason belongs on paper (chosen)."""
WORKED_OUT: Final = Sentence("Working out what changes ..")
"""Until then nothing is ruled."""
_NO_GAME: Final = Sentence("There is no game on this board.")
_NOTHING_ASIDE: Final = Sentence("No game is set aside.")
_NOTHING_PROPOSED: Final = Sentence("No result is proposed on this board.")
_NOTHING_SEEN: Final = Sentence("No alert that stands on this board was acknowledged.")
_NOTHING_TO_UNDO: Final = Sentence("There is no ruling to undo.")
_RULED: Final = Sentence("Ruled.")
_NOT_RULED: Final = Sentence("Ruling {number} was not carried out: {why}.")
_BECAUSE: Final = Sentence("Enter rules so, because:")
_ASKED_OF_THE_LOOP: Final = frozenset({"replace", "settle", "position"})
"""What these kinds change is worked out where the game is."""
PLACES: Final = frozenset[Place]({"rule", "illegal", "round", "moves", "sure"})
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
        self._preview = self._done = ""
        self._wrong: Said | None = None
        """What is wrong with what is typed; it stays to be mended."""
        self._asked: Asked = "replace"
        """What is typed where something is."""
        self.origin: Place = "wall"
        """Where the user was when he began."""
        self.typed = ""
        """The reason, as far as it is typed."""
        self._heard = max((each.number for each in desk.view.rulings), default=0)

    @property
    def note(self) -> str:
        """What will change, and the reason as far as it is typed."""
        if self._desk.place == "moves":
            asked = prompt(self._asked, self._desk.view, self.typed)
            return f"{say(self._wrong)} {asked}" if self._wrong is not None else asked
        if self.typed:
            return f"{self._told} {words(_BECAUSE)} {self.typed}_"
        return f"{say('Enter')}: {self._told} {say('(a reason may be typed)')}"

    def begin(self, place: Literal["rule", "round"]) -> None:
        """Ask what is ruled: of the board under the cursor, or of the round."""
        self.origin = self._desk.place
        view = self._desk.cursor.view
        if place == "rule" and (view is None or not (view.game or any(view.players) or self._desk.view.aside)):
            self._desk.say(words(_NO_GAME))
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
            self._say_so(words(_NOTHING_PROPOSED))
        else:
            self.result(shown.result)

    @property
    def _told(self) -> str:
        """What will change, as far as that is worked out."""
        ruling = self._ruling
        if ruling is None or ruling.kind not in _ASKED_OF_THE_LOOP:
            return say(self._preview)
        return clean_whole(say(self._feed.preview(ruling) or WORKED_OUT()))

    # --- a part of it is typed, or chosen further -----------------------------------------------------------

    def ask_for(self, asked: Asked) -> None:
        """A part of the ruling is to be typed."""
        self._asked, self.typed, self._wrong = asked, "", None
        self._desk.go("moves")

    def typed_whole(self) -> None:
        """It is: show what changes by it."""
        view = self._desk.cursor.view
        found = None if view is None else TYPED[self._asked].made(self._desk.view, view, self.typed)
        if isinstance(found, Said):
            self._wrong = found
        elif found is not None:
            self._ask(found.pop("kind"), **found)

    def whole(self, kind: Literal["set_aside", "exchange", "drill"]) -> None:
        """The game is set aside; its players exchange colours; a drill is made."""
        view = self._desk.cursor.view
        if kind == "drill" and view is not None and (why_not := why_no_drill(view)) is not None:
            self._say_so(say(why_not))
            return
        self._ask(kind)

    def fetch(self) -> None:
        """A game that was set aside goes on here; which one, is asked where there are several."""
        view, aside = self._desk.cursor.view, self._desk.view.aside
        if not aside:
            self._say_so(words(_NOTHING_ASIDE))
        elif len(aside) > 1:
            self.ask_for("fetch")
        elif view is not None:
            fields = fetched(view, aside[0])
            self._ask(fields.pop("kind"), **fields)

    def go_on(self, place: Literal["illegal"]) -> None:
        """Choose further."""
        self._desk.go(place)

    def ended(self, ending: Ending) -> None:
        """The last illegal move of this game has ended so."""
        self._ask("illegal", outcome=ending)

    def resume(self) -> None:
        """Play goes on."""
        self._ask("resume")

    def unsee(self) -> None:
        """The last alert of this board that was acknowledged was not seen after all."""
        view = self._desk.cursor.view
        seen = [] if view is None else [each for each in view.alerts if each.acknowledged_t_s is not None]
        if not seen:
            self._say_so(words(_NOTHING_SEEN))
        else:
            last = max(seen, key=lambda alert: alert.acknowledged_t_s or 0.0)
            self._ask("unacknowledge", board="", alert_id=last.id)

    def undo(self) -> None:
        """The last ruling that counts, on this board or on the hall, is as if it had not been made."""
        board = "" if self._desk.place == "round" else self._desk.cursor.board
        if self._desk.place == "close":
            self.origin = "board"
        last = next((each for each in reversed(self._desk.view.rulings) if _can_be_undone(each, board)), None)
        if last is None:
            self._say_so(words(_NOTHING_TO_UNDO))
        else:
            self._ask("undo", board="", undoes=last.number)

    def of_the_round(self, kind: Literal["round_started", "round_closed"]) -> None:
        """The round has started, or is closed, in the whole hall."""
        self._ask(kind, board="")

    def begin_with(self, kind: Literal["round_started", "round_closed"], origin: Place) -> None:
        """The same, from a page that comes before it."""
        self.origin = "wall" if origin == "round" else origin
        self.of_the_round(kind)

    def _ask(self, kind: Any, **fields: Any) -> None:
        board = fields.pop("board", self._desk.cursor.board)
        self.offer(Ruling(0.0, AUTHOR, kind, board=board, **fields))

    def offer(self, ruling: Ruling, done: str = "", origin: Place | None = None) -> None:
        """Show what a ruling will change; where it is carried out, `done` is told, and one is back at `origin`."""
        self.origin = origin or self.origin
        self._ruling, self._done = ruling, done
        self._preview = preview(self._desk.view, self._ruling)
        self.typed = ""
        self._desk.go("sure")

    def _say_so(self, note: str) -> None:
        self._desk.go(self.origin)
        self._desk.say(note)

    def type(self, letter: str) -> None:
        """A letter of the reason."""
        most = MOVES_MAX_CHARS if self._desk.place == "moves" else REASON_MAX_CHARS
        self.typed, self._wrong = (self.typed + letter)[:most], None

    def erase(self) -> None:
        """Take the last letter back."""
        self.typed, self._wrong = self.typed[:-1], None

    def carry_out(self) -> None:
        """It is ruled."""
        if self._told == words(WORKED_OUT):
            return
        if self._ruling is not None:
            self._feed.rule(self._ruling._replace(reason=self.typed.strip()))
        self._ruling = None
        self._say_so(self._done or words(_RULED))

    def cancel(self) -> None:
        """Back without having ruled."""
        self._ruling = None
        self._desk.go(self.origin)

    def hear(self, view: HallView) -> None:
        """Tell what was not carried out since the last look."""
        for ruling in view.rulings:
            if ruling.number > self._heard and ruling.why_not:
                self._desk.say(words(_NOT_RULED, number=ruling.number, why=word(ruling.why_not.rstrip("."))))
        self._heard = max((each.number for each in view.rulings), default=self._heard)


_UNDOABLE: Final = UNDOABLE - {"undo"}


def _can_be_undone(ruling: RulingView, board: str) -> bool:
    """Whether a ruling counts, and is one on this board (on the hall, where none is named)."""
    return ruling.kind in _UNDOABLE and not (ruling.undone or ruling.why_not) and ruling.board == board
