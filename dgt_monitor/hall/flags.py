"""The flags of one board's clock: what a fall means, told once each."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Colour, Event, Level, Rule
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.flag_texts import Fall, flag_text
from dgt_monitor.hall.play import Play
from dgt_monitor.laws.mating import CanMate, can_mate
from drivers.readings import Clock

_SIDES: tuple[Colour, Colour] = ("white", "black")


class _Told(NamedTuple):
    alert_id: str
    blocked: bool


class Flags:
    """Which flags have fallen in the present game."""

    __slots__ = ("_alerts", "_can_mate", "_clock", "_falls", "_game", "_play", "_required", "_told", "_tracker")

    def __init__(
        self,
        tracker: Tracker,
        alerts: AlertBook,
        clock: BoardClock,
        play: Play,
        required: tuple[int, ...] | None = None,
        asked: CanMate = can_mate,
    ) -> None:
        self._tracker = tracker
        self._alerts = alerts
        self._clock = clock
        self._play = play
        self._can_mate = asked
        self._required = required
        """Moves to be made, counted from the first, by the end of each period but the last; None: not known."""
        self._told: dict[Colour, _Told] = {}
        self._falls: dict[Colour, int] = {}
        """How many periods of the present game have ended on each side, by its flags."""
        self._game = 0

    def belong_to(self, tracker: Tracker, clock: BoardClock) -> None:
        """They are those of this tracker's games, on this clock."""
        self._tracker, self._clock = tracker, clock

    def learn(self, required: tuple[int, ...] | None) -> None:
        """So many moves are to be made by the end of each period; of the flags that fall from now on."""
        self._required = required

    @property
    def fallen(self) -> bool:
        """Whether any was told and stands."""
        return bool(self._told)

    def renumber(self, game: int) -> None:
        """The game is the board's game of this number."""
        self._game = game

    def forget(self) -> None:
        """The game goes on elsewhere."""
        self._told, self._falls = {}, {}

    def come_to(self, alerts: AlertBook, clock: BoardClock) -> None:
        """The game goes on on another board."""
        self._alerts, self._clock, self._game = alerts, clock, self._play.game

    def speak_through(self, alerts: AlertBook) -> None:
        """Alerts are told through this book from now on."""
        self._alerts = alerts

    def rename(self, names: Mapping[str, str]) -> None:
        """Alerts are called otherwise."""
        self._told = {
            side: told._replace(alert_id=names.get(told.alert_id, told.alert_id)) for side, told in self._told.items()
        }

    def look(self, t_s: float, board: str, reading: Clock, out: list[Event]) -> None:
        """Take in what the clock shows: a flag that has fallen, fallen for good, or is up again."""
        if self._game != self._play.game:
            self._game, self._told, self._falls = self._play.game, {}, {}
        shown = ((reading.left_flag, reading.left_blocked), (reading.right_flag, reading.right_blocked))
        for side, (flag, blocked) in zip(_SIDES, shown if self._clock.white_left else shown[::-1], strict=True):
            told = self._told.get(side)
            if told is not None and (not flag or (blocked and not told.blocked)):
                out.extend(self._alerts.clear(t_s, lambda alert, told=told: alert.id == told.alert_id, "resolved"))  # type: ignore[misc]
                del self._told[side]
            if flag and side not in self._told and self._is_play:
                self._falls[side] = self._falls.get(side, 0) + (told is None)
                self._fell(t_s, board, side, out, blocked=blocked)

    @property
    def _is_play(self) -> bool:
        """Whether a game is on whose clock has run: a flag from before it is none of its own."""
        play = self._play
        return bool(play.game) and (not play.is_over or play.result_by == "flag") and self._clock.has_run

    def _fell(self, t_s: float, board: str, side: Colour, out: list[Event], *, blocked: bool) -> None:
        play, story = self._play, self._tracker.story
        if story is None:
            return
        winner: Colour = "black" if side == "white" else "white"
        can, plies = self._can_mate(story.board, winner == "white"), story.plies
        over = play.ledger.end
        ended = None if over is None else (play.label(over[0]), over[1].rule, over[1].article)
        fall = Fall(
            side, blocked, self._moves_by(side), self._due_by(side, blocked=blocked), can, ended, winner in self._told
        )
        certain = blocked and not fall.met and (not plies or plies[-1].status == "confirmed")
        level = Level.ACT if certain else Level.INFO if fall.met and over is None else Level.CHECK
        profile = play.ledger.profile
        alert_id, ply = self._alerts.next_id(board), play.ledger.ply
        sentence = flag_text(play.who(board), fall, level, profile)
        alert = events.Alert(
            t_s,
            board,
            alert_id,
            play.game,
            ply,
            Rule.FLAG,
            profile.articles.flag,
            level,
            True,
            (ply,),
            sentence,
            None,
            side,
        )
        out.append(self._alerts.add(alert))
        self._told[side] = _Told(alert_id, blocked)
        if level is Level.ACT and over is None and can is not None and winner not in self._told:
            result = "1/2-1/2" if not can else "1-0" if winner == "white" else "0-1"
            play.propose(t_s, board, result, "flag", ply, out)

    def _due_by(self, side: Colour, *, blocked: bool) -> int | Literal["all"] | None:
        """Moves this side had to make by the fall that was told last."""
        if self._required is None:
            return None
        falls = self._falls[side]
        return "all" if blocked or falls > len(self._required) else self._required[falls - 1]

    def _moves_by(self, side: Colour) -> int:
        """Moves this side has made, as a scoresheet counts them."""
        standing = self._play.ledger.at(self._play.ledger.ply).standing
        made = standing.fullmove - 1
        return made if side == "black" or standing.key.turn else made + 1
