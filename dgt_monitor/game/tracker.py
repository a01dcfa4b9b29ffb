"""One board followed through time: readings in, changes of opinion out.

The tracker keeps the physical placement, and knows when a game begins, when it is over, and when something has stood
too long. What the placement means for the game is the opinion's business (`game.opinion`).
"""

from collections.abc import Iterator, Sequence

from dgt_monitor.game import beginning, illegal, recovery, strange
from dgt_monitor.game.alarms import Alarms
from dgt_monitor.game.beginning import Setup, Start
from dgt_monitor.game.changes import Began, Change, Ply, Uncertain
from dgt_monitor.game.joining import Joining
from dgt_monitor.game.opinion import NOTHING, Opinion
from dgt_monitor.game.placement import EMPTY, turned
from dgt_monitor.game.recall import Fork
from dgt_monitor.game.recovery import Step
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import CLOSE_S, NEVER_S, Timing
from dgt_monitor.game.trail import word_of
from dgt_monitor.game.untold import AWAY, READ_OUT, Base
from dgt_monitor.game.watched import Watched
from drivers.readings import LogRecord

FEW_PLY = 2
"""So many plies put back in any order are a takeback even to the start; more are a new set-up (chosen)."""


class Tracker(Watched):
    """The reconstruction of one board. Squares come in the board's own numbering; time only as an argument."""

    __slots__ = ("_alarms", "_confirm_after_s", "_in_hand_after_s", "_joining", "_lever")

    def __init__(self, setup: Setup | None = None, timing: Timing | None = None) -> None:
        super().__init__(timing or Timing())
        setup = setup or Setup()
        self._confirm_after_s, self._in_hand_after_s = self._timing.confirm_after_s, self._timing.in_hand_after_s
        self._lever: bool | None = None
        self._joining = Joining(setup)
        self._alarms = Alarms(setup, self._timing)

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
        apart = self.untold.fresh or self._alarms.standing or self._showing.result is not None
        if opinion is None or apart or opinion.illegal.apart:
            return self._field_apart(t_s, square, piece)
        self.seen[square] = piece
        self._changed_s = t_s
        self.due_s = t_s + self._confirm_after_s
        found = opinion.field(t_s, square, piece)
        if found is None or opinion.illegal.step is not None:
            return self._meaning(t_s, opinion, found)
        if not found:
            debts = opinion.story.debts
            if len(debts) > 1 or debts.get(square) != t_s:  # one piece that was just lifted needs no other look
                self._watch_hands(t_s, debts)
        return found

    def _field_apart(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """A square that changed outside plain play: before a game, after a result, before the dump after an outage."""
        back = self._back_after(t_s) if self.untold.fresh else []
        self._note(t_s, square, piece)
        return [*back, *self._look(t_s, observed=True, landed=piece != EMPTY)]

    def dump(self, t_s: float, squares: str, *, idle: bool = False, stood: bool = False) -> Sequence[Change]:
        """All squares at once.

        What the clock says of the time that went untold: `idle`: nobody has pressed it; `stood`: it was stopped all the
        while, so what was moved belongs to no game.
        """
        untold = self.untold
        told_again, untold.fresh = not untold.is_over, False
        self.trail.trim()
        if not self.seen:
            return self._first_dump(t_s, squares)
        now = turned(squares) if self.rotated else squares
        differing = [square for square in range(64) if self.seen[square] != now[square]]
        out = self._back_after(t_s, settled=stood or (idle and not differing)) if told_again else []
        for square in differing:
            self.trail.add(word_of(63 - square if self.rotated else square, now[square]))
            self._note(t_s, square, now[square], dated=False)
        if told_again and self.story is not None and self.story.debts:
            self._rest_from(t_s)  # what stands there is looked at anew
        unseen = told_again and untold.base is not None
        return [*out, *self._look(t_s, observed=not unseen, landed=True)] if differing else out

    def _first_dump(self, t_s: float, squares: str) -> Sequence[Change]:
        self.untold.away_since_s = None
        self.seen.extend(squares)
        self._rest_from(t_s)
        out = self._look(t_s, observed=False, landed=True)
        if self.opinion is None and beginning.could_be_a_game(self.seen):
            self.untold.keep(t_s, AWAY, self._snapshot)  # what was played before may be in the board's memory
        return out

    def _look(self, t_s: float, *, observed: bool, landed: bool) -> Sequence[Change]:
        """What stands now: a start, what follows a result, or play."""
        if self.opinion is None:
            return self._look_for_start(t_s) if landed else NOTHING
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

    def missed(self, why: str, *, for_good: bool = False) -> Sequence[Change]:
        """Changes were made and never told; the next dump tells what stands there now. `why` follows "because".

        `for_good`: no memory will tell them either.
        """
        self.line_up()
        if not for_good:
            self.untold.keep(self._changed_s, why, self._snapshot)
        if self.story is None:
            return NOTHING
        number = len(self.story.plies) + 1
        self.untold.doubt(number, for_good=for_good)
        return [Uncertain(number, why, lasting=True)]

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
        yield from recovery.read_on(self, t_s, base, fork, records)
        self._rest_from(t_s)
        if since_s is not None:
            self.line_down(since_s, READ_OUT)
            self.line_up()

    def lever(self, t_s: float, white_to_move: bool) -> Sequence[Change]:
        """The clock's lever says whose turn it is. It confirms a move, it never makes one."""
        before, self._lever = self._lever, white_to_move
        opinion = self.opinion
        if opinion is not None and before is not None and before != white_to_move and opinion.story.debts:
            opinion.illegal.lever(opinion.story, t_s, white_to_move=white_to_move)
            if t_s - self._changed_s + CLOSE_S >= self._timing.strange_after_s and (out := self._completed(opinion)):
                return out
        if before is None or before == white_to_move or opinion is None or not opinion.story.plies:
            return NOTHING
        last = opinion.story.plies[-1]
        if opinion.story.board.turn != white_to_move or last.status == "confirmed":
            return NOTHING
        if not opinion.last_ply_stands(t_s):
            return NOTHING
        last.pressed = True
        if not opinion.story.debts and self._showing.result is None:
            self.due_s = NEVER_S  # a tick would find nothing left to confirm
        return opinion.confirm()

    def clock_told(self, *, runs: bool, stands: bool) -> None:
        """Whether a clock runs; whether it has run in this game and both sides of it stand still now."""
        if self.opinion is not None:
            self.opinion.illegal.clock(self.opinion.story, runs=runs, stands=stands)

    def clock_started(self) -> Sequence[Change]:
        """A stopped clock runs: a result that was shown is withdrawn, the game goes on (stream format)."""
        return self._showing.withdraw() if self._showing.result is not None else NOTHING

    def tick(self, t_s: float) -> Sequence[Change]:
        """Do what is due at this time."""
        rest_s = t_s - self._changed_s + CLOSE_S
        opinion = self.opinion
        if opinion is not None and not opinion.story.debts and self._showing.result is None:
            self.due_s = NEVER_S
            return opinion.confirm() if rest_s >= self._confirm_after_s else NOTHING
        out: list[Change] = []
        if opinion is not None and rest_s >= self._timing.confirm_after_s:
            out += self._shown_now(t_s, opinion)
            if self._showing.result is None and opinion.story.debts:
                out += opinion.explain_at_rest(t_s, under_way=strange.on_its_way(opinion.story))
                out += opinion.answer(t_s, at_rest=True) if opinion.story.debts else []
                out += self._irregular(t_s, opinion)
            if self._showing.result is None and opinion.last_ply_stands(t_s):
                out += opinion.confirm()
            if self._showing.result is None and rest_s >= self._timing.strange_after_s:
                out += self._completed(opinion)
        out += self._judge(t_s, rest_s)
        self._plan(t_s)
        return out

    # --- bookkeeping ----------------------------------------------------------------------------------------

    def _plan(self, t_s: float) -> None:
        """Set the next due time after the present one."""
        timing, story = self._timing, self.story
        dues = [self._changed_s + timing.strange_after_s]
        if story is not None:
            if not story.debts:
                self.due_s = NEVER_S
                return
            oldest_s = min(story.debts.values())
            dues += [oldest_s + timing.in_hand_after_s, oldest_s + timing.missing_after_s]
            if self.untold.lost:
                dues.append(self.untold.memory_until_s)
        self.due_s = min((due for due in dues if due > t_s + CLOSE_S), default=NEVER_S)

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
        out: list[Change] = []
        if self.opinion is not None and not start.joined and (plies := illegal.swept(self.opinion.story, t_s)):
            out += self.opinion.withdraw(t_s, plies, "revised")
            out += self.opinion.illegal.settled(self.opinion.story)
        if self.opinion is None and not start.joined:
            out = self._alarms.end_all()  # a faulty set-up was mended
        self._alarms.forget()
        self.untold.game_begins(joined=start.joined, first=self.opinion is None)
        self.opinion = Opinion(start.board.copy(stack=False), self.seen)
        self._lever = None
        self._showing.result = None
        self._joining.begun(self.seen, lost=self.untold.lost)
        self.trail.trim()
        self.trail.begin(self.raw)
        return [*out, Began(start.board, self.rotated, start.joined)]

    # --- explaining -----------------------------------------------------------------------------------------

    def _meaning(self, t_s: float, opinion: Opinion, found: Sequence[Change] | None) -> Sequence[Change]:
        """What the game's opinion found, or where it found nothing: the next game, or plies put back in any order."""
        if found is None:
            back = opinion.plies_back(t_s)
            few = 0 < back <= FEW_PLY
            start = None if few else self._joining.next(self.seen)
            if start is not None:
                return self._begin(t_s, start)
            found = opinion.take_back(t_s, back) if back else NOTHING
        if not found:
            start = self._joining.joined_again(self.seen, opinion.story, self.untold) if opinion.landed() else None
            if start is not None:
                return self._join(t_s, start)
            self._watch_hands(t_s, opinion.story.debts)
        if opinion.illegal.apart or opinion.illegal.step is not None:
            found = [*found, *self._irregular(t_s, opinion)]
        return [*found, *self._alarms.end(opinion.story)] if self._alarms.standing else found

    def _irregular(self, t_s: float, opinion: Opinion) -> list[Change]:
        """What follows where a move that is not legal was answered, or a position before it stands again."""
        back = opinion.illegal.restored(opinion.story)
        out: list[Change] = opinion.withdraw(t_s, back, "taken_back") if back else []
        told = opinion.illegal.made(opinion.story, self._alarms.standing)
        return [*out, *told, *opinion.illegal.settled(opinion.story)]

    def _completed(self, opinion: Opinion) -> list[Change]:
        """An illegal move that was completed by pressing the clock is told, in place of one that was pending."""
        alarm = opinion.illegal.completed(opinion.story)
        if alarm is None:
            return []
        self._alarms.put(alarm)
        return [*opinion.confirm(), alarm]

    def _watch_hands(self, t_s: float, debts: dict[int, float]) -> None:
        """Look again when the oldest debt has stood for as long as a piece may be held."""
        if debts:
            watch_s = min(debts.values()) + self._in_hand_after_s
            if t_s + CLOSE_S < watch_s < self.due_s:
                self.due_s = watch_s

    # --- what stands ----------------------------------------------------------------------------------------

    def _shown_now(self, t_s: float, opinion: Opinion) -> list[Change]:
        """A result that the players show."""
        shown = self._showing.news(self._changed_s, self.seen) if opinion.story.debts else None
        if shown is None:
            return []
        first = self._showing.result is None
        out = [*opinion.before_gesture(t_s), *self._alarms.end(opinion.story, of_kings=True)] if first else []
        return [*out, self._showing.show(t_s, shown)]

    def _after_result(self, t_s: float) -> Sequence[Change]:
        """Pieces move after a result: the game going on at once, the next game, or nothing."""
        story = self.story
        if story is not None and not story.debts and self._showing.in_time(t_s):
            return self._showing.withdraw()
        start = self._joining.next(self.seen)
        return self._begin(t_s, start) if start is not None else NOTHING

    def _judge(self, t_s: float, rest_s: float) -> list[Change]:
        """What stands strangely, and where a game may be joined."""
        opinion = self.opinion
        at_rest = rest_s >= self._timing.strange_after_s
        if self._showing.result is not None:
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
        return self._alarms.judge(t_s, opinion, at_rest=at_rest)


def plies_of(story: Story | None) -> list[Ply]:
    """The plies of a story that may not exist yet."""
    return [] if story is None else story.plies
