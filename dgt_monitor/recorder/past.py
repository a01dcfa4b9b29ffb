"""Every game that was told of, as it stands now; also those that are long over."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import inf

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.told_games import Game, games_of
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.reading import value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.recorder.rebuilding import Rebuilt
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile


def games_in(rebuilt: Rebuilt, rows: Iterable[Row]) -> list[Game]:
    """The games of a journal; one that was carried, or set aside and fetched, is one."""
    aside = {(game.board, game.game) for game in rebuilt.hall.view().aside}
    return games_of(rebuilt.events, rulings_of(rows), aside)


def rulings_of(rows: Iterable[Row]) -> dict[int, Ruling]:
    """The rulings of a journal by their numbers; what cannot be read is left out."""
    out = {}
    for row in rows:
        if row.kind == "ruling":
            try:
                ruling: Ruling = value_of(row)
            except UnreadableError:
                continue
            out[ruling.number] = ruling
    return out


def tournaments_of(games: Sequence[Game], knowns: Sequence[tuple[float, TournamentFile]]) -> list[TournamentFile]:
    """For each game the tournament file as it was when the game's last move was told, or corrected since.

    `knowns`: what was known from which time on. What stands there of another round is not of this game.
    """
    ends_s: dict[str, float] = {}
    out = []
    for game in reversed(games):
        out.append(_tournament_of(game, knowns, ends_s.get(game.board, inf)))
        ends_s[game.board] = game.start.t
    return out[::-1]


def _tournament_of(game: Game, knowns: Sequence[tuple[float, TournamentFile]], end_s: float) -> TournamentFile:
    last_s = max([game.start.t, *game.first_told_s])
    told = NO_TOURNAMENT
    for number, (t_s, known) in enumerate(knowns):
        if number and t_s > last_s and (t_s >= end_s or known.round != told.round):
            break
        told = known
    return told


class TimesOfDay:
    """From the hall's time to the time of day, by what the journal says of both."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._t_s: list[float] = []
        self._wall_us: list[int] = []
        for row in rows:
            if not self._t_s or row.t_s > self._t_s[-1]:
                self._t_s.append(row.t_s)
                self._wall_us.append(row.wall_us)

    def of(self, t_s: float) -> int:
        """Microseconds since 1970 at this time of the hall: as at the last row before it, and what has passed since."""
        at = bisect_right(self._t_s, t_s) - 1
        if at < 0:
            return self._wall_us[0] if self._wall_us else 0
        return self._wall_us[at] + round(1e6 * (t_s - self._t_s[at]))
