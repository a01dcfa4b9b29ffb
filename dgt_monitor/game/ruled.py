"""What the arbiter rules of the games of a board: over, going on, begun with the round."""

from abc import ABC, abstractmethod
from collections.abc import Sequence, Set
from typing import NamedTuple

from dgt_monitor.game import gesture
from dgt_monitor.game.beginning import Setup, Start
from dgt_monitor.game.changes import Change, Ply, Strange, Uncertain
from dgt_monitor.game.clocked import first_run
from dgt_monitor.game.games import Games
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import turned
from dgt_monitor.game.showing import Shown
from dgt_monitor.game.timing import CLOSE_S, NEVER_S, Timing
from dgt_monitor.game.trail import word_of
from dgt_monitor.game.unplayed import Touch, Unplayed

MEANWHILE = "pieces were moved while the game was over by a ruling"


class Ended(NamedTuple):
    """A game as it stood when a ruling ended it."""

    plies: tuple[Ply, ...]
    stood: str
    """What stood on the board, in its own numbering."""
    alarms: tuple[Strange, ...] = ()
    """What was told to stand strangely."""
    due_s: float = NEVER_S
    """When it was to be looked at next."""
    told: int = 0
    """So many changes the board had told."""


class Ruled(Games, ABC):
    """A board whose games are ended, and let go on, by rulings."""

    __slots__ = ("_ended", "_left", "_unplayed")

    def __init__(self, setup: Setup, timing: Timing) -> None:
        super().__init__(setup, timing)
        self._ended: Ended | None = None
        """The game is over by a ruling, and how it stood then."""
        self._left: Start | None = None
        """The array of the next game that stood there then: it begins when something is moved."""
        self._unplayed: Unplayed | None = None
        """It has no move: what is touched begins no next game yet."""

    @property
    def now(self) -> Ended:
        """How the game stands, should a ruling end it."""
        plies = () if self.opinion is None else tuple(self.opinion.story.plies)
        return Ended(plies, self.raw, tuple(self._alarms.standing), self.due_s, len(self.trail))

    def end_game(self, t_s: float, ended: Ended) -> Sequence[Change]:
        """The game is over, and was as it stood then; what is moved from there on belongs to no game."""
        if self._ended is ended or self.opinion is None:
            return NOTHING
        out = self.back_to(t_s, ended)
        self._ended = ended
        self._left = self._joining.next(self.seen)
        self._showing.end()
        return out

    def back_to(self, t_s: float, ended: Ended) -> Sequence[Change]:
        """The game is as it was then: play did not go on after it."""
        if self.opinion is None:
            return NOTHING
        out = _go_back(t_s, self.opinion, ended.plies) if ended.plies != self.now.plies else []
        return [*out, *self._alarms.back_to(ended.alarms)]

    def confirm_last(self, t_s: float) -> Sequence[Change]:
        """The last move was made, if it stands: the arbiter has looked."""
        opinion = self.opinion
        stands = opinion is not None and self._showing.result is None and opinion.last_ply_stands(t_s)
        return opinion.confirm(t_s) if opinion is not None and stands else NOTHING

    def follow_again(self, t_s: float) -> None:
        """Nothing was done here for a while: what was due in it is due now."""
        self.due_s = max(t_s, self.due_s)

    def reopen_game(self, t_s: float) -> Sequence[Change]:
        """It is not over by a ruling any more: what stands is play, unless the players show a result.

        By what moves it came to stand is not known here: where something was moved since, that is not sure.
        """
        ended, self._ended, self._left, self._unplayed = self._ended, None, None, None
        if ended is None:
            return NOTHING
        self._showing.reopen()
        # what stands strangely was not judged while it was over, and nothing was done while the board was held
        self.due_s = max(t_s, min(self.due_s, ended.due_s))
        if self.story is None:
            return NOTHING
        doubt = [] if ended.told == len(self.trail) else self._doubt_from(len(self.story.plies) + 1)
        if self._showing.result is not None or self.raw == ended.stood:
            return doubt
        return [*doubt, *self._look(t_s, observed=False)]

    def _doubt_from(self, number: int) -> list[Change]:
        self.untold.doubt(number, for_good=True)
        return [Uncertain(number, MEANWHILE, lasting=True)]

    @property
    def shows(self) -> Shown | None:
        """The result that the players show."""
        return self._showing.players

    def let_be(self, t_s: float) -> Sequence[Change]:
        """What the players show is no result: the game goes on."""
        still, before = gesture.shown_result(self.seen), self._showing.players
        self._showing.let_be(t_s)
        if before is None:
            return NOTHING
        self._rest_from(t_s)  # the kings are to be put back first
        return NOTHING if still or self._showing.result is not None else self._look(t_s, observed=False)

    def show_again(self, shown: Shown) -> Sequence[Change]:
        """They show it all the same, as was told before."""
        if self._showing.players is not None or self.story is None:
            return NOTHING
        self._showing.show_again(shown)
        return self._alarms.end(self.story, of_kings=True)

    def begin_left(self, t_s: float) -> list[Change]:
        """The next game, where its array was left standing when the last one was ended."""
        start, self._left, unplayed = self._left, None, self._unplayed
        if start is None:
            return []
        if unplayed is None or not unplayed.touches:
            return self._begin(t_s, start)
        self.trail.cut(len(self.trail) - len(unplayed.touches))  # they are none of the game before
        self.seen[:] = unplayed.array
        out = self._begin(t_s, start)
        for touch in unplayed.touches:
            out += self.field(*touch)
        return out

    def wait_for_round(self, *, waits: bool) -> None:
        """Whether the next game waits for a clock or the start of a round: this one is over without a move."""
        if self._left is not None and self._unplayed is None and waits:
            self._unplayed = Unplayed(self._left, self.seen)
        if self._unplayed is not None:
            self._unplayed.may_begin = not waits

    def _touched_unplayed(self, t_s: float, square: int, piece: str, unplayed: Unplayed) -> list[Change]:
        told = 63 - square if self.rotated else square
        begins = unplayed.touched(Touch(t_s, told, piece), square)
        if begins:
            return self.begin_left(t_s)
        self._note(t_s, square, piece)
        return []

    def dump_unplayed(self, t_s: float, now: Sequence[str]) -> Sequence[Change]:
        """All squares at once, where a game is over without a move."""
        out: list[Change] = []
        for square, piece in enumerate(now):
            if self._unplayed is None:
                told = 63 - square if self.rotated else square
                out += self.field(t_s, told, piece)
            elif self.seen[square] != piece:
                self.trail.add(word_of(63 - square if self.rotated else square, piece))
                out += self._touched_unplayed(t_s, square, piece, self._unplayed)
        return out

    def _field_of_next(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """The next game begins with what stood there, and this square changes in it."""
        if self._unplayed is not None:
            return self._touched_unplayed(t_s, square, piece, self._unplayed)
        told = 63 - square if self.rotated else square
        self.trail.cut(len(self.trail) - 1)  # it is no change of the game before
        return [*self.begin_left(t_s), *self.field(t_s, told, piece)]

    @abstractmethod
    def field(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """One square has changed."""

    def _begin(self, t_s: float, start: Start) -> list[Change]:
        self._ended = self._left = self._unplayed = None
        return super()._begin(t_s, start)

    def begin_nothing(self, t_s: float) -> None:
        """The game goes on elsewhere, or later."""
        self._ended = self._left = self._unplayed = None
        super().begin_nothing(t_s)

    @abstractmethod
    def _look(self, t_s: float, *, observed: bool) -> Sequence[Change]: ...

    def _end_again(self) -> None:
        """What was read in the board's log was played before the ruling; that stands."""
        if self._ended is not None:
            self._showing.end()

    def judge_corrected(self, t_s: float, unknown: Set[tuple[str, ...] | None]) -> Sequence[Change]:
        """What stands at the moment in which a person says what was played, and does not fit that.

        `unknown`: the squares of what stood strangely before, and nobody was told.
        """
        story = self.story
        if story is None or not story.debts or self._ended is not None or self._showing.result is not None:
            return NOTHING
        return self._alarms.judge_corrected(t_s - self._changed_s + CLOSE_S, story, unknown)

    # --- the round ------------------------------------------------------------------------------------------

    def start_round(self, t_s: float) -> Sequence[Change]:
        """What was moved before counts nothing, as at the start of a clock.

        Not where a clock has told when the game began, nor where none is on.
        """
        opinion = self.opinion
        if opinion is None or not opinion.story.plies or self._ran or self._showing.result is not None:
            return NOTHING
        return first_run(t_s, opinion)

    def begin_otherwise(self, t_s: float, stood: int, plies: Sequence[Ply]) -> Sequence[Change]:
        """Have these in place of so many first plies of the game; what was played after those follows."""
        opinion = self.opinion
        if opinion is None:
            return NOTHING
        now = opinion.story.plies
        plies = [*plies[: max(0, len(plies) - max(0, stood - len(now)))], *now[stood:]]
        confirmed = bool(plies) and plies[-1].status == "confirmed"
        out = _go_back(t_s, opinion, plies)
        return [*out, *opinion.confirm(t_s)] if confirmed else out

    # --- what is no play ------------------------------------------------------------------------------------

    def moved_aside(self, square: int, piece: str) -> None:
        """A square has changed in a time in which what is moved is no play; the board's own log has it all the same."""
        self.trail.add(word_of(square, piece))

    def stands_again(self, t_s: float, squares: str) -> Sequence[Change]:
        """Play goes on from what stands after such a time."""
        now = turned(squares) if self.rotated else squares
        apart = self._is_apart(t_s)
        differing = self._differing(now)
        for square in differing:
            self._note(t_s, square, now[square], dated=False, apart=apart)
        if not differing:
            return NOTHING
        return self._moved_apart(t_s, observed=True) if apart else self._look(t_s, observed=True)

    def reinstate(self, t_s: float, squares: str) -> Sequence[Change]:
        """The arbiter has had the last position of the game set up that stands now: the plies after it are withdrawn.

        Nothing where it is none of an earlier ply.
        """
        opinion, now = self.opinion, turned(squares) if self.rotated else squares
        if opinion is None or (back := opinion.story.plies_since(now)) is None:
            return NOTHING
        for square in self._differing(now):
            self._note(t_s, square, now[square], dated=False)
        out = opinion.withdraw(t_s, back, "arbiter")
        return [*out, *opinion.illegal.settled(opinion.story), *self._alarms.end(opinion.story)]

    def set_up_anew(self, t_s: float, squares: str) -> Sequence[Change]:
        """A next game begins from this placement, whatever was played before (`is_next_array`)."""
        now = list(turned(squares) if self.rotated else squares)
        start = self._joining.next(now)
        if start is None:
            return NOTHING
        for square in self._differing(now):
            self._note(t_s, square, now[square], dated=False)
        return self._begin(t_s, start)

    def is_next_array(self, squares: str) -> bool:
        """Whether a next game would begin from this placement."""
        return self._joining.next(list(turned(squares) if self.rotated else squares)) is not None


def _go_back(t_s: float, opinion: Opinion, plies: Sequence[Ply]) -> list[Change]:
    """Hold these plies again, each with what the clock told of it then."""
    _, out = opinion.go_back(t_s, plies)
    for made, before in zip(opinion.story.plies, plies, strict=True):
        made.clock, made.timed, made.pressed = before.clock, True, before.pressed
    return out
