"""The games of one board: what the reconstruction says becomes moves, counts, draws and alerts."""

from collections.abc import Callable, Iterable

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.game.changes import (
    Began,
    Certain,
    Change,
    Explained,
    Made,
    Ply,
    Restated,
    Signalled,
    Started,
    Strange,
    Turned,
    Uncertain,
    Weighed,
    Withdrawn,
)
from dgt_monitor.game.tracker import Tracker, plies_of
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.doubted_play import STRANGE, DoubtedPlay
from dgt_monitor.hall.drawn_play import DRAW_RULES
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.illegal_moves import IllegalMoves
from dgt_monitor.hall.left_illegal import LeftOnceMore
from dgt_monitor.hall.moments import Moments
from dgt_monitor.hall.ruled_play import NOTHING_PLAYED
from dgt_monitor.hall.settling import Settling
from dgt_monitor.hall.shown_again import ShownAgain
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.tournament.event import NOBODY

_OF_A_PLY = DRAW_RULES | {Rule.ANNOUNCED_MOVE}
"""What is said of a ply, and falls with it."""


class Play(DoubtedPlay):
    """The present game of a board, and the change from one game to the next."""

    __slots__ = (
        "_profile",
        "_rotated",
        "_tracker",
        "begins_as",
        "begun",
        "chess960",
        "games_before",
        "leaves_drawn",
    )

    def __init__(self, tracker: Tracker, alerts: AlertBook, clock: BoardClock, known: Known) -> None:
        self._tournament = known.tournament
        self._profile = known.profile
        self._moments = Moments(self.label, known.day_s)
        self.leaves_drawn = known.profile.illegal_move_stands and known.profile.articles.still_illegal is not None
        """Whether an illegal position that is left once more is drawn (A.5.4)."""
        self.belong_to(tracker, clock)
        self._alerts = alerts
        self._unsure_from: int | None = None
        self._illegal_from: int | None = None
        """The first illegal move that stands; from it on nothing is sure until the arbiter has ruled."""
        self._gaps, self.announced, self.illegal, self.left = [], None, IllegalMoves(), LeftOnceMore()
        self.settling = Settling()
        self._plies: list[Ply] = []
        """Those of the present game; the tracker may be a game ahead when the last one is summed up."""
        self._rotated = False
        self._doubted = False
        """Plies were told as not sure because the clock has not run yet."""
        self._joined = False
        self.begins_as: Callable[[float, list[Event]], str] | None = None
        """Asked when the next game begins: the board has another name from then on, which this answers."""
        self.games_before: int | None = None
        """The number of the game before the next one, where that is not this one: the board has another name."""
        self.game = 0
        self.begun = 0
        """So many games have begun here; their numbers begin anew with another name."""
        self.ledger = NOTHING_PLAYED.copy()
        self.start_fen = ""
        self.start_fullmove = 1
        self.white_first = True
        self.chess960 = False
        self._before_any_game()
        self.valid_views = 0
        """Plies whose views a screen may keep: those before the last one that changed."""

    def belong_to(self, tracker: Tracker, clock: BoardClock) -> None:
        """What is played is understood by this tracker and this clock from now on."""
        self._tracker, self._shown_again, self._clock = tracker, ShownAgain(tracker), clock

    def follow(self, t_s: float, board: str, changes: Iterable[Change], out: list[Event]) -> str:
        """Tell what the reconstruction's changes mean; the board's name then, another one where a game has begun."""
        for change in changes:
            if isinstance(change, Restated):
                self._restated(t_s, board, change, out)
            elif isinstance(change, Made):
                self._made(t_s, board, change, out)
            elif isinstance(change, Withdrawn):
                self._withdrawn(t_s, board, change, out)
            elif isinstance(change, Began):
                board = self._began(t_s, board, change, out)
            else:
                self._seldom(t_s, board, change, out)
        return board

    def _seldom(self, t_s: float, board: str, change: Change, out: list[Event]) -> None:
        if isinstance(change, Strange):
            self._strange(t_s, board, change, out)
        elif isinstance(change, Explained):
            self._explained(t_s, change, out)
        elif isinstance(change, Uncertain):
            self._uncertain(t_s, board, change, out)
        elif isinstance(change, Certain):
            self._certain(t_s, board, change.number, out)
        elif isinstance(change, Weighed):
            self._weighed(t_s, board, change, out)
        elif isinstance(change, Turned):
            self._rotated = change.rotated
        elif isinstance(change, Started):
            self._started(t_s, board, out)
        elif isinstance(change, Signalled):
            self._signalled(t_s, board, change, out)

    # --- a game ---------------------------------------------------------------------------------------------

    def _began(self, t_s: float, board: str, began: Began, out: list[Event]) -> str:
        """The next game; answers the board's name from now on."""
        out.extend(self.summary(t_s, board))
        self._alerts.retire(t_s)
        if self.begins_as is not None:
            board = self.begins_as(t_s, out)
        start = began.board
        self._plies, self._rotated = plies_of(self._tracker.story), began.rotated
        self._next_results()
        self.game = (self.game if self.games_before is None else self.games_before) + 1
        self.games_before, self.begun = None, self.begun + 1
        self._moments.begin()
        self.ledger = Ledger(start, self._profile, joined_late=began.joined)
        self._joined = began.joined
        self.chess960 = start.chess960
        self.start_fen = self.ledger.start_verdict.standing.fen()
        self.start_fullmove, self.white_first = start.fullmove_number, start.turn
        self._unsure_from = self._illegal_from = None
        self._gaps, self.announced, self.illegal, self.left = [], None, IllegalMoves(), LeftOnceMore()
        self.settling = Settling()
        self.valid_views, self._doubted = 0, False
        self._clock.lies(rotated=began.rotated)
        white, black = self._tournament.players.get(board, NOBODY)
        out.append(
            events.GameStart(
                t_s, board, self.game, self.start_fen, began.rotated, start.chess960, white or None, black or None
            )
        )
        self._draws(t_s, board, 0, self.ledger.start_verdict, out)
        return board

    @property
    def is_joined(self) -> bool:
        """Whether nobody saw what was played in the game before its first position here."""
        return self._joined

    def learn(self, known: Known) -> None:
        """What is known has changed; the moves and what was found of them stay."""
        if known.profile != self._profile:
            self._profile = known.profile
            self._alerts.rule_by(known.profile)
            self.ledger.rule_by(known.profile)
        self._tournament = known.tournament

    def summary(self, t_s: float, board: str) -> list[Event]:
        """The game as it stands, for the end of the game or of the input; its alerts end with it quietly."""
        if not self.start_fen:
            return []
        plies = self._plies
        out: list[Event] = []
        self.settle(t_s, board, out)
        mine = [alert for alert in self._alerts.standing.values() if alert.game == self.game]
        rules = tuple(dict.fromkeys(alert.rule for alert in mine))
        sure = (
            not self._joined
            and (self.result is not None or not self._tracker.is_blind(t_s))
            and not self._alerts.is_standing(STRANGE)
            and self._unsure_from is None
            and not self._began_too_early
            and not self._tracker.is_lost
            and self._illegal_from is None
            and all(ply.sure for ply in plies)
        )
        return [
            *out,
            events.Summary(
                t_s, board, self.game, tuple(ply.san for ply in plies), tuple(ply.uci for ply in plies),
                self.result or "*", self.ledger.max_count, self._rotated, sure, rules,
            ),
        ]  # fmt: skip

    @property
    def _began_too_early(self) -> bool:
        """Whether more than one ply was made and the clock has not run: perhaps it is no game at all."""
        mine = plies_of(self._tracker.story) is self._plies  # else the tracker is in the next game
        return mine and len(self._plies) > 1 and self._tracker.may_be_no_game

    # --- moves ----------------------------------------------------------------------------------------------

    def _made(self, t_s: float, board: str, made: Made, out: list[Event]) -> None:
        number, ply, position = made
        if 0 < self.settling.number < number:
            self.settle(t_s, board, out)
        if number == 1 and self._clock.first_move(by_white=self.white_first):
            ply.timed = False
        if not ply.timed:
            ply.clock = self._clock.times
        verdict = self._record(ply, position)
        first_illegal = ply.misstep is not None and self._illegal_from is None
        if first_illegal:
            self._illegal_from = number
        if number <= self.valid_views:
            self.valid_views = number - 1
        # The ply may have been confirmed since by the next one of the same reading; that is told after it.
        out.append(self._move(t_s, board, number, ply, verdict, "provisional"))
        if first_illegal:
            self._contains_illegal(t_s, board, number, out)
        if self._doubted and not self._tracker.may_be_no_game and number == len(self._plies):
            self._doubted = False
            self._tell_anew(t_s, board, 2, self._draws_of(lambda a: not a.sure), out)

    def pressed(self, t_s: float, *, white_to_move: bool, running: bool) -> None:
        """The clock was read as its lever moved: its times are those of the ply this closed, whenever that is told."""
        self.settling.pressed(t_s, white_to_move=white_to_move)
        if self.leaves_drawn and running:
            self.left.lever(t_s, white_to_move=white_to_move)
        if self._plies and (ply := self._plies[-1]).pressed and not ply.timed:
            ply.clock, ply.timed = self._clock.times, True

    def _restated(self, t_s: float, board: str, told: Restated, out: list[Event]) -> None:
        number, ply = told
        if ply.pressed and not ply.timed:
            ply.clock = self._clock.times
        verdict = self.ledger.at(number)
        if number <= self.valid_views:
            self.valid_views = number - 1
        out.append(self._move(t_s, board, number, ply, verdict, ply.status))
        if ply.status == "confirmed":
            if self._alerts.standing:
                self._lapse(t_s, number, verdict, out)
            if verdict.findings:
                self._draws(t_s, board, number, verdict, out)
            if self.announced is not None:
                self._held_to_it(t_s, board, number, ply, out)
            if self.leaves_drawn and not self._clock.showing:
                self.left_again(t_s, board, out)  # nobody can see a press: what stands is as good as completed

    def _withdrawn(self, t_s: float, board: str, withdrawn: Withdrawn, out: list[Event]) -> None:
        number = withdrawn.number
        out.append(events.Retract(t_s, board, self.game, number, withdrawn.reason))
        self._moments.forget(number)
        self.settling.forget(number)
        self.ledger.truncate(number - 1)
        self.valid_views = min(self.valid_views, number - 1)
        self._gaps = [gap for gap in self._gaps if gap <= number]
        if self._unsure_from is not None and number < self._unsure_from:
            self._gaps = [] if withdrawn.seen else [number]
            # Back before what nobody saw, if that was seen; else the doubt begins there.
            self._unsure_from = None if withdrawn.seen else number
        if self._illegal_from is not None and number <= self._illegal_from:
            self._illegal_from = None
        back = number if withdrawn.reason == "taken_back" else 0
        if not back:
            self._alerts.read_otherwise(t_s, number)
        out.extend(self._alerts.clear(t_s, lambda a: self._goes_with(a, number), "withdrawn", taken_back=back))
        self._withdraw_result(t_s, board, self.result_by, out, number)
        self._claim_again(t_s, board, number - 1, out)

    def _goes_with(self, alert: events.Alert, number: int) -> bool:
        """Whether an alert falls with the plies from this number on."""
        if alert.game != self.game or alert.ply is None:
            return False
        if alert.rule is Rule.HISTORY_UNCERTAIN:
            if alert.article is not None:
                return alert.ply >= number  # an illegal move that was answered, and is no more
            kept = self._unsure_from is not None or (alert.ply == 1 and self._joined)
            return alert.ply >= number and not kept
        return alert.rule in _OF_A_PLY and alert.ply >= number
