"""What of a stream of events stands in the end: told once more to who begins to read now."""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import inf

from dgt_monitor import events
from dgt_monitor.events import Event


class _Board:
    """The present opinion of one board, as who reads the stream holds it."""

    __slots__ = ("alerts", "claim", "link", "moves", "result", "squares", "start")

    def __init__(self) -> None:
        self.link: events.Board | None = None
        self.start: events.GameStart | None = None
        self.moves: list[tuple[float, events.Move]] = []
        """With the time at which each ply was first told."""
        self.alerts: dict[str, events.Alert] = {}
        self.squares: dict[tuple[str, str], events.Square] = {}
        self.result: events.Result | None = None
        self.claim: events.Claim | None = None
        """The one that is open."""

    def take(self, event: Event) -> None:
        if isinstance(event, events.Move | events.Retract) and self.start is not None and event.game < self.start.game:
            return  # a game before was corrected
        if isinstance(event, events.Move):
            first_s = self.moves[event.ply - 1][0] if event.ply <= len(self.moves) else event.t
            self.moves[event.ply - 1 : event.ply] = [(first_s, event)]
        elif isinstance(event, events.Retract):
            del self.moves[event.ply - 1 :]
        elif isinstance(event, events.GameStart):
            if self.start is not None and event.game == self.start.game:  # its first position is told anew
                self.start, self.moves = event._replace(t=self.start.t), []
                return
            self.start, self.moves, self.result, self.claim = event, [], None, None
            self.alerts = {key: alert for key, alert in self.alerts.items() if alert.ply is None}
        elif isinstance(event, events.Alert):
            self.alerts[event.id] = event
        elif isinstance(event, events.Gone):
            self.start, self.moves, self.result, self.claim = None, [], None, None
            self.alerts = {key: alert for key, alert in self.alerts.items() if alert.ply is None}
        elif isinstance(event, events.Seated):
            self.start = self.start and self.start._replace(white=event.white, black=event.black)
        else:
            self._take_rare(event)

    def _take_rare(self, event: Event) -> None:
        if isinstance(event, events.AlertCleared):
            self.alerts.pop(event.id, None)
        elif isinstance(event, events.Board):
            self.link = event
        elif isinstance(event, events.Result):
            if self.start is None or event.game == self.start.game:
                self.result = event if event.stands else None
        elif isinstance(event, events.Claim):
            self.claim = event if event.state == "opened" else None
        elif isinstance(event, events.Square):
            self.squares.pop((event.square, event.fault), None)
            if not event.over:
                self.squares[event.square, event.fault] = event

    def standing(self) -> list[Event]:
        out: list[Event] = [each for each in (self.link, self.start) if each is not None]
        out += [move._replace(t=first_s) for first_s, move in self._timed()]
        out += [
            each
            for each in (*self.alerts.values(), *self.squares.values(), self.result, self.claim)
            if each is not None
        ]
        return out

    def _timed(self) -> Iterator[tuple[float, events.Move]]:
        """The plies, none after an alert of it: a ruling on the moves tells plies anew, and alerts may stay."""
        alerts_s = [inf] * (len(self.moves) + 1)
        for alert in self.alerts.values():
            if self.start is not None and alert.game == self.start.game and 0 < (alert.ply or 0) < len(alerts_s):
                ply = alert.ply or 0
                alerts_s[ply] = min(alerts_s[ply], alert.t)
        earliest_s = list(accumulate(reversed(alerts_s), min))[::-1]
        return ((min(first_s, earliest_s[ply]), move) for ply, (first_s, move) in enumerate(self.moves, 1))


def standing(told: Iterable[Event]) -> list[Event]:
    """The shortest stream that leaves its reader with the same opinion, clocks and games that are over aside.

    In order of time: each ply has the time at which it was first told, or an earlier one of an alert that stands of it.
    """
    boards: dict[str, _Board] = {}
    latest: dict[tuple[str, int | None], events.Board] = {}
    for event in told:
        if isinstance(event, events.Notice | events.Ruled):
            continue
        if isinstance(event, events.Board):
            latest[event.port, event.address] = event
        board = boards.get(event.board)
        if board is None:
            board = boards[event.board] = _Board()
        board.take(event)
    for board in boards.values():
        link = board.link
        if link is not None and latest[link.port, link.address] is not link:
            board.link = None  # another name of who is there now, or it has gone from there
    return sorted((event for board in boards.values() for event in board.standing()), key=lambda event: event.t)
