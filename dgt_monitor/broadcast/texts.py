"""The PGN of games as they are out, each written once for all ways out. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dgt_monitor.broadcast.live import LiveGames
from dgt_monitor.broadcast.pgn import Began, pgn_of

if TYPE_CHECKING:
    from dgt_monitor.broadcast.output import Shown

Dates = Callable[[float], Began]
"""From the time of a broadcast to the day."""
KEPT: Final = 4
"""Texts kept of a game (chosen: ways out with as many delays are as many texts behind each other)."""


class Texts:
    """Writes games, and knows what it has written lately."""

    def __init__(self, games: LiveGames, dates: Dates) -> None:
        self._games = games
        self._dates = dates
        self._made: dict[tuple[str, int], list[tuple[tuple[object, ...], str]]] = {}
        """By board and number, the newest last."""

    def of(self, shown: "Shown") -> str:
        """Its PGN; empty where a damaged journal tells of a position or a move that is none (`verify` tells it)."""
        start = shown.score.start
        made = self._made.setdefault((start.board, start.game), [])
        newest = reversed(made)
        found = next((text for made_of, text in newest if made_of is shown.made_of or made_of == shown.made_of), None)
        if found is None:
            found = self._write(shown)
            made[: 1 - KEPT] = []
            made.append((shown.made_of, found))
        return found

    def _write(self, shown: "Shown") -> str:
        tournament = self._games.tournaments[shown.round][1]
        try:
            text = pgn_of(
                shown.score, self._dates(shown.first_s), part=shown.part, emt=shown.emt, tournament=tournament
            )
        except ValueError:
            return ""
        return f"{text}\n"
