"""What was told of a game against what follows of it now: the difference is told, and the board takes it over."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.game.changes import Ply
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.differing_alerts import OF_THE_LINE, ended, names_of, raised, rename, settle
from dgt_monitor.hall.endings import Stood
from dgt_monitor.hall.evidence import as_told
from dgt_monitor.hall.refeeding import FedBoard, keep_times
from dgt_monitor.hall.remembered import ToldClaim

_OF_THE_GAME: Final = (
    "_clock_runs", "aftermath", "belonging", "claim_told", "clock", "due_s", "flags", "followed_s", "held",
    "last_claim", "memory", "others_due_s", "play", "rounds", "tracker",
)  # fmt: skip
"""What a board takes over from the one that was fed."""


class Difference(NamedTuple):
    """What a ruling changes of a game."""

    first_ply: int | None
    """The first ply that is another one now, or none any more; None: all that stood still stands."""
    moves: tuple[tuple[int, Ply], ...]
    """Plies to be told, with their numbers."""
    start_changed: bool
    raised: tuple[events.Alert, ...]
    """Alerts that would be told."""
    ended: tuple[events.Alert, ...]
    """Alerts that would end."""

    @property
    def restated(self) -> tuple[int, ...]:
        """Plies that stand, of which something else is said now: how often the position stood, how sure it is."""
        first = self.first_ply
        return tuple(number for number, _ in self.moves if first is None or number < first)


def difference(live: HallBoard, fed: HallBoard) -> Difference:
    """From which ply on the game is another one, and what else is to be told of plies that stand."""
    before, now = told_moves(live), told_moves(fed)
    anew = live.play.start_fen != fed.play.start_fen
    pairs = enumerate(zip(before, now, strict=False))
    other = (number for number, (was, what) in pairs if is_other(was, what))
    same = 0 if anew else next(other, min(len(before), len(now)))
    first = same + 1 if len(before) > same or anew else None
    changed = [n for n in range(1, same + 1) if said_of(before[n - 1]) != said_of(now[n - 1])]
    numbers = [*changed, *range(same + 1, len(now) + 1)]
    plies = fed.play.plies
    names = names_of(live.alerts, fed.alerts)
    raised = tuple(a for a in fed.alerts.standing.values() if a.id not in names and a.rule not in OF_THE_LINE)
    kept = set(names.values())
    gone = tuple(a for a in live.alerts.standing.values() if a.id not in kept and a.rule not in OF_THE_LINE)
    return Difference(first, tuple((n, plies[n - 1]) for n in numbers), anew, raised, gone)


def told_moves(board: HallBoard) -> list[events.Move]:
    """Every ply that stands, as it would be told now."""
    return [board.play.told(0.0, board.name, number) for number in range(1, len(board.play.plies) + 1)]


def is_other(was: events.Move, now: events.Move) -> bool:
    """Whether a ply is another one; or the same but not confirmed any more, for a status never goes back."""
    back = was.status == "confirmed" and now.status == "provisional"
    return back or (was.uci, was.san, was.legal) != (now.uci, now.san, now.legal) or was.fen.fen() != now.fen.fen()


def said_of(move: events.Move) -> tuple[object, ...]:
    """What is told of a ply that stands, but for the clock: not all that it showed is in the record."""
    return move._replace(clock=None)[7:]


def take_over(t_s: float, live: HallBoard, fed: FedBoard, out: list[Event], stood: Stood | None = None) -> None:
    """The board is as it follows now; what is different of it is told, of results against those that `stood`."""
    _keep(live, fed)
    fed.renumber(live.play.game)
    found = difference(live, fed)
    stood, claim = live.play.stood() if stood is None else stood, live.claim_told
    if found.first_ply is not None and found.first_ply <= len(live.play.plies):
        out.append(events.Retract(t_s, live.name, live.play.game, found.first_ply, "arbiter"))
    names = names_of(live.alerts, fed.alerts)
    out.extend(ended(t_s, live.alerts, names))
    settle(t_s, live.alerts, fed.alerts, names)
    if found.start_changed:
        out.append(_start(t_s, live.name, fed))
    _tell(t_s, live, fed, [number for number, _ in found.moves], names, out)
    _answer_again(t_s, live, claim, out)
    live.play.tell_results(t_s, live.name, stood, out)


def _answer_again(t_s: float, live: HallBoard, before: ToldClaim | None, out: list[Event]) -> None:
    """The record answers a claim otherwise than was told, or it counts no more, or again: that is told of it."""
    now = live.claim_told
    if before is not None and (now is None or now.number < before.number):
        gone = before.event._replace(t=t_s, board=live.name, game=live.play.game, text="", squares=None)
        out.append(gone._replace(state="closed", outcome="undone"))
    if now is None:
        return
    same = before is not None and before.number == now.number
    was = (before if before is not None and same else now).event._replace(board=live.name, game=live.play.game)
    said = now.event._replace(board=was.board, game=was.game, clock=was.clock)
    live.claim_told = now._replace(event=said)
    counts_again = not same and (before is None or before.number < now.number)
    if counts_again or said._replace(t=was.t, squares=was.squares) != was:
        out.append(said._replace(t=t_s))


def take_other(t_s: float, live: HallBoard, fed: FedBoard, out: list[Event], *, aside: bool = False) -> None:
    """Another game than before is on the board now, or none: the one before is summed up, and this one told.

    `aside`: the one before is set aside.
    """
    _keep(live, fed)
    if live.play.start_fen:
        out.extend(live.play.summary(t_s, live.name))
        out.append(events.Gone(t_s, live.name, live.play.game, aside))
    if fed.play.start_fen and live.play.games_before is not None:  # it has another name than its last game was told by
        live.play.game, live.play.games_before = live.play.games_before, None
    fed.renumber(live.play.game + bool(fed.play.start_fen))
    names: dict[str, str] = {}
    out.extend(ended(t_s, live.alerts, names))
    if fed.play.start_fen:
        out.append(_start(t_s, live.name, fed))
    _tell(t_s, live, fed, range(1, len(fed.play.plies) + 1), names, out)
    live.play.tell_results(t_s, live.name, {}, out)


def _keep(live: HallBoard, fed: FedBoard) -> None:
    keep_times(fed, live.play.plies)
    _keep_what_was_told_of_claims(live, fed)
    fed.clock.catch_up(live.clock)
    undone = {number: start for number, start in live.rounds.items() if number in live.alerts.undone}
    fed.rounds = {**undone, **fed.rounds}  # it is fed again where one of them counts again


def _keep_what_was_told_of_claims(live: HallBoard, fed: FedBoard) -> None:
    views = [each for each in (live.held and live.held.view(), live.last_claim and live.last_claim[1]) if each]
    told = {view.since_t_s: view.evidence for view in views}
    if fed.held is not None:
        fed.held.evidence = as_told(fed.held.evidence, told.get(fed.held.t_s))
    if fed.last_claim is not None:
        game, view = fed.last_claim
        fed.last_claim = game, view._replace(evidence=as_told(view.evidence, told.get(view.since_t_s)))


def _start(t_s: float, name: str, fed: FedBoard) -> Event:
    white, black = fed.tournament.names(name)
    play = fed.play
    return events.GameStart(
        t_s, name, play.game, play.start_fen, fed.tracker.rotated, play.chess960, white, black
    )  # fmt: skip


def _tell(
    t_s: float, live: HallBoard, fed: FedBoard, numbers: Iterable[int], names: dict[str, str], out: list[Event]
) -> None:
    """Tell these plies and what follows from them, by the names it has; the board takes the game over."""
    out.extend(fed.play.told(t_s, live.name, number) for number in numbers)
    _adopt(live, fed)
    out.extend(raised(t_s, live, fed.alerts, names))
    rename(live, names)
    live.play.valid_views = 0
    live.changed = True


def _adopt(live: HallBoard, fed: FedBoard) -> None:
    """The board takes the game over."""
    fed.memory.ask = live.memory.ask
    fed.play.speak_through(live.alerts)
    fed.play.begins_as, fed.play.games_before = live.play.begins_as, live.play.games_before
    fed.flags.speak_through(live.alerts)
    for name in _OF_THE_GAME:
        setattr(live, name, getattr(fed, name))
    live.squares.belong_to(live.tracker)
