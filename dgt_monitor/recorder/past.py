"""Every game that was told of, as it stands now; also those that are long over."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf
from types import MappingProxyType

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.reading import value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.recorder.rebuilding import Rebuilt
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile

DECISIVE = frozenset({"1-0", "0-1"})
AUTOMATIC = frozenset({Rule.FIVEFOLD, Rule.SEVENTYFIVE})
"""Draws by themselves (9.6.1, 9.6.2)."""


class Game:
    """One game on one board."""

    def __init__(self, start: events.GameStart, before: "Game | None" = None) -> None:
        self.start = start
        self.began_s: float = start.t if before is None else before.began_s
        """When it began; on another board, or on another day, if it came from there."""
        self.reseated = before is not None
        """Whether a ruling says who plays, rather than the tournament file."""
        self.is_leaving = False
        """Who sits at its board from now on is none of its players."""
        self.is_aside = False
        self._before = before
        self._corrected_s = -inf
        self._replaced: dict[int, float] = {}
        """When plies were first told that a ruling has replaced at that time."""
        self.moves: list[events.Move] = []
        self.first_told_s: list[float] = []
        """When each ply was first told."""
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

    def begins_with(self, start: events.GameStart) -> None:
        """Its first position is told anew; the moves from there were withdrawn, what else stands of it stays."""
        self.start, self.is_aside, self.is_leaving = start, False, False

    def take(self, event: Event) -> None:
        """Something more of it was told."""
        if isinstance(event, events.Move):
            if event.ply > len(self.moves):
                self.first_told_s.append(self._told_s(event))
            self.moves[event.ply - 1 : event.ply] = [event]
        elif isinstance(event, events.Retract):
            self._retract(event)
        elif isinstance(event, events.Seated):
            self._seat(event)
        elif isinstance(event, events.Gone):
            self.is_aside = True
        elif isinstance(event, events.Result):
            self.result = event if event.stands else None
        elif isinstance(event, events.Alert):
            self.alerts[event.id] = event
        elif isinstance(event, events.AlertCleared) and event.reason != "lapsed":
            self.alerts.pop(event.id, None)

    def _seat(self, event: events.Seated) -> None:
        if not self.is_leaving:
            self.start = self.start._replace(white=event.white, black=event.black)
            self.reseated = True

    def _retract(self, event: events.Retract) -> None:
        if event.reason == "arbiter":
            # A ruling that is undone may bring back what was beyond.
            self._corrected_s, self._replaced = event.t, {**self._replaced, **dict(enumerate(self.first_told_s, 1))}
        del self.moves[event.ply - 1 :], self.first_told_s[event.ply - 1 :]

    def _told_s(self, move: events.Move) -> float:
        """When a ply was first told: of a game that came from elsewhere there, of one that is corrected before that."""
        if move.t == self._corrected_s and move.ply in self._replaced:
            return self._replaced[move.ply]
        before = self._before
        if before is not None and move.ply <= len(before.moves) and before.moves[move.ply - 1].uci == move.uci:
            return before.first_told_s[move.ply - 1]
        return move.t


class _Comings:
    """Which game comes to a board by a ruling: it is told there as if it began."""

    def __init__(self, rulings: Mapping[int, Ruling]) -> None:
        self._rulings = rulings
        self._last: dict[str, Game] = {}
        """The last game of each board."""
        self._coming: dict[str, Game | None] = {}

    def ruled(self, told: events.Ruled, games: Mapping[tuple[str, int], Game]) -> None:
        """A ruling was carried out; what follows from it is told next."""
        undone = told.undoes is not None
        if told.ruling in ("carry", "set_aside") and told.board in self._last:
            self._last[told.board].is_leaving = True
        ruling = self._rulings.get(told.undoes or told.number)
        if ruling is None:
            return
        if ruling.kind == "carry":
            left, to = (ruling.to_board, ruling.board) if undone else (ruling.board, ruling.to_board)
            self._coming[to] = self._last.get(left)
        elif ruling.kind == "fetch" and not undone:
            self._coming[ruling.board] = games.get((ruling.to_board or ruling.board, ruling.game))
        elif ruling.kind == "set_aside" and undone:
            self._coming[ruling.board] = self._last.get(ruling.board)

    def begun(self, start: events.GameStart) -> Game:
        """The game that begins on a board, or goes on there."""
        before = self._coming.pop(start.board, None)
        game = self._last[start.board] = Game(start, before)
        return game


def games_of(
    told: Iterable[Event],
    rulings: Mapping[int, Ruling] = MappingProxyType({}),
    aside: Collection[tuple[str, int]] | None = None,
) -> list[Game]:
    """All games of a stream, in the order in which they began on their boards.

    `rulings`: by their numbers; from these it is known where a game came from. `aside`: board and number of those that
    are set aside at the end; others that were are told elsewhere by then. None: not known, all are kept.
    """
    games: dict[tuple[str, int], Game] = {}
    comings = _Comings(rulings)
    for event in told:
        if isinstance(event, events.GameStart):
            same = games.get((event.board, event.game))
            if same is None:
                games[event.board, event.game] = comings.begun(event)
            else:
                same.begins_with(event)
            continue
        if isinstance(event, events.Ruled) and event.state == "done":
            comings.ruled(event, games)
        if isinstance(event, events.Gone) and not event.aside:
            games.pop((event.board, event.game), None)  # it is told anew elsewhere
            continue
        number = getattr(event, "game", None)
        game = None if number is None else games.get((event.board, number))
        if game is not None:
            game.take(event)
    return [game for key, game in games.items() if aside is None or not game.is_aside or key in aside]


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
