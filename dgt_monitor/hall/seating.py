"""Who sits where: as the tournament file says, and as games were carried and players exchanged since."""

from collections.abc import Callable, Iterable, Mapping, Set

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.tournament.event import NOBODY, Players


def seated(players: Mapping[str, Players], rulings: Iterable[Ruling]) -> dict[str, Players]:
    """Who sits at each board after these rulings."""
    now = dict(players)
    aside: dict[str, Players] = {}
    for ruling in rulings:
        board, to = ruling.board, ruling.to_board
        if ruling.kind == "carry":
            now[to] = now.pop(board, NOBODY)
        elif ruling.kind == "set_aside":
            aside[board] = now.pop(board, NOBODY)
        elif ruling.kind == "fetch":
            now[board] = aside.pop(to or board, NOBODY)
        elif ruling.kind == "exchange" and to:
            now[board], now[to] = now.get(to, NOBODY), now.get(board, NOBODY)
        elif ruling.kind == "exchange":
            white, black = now.get(board, NOBODY)
            now[board] = Players(black, white)
    return now


class Seating:
    """The seats of a hall; `boards` names those that are there."""

    def __init__(
        self, players: Mapping[str, Players], boards: Callable[[], Iterable[HallBoard]], undone: Set[int]
    ) -> None:
        self._players = players
        self._boards = boards
        self._rulings: list[Ruling] = []
        self._undone = undone

    def learn(self, t_s: float, players: Mapping[str, Players], out: list[Event]) -> None:
        """Others are paired now; what was ruled is laid over that."""
        self._players = players
        if self._rulings:
            self._seat(t_s, out)

    def rule(self, ruling: Ruling, out: list[Event]) -> None:
        """Players move."""
        self._rulings.append(ruling)
        self._seat(ruling.t_s, out)

    def look_again(self, t_s: float, out: list[Event]) -> None:
        """Which rulings count has changed."""
        self._seat(t_s, out)

    def _seat(self, t_s: float, out: list[Event]) -> None:
        now = seated(self._players, (r for r in self._rulings if r.number not in self._undone))
        for board in self._boards():
            players = now.get(board.name, NOBODY)
            if players == board.tournament.players.get(board.name, NOBODY):
                continue
            event = board.tournament
            board.sit_as(event._replace(players={**event.players, board.name: players}))
            white, black = board.tournament.names(board.name)
            out.append(events.Seated(t_s, board.name, board.play.game, white, black))
