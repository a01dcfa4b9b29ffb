"""What was told of a game against what follows of it now: the difference is told, and the board takes it over."""

from collections import defaultdict, deque
from typing import Final, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Alert, Event, Rule
from dgt_monitor.game.changes import Ply
from dgt_monitor.hall.alerts import AlertBook, same
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.refeeding import FedBoard, keep_times

OF_THE_LINE: Final = frozenset(
    {Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.LINE_NOISY, Rule.CLOCK_MISSING, Rule.CLOCK_BATTERY}
)
"""Alerts of the device rather than of a game: no ruling on the moves changes them."""
_OF_THE_GAME: Final = (
    "_clock_runs", "aftermath", "belonging", "clock", "due_s", "flags", "held", "last_claim", "memory", "others_due_s",
    "play", "tracker",
)  # fmt: skip
"""What a board takes over from the one that was fed."""
_WITHDRAWN: Final = frozenset({Rule.ILLEGAL_MOVE, Rule.POSITION_UNEXPLAINED, Rule.HISTORY_UNCERTAIN})
"""Alerts that end because the arbiter has ruled; others were never so."""


class Difference(NamedTuple):
    """What a ruling changes of a game."""

    first_ply: int | None
    """The first ply that is another one now, or none any more; None: all that stood still stands."""
    moves: tuple[tuple[int, Ply], ...]
    """Plies to be told, with their numbers."""
    start_changed: bool

    @property
    def restated(self) -> tuple[int, ...]:
        """Plies that stand, of which something else is said now: how often the position stood, how sure it is."""
        first = self.first_ply
        return tuple(number for number, _ in self.moves if first is None or number < first)


def difference(live: HallBoard, fed: HallBoard) -> Difference:
    """From which ply on the game is another one, and what else is to be told of plies that stand."""
    before, now = told_moves(live), told_moves(fed)
    anew = live.play.start_fen != fed.play.start_fen
    same = 0 if anew else next(
        (n for n, (one, other) in enumerate(zip(before, now, strict=False)) if _identity(one) != _identity(other)),
        min(len(before), len(now)),
    )  # fmt: skip
    first = same + 1 if len(before) > same or anew else None
    changed = [n for n in range(1, same + 1) if before[n - 1][7:] != now[n - 1][7:]]
    numbers = [*changed, *range(same + 1, len(now) + 1)]
    plies = fed.play.plies
    return Difference(first, tuple((n, plies[n - 1]) for n in numbers), anew)


def told_moves(board: HallBoard) -> list[events.Move]:
    """Every ply that stands, as it would be told now."""
    return [board.play.told(0.0, board.name, number) for number in range(1, len(board.play.plies) + 1)]


def _identity(move: events.Move) -> tuple[object, ...]:
    """What makes a ply another one; a status cannot go back either."""
    return move.uci, move.san, move.fen.fen(), move.legal


def take_over(t_s: float, live: HallBoard, fed: FedBoard, out: list[Event]) -> Difference:
    """The board is as it follows now; what is different of it is told."""
    keep_times(fed, live)
    found = difference(live, fed)
    result, name, play = _result(live.play), live.name, fed.play
    if found.first_ply is not None and found.first_ply <= len(live.play.plies):
        out.append(events.Retract(t_s, name, play.game, found.first_ply, "arbiter"))
    names = _names(live.alerts, fed.alerts)
    out.extend(_ended(t_s, live.alerts, names))
    if found.start_changed:
        white, black = live.tournament.names(name)
        out.append(
            events.GameStart(
                t_s, name, play.game, play.start_fen, fed.tracker.rotated, play.chess960, white, black
            )
        )  # fmt: skip
    out.extend(play.told(t_s, name, number) for number, _ in found.moves)
    _adopt(live, fed)
    out.extend(_raised(t_s, live.alerts, fed.alerts, names))
    _rename(live, names)
    if _result(play) != result:
        out.append(events.Result(t_s, name, play.game, play.result or "*", play.result_by, confirmed=False))
    play.valid_views = 0
    live.changed = True
    return found


def _result(play: Play) -> tuple[object, ...]:
    return (play.result, play.result_by) if play.result is not None else (None,)


def _adopt(live: HallBoard, fed: FedBoard) -> None:
    """The board takes the game over."""
    fed.memory.ask = live.memory.ask
    fed.play.speak_through(live.alerts)
    fed.flags.speak_through(live.alerts)
    for name in _OF_THE_GAME:
        setattr(live, name, getattr(fed, name))
    live.squares.belong_to(live.tracker)


# --- alerts -------------------------------------------------------------------------------------------------


def _names(live: AlertBook, fed: AlertBook) -> dict[str, str]:
    """What each alert that follows now was told as, if it was; those that stand only as others that stand."""
    told: dict[tuple[Alert, bool], deque[str]] = defaultdict(deque)
    for alert in live.told:
        told[same(alert), alert.id in live.standing].append(alert.id)
    names = {alert_id: alert_id for alert_id in fed.standing if alert_id in live.standing}
    for alert in fed.told:
        known = told.get((same(alert), alert.id in fed.standing))
        if known:
            names[alert.id] = known.popleft()
    return names


def _ended(t_s: float, live: AlertBook, names: dict[str, str]) -> list[Event]:
    """What stood and does not follow any more."""
    kept = set(names.values())
    gone = [a for a in live.standing.values() if a.id not in kept and a.rule not in OF_THE_LINE]
    return [live.take_back(t_s, a, "arbiter" if a.rule in _WITHDRAWN else "withdrawn") for a in gone]


def _raised(t_s: float, live: AlertBook, fed: AlertBook, names: dict[str, str]) -> list[Event]:
    """What follows now and was not told; it is told with a number of its own."""
    out: list[Event] = []
    for alert in fed.standing.values():
        if alert.rule in OF_THE_LINE or names.get(alert.id) in live.standing:
            continue
        names[alert.id] = live.next_id(alert.board)
        out.append(live.raise_again(alert._replace(t=t_s, id=names[alert.id]), alert.t))
    return out


def _rename(board: HallBoard, names: dict[str, str]) -> None:
    """Whoever remembers an alert does so by the name under which it was told."""
    board.play.illegal.rename(names)
    board.flags.rename(names)
    if board.held is not None and board.held.alert_id is not None:
        board.held.alert_id = names.get(board.held.alert_id, board.held.alert_id)
