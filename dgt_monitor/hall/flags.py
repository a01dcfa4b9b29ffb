"""The flags of one board's clock: what a fall means, told once each."""

from typing import NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Colour, Event, Level, Rule
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.flag_texts import Fall, flag_text
from dgt_monitor.hall.play import Play
from dgt_monitor.laws.mating import CanMate, can_mate
from drivers.readings import Clock

ARTICLE = "6.8, 6.9"
_SIDES: tuple[Colour, Colour] = ("white", "black")


class _Told(NamedTuple):
    alert_id: str
    game: int
    blocked: bool


class Flags:
    """Which flags have fallen in the present game."""

    __slots__ = ("_alerts", "_can_mate", "_clock", "_play", "_told", "_tracker")

    def __init__(
        self, tracker: Tracker, alerts: AlertBook, clock: BoardClock, play: Play, asked: CanMate = can_mate
    ) -> None:
        self._tracker = tracker
        self._alerts = alerts
        self._clock = clock
        self._play = play
        self._can_mate = asked
        self._told: dict[Colour, _Told] = {}

    @property
    def fallen(self) -> bool:
        """Whether any was told and stands."""
        return bool(self._told)

    def look(self, t_s: float, board: str, reading: Clock, out: list[Event]) -> None:
        """Take in what the clock shows: a flag that has fallen, fallen for good, or is up again."""
        self._told = {side: told for side, told in self._told.items() if told.game == self._play.game}
        shown = ((reading.left_flag, reading.left_blocked), (reading.right_flag, reading.right_blocked))
        for side, (flag, blocked) in zip(_SIDES, shown if self._clock.white_left else shown[::-1], strict=True):
            told = self._told.get(side)
            if told is not None and (not flag or (blocked and not told.blocked)):
                out.extend(self._alerts.clear(t_s, lambda alert, told=told: alert.id == told.alert_id, "resolved"))  # type: ignore[misc]
                del self._told[side]
            if flag and side not in self._told and self._is_play:
                self._fell(t_s, board, side, out, blocked=blocked)

    @property
    def _is_play(self) -> bool:
        """Whether a game is on whose clock has run: a flag from before it is none of its own."""
        return bool(self._play.game) and self._play.result is None and self._clock.has_run

    def _fell(self, t_s: float, board: str, side: Colour, out: list[Event], *, blocked: bool) -> None:
        play, story = self._play, self._tracker.story
        if story is None:
            return
        winner: Colour = "black" if side == "white" else "white"
        can, plies = self._can_mate(story.board, winner == "white"), story.plies
        over = play.ledger.end
        ended = None if over is None else (play.label(over[0]), over[1].rule, over[1].article)
        fall = Fall(side, blocked, self._moves_by(side), None, can, ended, winner in self._told)
        certain = blocked and (not plies or plies[-1].status == "confirmed")
        level = Level.ACT if certain else Level.CHECK
        alert_id, ply = self._alerts.next_id(board), play.ledger.ply
        sentence = flag_text(board, fall, act=level is Level.ACT)
        alert = events.Alert(
            t_s, board, alert_id, play.game, ply, Rule.FLAG, ARTICLE, level, True, (ply,), sentence, None, side
        )
        out.append(self._alerts.add(alert))
        self._told[side] = _Told(alert_id, play.game, blocked)
        if blocked and over is None and can is not None and winner not in self._told:
            play.propose(t_s, board, "1/2-1/2" if not can else "1-0" if winner == "white" else "0-1", "flag", out)

    def _moves_by(self, side: Colour) -> int:
        """Moves this side has made, as a scoresheet counts them."""
        standing = self._play.ledger.at(self._play.ledger.ply).standing
        made = standing.fullmove - 1
        return made if side == "black" or standing.key.turn else made + 1
