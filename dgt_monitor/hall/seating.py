"""Who sits where: as the tournament file says, and as games were carried and players exchanged since."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.slices import Slice
from dgt_monitor.tournament.event import NOBODY, Players

MOVING: Final = frozenset({"carry", "set_aside", "fetch", "exchange"})
"""Rulings by which players come to other boards or colours."""


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

    def __init__(self, players: Mapping[str, Players], boards: Callable[[], Iterable[HallBoard]]) -> None:
        self._players = players
        self._boards = boards
        self._rulings: list[Ruling] = []
        self._undone: set[int] = set()

    def has(self, number: int) -> bool:
        """Whether the ruling of this number moved players."""
        return number > 0 and any(ruling.number == number for ruling in self._rulings)

    def is_undone(self, number: int, slices: Iterable[Slice]) -> bool:
        """Whether a ruling is undone, of the seats or of games."""
        return number in self._undone or any(number in kept.undone for kept in slices)

    def rule(self, ruling: Ruling, out: list[Event]) -> None:
        """Players move."""
        self._rulings.append(ruling)
        self._seat(ruling.t_s, out)

    def undo(self, t_s: float, number: int, out: list[Event], *, undone: bool) -> None:
        """That ruling is as if it had not been made, or is in effect again."""
        self._undone = self._undone | {number} if undone else self._undone - {number}
        self._seat(t_s, out)

    def _seat(self, t_s: float, out: list[Event]) -> None:
        now = seated(self._players, (r for r in self._rulings if r.number not in self._undone))
        for board in self._boards():
            players = now.get(board.name, NOBODY)
            if players == board.tournament.players.get(board.name, NOBODY):
                continue
            board.seat(players)
            white, black = board.tournament.names(board.name)
            out.append(events.Seated(t_s, board.name, board.play.game, white, black))
