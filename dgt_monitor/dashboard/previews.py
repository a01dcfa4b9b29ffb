"""What a ruling will change, in one line, before it is made. Pure."""

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import age, rule_title
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.results import RULED
from dgt_monitor.hall.views import BoardView, HallView, ResultView


def before_of(view: BoardView) -> int:
    """The game before, if that is the one to be ruled on: nothing is played in the next one yet; else 0."""
    before = view.before
    return before.game if before is not None and not view.moves and not before.confirmed else 0


def preview(hall: HallView, ruling: Ruling) -> str:
    """What this ruling would change."""
    view = next((each for each in hall.boards if each.board == ruling.board), None)
    if ruling.kind == "undo":
        return _undo(hall, ruling)
    if ruling.kind == "unacknowledge":
        alert = next((each for each in hall.alerts if each.id == ruling.alert_id), None)
        return "" if alert is None else f"Board {clean(alert.board)}: {rule_title(alert.rule)} calls again."
    if ruling.kind == "round_started":
        return _started(hall)
    if ruling.kind == "round_closed":
        return _closed(hall)
    return "" if view is None else _of_board(view, ruling)


def _of_board(view: BoardView, ruling: Ruling) -> str:
    name, before = clean(view.board), ruling.game == (view.before.game if view.before else -1)
    was = _words(view.before if before else view.outcome)
    if ruling.kind == "resume":
        return f"Board {name}: play goes on. Result: {was} -> none."
    where = f"Board {name}, game {ruling.game} (the one before)" if before else f"Board {name}"
    now = f"{ruling.result}, confirmed" if ruling.result else "none"
    ends = "" if before or view.phase == "over" or not ruling.result else " Moves from now on are no play."
    undecided = _drawn(view, ruling)
    return f"{where}: result {was} -> {now}.{ends}{undecided}"


def _drawn(view: BoardView, ruling: Ruling) -> str:
    """A warning where the game was drawn by itself and is ruled to be decided."""
    result, how = RULED.get(ruling.result, ("", None))
    by = [alert for alert in view.alerts if alert.rule in ("fivefold", "seventyfive") and alert.sure]
    if not by or how is not None or result not in ("1-0", "0-1") or by[-1].game != (ruling.game or view.game):
        return ""
    return f" IT WAS DRAWN: {rule_title(by[-1].rule)}."


def _words(outcome: ResultView | None) -> str:
    if outcome is None or not outcome.by:
        return "none"
    how = f" ({outcome.how})" if outcome.how else ""
    by = clean(outcome.by).replace("_", " ")
    return f"{clean(outcome.result)}{how} by {by}{'' if outcome.confirmed else ', not confirmed'}"


def _undo(hall: HallView, ruling: Ruling) -> str:
    undone = next((each for each in hall.rulings if each.number == ruling.undoes), None)
    if undone is None:
        return f"Ruling {ruling.undoes} is undone."
    what = f"{clean(undone.text)}, {clean(undone.author)}, {age(hall.t_s - undone.t_s)} ago"
    where = f"Board {clean(undone.board)}: " if undone.board else ""
    return f"{where}ruling {undone.number} ({what}) is as if it had not been made."


def _started(hall: HallView) -> str:
    waiting = [each for each in hall.boards if each.phase == "playing" and each.running is None and each.moves]
    boards = ", ".join(clean(each.board) for each in waiting[:3]) + (" .." if len(waiting) > 3 else "")
    moved = f" Moved there already: {boards}." if waiting else ""
    return f"Round started: pieces moved before count nothing where no clock has run.{moved}"


def _closed(hall: HallView) -> str:
    games = [each for each in hall.boards if each.game]
    running = sum(each.phase == "playing" for each in games)
    without = sum(each.outcome is None or not each.outcome.by for each in games)
    unconfirmed = sum(bool(each.outcome and each.outcome.by and not each.outcome.confirmed) for each in games)
    return f"Round closed. Games that end: {running}; without a result: {without}, not confirmed: {unconfirmed}."
