"""Who is paired and has no game on a board yet: a game without moves, which readers know from then on. Pure."""

from collections.abc import Container, Iterator
from typing import Final

import chess

from dgt_monitor import events
from dgt_monitor.broadcast.live import LiveGames
from dgt_monitor.broadcast.pgn import Part, pgn_of
from dgt_monitor.hall.told_games import Game
from dgt_monitor.tournament.event import Players, TournamentFile

_NOTHING: Final = Part(0, None, None)


class _NoDay:
    """It has not begun; readers take the day of the event, if that is told."""

    def strftime(self, wanted: str, /) -> str:
        """No part of it is known."""
        return wanted.replace("%Y", "????").replace("%m", "??").replace("%d", "??")


class Paired:
    """The pairings of every round that is or was played, as far as they have no game."""

    def __init__(self, games: LiveGames) -> None:
        self._games = games
        self._texts: dict[tuple[str, str], tuple[int, str]] = {}
        """By round and board, made of which version of the round."""

    def rounds(self) -> list[str]:
        """Those that have a number."""
        return [name for name in self._games.rounds_played if name not in ("", "0")]

    def of(self, number: str, taken: Container[str]) -> Iterator[tuple[str, Players]]:
        """The boards of a round on which two players are to play and no game is out; `taken`: where one is.

        Not in Chess960, where nobody knows the position before it stands; nor of a game that was carried elsewhere.
        """
        tournament = self._tournament(number)
        if tournament is None or tournament.chess960:
            return
        carried = self._games.reseated(number)
        for board, players in tournament.players.items():
            if players.white and players.black and board not in taken and tuple(players) not in carried:
                yield board, players

    def texts(self, number: str, taken: Container[str]) -> dict[str, str]:
        """The same as games without moves."""
        tournament = self._tournament(number)
        if tournament is None:
            return {}
        version = self._games.tournaments[number][0]
        texts = {}
        for board, players in self.of(number, taken):
            made = self._texts.get((number, board))
            if made is None or made[0] != version:
                made = self._texts[number, board] = version, _text(board, players, tournament)
            texts[board] = made[1]
        return texts

    def _tournament(self, number: str) -> TournamentFile | None:
        if number not in self.rounds():
            return None
        return self._games.tournaments[number][1]


def _text(board: str, players: Players, tournament: TournamentFile) -> str:
    start = events.GameStart(0.0, board, 1, chess.STARTING_FEN, False, False, players.white, players.black)
    return f"{pgn_of(Game(start), _NoDay(), part=_NOTHING, tournament=tournament)}\n"
