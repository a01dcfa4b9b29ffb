"""Games as a reader of the event stream holds them, as they stand now; also those that are long over. Pure."""

from collections.abc import Collection, Iterable, Mapping
from math import inf
from types import MappingProxyType

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.hall.entries import Ruling

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
    def came_from(self) -> "Game | None":
        """The same game as it was told where it was before."""
        return self._before

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

    def last(self, board: str) -> Game | None:
        """The game that began last on this board."""
        return self._last.get(board)

    def begun(self, start: events.GameStart) -> Game:
        """The game that begins on a board, or goes on there."""
        before = self._coming.pop(start.board, None)
        game = self._last[start.board] = Game(start, before)
        return game


class ToldGames:
    """All games of a stream, event by event, in the order in which they began on their boards.

    `rulings`: by their numbers, known before they are told of; from these it is known where a game came from.
    """

    def __init__(self, rulings: Mapping[int, Ruling] = MappingProxyType({})) -> None:
        self.games: dict[tuple[str, int], Game] = {}
        self._comings = _Comings(rulings)

    def take(self, event: Event) -> Game | None:
        """Something was told; the game of which."""
        games = self.games
        if isinstance(event, events.GameStart):
            same = games.get((event.board, event.game))
            if same is not None:
                same.begins_with(event)
                return same
            return games.setdefault((event.board, event.game), self._comings.begun(event))
        if isinstance(event, events.Ruled) and event.state == "done":
            self._comings.ruled(event, games)
        if isinstance(event, events.Gone) and not event.aside:
            return games.pop((event.board, event.game), None)  # it is told anew elsewhere
        number = getattr(event, "game", None)
        game = None if number is None else games.get((event.board, number))
        if game is not None:
            game.take(event)
        return game

    def last(self, board: str) -> Game | None:
        """The game that began last on this board."""
        return self._comings.last(board)

    def forget(self, board: str) -> None:
        """All of this board is told anew."""
        for key in [key for key in self.games if key[0] == board]:
            del self.games[key]


def games_of(
    told: Iterable[Event],
    rulings: Mapping[int, Ruling] = MappingProxyType({}),
    aside: Collection[tuple[str, int]] | None = None,
) -> list[Game]:
    """All games of a stream. `aside`: board and number of those that are set aside at the end; others that were are
    told elsewhere by then. None: not known, all are kept.
    """
    reader = ToldGames(rulings)
    for event in told:
        reader.take(event)
    return [game for key, game in reader.games.items() if aside is None or not game.is_aside or key in aside]
