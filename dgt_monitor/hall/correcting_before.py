"""Rulings on the games of a board before the present one: on those that are at hand, or that the record brings."""

from collections.abc import Iterable, Set
from typing import Protocol

from dgt_monitor.events import Event
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.differing import Difference
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.games_before import GameBefore, keep_before
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refeeding import FedBoard
from dgt_monitor.hall.refusing import FIRST_OF_ONE_OVER, MOST_KEPT, RefusedError, not_kept


class Earlier(Protocol):
    """Who has the record of games that a hall was not fed."""

    def game(self, board: str, game: int) -> GameBefore | None:
        """A game of the board of this name, made again from its part of the record; None where that cannot be."""

    def game_at(self, board: str, t_s: float) -> int:
        """The number of the game that was on the board of this name then; 0: none."""


class GamesBefore:
    """Carries rulings out on games that are over."""

    def __init__(self, numbers: AlertNumbers) -> None:
        self._numbers = numbers
        self.earlier: Earlier | None = None
        """None: all games were fed."""

    def correct(self, board: KeptBoard, ruling: Ruling, out: list[Event]) -> None:
        """Carry out a ruling on the past of the game it names; RefusedError where that cannot be."""
        self._named(board, ruling).correct(ruling.t_s, ruling, _result_of(board, ruling.game), out)

    def preview(self, board: KeptBoard, ruling: Ruling) -> tuple[Difference, int]:
        """What that would change, and how many moves the game has."""
        return self._named(board, ruling).preview(ruling)

    def look(self, boards: Iterable[KeptBoard], rulings: Iterable[Ruling]) -> None:
        """Keep in mind what was told of games before that these rulings corrected.

        RefusedError where that does not follow from what is kept.
        """
        rulings = [ruling for ruling in rulings if ruling.board]
        for board in boards:
            for ruling in rulings:
                if ruling.board == board.name:
                    self._fetch(board, ruling.game or self._game_at(board, ruling))
            for game in board.before.values():
                if any(game.rests_on(ruling.number) for ruling in rulings):
                    game.look()

    @staticmethod
    def fed(board: KeptBoard, numbers: Set[int]) -> dict[int, FedBoard]:
        """The games of a board that one of these rulings corrected, as they follow now."""
        there = ((game, each) for game, each in board.before.items() if any(map(each.rests_on, numbers)))
        return {game: each.fed() for game, each in there}

    @staticmethod
    def tell(board: KeptBoard, t_s: float, feds: dict[int, FedBoard], out: list[Event]) -> None:
        """They follow otherwise."""
        for number, fed in feds.items():
            board.before[number].tell(t_s, fed, _result_of(board, number), out)

    @staticmethod
    def judge(t_s: float, boards: Iterable[KeptBoard], out: list[Event]) -> None:
        """Something was ruled: tell of results that corrected moves contradict now, or do not any more."""
        for board in boards:
            for number, game in board.before.items():
                game.contradiction.judge(t_s, board, number, _result_of(board, number), out)

    def _named(self, board: KeptBoard, ruling: Ruling) -> GameBefore:
        self._fetch(board, ruling.game)
        game = board.before.get(ruling.game)
        if game is None:
            raise RefusedError(not_kept(ruling.game))
        if ruling.kind == "position" and not ruling.ply:
            raise RefusedError(FIRST_OF_ONE_OVER(game=ruling.game))
        return game

    def _game_at(self, board: KeptBoard, ruling: Ruling) -> int:
        return 0 if self.earlier is None else self.earlier.game_at(board.name, ruling.t_s)

    def _fetch(self, board: KeptBoard, game: int) -> None:
        """Have a game at hand that a hall that went through everything would have."""
        if self.earlier is None or game in board.before or not board.play.game - MOST_KEPT <= game < board.play.game:
            return
        found = self.earlier.game(board.name, game) if game > 0 else None
        if found is not None:
            keep_before(board.before, found.of_hall(self._numbers))


def _result_of(board: KeptBoard, game: int) -> str:
    results = board.play.results_of(game)
    standing = None if results is None else results.standing
    return "*" if standing is None else standing.result
