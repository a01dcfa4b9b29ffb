"""Every game that was told of, as it stands now; also those that are long over."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import inf

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.journal.rows import Row
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile

DECISIVE = frozenset({"1-0", "0-1"})
AUTOMATIC = frozenset({Rule.FIVEFOLD, Rule.SEVENTYFIVE})
"""Draws by themselves (9.6.1, 9.6.2)."""


class Game:
    """One game on one board."""

    def __init__(self, start: events.GameStart) -> None:
        self.start = start
        self.moves: list[events.Move] = []
        self.first_told_s: list[float] = []
        """When each ply was first told."""
        self._ruled: tuple[float, list[float]] = -inf, []
        """When a ruling changed the moves last, and when those that stood had been told: it changes no times."""
        self.result: events.Result | None = None
        self.alerts: dict[str, events.Alert] = {}
        """Those that were not withdrawn or resolved."""

    @property
    def board(self) -> str:
        """The board's name."""
        return self.start.board

    @property
    def is_drawn_and_decided(self) -> bool:
        """Whether it was a draw by itself for sure, and has another result: that cannot stand."""
        drawn = any(alert.rule in AUTOMATIC and alert.sure for alert in self.alerts.values())
        return drawn and self.result is not None and self.result.result in DECISIVE

    def take(self, event: Event) -> None:
        """Something more of it was told."""
        if isinstance(event, events.Move):
            if event.ply > len(self.moves):
                self.first_told_s.append(self._made_s(event))
            self.moves[event.ply - 1 : event.ply] = [event]
        elif isinstance(event, events.Retract):
            if event.reason == "arbiter":
                beyond = self._ruled[1][len(self.first_told_s) :]  # a ruling that is undone may bring them back
                self._ruled = event.t, [*self.first_told_s, *beyond]
            del self.moves[event.ply - 1 :], self.first_told_s[event.ply - 1 :]
        elif isinstance(event, events.Seated):
            self.start = self.start._replace(white=event.white, black=event.black)
        elif isinstance(event, events.Result):
            self.result = event if event.stands else None
        elif isinstance(event, events.Alert):
            self.alerts[event.id] = event
        elif isinstance(event, events.AlertCleared) and event.reason != "lapsed":
            self.alerts.pop(event.id, None)

    def _made_s(self, move: events.Move) -> float:
        """When a ply was made; of one that is told because of a ruling, when the ply in its place was."""
        ruled_s, before_s = self._ruled
        return before_s[move.ply - 1] if move.t == ruled_s and move.ply <= len(before_s) else move.t


def games_of(told: Iterable[Event]) -> list[Game]:
    """All games of a stream, in the order in which they began."""
    games: dict[tuple[str, int], Game] = {}
    for event in told:
        if isinstance(event, events.GameStart):
            games[event.board, event.game] = Game(event)
            continue
        if isinstance(event, events.Gone) and not event.aside:
            games.pop((event.board, event.game), None)  # it is told anew elsewhere
            continue
        number = getattr(event, "game", None)
        game = None if number is None else games.get((event.board, number))
        if game is not None:
            game.take(event)
    return list(games.values())


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
