"""What is ruled of one board: results, rounds, play that goes on. Each says why, where it cannot be carried out."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from dgt_monitor.events import Event
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.alerts_before import take_past_alerts
from dgt_monitor.hall.endings import Past, Stood
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.held_board import HeldBoard
from dgt_monitor.hall.refused_claims import why_no_claim
from dgt_monitor.hall.remembered import RoundStart
from dgt_monitor.hall.results import RULED
from dgt_monitor.hall.ruling_texts import NO_GAME, NO_RESULT, NO_SUCH_GAME, NOT_OVER
from dgt_monitor.wording import Said

Carried = Callable[[HeldBoard, float, Ruling, list[Event]], Said | None]
"""Carries a ruling out, or says why not and changes nothing."""


def ruled_of(board: HeldBoard, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
    """Carry out what was ruled of this board; why not, where that cannot be."""
    board.changed = True
    carry = _KINDS.get(ruling.kind)
    if not board.play.game:
        return NO_GAME()
    if carry is None:
        why_not = why_no_claim(board, ruling)
        if why_not is None:
            board.rule(t_s, ruling, out)
        return why_not
    why_not = carry(board, t_s, ruling, out)
    board.plan_ruled()
    return why_not


def _result(board: HeldBoard, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
    play = board.play
    game = ruling.game or play.game
    results = play.results_of(game)
    if results is None:
        return NO_SUCH_GAME(game=game)
    if ruling.result and ruling.result not in RULED:
        return NO_RESULT(result=ruling.result, results=" ".join(RULED))
    if results is play.results and ruling.result:
        play.follow(t_s, board.name, board.tracker.confirm_last(t_s), out)
    before = play.stood()
    results.rule(ruling.number, ruling.result, board.tracker.now)
    play.tell_results(t_s, board.name, before, out)
    if results is play.results:
        play.tell_early_draw(t_s, board.name, out)
    ends_or_goes_on(board, t_s, out)
    return None


def _resume(board: HeldBoard, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
    play, tracker = board.play, board.tracker
    results = play.results
    if ruling.game not in (0, play.game):
        return NO_SUCH_GAME(game=ruling.game)
    if results.ended is None and results.standing is None and tracker.shows is None:
        return NOT_OVER()
    if board.held is not None and board.held.state == "over":  # a claim ended with a draw: it is closed otherwise
        board.rule(t_s, ruling._replace(kind="close", outcome="over"), out)
        return None
    before = play.stood()
    results.resume(ruling.number, tracker.shows, tracker.now)
    play.tell_results(t_s, board.name, before, out)
    play.tell_early_draw(t_s, board.name, out)
    play.follow(t_s, board.name, tracker.let_be(t_s), out)
    ends_or_goes_on(board, t_s, out)
    return None


def _round_started(board: HeldBoard, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
    if board.play.results.ended is not None:
        board.play.results.start(ruling.number)
        ends_or_goes_on(board, t_s, out)
    before = tuple(plies_of(board.tracker.story))
    changes = board.tracker.start_round(t_s)
    if changes:
        board.rounds[ruling.number] = RoundStart(board.play.game, before, tuple(plies_of(board.tracker.story)))
        board.play.follow(t_s, board.name, changes, out)
    return None


def _round_closed(board: HeldBoard, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
    play = board.play
    play.follow(t_s, board.name, board.tracker.confirm_last(t_s), out)
    play.results.close(ruling.number, board.tracker.now)
    ends_or_goes_on(board, t_s, out)
    return None


_KINDS: Final[Mapping[str, Carried]] = MappingProxyType(
    {"result": _result, "resume": _resume, "round_started": _round_started, "round_closed": _round_closed}
)


def ends_or_goes_on(board: HeldBoard, t_s: float, out: list[Event]) -> None:
    """What is moved from now on is play, or is none, as the rulings on the game have it."""
    tracker, ended = board.tracker, board.play.results.ended
    changes = tracker.reopen_game(t_s) if ended is None else tracker.end_game(t_s, ended)
    board.play.follow(t_s, board.name, changes, out)
    tracker.wait_for_round(waits=board.play.results.is_unplayed)


def look_again(board: HeldBoard, t_s: float, turned: Ruling, before: Stood, out: list[Event]) -> None:
    """A ruling counts no more, or again: what follows from the others, held against the results that stood `before`."""
    board.changed = True
    undone = turned.number in board.alerts.undone
    board.alerts.look_again()
    board.play.tell_results(t_s, board.name, before, out)
    if turned.kind in ("result", "resume"):
        board.play.tell_early_draw(t_s, board.name, out)
    if turned.kind == "resume":
        _show_again(board, t_s, turned, out, undone=undone)
    elif turned.kind == "round_started":
        _unstart(board, t_s, turned, out, undone=undone)
    ends_or_goes_on(board, t_s, out)
    board.plan_ruled()


def _show_again(board: HeldBoard, t_s: float, resumed: Ruling, out: list[Event], *, undone: bool) -> None:
    decision, tracker, name = board.play.results.decision(resumed.number), board.tracker, board.name
    if decision is None or decision.ended is None:
        return
    if not undone:
        board.play.follow(t_s, name, tracker.let_be(t_s), out)
        return
    board.play.follow(t_s, name, tracker.back_to(t_s, decision.ended), out)
    if decision.shown is not None:
        board.play.follow(t_s, name, tracker.show_again(decision.shown), out)


def _unstart(board: HeldBoard, t_s: float, started: Ruling, out: list[Event], *, undone: bool) -> None:
    start = board.rounds.get(started.number)
    if start is None or start.game != board.play.game:
        return
    stood, stands = (start.after, start.before) if undone else (start.before, start.after)
    board.play.follow(t_s, board.name, board.tracker.begin_otherwise(t_s, len(stood), stands), out)


# --- before a hall was made again -----------------------------------------------------------------------------------


def take_past(board: HeldBoard, past: Past) -> None:
    """What was told or ruled of games before the one that is fed: nothing is told of it again."""
    take_past_alerts(board.alerts, past)
    board.play.take_past(past)
