"""What the user does of alerts: acknowledge the one shown or all `*` of a board, put one aside, take that back."""

from math import ceil
from typing import Final, Protocol

from dgt_monitor.dashboard.actions import Place, here, key_for
from dgt_monitor.dashboard.alarm import Severity, mark, severity, shelved
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.claiming import AUTHOR
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.when import DayTime
from dgt_monitor.dashboard.words import RULES
from dgt_monitor.events import Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.entry_of_alerts import why_not_shelved
from dgt_monitor.hall.rulings import UNDOABLE
from dgt_monitor.hall.views import AlertView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence, word

TAKEN_BACK_S: Final = 10.0
"""So long what was done last is taken back by a key, wherever one is (issue 7); in the list of alerts at any time."""
PLACES: Final = frozenset[Place]({"shelf", "until"})
"""Where the page from which one came is still seen."""
_WAY_TO_RULINGS: Final = {True: ("open", "rule", "undo"), False: ("round", "undo")}
"""From the wall: of a board, and of the whole hall."""
_RULED: Final = UNDOABLE - {"undo", "acknowledge", "unacknowledge", "shelve"}
_SEEN: Final = Sentence("Acknowledged: board {board}. {key} takes it back.")
_DRILLED: Final = Sentence("Board {board}: the drill is over. Have its pieces put back.")
_SEEN_ALL: Final = Sentence(
    "Acknowledged: {n} alert of board {board}. {key} takes it back.",
    "Acknowledged: {n} alerts of board {board}. {key} takes them back.",
)
_NO_LOOK: Final = Sentence(
    "Board {board} has no alert to look at (*); those to act on (!) are acknowledged one by one."
)
_NOTHING: Final = Sentence("There is no alert to put aside.")
_HOW_LONG: Final = Sentence("For how long is board {board}, {rule}, put aside?  {times}")
_ASIDE: Final = Sentence("Put aside for {minutes} min: board {board}. {key} takes it back.")
_ASIDE_UNTIL: Final = Sentence("Put aside until {time}: board {board}. {key} takes it back.")
_UNTIL: Final = Sentence("Until when is board {board}, {rule}, put aside? As 15:30: {typed}_")
_NO_TIME: Final = Sentence("That is no time to come, at most {hours} h from now.")
ASIDE_MOST_S: Final = 12 * 3600
"""Nothing is put aside for longer than a day of play (chosen)."""
UNTIL_MAX_CHARS: Final = 8
_TAKEN_BACK: Final = Sentence("Taken back: board {board}.")
_NOTHING_DONE: Final = Sentence(
    "Nothing was done in the last {seconds} s; in the list of alerts {key} takes back at any time."
)
_RULINGS: Final = Sentence("No alert was answered in the last {seconds} s. Rulings are undone by {keys}.")
_NOT_SEEN: Final = Sentence("Nobody has acknowledged this alert or put it aside.")
_NOT_SHELVED: Final = Sentence("What is to be acted on, a fivefold or 75 moves cannot be put aside.")


def _times() -> str:
    """The times that can be chosen, with their keys."""
    return "  ".join(f"{each.shown} {say(each.label)}" for each in here("shelf") if each.id.startswith("aside"))


class Screen(Protocol):
    """What this part of a desk needs of the whole."""

    attention: Attention
    cursor: Cursor
    day_time: DayTime
    place: Place
    view: HallView

    def say(self, note: str) -> None:
        """Tell the user something."""

    def go(self, place: Place) -> None:
        """Go to another place."""

    def now_s(self) -> float:
        """What the clock of this screen shows."""


class Caring:
    """The part of a desk that answers alerts. Everything is bound to the alert that was shown, by its id."""

    def __init__(self, feed: Feed, desk: Screen) -> None:
        self._feed = feed
        self._desk = desk
        self.origin: Place = "wall"
        self._aside: AlertView | None = None
        """What is put aside, if the user says for how long."""
        self.typed = ""
        """The time, as far as it is typed."""
        self._wrong = False
        self._done: list[AlertView] = []
        self._done_s = -TAKEN_BACK_S

    @property
    def note(self) -> str:
        """What the footer asks."""
        alert = self._aside
        if alert is None:
            return ""
        board, rule = clean(alert.board), word(RULES[alert.rule].title)
        if self._desk.place == "shelf":
            return words(_HOW_LONG, times=_times(), board=board, rule=rule)
        wrong = f"{words(_NO_TIME, hours=ASIDE_MOST_S // 3600)} " if self._wrong else ""
        return wrong + words(_UNTIL, board=board, rule=rule, typed=self.typed)

    def acknowledge(self) -> None:
        """The alert shown was seen, whatever stands under the cursor."""
        desk = self._desk
        answer = desk.attention.acknowledge(desk.now_s())
        if isinstance(answer, str):
            desk.say(answer)
            return
        self._feed.acknowledge(answer.id)
        if answer.rule is Rule.DRILL and answer.cleared_t_s is None:
            self._feed.rule(Ruling(0.0, AUTHOR, "close", board=answer.board, outcome="over"))
            desk.say(words(_DRILLED, board=clean(answer.board)))
            return
        self._remember([answer])
        desk.say(words(_SEEN, key=key_for("take_back"), board=clean(answer.board)))

    def acknowledge_all(self) -> None:
        """All that is only to be looked at on this board was seen."""
        desk = self._desk
        board = desk.cursor.board
        if desk.place == "inbox":
            board = desk.attention.alert.board if desk.attention.alert else ""
        mine = [each for each in desk.attention.wanted() if each.board == board and mark(each) == "*"]
        if not mine:
            desk.say(words(_NO_LOOK, board=clean(board)))
            return
        desk.attention.acknowledge_these(mine, desk.now_s())
        for alert in mine:
            self._feed.acknowledge(alert.id)
        self._remember(mine)
        desk.say(words(_SEEN_ALL, key=key_for("take_back"), n=len(mine), board=clean(board)))

    def put_aside(self) -> None:
        """Ask for how long the alert shown is put aside."""
        desk = self._desk
        alert = desk.attention.alert
        if alert is None:
            desk.say(words(_NOTHING))
        elif why_not_shelved(alert) is not None or severity(alert) is not Severity.LOOK:
            desk.say(words(_NOT_SHELVED))
        else:
            self.origin, self._aside = desk.place, alert
            desk.go("shelf")

    def aside_for(self, minutes: int) -> None:
        """So long."""
        alert = self._aside
        self.cancel()
        if alert is not None:
            self._feed.rule(Ruling(0.0, AUTHOR, "shelve", alert.id, for_s=minutes * 60))
            self._remember([alert])
            self._desk.say(words(_ASIDE, key=key_for("take_back"), minutes=minutes, board=clean(alert.board)))

    def until(self) -> None:
        """Until a time that is typed."""
        self.typed, self._wrong = "", False
        self._desk.go("until")

    def type(self, letter: str) -> None:
        """A letter of that time."""
        self.typed, self._wrong = (self.typed + letter)[:UNTIL_MAX_CHARS], False

    def erase(self) -> None:
        """Take one back."""
        self.typed, self._wrong = self.typed[:-1], False

    def typed_whole(self) -> None:
        """That is the time; where it is none, it stays to be mended."""
        alert, desk = self._aside, self._desk
        until_s = desk.day_time.moment(self.typed.strip(), desk.view.t_s)
        for_s = 0.0 if until_s is None else until_s - desk.view.t_s
        self._wrong = not 0 < for_s <= ASIDE_MOST_S
        if self._wrong or alert is None or until_s is None:
            return
        self.cancel()
        self._feed.rule(Ruling(0.0, AUTHOR, "shelve", alert.id, for_s=ceil(for_s)))
        self._remember([alert])
        named = desk.day_time.named(until_s)
        desk.say(words(_ASIDE_UNTIL, key=key_for("take_back"), time=named, board=clean(alert.board)))

    def cancel(self) -> None:
        """Nothing is put aside."""
        self._aside = None
        self._desk.go(self.origin)

    def _remember(self, done: list[AlertView]) -> None:
        self._done, self._done_s = done, self._desk.now_s()

    def take_back(self) -> None:
        """What was done last is as if it had not been; in the list of alerts, what was done of the one shown."""
        desk = self._desk
        done = self._done if desk.now_s() - self._done_s < TAKEN_BACK_S else []
        shown = desk.attention.alert
        if desk.place == "inbox" and shown is not None and (shelved(shown) or shown.acknowledged_t_s is not None):
            done = [shown]
        if not done:
            desk.say(self._nothing_done())
            return
        self._done = []
        for alert in done:
            self._undo(alert)
        desk.attention.forget_asked(each.id for each in done)
        desk.say(words(_TAKEN_BACK, board=clean(done[0].board)))

    def _nothing_done(self) -> str:
        """Why nothing is taken back, and what may have been meant."""
        seconds = int(TAKEN_BACK_S)
        if self._desk.place == "inbox":
            return words(_NOT_SEEN)
        rulings = self._desk.view.rulings
        ruled = [each for each in rulings if each.kind in _RULED and not (each.undone or each.why_not)]
        if not ruled:
            return words(_NOTHING_DONE, key=key_for("take_back"), seconds=seconds)
        way = _WAY_TO_RULINGS[bool(ruled[-1].board)]
        keys = ", ".join(key_for(each) for each in way if each != "open" or self._desk.place == "wall")
        return words(_RULINGS, seconds=seconds, keys=keys)

    def _undo(self, done: AlertView) -> None:
        now = self._desk.attention.by_id(done.id) or done
        if now.shelved_number and shelved(now):
            self._feed.rule(Ruling(0.0, AUTHOR, "undo", undoes=now.shelved_number))
        else:
            self._feed.rule(Ruling(0.0, AUTHOR, "unacknowledge", done.id))


class CareKeys:
    """The keys of a desk that answer alerts: each is told to its part for that."""

    caring: Caring

    def do_acknowledge(self) -> None:
        """The alert shown was seen."""
        self.caring.acknowledge()

    def do_acknowledge_all(self) -> None:
        """All that is to be looked at on this board was."""
        self.caring.acknowledge_all()

    def do_take_back(self) -> None:
        """It was not, after all."""
        self.caring.take_back()

    def do_put_aside(self) -> None:
        """The alert shown is put aside for a while."""
        self.caring.put_aside()

    def do_aside_10(self) -> None:
        """For ten minutes."""
        self.caring.aside_for(10)

    def do_aside_30(self) -> None:
        """For half an hour."""
        self.caring.aside_for(30)

    def do_aside_60(self) -> None:
        """For an hour."""
        self.caring.aside_for(60)

    def do_aside_120(self) -> None:
        """For two."""
        self.caring.aside_for(120)

    def do_aside_until(self) -> None:
        """Until a time that is typed."""
        self.caring.until()

    def do_until_typed(self) -> None:
        """That is the time."""
        self.caring.typed_whole()

    def do_erase_until(self) -> None:
        """Take a letter back."""
        self.caring.erase()

    def do_not_aside(self) -> None:
        """Not at all."""
        self.caring.cancel()
