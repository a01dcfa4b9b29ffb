"""One board followed through time: readings in, changes of opinion out.

The tracker keeps the physical placement, and knows when a game begins, when it is over, and when something has stood
too long. What the placement means for the game is the opinion's business (`game.opinion`).
"""

from collections.abc import Iterator, Sequence

from dgt_monitor.game import beginning, recovery
from dgt_monitor.game.beginning import Setup, Start
from dgt_monitor.game.changes import Change, Ply, Started
from dgt_monitor.game.clocked import SHUFFLED_PLY, first_run, resumed
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import EMPTY, turned
from dgt_monitor.game.recall import Fork
from dgt_monitor.game.recovery import Step
from dgt_monitor.game.ruled import Ruled
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import AFTER_PRESS_S, CLOSE_S, NEVER_S, Timing
from dgt_monitor.game.trail import word_of
from dgt_monitor.game.untold import AWAY, READ_OUT, Base
from drivers.readings import HaltedClock, LogRecord

FEW_PLY = 2
"""So many plies put back in any order are a takeback even to the start; more are a new set-up (chosen)."""


class Tracker(Ruled):
    """The reconstruction of one board. Squares come in the board's own numbering; time only as an argument."""

    __slots__ = ("_confirm_after_s",)

    def __init__(self, setup: Setup | None = None, timing: Timing | None = None) -> None:
        super().__init__(setup or Setup(), timing or Timing())
        self._confirm_after_s = self._timing.confirm_after_s

    # --- readings -------------------------------------------------------------------------------------------

    def field(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """One square has changed."""
        if not self.seen:
            return NOTHING  # before the first dump nobody knows the rest of the board
        told = square
        if self.rotated:
            square = 63 - square
        if self.seen[square] == piece:
            return NOTHING
        self.trail.add(told | ord(piece) << 8)  # `word_of`, on the way of every update
        opinion = self.opinion
        if (
            opinion is None
            or self._showing.result is not None
            or self.untold.fresh
            or self._alarms.standing
            or self._pause
            or (illegal := opinion.illegal).alarms
            or illegal.paused_at is not None  # as in `illegal.apart`, on the way of every update
        ):
            return self._field_apart(t_s, square, piece)
        self.seen[square] = piece
        self._changed_s = t_s
        self.due_s = t_s + self._confirm_after_s
        found = opinion.field(t_s, square, piece)
        if found is None or (found and not opinion.story.plies) or illegal.step is not None:
            return self._meaning(t_s, opinion, found)
        if piece != EMPTY and opinion.is_weighing and (anew := self._set_up_anew(t_s, opinion)):
            return [*found, *anew]
        if not found:
            if self.untold.lost and piece != EMPTY:
                return self._meaning(t_s, opinion, found)
            debts = opinion.story.debts
            if len(debts) > 1 or debts.get(square) != t_s:  # one piece that was just lifted needs no other look
                self._watch_hands(t_s, debts)
        return found

    def _set_up_anew(self, t_s: float, opinion: Opinion) -> list[Change]:
        """The next game, if its array stands before stories were settled: pieces put back one by one."""
        if self.seen[16:48].count(EMPTY) < 32 or self.waits or not opinion.story.debts:
            return []
        back = opinion.plies_back(t_s)
        if back and back + opinion.undone <= FEW_PLY:
            return []
        start = self._joining.next(self.seen)
        return [] if start is None else self._begin(t_s, start)

    def _field_apart(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """A square that changed outside plain play: before a game, after a result, before the dump after an outage."""
        if self._left is not None:
            return self._field_of_next(t_s, square, piece)
        back = self._back_after(t_s) if self.untold.fresh else []
        apart = self._is_apart(t_s)
        self._note(t_s, square, piece, apart=apart)
        if apart:
            return [*back, *self._moved_apart(t_s, observed=True)]
        return [*back, *self._look(t_s, observed=True)]

    def dump(self, t_s: float, squares: str, *, idle: bool = False, stood: bool = False) -> Sequence[Change]:
        """All squares at once.

        What the clock says of the time that went untold: `idle`: nobody has pressed it; `stood`: it was stopped all the
        while, so what was moved belongs to no game.
        """
        if self._unplayed is not None and squares != self.raw:
            return self.dump_unplayed(t_s, turned(squares) if self.rotated else squares)
        if self._left is not None and squares != self.raw:
            begun = self.begin_left(t_s)
            return [*begun, *self.dump(t_s, squares, idle=idle, stood=stood)]
        untold = self.untold
        told_again, untold.fresh = not untold.is_over, False
        self.trail.trim()
        if not self.seen:
            return self._first_dump(t_s, squares)
        now = turned(squares) if self.rotated else squares
        differing = self._differing(now)
        out = self._back_after(t_s, settled=stood or (idle and not differing)) if told_again else []
        apart = self._is_apart(t_s) and (stood or not told_again)
        for square in differing:
            self.trail.add(word_of(63 - square if self.rotated else square, now[square]))
            self._note(t_s, square, now[square], dated=False, apart=apart)
        if apart:
            return [*out, *self._moved_apart(t_s, observed=False)]
        owed = told_again and self.story is not None and bool(self.story.debts)
        if owed or (told_again and self.story is not None and not self._is_confirmed):
            self._rest_from(t_s)  # what stands there is looked at anew; while nothing was told nothing was at rest
        unseen = told_again and untold.base is not None
        if self._pause is not None:
            self._pause.over()  # what was moved in it before is part of what is looked at now
        return [*out, *self._look(t_s, observed=not unseen)] if differing or owed else out

    @property
    def is_plain(self) -> bool:
        """Whether the board shows the game as it is understood, and nothing has to be weighed."""
        opinion = self.opinion
        return opinion is not None and not opinion.story.debts and not opinion.is_weighing

    @property
    def _is_confirmed(self) -> bool:
        """Whether the last ply is."""
        plies = plies_of(self.story)
        return not plies or plies[-1].status == "confirmed"

    def is_no_news(self, squares: str) -> bool:
        """Whether a dump says what is known, in plain play: nothing follows from it."""
        untold = self.untold
        return untold.is_over and untold.base is None and self._pause is None and squares == self.raw

    def _first_dump(self, t_s: float, squares: str) -> Sequence[Change]:
        self.untold.away_since_s = None
        self.seen.extend(squares)
        self._rest_from(t_s)
        out = self._look(t_s, observed=False)
        if self.opinion is None and beginning.could_be_a_game(self.seen):
            self.untold.keep(t_s, AWAY, self._snapshot)  # what was played before may be in the board's memory
        return out

    def _look(self, t_s: float, *, observed: bool) -> Sequence[Change]:
        """What stands now: a start, what follows a result, or play."""
        if self.opinion is None:
            return self._look_for_start(t_s)
        if self._showing.result is not None:
            return self._after_result(t_s)
        if observed and not self.opinion.landed():
            return NOTHING
        if self._alarms.standing:  # the pieces may stand anew after a game that was lost from sight
            start = self._joining.next(self.seen)
            if start is not None and self.opinion.story.plies:
                return self._begin(t_s, start)
        return self._meaning(t_s, self.opinion, self.opinion.explain(t_s, observed=observed))

    # --- what goes untold -----------------------------------------------------------------------------------

    def end_alarms(self) -> list[Change]:
        """End the alarms of a game that what stands now does not bear out."""
        return [] if self.story is None else self._alarms.end(self.story)

    def lay_over(self, t_s: float, records: Sequence[LogRecord]) -> Iterator[Step] | None:
        """The board's memory laid over what was seen: what follows, step by step; None if it does not fit.

        Where the board told nothing while it was read out (`line_down`), the next dump must tell what stands then.
        """
        base = self.untold.base
        fork = None if base is None else recovery.find_fork(self, base, records)
        if base is None or fork is None:
            return None
        return self._laid_over(t_s, base, fork, records)

    def _laid_over(self, t_s: float, base: Base, fork: Fork, records: Sequence[LogRecord]) -> Iterator[Step]:
        untold = self.untold
        since_s, untold.away_since_s, untold.fresh, untold.base = untold.away_since_s, None, False, None
        self._pause, runs, self._clock_runs = None, self._clock_runs, None  # what is read was before that
        yield from recovery.read_on(self, t_s, base, fork, records)
        self._end_again()
        self._ran = self._ran or any(isinstance(record, HaltedClock) for record in records[fork.at :])
        self._clock_is(t_s, runs)
        self._rest_from(t_s)
        if since_s is not None:
            self.line_down(since_s, READ_OUT)
            self.line_up()

    def lever(self, t_s: float, white_to_move: bool) -> Sequence[Change]:
        """The clock's lever says whose turn it is. It confirms a move, it never makes one."""
        before, self._lever = self._lever, white_to_move
        opinion = self.opinion
        if before == white_to_move or opinion is None:
            return NOTHING
        out = opinion.lever(t_s, white_to_move)
        if before is None:
            return out
        story = opinion.story
        if story.debts:
            self._pressed(t_s, opinion, white_to_move=white_to_move)
        last = story.plies[-1] if story.plies else None
        if last is None or story.board.turn != white_to_move or last.status == "confirmed":
            return out
        if story.debts and not opinion.last_ply_stands(t_s):
            return out
        last.pressed = True
        if not story.debts and self._showing.result is None and not opinion.is_weighing:
            self.due_s = NEVER_S  # a tick would find nothing left to confirm
        return [*out, *opinion.confirm(t_s)] if out else opinion.confirm(t_s)

    def _pressed(self, t_s: float, opinion: Opinion, *, white_to_move: bool) -> None:
        """What stands wrong and is not legal may be complete as soon as the board has told what stood now."""
        opinion.illegal.lever(opinion.story, t_s, white_to_move=white_to_move)
        if t_s - self._changed_s + CLOSE_S >= self._timing.strange_after_s:
            self.due_s = min(self.due_s, t_s + AFTER_PRESS_S)

    def clock_told(self, *, runs: bool, stands: bool) -> None:
        """Whether a clock runs; whether it has run in this game and both sides of it stand still now."""
        if self.opinion is not None:
            self.opinion.illegal.clock(self.opinion.story, runs=runs, stands=stands)

    def clock_started(self, t_s: float) -> Sequence[Change]:
        """A stopped clock runs: a result that was shown is withdrawn, the game goes on (stream format)."""
        if self._left is not None:
            return self.begin_left(t_s)
        return self._showing.withdraw() if self._showing.result is not None else NOTHING

    def clock_runs(self, t_s: float, runs: bool | None) -> Sequence[Change]:
        """Whether the clock runs now, where that has changed; None: nobody knows, and it has no say."""
        pause, waited = self._pause, self.waits
        self._clock_is(t_s, runs)
        opinion = self.opinion
        if opinion is None or runs is False:
            return NOTHING
        if waited:
            self._rest_from(t_s)  # what stands wrong has been let be until now
            return [*(first_run(t_s, opinion) if runs else NOTHING), Started()]
        if pause is None or not pause.moved or self._showing.result is not None:
            return NOTHING
        self._rest_from(t_s)
        return self._meaning(t_s, opinion, resumed(t_s, opinion, pause.plies()))

    def tick(self, t_s: float) -> Sequence[Change]:
        """Do what is due at this time."""
        rest_s = t_s - self._changed_s + CLOSE_S
        opinion = self.opinion
        plain = opinion is not None and not opinion.story.debts and not opinion.is_weighing
        if opinion is not None and plain and self._showing.result is None:
            self.due_s = NEVER_S
            rests = rest_s >= self._confirm_after_s and self.untold.is_over
            return opinion.confirm(t_s) if rests else NOTHING
        out: list[Change] = []
        moved_apart = self._pause is not None and self._pause.moved
        if opinion is not None and rest_s >= self._timing.confirm_after_s:
            out += self._shown_now(t_s, opinion)
            if self._showing.result is None and not plain and not moved_apart:
                out += self._meaning(t_s, opinion, opinion.look_again(t_s))
            stands = self.untold.is_over and opinion is self.opinion and opinion.last_ply_stands(t_s)
            if self._showing.result is None and stands:
                out += opinion.confirm(t_s)  # no next game has begun by what stands now
            if self._showing.result is None and not moved_apart and rest_s >= self._timing.strange_after_s:
                out += self._completed(t_s, opinion)
        out += self._judge(t_s, rest_s)
        self._plan(t_s)
        return out

    @property
    def is_lost(self) -> bool:
        """Whether so much stands wrong on the board, in the middle of the game, that its moves are in doubt."""
        opinion = self.opinion
        if opinion is None:
            return False
        if self._showing.result is not None:
            return self._showing.lost
        if self._pause is not None and self._pause.moved:
            return self._pause.lost
        return self._alarms.is_lost(opinion.story) and not opinion.is_over(self._changed_s)

    # --- explaining -----------------------------------------------------------------------------------------

    def _meaning(self, t_s: float, opinion: Opinion, found: Sequence[Change] | None) -> Sequence[Change]:
        """What the game's opinion found, or where it found nothing: the next game, or plies put back in any order."""
        unexplained = found is None
        if found and (start := self._all_put_back(opinion)) is not None:
            return [*found, *self._begin(t_s, start)]
        if not found and self.is_turned:
            found = self._turn(t_s, opinion)
        elif found is None:
            back = opinion.plies_back(t_s)
            few = back > 0 and back + opinion.undone <= FEW_PLY
            start = None if few else self._joining.next(self.seen)
            if start is not None and self.waits and len(opinion.story.plies) < SHUFFLED_PLY and not start.turned:
                found = opinion.go_back(t_s, [])[1]  # played with before the clock runs, and set up again
            elif start is not None:
                return self._begin(t_s, start)
            else:
                found = opinion.take_back(t_s, back) if back else NOTHING
        if not found and self.untold.lost and opinion.has_just_landed:
            found = self._found_meanwhile(t_s, opinion, unexplained=unexplained)
        if not found:
            self._watch_hands(t_s, opinion.story.debts)
        if opinion is self.opinion and (opinion.illegal.apart or opinion.illegal.step is not None):
            found = [*found, *self._irregular(t_s, opinion)]
            if found and (start := self._all_put_back(opinion)) is not None:
                return [*found, *self._begin(t_s, start)]
        return [*found, *self._alarms.end(opinion.story)] if self._alarms.standing else found

    def _all_put_back(self, opinion: Opinion) -> Start | None:
        """The next game, where all moves of this one were put back one by one and no clock is stopped."""
        if opinion.story.plies or opinion.undone <= FEW_PLY or self.waits or opinion.illegal.is_paused:
            return None
        return self._joining.next(self.seen)

    # --- what stands ----------------------------------------------------------------------------------------

    def _completed(self, t_s: float, opinion: Opinion) -> list[Change]:
        """An illegal move that was completed by pressing the clock is told, in place of one that was pending."""
        alarm = opinion.illegal.completed(opinion.story, t_s) if opinion is self.opinion else None
        if alarm is None:
            return []
        self._alarms.put(alarm)
        return [*opinion.confirm(t_s), alarm]

    def _judge(self, t_s: float, rest_s: float) -> list[Change]:
        """What stands strangely, and where a game may be joined."""
        opinion = self.opinion
        at_rest = rest_s >= self._timing.strange_after_s
        if self._showing.result is not None or (self._pause is not None and self._pause.moved and not self._pause.lost):
            return []
        if opinion is None:
            if at_rest:
                self._joining.rests(self.seen)
            return self._alarms.judge_setup(self.seen) if at_rest else []
        if opinion.is_over(t_s):
            return []
        if at_rest and opinion.story.debts:
            to_move = self._lever
            start = self._joining.found_again(t_s, self.seen, opinion.story, self.untold, white_to_move=to_move)
            if start is not None:
                return self._join(t_s, start)
        return self._alarms.judge(t_s, rest_s, opinion, waits=self.waits)


def plies_of(story: Story | None) -> list[Ply]:
    """The plies of a story that may not exist yet."""
    return [] if story is None else story.plies
