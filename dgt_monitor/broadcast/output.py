"""One way out: which files it has, and which of them change as time passes. Pure."""

from collections.abc import Collection, Iterable
from math import inf
from typing import Final, NamedTuple

from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.broadcast.doubting import Doubts
from dgt_monitor.broadcast.line import Line
from dgt_monitor.broadcast.live import Key, LiveGame, LiveGames
from dgt_monitor.broadcast.names import ALL, game_file, in_order, round_folder
from dgt_monitor.broadcast.paired import Paired
from dgt_monitor.broadcast.parts import Seen, begins_s, doubtful_from, seen_at
from dgt_monitor.broadcast.pgn import Part, Score
from dgt_monitor.broadcast.texts import Texts
from dgt_monitor.tournament.event import Players
from dgt_monitor.tournament.outs import Out

BEGINS_ANEW_PLIES: Final = 20
"""A game begun again on its board within its first ten moves takes the place of the one before (7.2, 7.3); a later one
does not, whatever is set up on the board after the game."""
EVENT_EVERY_S: Final = 10.0
"""So often the file of the whole event is written at most (chosen: it holds every game of every round)."""

Place = tuple[str, str]
"""Round and board."""


class File(NamedTuple):
    """A file as it is to be from now on."""

    name: str
    """With the folder of its round, parted by a stroke."""
    text: str | None
    """None: there is to be none."""


class Shown(NamedTuple):
    """A game as it is out."""

    place: Place
    round: str
    began_s: float
    """As it was told on this board."""
    first_s: float
    """When it began, on whichever board."""
    proposed_s: float
    """Since when a result stands, confirmed or not."""
    score: Score
    part: Part
    line: Line
    emt: bool
    made_of: tuple[object, ...]
    """All that is written and shown of it."""

    @property
    def moves(self) -> tuple[str | None, ...]:
        """Those that are out, in UCI notation."""
        return tuple(move.uci for move in self.score.moves)

    @property
    def is_over(self) -> bool:
        """Its result is out."""
        return self.part.result is not None


class Output:
    """What one way out shows, at which time; a text for each file that changes."""

    def __init__(self, games: LiveGames, out: Out, texts: Texts) -> None:
        self.games = games
        self._texts = texts
        self.out = out
        self.delays = Delays()
        self.paired: dict[Place, Players] = {}
        """Who plays where no game is out."""
        self._pairings = Paired(games)
        self.doubts = Doubts()
        """What is out and in doubt."""
        self.shown: dict[Key, Shown] = {}
        """Every game as it is out."""
        self.changed: set[Key] = set()
        """Games of which more or less is out than when somebody emptied this."""
        self._rounds: set[str] = set()
        """Of which something ever was out."""
        self._files: dict[str, str] = {}
        self._touched: set[Key] = set(games.games)
        self._touched_s: dict[Key, float] = {}
        self._keys: dict[str, set[Key]] = {}
        """Of each board the games that ever changed."""
        for key in games.games:
            self._keys.setdefault(key[0], set()).add(key)
        self._places: set[Place] = set()
        """Whose files may change when somebody looks again."""
        self._pairs_anew = True
        self._wake_s: dict[Key, float] = {}
        self._gone_s: dict[Key, float] = {}
        """Games that are out and are told no more, and since when."""
        self._event_s = -inf
        """When the file of the event was made."""
        self._event_waits = False

    def change(self, t_s: float, out: Out) -> None:
        """From this time on it is to be so."""
        if self.delays.change(t_s, out.later) or out != self.out:
            self._touched |= set(self.games.games)
        self.out, self._pairs_anew = out, True

    @property
    def title(self) -> str:
        """The event, and the round of which something is out."""
        return self.games.title(self._rounds)

    def touch(self, keys: Collection[Key], now_s: float) -> None:
        """More is known of these games, or they are gone."""
        self._touched.update(keys)
        for key in keys:
            self._keys.setdefault(key[0], set()).add(key)
            self._touched_s[key] = now_s

    @property
    def due_s(self) -> float:
        """When the next file may change, if nothing happens."""
        event_s = self._event_s + EVENT_EVERY_S if self._event_waits else inf
        return min(event_s, min(self._wake_s.values(), default=inf))

    @property
    def waiting(self) -> int:
        """Of so many games something waits for its time."""
        return len(self._wake_s)

    def settle(self, t_s: float, board: str | None) -> None:
        """Before more is known at this time, of a board or of all: what is out by then, even if nobody has looked."""
        theirs = {*self._touched, *self._wake_s} if board is None else self._keys.get(board, set())
        for key in sorted(theirs & self.games.games.keys()):
            if self._touched_s.get(key, -inf) < t_s and (key in self._touched or self._wake_s.get(key, inf) <= t_s):
                self._touched.discard(key)
                self._look(t_s, key, self._places)

    def due(self, now_s: float) -> list[File]:
        """It is now so late: the files that change."""
        keys = self._touched | {key for key, wake_s in self._wake_s.items() if wake_s <= now_s}
        self._touched, places, self._places = set(), self._places, set()
        for key in keys:
            self._look(now_s, key, places)
        if self._pairs_anew:
            self._pair(places)
        out: list[File] = []
        for number in sorted({place[0] for place in places}):
            games, folder = self.games_at(number), round_folder(number)
            for board in sorted(place[1] for place in places if place[0] == number):
                out += self._file(f"{folder}/{game_file(board)}", games.get(board))
            out += self._file(f"{folder}/{ALL}", _joined(games))
        return out + self._event(now_s)

    def anew(self, files: Iterable[File]) -> list[File]:
        """For a way that begins now: all that is out, and of these files those that are to go."""
        self.changed |= set(self.shown)
        gone = [file for file in files if file.text is None]
        return gone + [File(name, text) for name, text in self._files.items()]

    def _event(self, now_s: float) -> list[File]:
        if not self._event_waits or now_s < self._event_s + EVENT_EVERY_S:
            return []
        self._event_waits, self._event_s = False, now_s
        places = {shown.place for shown in self.shown.values()} | set(self.paired)
        rounds = sorted({place[0] for place in places}, key=in_order)
        return self._file(ALL, "\n".join(filter(None, (_joined(self.games_at(number)) for number in rounds))) or None)

    def _file(self, name: str, text: str | None) -> list[File]:
        if self._files.get(name) == text:
            return []
        if text is None:
            del self._files[name]
        else:
            self._files[name] = text
        self._event_waits = self._event_waits or name != ALL
        return [File(name, text)]

    # --- games ----------------------------------------------------------------------------------------------

    def _look(self, now_s: float, key: Key, places: set[Place]) -> None:
        live, before = self.games.games.get(key), self.shown.get(key)
        self._wake_s.pop(key, None)
        self.doubts.forget(key)
        if live is None:
            if before is not None:
                self._go(now_s, key, places)
            return
        self._gone_s.pop(key, None)
        if before is None and self._waits(now_s, live):
            return
        seen = seen_at(now_s, live, self.delays, Line() if before is None else before.line, self.out)
        if seen.due_s < inf:
            self._wake_s[key] = seen.due_s
        shown = self._show(live, seen, before)
        self._pairs_anew |= before is None or before.place != shown.place or before.made_of[2:4] != shown.made_of[2:4]
        self.shown[key] = shown
        self._rounds.add(live.round)
        if not self.out.unsure:
            self.doubts.look(key, seen.score, doubtful_from(live, seen.part.plies))
        if before is None or shown.made_of is not before.made_of or shown.proposed_s != before.proposed_s:
            places.add(shown.place)
        if before is None or shown.made_of is not before.made_of or shown.proposed_s > before.proposed_s:
            self.changed.add(key)  # a result that is proposed tells nobody anything
        if before is not None and before.place != shown.place:
            places.add(before.place)

    def _go(self, now_s: float, key: Key, places: set[Place]) -> None:
        """It is not told there any more: that waits as well."""
        gone_s = self._gone_s.setdefault(key, now_s)
        out_s = self.delays.out_s(gone_s, (), gone_s)
        if out_s > now_s:
            self._wake_s[key] = out_s
            return
        del self._gone_s[key]
        places.add(self.shown.pop(key).place)
        self.changed.add(key)
        self._pairs_anew = True

    def _waits(self, now_s: float, live: LiveGame) -> bool:
        """Whether nobody may know yet that it began: that tells that the game before it is over."""
        if live.game.start.game == self.games.first_of(live.game.board) and live.game.came_from is None:
            return False
        begins_at_s = begins_s(live, self.delays, self.out)
        if now_s < begins_at_s < inf:
            self._wake_s[live.game.start.board, live.game.start.game] = begins_at_s
        return begins_at_s > now_s

    def _show(self, live: LiveGame, seen: Seen, before: Shown | None) -> Shown:
        score, part = seen.score, seen.part
        version = self.games.tournament_of(live)[0]
        made_of = (
            live.place, version, score.start, score.reseated, part.clock, part.result and part.result[3:],
            self.out.emt, [(move.uci, move.san, move.clock) for move in score.moves], score.first_told_s,
        )  # fmt: skip
        if before is not None and before.made_of == made_of:
            return before._replace(proposed_s=seen.proposed_s, line=seen.line)
        return Shown(
            live.place,
            live.round,
            score.start.t,
            live.game.began_s,
            seen.proposed_s,
            score,
            part,
            seen.line,
            self.out.emt,
            made_of,
        )

    # --- files ----------------------------------------------------------------------------------------------

    def games_at(self, number: str) -> dict[str, str]:
        """The one game of every board in a round."""
        boards: dict[str, list[Shown]] = {}
        for key in sorted(self.shown):
            shown = self.shown[key]
            if shown.place[0] == number:
                boards.setdefault(shown.place[1], []).append(shown)
        texts = {board: self._texts.of(of_the_round(games)) for board, games in boards.items()}
        return texts | self._pairings.texts(number, texts)

    def _pair(self, places: set[Place]) -> None:
        """Look who has no game; where that is others than before, files change."""
        self._pairs_anew, before, taken = False, self.paired, {shown.place for shown in self.shown.values()}
        self.paired = {}
        for number in self._pairings.rounds():
            there = {board for name, board in taken if name == number}
            self.paired |= {(number, board): players for board, players in self._pairings.of(number, there)}
        other = {place for place in {*before, *self.paired} if before.get(place) != self.paired.get(place)}
        places |= other
        self.changed |= {(board, 0) for _, board in other}  # no game has that number


def _joined(games: dict[str, str]) -> str | None:
    """The games of a round in the order of their boards; None: there are none."""
    return "\n".join(games[board] for board in sorted(games, key=in_order)) or None


def of_the_round(games: list[Shown]) -> Shown:
    """Which of the games that began on a board in a round is that of the round.

    What is set up after a result was proposed takes no game's place; a proposal gives none back its place.
    """
    after_s = [game.began_s for game in games[1:]]
    over = next((game for game in games if game.is_over), None) or next(
        (game for game, next_s in zip(games, after_s, strict=False) if game.proposed_s <= next_s), None
    )
    long = next((game for game in games if len(game.score.moves) >= BEGINS_ANEW_PLIES), None)
    begun = next((game for game in reversed(games) if game.score.moves), None)
    return over or long or begun or games[-1]
