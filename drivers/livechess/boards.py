"""One e-board of a LiveChess: what was told of it, by events and by its game, becomes readings."""

from typing import Final

from drivers.livechess.messages import LIVING, Game, Pairing, Told
from drivers.readings import BoardDump, Clock, Identity, LineDown, LineUp, Reading, Score

NO_CLOCK: Final = Clock(None, None, running=False, to_move=None, connected=False)
MOST_AHEAD_PLY: Final = 4
"""So many moves a board may be ahead of its game, which is asked for as they come; more are those of a game before
(chosen: blitz has three in a second)."""
STANDARD: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
"""The placement in front of an ordinary game."""


class EBoard:
    """What is known of one board, and what of it was said."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self.game_uuid: str | None = None
        self.stale = False
        """Its game is to be asked for."""
        self._up = False
        self._told_up = False
        self._start: str | None = None
        self._sans: tuple[str, ...] | None = None
        self._game: Game | None = None
        self._tags: dict[str, str] = {}
        self._result: str | None = None
        self._squares: str | None = None
        self._listed: str | None = None
        """What stood on it by the last list."""
        self._clock: Clock | None = None
        self._battery: int | None = None
        self._said: dict[type, Reading] = {}

    # --- what is heard ----------------------------------------------------------------------------------------

    def hear(self, told: Told, *, of_list: bool = False) -> None:
        """Take in what was told of it; a list of all boards may be older than the last event."""
        if of_list:
            told = self._listed_anew(told)
        if told.state is not None:
            self._up = told.state in LIVING
        elif told.squares is not None or told.sans is not None:
            self._up = True  # who tells of changes is there
        if told.start is not None:
            self._start = told.start
        if told.sans is not None:
            self.stale = self.stale or told.sans != self._sans
            self._sans = told.sans
        if told.squares is not None:
            self._squares = told.squares
        if told.clock is not None:
            self._clock = self._standing(told.clock)
        if told.battery_percent is not None:
            self._battery = told.battery_percent

    def _listed_anew(self, told: Told) -> Told:
        """What of a list is news: squares that no event told, where they are listed twice."""
        before, self._listed = self._listed, told.squares
        if self._squares is not None and self._up and told.squares != before:
            told = told._replace(squares=None)
        return told if self._clock is None or not self._up else told._replace(clock=None)

    def _standing(self, clock: Clock) -> Clock:
        """A clock that stands shows the lever as it was when it ran last."""
        before = self._clock
        return clock if clock.running or before is None else clock._replace(to_move=before.to_move)

    def pair(self, pairing: Pairing, tags: dict[str, str]) -> None:
        """This is played on it."""
        if pairing.uuid != self.game_uuid:
            self.game_uuid, self.stale, self._game = pairing.uuid, True, None
        self._tags, self._result = {**tags, **pairing.tags}, pairing.result

    def unpair(self) -> None:
        """No game of a tournament is played on it."""
        self.game_uuid, self._game, self._tags, self._result, self.stale = None, None, {}, None, False

    def keep(self, game: Game) -> None:
        """Its game is this."""
        self._game = game

    def lose(self) -> None:
        """LiveChess does not answer."""
        self._up = False

    # --- what is said -----------------------------------------------------------------------------------------

    def news(self, why: str) -> list[Reading]:
        """What has not been said yet; `why` it is away, where it is."""
        out: list[Reading] = []
        if self._up != self._told_up:
            self._told_up = self._up
            out.append(LineUp() if self._up else LineDown(why))
            self._said.clear()  # it is heard again when it says something
        if not self._up:
            return out
        out += self._new(Identity(serial=self.serial, battery_percent=self._battery))
        score, follows = self._score(), Score in self._said
        clock = [] if self._clock is None else [self._clock]
        if follows:  # what the clock showed as a move was made is known before it
            out += [each for reading in clock for each in self._new(reading)]
        if score is not None:
            out += self._new(score)
        if Score in self._said:  # it comes before all else that is said of a game
            stands: list[Reading] = [] if self._squares is None else [BoardDump(self._squares)]
            out += [each for reading in (*stands, *clock) for each in self._new(reading)]
        return out

    def _new(self, reading: Reading) -> list[Reading]:
        if self._said.get(type(reading)) == reading:
            return []
        self._said[type(reading)] = reading
        return [reading]

    def say_again(self) -> list[Reading]:
        """What was said of it last, once more."""
        return list(self._said.values()) if self._up else []

    def _score(self) -> Score | None:
        """The game as it is kept, or the moves that were reconstructed where these are news of it."""
        game, sans = self._game, self._sans
        if self.game_uuid is not None and game is None:
            return None  # it is asked for
        if game is None:
            return None if sans is None else Score(sans, None, self._begun(self._start))
        whole = self._start is None or self._start.partition(" ")[0] == STANDARD
        ahead = whole and sans is not None and sans[: len(game.sans)] == game.sans
        told = sans if ahead and sans and len(sans) <= len(game.sans) + MOST_AHEAD_PLY else game.sans
        tags = {**self._tags, **({} if game.chess960 is None else {"Chess960": str(game.chess960)})}
        return Score(told, self._result or game.result, tags, game.clocks)

    @staticmethod
    def _begun(start: str | None) -> dict[str, str]:
        return {} if start is None or start.partition(" ")[0] == STANDARD else {"FEN": start}
