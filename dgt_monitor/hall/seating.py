"""Who sits where: as the tournament file says, and as games were carried and players exchanged since.

What was ruled of seats is laid over the pairings it was ruled of, and ends with them: with another round, with other
players at its boards, and where the next round starts after one that was closed.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Final, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.tournament.event import NOBODY, Players, TournamentFile

_OF_ROUNDS: Final = frozenset({"round_closed", "round_started"})


class Move(NamedTuple):
    """A ruling by which players move, or by which that ends."""

    ruling: Ruling
    game: int = 0
    """Of `set_aside` and `fetch`: which of the board's games."""
    players: Players = NOBODY
    """Of `fetch`: who had sat there when it was set aside."""


def seated(players: Mapping[str, Players], moves: Iterable[Move]) -> dict[str, Players]:
    """Who sits at each board after these rulings."""
    now = dict(players)
    aside: dict[tuple[str, int], Players] = {}
    closed: set[str] = set()
    for ruling, game, before in moves:
        board, to = ruling.board, ruling.to_board
        if ruling.kind == "carry":
            now[to] = now.pop(board, NOBODY)
        elif ruling.kind == "set_aside":  # the same two may play a new game there (7.2.1, 7.3)
            aside[board, game] = now.get(board, NOBODY)
        elif ruling.kind == "fetch":
            now[board] = aside.pop((to or board, game), before)
        elif ruling.kind == "exchange" and to:
            now[board], now[to] = now.get(to, NOBODY), now.get(board, NOBODY)
        elif ruling.kind == "exchange":
            white, black = now.get(board, NOBODY)
            now[board] = Players(black, white)
        elif ruling.kind == "round_closed":
            closed.add(board)
        elif ruling.kind == "round_started":
            now |= {name: players.get(name, NOBODY) for name in now if _begins_anew(name, board, closed)}
            closed = closed - {board} if board else set()
    return now


def _begins_anew(name: str, started: str, closed: Set[str]) -> bool:
    """Whether a round starts at this board after one that was closed there; empty: at all boards."""
    return started in ("", name) and not closed.isdisjoint(("", name))


class Seating:
    """The seats of a hall; `boards` names those that are there."""

    def __init__(self, event: TournamentFile, boards: Callable[[], Iterable[HallBoard]], undone: Set[int]) -> None:
        self._event = event
        self._boards = boards
        self._moves: list[Move] = []
        self._undone = undone

    def learn(self, t_s: float, event: TournamentFile, out: list[Event]) -> None:
        """Something else is known now; what was ruled of the same pairings is laid over that."""
        before, self._event = self._event, event
        if not self._moves:
            return
        moved = self._boards_of_moves()
        self._moves = [] if self._is_another_round(before) else self._still(before.players)
        self._seat(t_s, out, silent_where_over=True, boards=moved)

    def rule(self, ruling: Ruling, out: list[Event], *, game: int = 0, players: Players = NOBODY) -> None:
        """Players move."""
        self._moves.append(Move(ruling, game, players))
        self._seat(ruling.t_s, out)

    def rule_round(self, ruling: Ruling, out: list[Event]) -> None:
        """A round is closed, or starts."""
        if self._moves and ruling.kind in _OF_ROUNDS:
            self._moves.append(Move(ruling))
            self._seat(ruling.t_s, out, silent_where_over=True)

    def forget(self, number: int) -> None:
        """This ruling was not carried out after all."""
        self._moves = [each for each in self._moves if each.ruling.number != number]

    def look_again(self, t_s: float, out: list[Event]) -> None:
        """Which rulings count has changed."""
        self._seat(t_s, out)

    # --- what ends with its pairings ------------------------------------------------------------------------

    def _is_another_round(self, before: TournamentFile) -> bool:
        """Whether these are other pairings than those of which all was ruled."""
        now = self._event
        closed = any(each.ruling.kind == "round_closed" and not each.ruling.board for each in self._counting())
        return now.round != before.round or (closed and now.players != before.players)

    def _still(self, before: Mapping[str, Players]) -> list[Move]:
        """The rulings on boards at which the same are paired as before."""
        now = self._event.players
        other = {board for board in before.keys() | now.keys() if before.get(board) != now.get(board)}
        seats = [each.ruling for each in self._moves if each.ruling.kind not in _OF_ROUNDS]
        for _ in seats:  # a ruling on two boards makes both one
            other |= {name for one in seats if not other.isdisjoint(_named(one)) for name in _named(one)}
        return [each for each in self._moves if other.isdisjoint(_named(each.ruling))]

    def _boards_of_moves(self) -> set[str]:
        return {name for each in self._moves for name in _named(each.ruling)}

    def _counting(self) -> list[Move]:
        return [each for each in self._moves if each.ruling.number not in self._undone]

    def _seat(
        self, t_s: float, out: list[Event], *, silent_where_over: bool = False, boards: Set[str] = frozenset()
    ) -> None:
        """`boards`: where it is told also if it is as the file says; `silent_where_over`: a game that was played was
        played by those it names.
        """
        now = seated(self._event.players, self._counting())
        for board in self._boards():
            players = now.get(board.name, NOBODY)
            event = board.tournament
            if players == event.players.get(board.name, NOBODY) and board.name not in boards:
                continue
            board.sit_as(event._replace(players={**event.players, board.name: players}))
            if silent_where_over and _is_over(board):
                continue
            white, black = board.tournament.names(board.name)
            out.append(events.Seated(t_s, board.name, board.play.game, white, black))


def _named(ruling: Ruling) -> set[str]:
    return {name for name in (ruling.board, ruling.to_board) if name}


def _is_over(board: HallBoard) -> bool:
    results = board.play.results
    return results.ended is not None or results.standing is not None
