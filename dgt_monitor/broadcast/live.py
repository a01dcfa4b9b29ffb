"""The games of an event as they are told, each in its round: a fold of events and tournament files. Pure."""

from collections import deque
from collections.abc import Container, Iterable, Mapping
from math import inf
from typing import Final, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Event, Times
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.told_games import Game, ToldGames
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile

SAMPLE_EVERY_S: Final = 30.0
"""So often clocks go out where no move does (chosen: a reader counts down meanwhile)."""
SAMPLES_KEPT: Final = 256
"""Clocks kept of a game: two hours, which is more than any delay in use (chosen)."""

Key = tuple[str, int]
"""Board and number of a game."""


class Sample(NamedTuple):
    """What the clocks showed at a time."""

    t_s: float
    clock: Times


class Cut(NamedTuple):
    """From this ply on everything was withdrawn, or told otherwise, at a time."""

    t_s: float
    ply: int


class Decided(NamedTuple):
    """What result is confirmed since a time; None: none is."""

    t_s: float
    result: events.Result | None


class Proposed(NamedTuple):
    """Since when a result stands, confirmed or not, as it was known from a time on; inf: none does."""

    t_s: float
    since_s: float


class Begun(NamedTuple):
    """How it began and who plays, as it was known from a time on."""

    t_s: float
    start: events.GameStart
    reseated: bool


class LiveGame:
    """One game, and what a broadcast needs beside it."""

    __slots__ = (
        "begun", "confirmed_s", "cuts", "decided", "game", "good_s", "proposed", "round", "samples", "seen_s",
    )  # fmt: skip

    def __init__(self, game: Game, round_: str, t_s: float) -> None:
        self.game = game
        self.begun: list[Begun] = [Begun(t_s, game.start, game.reseated)]
        """What was told of how it began, one after the other; there is always one."""
        self.cuts: list[Cut] = []
        self.decided: list[Decided] = []
        self.proposed: list[Proposed] = []
        self.round = round_
        """Empty: not known."""
        self.seen_s: list[float] = []
        """When each ply was told, as it stands. The game has the time at which it was played, which may be earlier."""
        self.good_s: list[float] = []
        """When each became confirmed and sure; inf: it is not."""
        self.confirmed_s: list[float] = []
        """When each became confirmed, sure or not; inf: it is not."""
        self.samples: deque[Sample] = deque(maxlen=SAMPLES_KEPT)

    @property
    def place(self) -> tuple[str, str]:
        """Round and board; without a known round each game of a board is one."""
        return self.round or str(self.game.start.game), self.game.board

    def take_move(self, move: events.Move, before: events.Move | None = None) -> None:
        """A ply was told, or told again: what is otherwise in it holds since then."""
        at = min(move.ply - 1, len(self.good_s))  # a damaged journal may leave plies out
        is_good = move.status == "confirmed" and move.sure
        if at < len(self.good_s) and before is not None and not is_same(before, move):
            self.cuts.append(Cut(move.t, at + 1))
            self.seen_s[at], self.good_s[at], self.confirmed_s[at] = move.t, move.t if is_good else inf, inf
        elif at >= len(self.good_s):
            self.seen_s.append(move.t)
            self.good_s.append(move.t if is_good else inf)
            self.confirmed_s.append(inf)
        elif not is_good or self.good_s[at] == inf:
            self.good_s[at] = move.t if is_good else inf
        if move.status == "confirmed":
            self.confirmed_s[at] = min(self.confirmed_s[at], move.t)

    def take_retract(self, retract: events.Retract) -> None:
        """Plies were withdrawn."""
        if retract.ply <= len(self.good_s):
            self.cuts.append(Cut(retract.t, retract.ply))
        for each in (self.seen_s, self.good_s, self.confirmed_s):
            del each[retract.ply - 1 :]

    def take_result(self, event: events.Result) -> None:
        """A result was told; one that is only told again stands since it was told first."""
        since_s = min(self.proposed[-1].since_s if self.proposed else inf, event.t) if event.stands else inf
        if not self.proposed or self.proposed[-1].since_s != since_s:
            self.proposed.append(Proposed(event.t, since_s))
        before = self.decided[-1].result if self.decided else None
        now = event if event.confirmed and event.stands else None
        if _said(before) != _said(now):
            self.decided.append(Decided(event.t, now))

    def take_start(self, t_s: float) -> None:
        """Something was told; perhaps how it began, or who plays."""
        if (self.game.start, self.game.reseated) != self.begun[-1][1:]:
            self.begun.append(Begun(t_s, self.game.start, self.game.reseated))

    def take_clock(self, event: events.Clock) -> bool:
        """The clocks were read; whether that is worth telling."""
        if event.white is None or event.black is None:
            return False
        if self.samples and event.t - self.samples[-1].t_s < SAMPLE_EVERY_S:
            return False
        self.samples.append(Sample(event.t, Times(event.white, event.black)))
        return True


def is_same(one: events.Move, other: events.Move) -> bool:
    """Whether a ply is told as it was, for all who see it outside."""
    return one is other or (one.uci, one.san, one.clock, one.legal) == (other.uci, other.san, other.clock, other.legal)


def _said(result: events.Result | None) -> tuple[str, str | None] | None:
    return None if result is None else (result.result, result.how)


class LiveGames:
    """All games of an event. What is taken is never earlier than what was taken before, but for boards told anew."""

    def __init__(self) -> None:
        self.games: dict[Key, LiveGame] = {}
        self.tournaments: dict[str, tuple[int, TournamentFile]] = {"": (0, NO_TOURNAMENT)}
        """What is known of each round, and how often that has changed."""
        self._rulings: dict[int, Ruling] = {}
        self._told = ToldGames(self._rulings)
        self._first: dict[str, int] = {}
        """The number of the first game that ever was told of each board."""
        self._left: list[LiveGame] = []
        """Games that are not on their boards any more, and may be told elsewhere."""
        self._since: list[tuple[float, str]] = [(-inf, "")]
        """From when on which round is played."""

    def title(self, rounds: Container[str]) -> str:
        """The event, and the last of these rounds; of none of them, that is played."""
        played = [name for _, name in self._since]
        name = next((name for name in reversed(played) if name in rounds), played[-1])
        event = self.tournaments[name][1].event if name in self.tournaments else ""
        return ", ".join(filter(None, (event, f"round {name}" if name not in ("", "0") else "")))

    def first_of(self, board: str) -> int | None:
        """The number of the first game of a board, wherever that is now."""
        return self._first.get(board)

    @property
    def rounds_played(self) -> list[str]:
        """Every round that is or was played, in order."""
        return [name for _, name in self._since if name in self.tournaments]

    def reseated(self, number: str) -> set[tuple[str | None, str | None]]:
        """White and Black of the games of a round whose players are there by a ruling."""
        theirs = (live.game for live in self.games.values() if live.round == number)
        return {(game.start.white, game.start.black) for game in theirs if game.reseated}

    def tournament_of(self, live: LiveGame) -> tuple[int, TournamentFile]:
        """What is known of a game's round, and of which version that is."""
        return self.tournaments[live.round]

    def take(self, news: Iterable[Event], rulings: Mapping[int, Ruling]) -> set[Key]:
        """This was told, and these rulings were made; of which games more is known now, or which are gone."""
        self._rulings.update(rulings)
        touched: set[Key] = set()
        for event in news:
            if type(event) is events.Clock:
                self._take_clock(event, touched)
            else:
                self._take(event, touched)
        return touched

    def forget(self, board: str) -> set[Key]:
        """All of this board is told anew; its games."""
        gone = {key for key in self.games if key[0] == board}
        for key in gone:
            del self.games[key]
        self._told.forget(board)
        return gone

    def _take_clock(self, event: events.Clock, touched: set[Key]) -> None:
        game = self._told.last(event.board)
        live = None if game is None else self.games.get((event.board, game.start.game))
        if live is not None and live.take_clock(event):
            touched.add((event.board, live.game.start.game))

    def _take(self, event: Event, touched: set[Key]) -> None:
        before = self._ply_before(event) if isinstance(event, events.Move) else None
        game = self._told.take(event)
        if game is None:
            return
        key = (game.start.board, game.start.game)
        touched.add(key)
        if key not in self._told.games:
            self._left += [left] if (left := self.games.pop(key, None)) is not None else []
            return
        live = self.games.get(key)
        if live is None or live.game is not game:
            live = self._begun(key, game, event.t, touched)
        if isinstance(event, events.Move):
            live.take_move(event, before)
            if len(game.moves) == 1 and game.first_told_s[0] == event.t:
                live.round = self._round_at(event.t)  # a game is of the round in which its first move was made
        elif isinstance(event, events.Retract):
            live.take_retract(event)
        elif isinstance(event, events.Result):
            live.take_result(event)
        live.take_start(event.t)

    def _ply_before(self, move: events.Move) -> events.Move | None:
        """The same ply as it was told."""
        game = self._told.games.get((move.board, move.game))
        return game.moves[move.ply - 1] if game is not None and 0 < move.ply <= len(game.moves) else None

    def _begun(self, key: Key, game: Game, t_s: float, touched: set[Key]) -> LiveGame:
        live = self.games[key] = LiveGame(game, self._round_at(t_s), t_s)
        self._first[key[0]] = min(key[1], self._first.get(key[0], key[1]))
        came = game.came_from
        if came is None:
            return live
        for other, each in list(self.games.items()):
            if each.game is came:  # it was set aside, and is here now
                self._left.append(self.games.pop(other))
                touched.add(other)
        live.round = next((each.round for each in self._left if each.game is came), live.round)
        return live

    # --- rounds ---------------------------------------------------------------------------------------------

    def learn(self, t_s: float, tournament: TournamentFile) -> set[Key]:
        """This is known of the event from now on; the games that it changes.

        Another round begins with it, if a game of the one before has a result; else the round had a wrong number.
        """
        before, now = self._since[-1][1], str(tournament.round)
        version = self.tournaments.get(now, (0, NO_TOURNAMENT))[0] + 1
        self.tournaments[now] = (version, tournament)
        if now != before:
            theirs = [live for live in self.games.values() if live.round == before]
            if any(live.game.result is not None for live in theirs):
                self._since.append((t_s, now))
                theirs = [live for live in theirs if self._is_of_the_next(live, theirs)]
            else:
                self._since[-1] = (self._since[-1][0], now)
            for live in theirs:
                live.round = now
        return {key for key, live in self.games.items() if live.round == now}

    def _round_at(self, t_s: float) -> str:
        return next(name for since_s, name in reversed(self._since) if since_s <= t_s)

    @staticmethod
    def _is_of_the_next(live: LiveGame, others: list[LiveGame]) -> bool:
        """Whether a game that had begun when the round was changed is none of the round before: it has no move, or its
        board had a game that was over.
        """
        if live.game.result is not None:
            return False
        start = live.game.start
        over = any(
            other.game.result is not None
            for other in others
            if other.game.board == start.board and other.game.start.game < start.game
        )
        return over or not live.game.moves
