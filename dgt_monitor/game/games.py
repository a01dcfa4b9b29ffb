"""The games of one board: how one begins, what belongs to none, and how the players end one."""

from collections.abc import Sequence

import chess

from dgt_monitor.game import explain, illegal, meanwhile
from dgt_monitor.game.alarms import Alarms
from dgt_monitor.game.beginning import Setup, Start
from dgt_monitor.game.changes import Began, Change, Uncertain
from dgt_monitor.game.clocked import MOST_MOVED, Pause
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.joining import Joining
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.timing import CLOSE_S, Timing
from dgt_monitor.game.trail import Trail
from dgt_monitor.game.watched import Watched

KINGS_SHOWN = 4
"""Squares that differ when both kings show a result."""


class Games(Watched):
    """A board on which one game follows another."""

    __slots__ = ("_alarms", "_clock_runs", "_joining", "_lever", "_ran", "_untouched", "waits")

    def __init__(self, setup: Setup, timing: Timing) -> None:
        super().__init__(timing)
        self._lever: bool | None = None
        self._clock_runs: bool | None = None
        """None: nobody knows."""
        self._ran = False
        """The clock has run since the game began."""
        self.waits = False
        """It is known to stand, and has not run yet: what is moved may be no game."""
        self._untouched = chess.Board()
        """The first position of the game."""
        self._joining = Joining(setup)
        self._alarms = Alarms(setup, timing)

    def learn(self, setup: Setup) -> None:
        """Games begin like this from now on."""
        self._joining.learn(setup)
        self._alarms.learn(setup)

    @property
    def may_be_no_game(self) -> bool:
        """Whether what was moved may count nothing: the clock has not run, and nothing was moved for good yet.

        Once the second player has moved a pawn, or a piece was taken, it is a game, whatever the clock says.
        """
        story = self.story
        if not self.waits or story is None:
            return False
        start, now = self._untouched, story.board
        pawns = start.pawns & start.occupied_co[not start.turn]
        return now.pawns & now.occupied_co[not start.turn] == pawns and len(now.piece_map()) == len(start.piece_map())

    # --- the start of a game --------------------------------------------------------------------------------

    def _look_for_start(self, t_s: float) -> Sequence[Change]:
        start = self._joining.first(self.seen)
        if start is None:
            return NOTHING
        return self._join(t_s, start) if start.joined else self._begin(t_s, start)

    def _join(self, t_s: float, start: Start) -> list[Change]:
        """A game begins of which nobody saw what came before."""
        out = self._begin(t_s, start)
        if self.opinion is not None:
            why = "the board was joined in the middle of the game"
            out += [Uncertain(1, why, lasting=False), *(self.opinion.explain(t_s, observed=True) or NOTHING)]
        return out

    def _begin(self, t_s: float, start: Start) -> list[Change]:
        if start.turned:
            self.seen.reverse()
            self.rotated = not self.rotated
        out = [] if start.joined else self._alarms.end_faults()
        if self.opinion is not None and not start.joined:
            out += self._swept_home(t_s, self.opinion)
        self._alarms.forget()
        self.untold.game_begins(joined=start.joined, first=self.opinion is None)
        self._untouched = start.board
        self.opinion = Opinion(start.board.copy(stack=False), self.seen)
        self._lever = None
        self._ran = False
        self._clock_is(t_s, self._clock_runs)
        self._showing.begin()
        self._joining.begun(self.seen, lost=self.untold.lost)
        self.trail.trim()
        self.trail.begin(self.raw)
        return [*out, Began(start.board, self.rotated, start.joined)]

    @property
    def first_position(self) -> chess.Board:
        """The first position of the game."""
        return self._untouched

    def begin_with(self, t_s: float, start: chess.Board) -> Sequence[Change]:
        """The game that has begun has begun with this position; what follows of what stands now."""
        self._untouched = start
        self.opinion = Opinion(start.copy(stack=False), self.seen)
        self._clock_is(t_s, self._clock_runs)
        self._rest_from(t_s)
        return self.opinion.explain(t_s, observed=True) or NOTHING

    def begin_nothing(self, t_s: float) -> None:
        """The game goes on elsewhere, or later: what is moved here is none of it."""
        self.opinion, self._lever = None, None
        self._showing.begin()
        self._alarms.part()
        self._joining.begun([], lost=False)
        self._joining.closed = True
        self.untold.part()
        self._ran = False
        self._clock_is(t_s, self._clock_runs)
        self._rest_from(t_s)

    def come_to(self, t_s: float, trail: Trail) -> None:
        """The game goes on on a board that has told this before."""
        self.trail, self._lever, self._clock_runs, self._pause = trail, None, None, None
        trail.begin(self.raw)
        self.untold.part()
        self._rest_from(t_s)

    def swept_home(self, t_s: float) -> list[Change]:
        """What becomes of the last moves when the array of a next game stands."""
        return [] if self.opinion is None else self._swept_home(t_s, self.opinion)

    @staticmethod
    def _swept_home(t_s: float, opinion: Opinion) -> list[Change]:
        """Pieces on their way home were neither moves against the rules nor moves taken back."""
        swept = illegal.swept(opinion.story, t_s)
        if not swept:
            return opinion.before_next_game(t_s)
        return [*opinion.withdraw(t_s, swept, "revised"), *opinion.illegal.settled(opinion.story)]

    def _irregular(self, t_s: float, opinion: Opinion) -> list[Change]:
        """What follows where a move that is not legal was answered, or a position before it stands again."""
        back = opinion.illegal.restored(opinion.story)
        out: list[Change] = opinion.withdraw(t_s, back, "taken_back") if back else []
        told = opinion.illegal.made(opinion.story, self._alarms.standing)
        return [*out, *told, *opinion.illegal.settled(opinion.story)]

    def _found_meanwhile(self, t_s: float, opinion: Opinion, *, unexplained: bool) -> Sequence[Change]:
        """What stands came about unseen, and one more piece has landed: what explains it, or the game joined anew."""
        untold = self.untold
        contradicts = unexplained or explain.traces_of_waiting_side(opinion.story).landed
        out = meanwhile.guessed_again(t_s, opinion, untold) if contradicts else NOTHING
        if out or not self._joining.is_lost(opinion.story, untold):
            return out
        found = meanwhile.worked_out(t_s, opinion, untold)
        if found or t_s < untold.memory_until_s - CLOSE_S:
            return found
        start = self._joining.joined_again(self.seen)
        return NOTHING if start is None else self._join(t_s, start)

    # --- the clock ------------------------------------------------------------------------------------------

    def _clock_is(self, t_s: float, runs: bool | None) -> None:
        self._clock_runs = runs
        self._ran = self._ran or runs is True
        self.waits = runs is False and not self._ran and self.opinion is not None
        if self.opinion is not None:
            self.opinion.illegal.waits = self.waits
        self._pause = (self._pause or Pause(t_s)) if runs is False and self._ran else None

    def _is_apart(self, t_s: float) -> bool:
        """Whether what changes now is none of the game: the clock stands, and the players show no result."""
        return self._pause is not None and self._showing.result is None and self._pause.is_apart(t_s)

    def _moved_apart(self, t_s: float, *, observed: bool) -> Sequence[Change]:
        """Pieces were moved while the clock stands: analysis, a restoration, or the next game."""
        opinion, pause = self.opinion, self._pause
        if opinion is None or pause is None:
            return NOTHING
        start = self._joining.next(self.seen) if opinion.story.debts and opinion.story.plies else None
        if start is not None and not self.is_turned:
            return self._begin(t_s, start)
        if self.is_turned:
            return [*self._turn(t_s, opinion), *self._alarms.end(opinion.story)]
        restored = self._irregular(t_s, opinion)
        if opinion.story.debts or not restored:
            pause.look(t_s, observed=observed)
        else:
            pause.over()
        return [*restored, *(self._alarms.end(opinion.story) if self._alarms.standing else NOTHING)]

    # --- the end of a game ----------------------------------------------------------------------------------

    def _shown_now(self, t_s: float, opinion: Opinion) -> list[Change]:
        """A result that the players show."""
        shown = self._showing.news(self._changed_s, self.seen) if opinion.story.debts else None
        if shown is None:
            return []
        first = self._showing.players is None
        out = [*opinion.before_gesture(t_s), *self._alarms.end(opinion.story, of_kings=True)] if first else []
        if first:
            self._showing.lost = len(opinion.story.debts) > MOST_MOVED + KINGS_SHOWN
        return [*out, self._showing.show(t_s, shown)]

    def _after_result(self, t_s: float) -> Sequence[Change]:
        """Pieces move after a result: the game going on at once, the next game, or nothing."""
        story = self.story
        if story is not None and not story.debts and self._showing.players and self._showing.in_time(t_s):
            return self._showing.withdraw()
        start = self._joining.next(self.seen)
        return self._begin(t_s, start) if start is not None else NOTHING
