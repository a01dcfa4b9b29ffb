"""What a ruling will change, in one line, before it is made. Pure."""

from typing import Final

from dgt_monitor.dashboard.claim_previews import OF_CLAIMS
from dgt_monitor.dashboard.game_previews import OF_GAMES
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import RULES, age
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.results import RULED
from dgt_monitor.hall.views import BoardView, HallView, ResultView
from dgt_monitor.language import say
from dgt_monitor.wording import Said, Sentence, joined, word

_AGAIN: Final = Sentence("Board {board}: {rule} calls again.")
_RESUMED: Final = Sentence("Board {board}: play goes on. Result: {was} -> none.")
_RESULT: Final = Sentence("Board {board}: result {was} -> {now}.")
_RESULT_BEFORE: Final = Sentence("Board {board}, game {game} (the one before): result {was} -> {now}.")
_NO_PLAY: Final = Sentence("Moves from now on are no play.")
_DRAWN: Final = Sentence("IT WAS DRAWN: {rule}.")
_NONE: Final = Sentence("none")
_CONFIRMED: Final = Sentence("{result}, confirmed")
_BY: Final = Sentence("{result} by {by}")
_NOT_CONFIRMED: Final = Sentence("{result} by {by}, not confirmed")
_UNDONE: Final = Sentence("Ruling {number} is undone.")
_UNDO: Final = Sentence("ruling {number} ({what}, {author}, {age} ago) is as if it had not been made.")
_ON_BOARD: Final = Sentence("Board {board}:")
_STARTED: Final = Sentence("Round started: pieces moved before count nothing where no clock has run.")
_MOVED: Final = Sentence("Moved there already: {boards}.")
_CLOSED: Final = Sentence(
    "Round closed. Games that end: {running}; without a result: {without}, not confirmed: {unconfirmed}."
)


def before_of(view: BoardView) -> int:
    """The game before, if that is the one to be ruled on: nothing is played in the next one yet; else 0."""
    before = view.before
    return before.game if before is not None and not view.moves and not before.confirmed else 0


def preview(hall: HallView, ruling: Ruling) -> str:
    """What this ruling would change: a sentence that can be said in other languages."""
    view = next((each for each in hall.boards if each.board == ruling.board), None)
    if ruling.kind == "undo":
        return _undo(hall, ruling)
    if ruling.kind == "unacknowledge":
        alert = next((each for each in hall.alerts if each.id == ruling.alert_id), None)
        return "" if alert is None else _AGAIN(board=clean(alert.board), rule=word(RULES[alert.rule].title))
    if ruling.kind == "round_started":
        return _started(hall)
    if ruling.kind == "round_closed":
        return _closed(hall)
    if view is None:
        return ""
    of_game = OF_GAMES.get(ruling.kind) or OF_CLAIMS.get(ruling.kind)
    return _of_result(view, ruling) if of_game is None else of_game(hall, view, ruling)


def _of_result(view: BoardView, ruling: Ruling) -> Said:
    name, before = clean(view.board), ruling.game == (view.before.game if view.before else -1)
    was = _words(view.before if before else view.outcome)
    if ruling.kind == "resume":
        return _RESUMED(board=name, was=was)
    now = _CONFIRMED(result=ruling.result) if ruling.result else _NONE()
    changes = (_RESULT_BEFORE if before else _RESULT)(board=name, game=ruling.game, was=was, now=now)
    ends = not (before or view.phase == "over" or not ruling.result)
    return joined((changes, _NO_PLAY() if ends else "", _drawn(view, ruling)))


def _drawn(view: BoardView, ruling: Ruling) -> str:
    """A warning where the game was drawn by itself and is ruled to be decided."""
    result, how = RULED.get(ruling.result, ("", None))
    by = [alert for alert in view.alerts if alert.rule in ("fivefold", "seventyfive") and alert.sure]
    if not by or how is not None or result not in ("1-0", "0-1") or by[-1].game != (ruling.game or view.game):
        return ""
    return _DRAWN(rule=word(RULES[by[-1].rule].title))


def _words(outcome: ResultView | None) -> Said:
    if outcome is None or not outcome.by:
        return _NONE()
    result = clean(outcome.result) + (f" ({say(outcome.how)})" if outcome.how else "")
    by = word(clean(outcome.by).replace("_", " "))
    return (_BY if outcome.confirmed else _NOT_CONFIRMED)(result=result, by=by)


def _undo(hall: HallView, ruling: Ruling) -> Said:
    undone = next((each for each in hall.rulings if each.number == ruling.undoes), None)
    if undone is None:
        return _UNDONE(number=ruling.undoes)
    what, author = clean(say(undone.text)), clean(undone.author)
    said = _UNDO(number=undone.number, what=what, author=author, age=age(hall.t_s - undone.t_s))
    return joined((_ON_BOARD(board=clean(undone.board)) if undone.board else "", said))


def _started(hall: HallView) -> Said:
    waiting = [each for each in hall.boards if each.phase == "playing" and each.running is None and each.moves]
    boards = ", ".join(clean(each.board) for each in waiting[:3]) + (" .." if len(waiting) > 3 else "")
    return joined((_STARTED(), _MOVED(boards=boards) if waiting else ""))


def _closed(hall: HallView) -> Said:
    games = [each for each in hall.boards if each.game]
    running = sum(each.phase == "playing" for each in games)
    without = sum(each.outcome is None or not each.outcome.by for each in games)
    unconfirmed = sum(bool(each.outcome and each.outcome.by and not each.outcome.confirmed) for each in games)
    return _CLOSED(running=running, without=without, unconfirmed=unconfirmed)
