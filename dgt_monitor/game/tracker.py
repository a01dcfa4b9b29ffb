"""One board followed through time: readings in, changes of opinion out.

The tracker keeps the physical placement, and knows when a game begins, when it is over, and when something has stood
too long. What the placement means for the game is the opinion's business (`game.opinion`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dgt_monitor.game import beginning, gesture, illegal, recovery, strange
from dgt_monitor.game.beginning import Setup, Start
from dgt_monitor.game.changes import Began, Change, Explained, Ply, Signalled, Strange, Uncertain
from dgt_monitor.game.opinion import NOTHING, Opinion
from dgt_monitor.game.placement import EMPTY, turned
from dgt_monitor.game.recall import Fork
from dgt_monitor.game.recovery import Step
from dgt_monitor.game.story import Story
from dgt_monitor.game.trail import Trail, word_of
from dgt_monitor.game.untold import AWAY, READ_OUT, Base, Untold
from drivers.readings import LogRecord


class Timing(NamedTuple):
    """How long things must stand, in seconds."""

    confirm_after_s: float = 1.0
    """A move at rest counts as made (stream format: 1.0 s, a setting), a result at rest as shown."""
    strange_after_s: float = 3.0
    """A placement that nothing explains is told (hands, 5.5)."""
    in_hand_after_s: float = 15.0
    """A piece taken off while the game goes on is told; players hold and adjust them for seconds (hands, 4; chosen)."""
    missing_after_s: float = 60.0
    """A piece taken off is told even if nothing else moves (chosen)."""
    outage_s: float = 1.0
    """A line away for longer may have hidden plies (two plies take 0.4 s in a scramble: hands, 1.2; chosen)."""


FEW_PLY = 2
"""So many plies put back in any order are a takeback even to the start; more are a new set-up (chosen)."""
NEVER_S = float("inf")
"""A due time that does not come."""
CLOSE_S = 1e-9
"""Sums of times may miss a due time by so much."""


class Tracker:
    """The reconstruction of one board. Squares come in the board's own numbering; time only as an argument."""

    __slots__ = (
        "_changed_s", "_confirm_after_s", "_in_hand_after_s", "_lever", "_rested", "_setup", "_shown", "_shown_s",
        "_strange", "_timing", "due_s", "opinion", "rotated", "seen", "trail", "untold",
    )  # fmt: skip

    def __init__(self, setup: Setup | None = None, timing: Timing | None = None) -> None:
        self._setup = setup or Setup()
        self._timing = timing or Timing()
        self._confirm_after_s, self._in_hand_after_s = self._timing.confirm_after_s, self._timing.in_hand_after_s
        self.seen: list[str] = []
        """The physical placement, White's side nearest once a game has begun; empty before the first dump."""
        self.opinion: Opinion | None = None
        """The game; None until one has begun."""
        self.rotated = False
        self.due_s = NEVER_S
        """When `tick` wants to be called next; `NEVER_S` if nothing is to come."""
        self._lever: bool | None = None
        self._strange: list[Strange] = []
        self._shown: tuple[str, str] | None = None
        """The result that the players show, and by what; what is moved after it belongs to no game."""
        self._shown_s = 0.0
        self._changed_s = 0.0
        self._rested: list[str] = []
        """A placement at rest from which a game may be joined: before a game, or after one was lost from sight."""
        self.trail = Trail()
        self.untold = Untold()

    @property
    def story(self) -> Story | None:
        """The line of play that is shown; None until a game has begun."""
        return None if self.opinion is None else self.opinion.story

    @property
    def raw(self) -> str:
        """The physical placement in the board's own numbering."""
        return "".join(reversed(self.seen) if self.rotated else self.seen)

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
        if opinion is None or self._shown is not None or self.untold.fresh or self._strange or opinion.illegal.apart:
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
        if self._shown is not None:
            return self._after_result(t_s)
        if observed and not self.opinion.landed():
            return NOTHING
        if self._strange:  # the pieces may stand anew after a game that was lost from sight
            start = beginning.start_standing(self.seen, self._setup, first=False)
            if start is not None and self.opinion.story.plies:
                return self._begin(t_s, start)
        return self._meaning(t_s, self.opinion, self.opinion.explain(t_s, observed=observed))

    # --- what goes untold -----------------------------------------------------------------------------------

    def line_down(self, t_s: float, why: str = AWAY) -> None:
        """From now on nothing is told; `why`: `untold.AWAY`, `NO_ANSWER` or `READ_OUT`."""
        self.untold.begin(t_s, why, self._snapshot)

    def line_up(self) -> None:
        """The line is back; the next dump tells what stands there now."""
        self.untold.fresh = bool(self.seen)

    def is_blind(self, t_s: float) -> bool:
        """Whether the line has been away for so long by now that more may have been played than was seen."""
        return self.untold.is_blind(t_s, self._timing.outage_s)

    @property
    def wants_memory(self) -> bool:
        """Whether a dump has told what stands there, and only the board's memory can tell how it came to that."""
        if self.untold.base is None or not self.untold.is_over:
            return False
        return self.opinion is not None or beginning.could_be_a_game(self.seen)

    def is_quiet(self, t_s: float, for_s: float) -> bool:
        """Whether nothing has moved for so long; for twice as long where a piece may be in a hand."""
        under_way = self.story is not None and bool(self.story.debts)
        return t_s - self._changed_s >= for_s * (2 if under_way else 1) - CLOSE_S

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

    def go_back(self, t_s: float, base: Base) -> tuple[int, list[Change]]:
        """Be again as at `base`: the number of the first ply that may be another now, and what changes by it."""
        self.trail.cut(base.told)
        self.rotated, placement = base.rotated, turned(base.placement) if base.rotated else base.placement
        self.seen[:] = placement
        self._rest_from(t_s)
        self.opinion = base.opinion
        out = self._withdraw_result() if self._shown is not None and base.shown is None else []
        self._shown = base.shown
        if base.opinion is None:
            return 1, out
        number, changes = base.opinion.go_back(t_s, base.plies)
        return number, [*out, *changes]

    def _snapshot(self, since_s: float, why: str) -> Base | None:
        if not self.seen:
            return None
        return Base(since_s, self.opinion, self.raw, len(self.trail), rotated=self.rotated, shown=self._shown, why=why)

    def _back_after(self, t_s: float, *, settled: bool = False) -> list[Change]:
        """What stands is known again, or is told again at least."""
        story = self.story
        number = None if story is None or self._shown is not None else len(story.plies) + 1
        return self.untold.end(t_s, self._timing.outage_s, number, settled=settled)

    def lever(self, t_s: float, white_to_move: bool) -> Sequence[Change]:
        """The clock's lever says whose turn it is. It confirms a move, it never makes one."""
        before, self._lever = self._lever, white_to_move
        opinion = self.opinion
        if opinion is not None and before is not None and before != white_to_move and opinion.story.debts:
            opinion.illegal.lever(opinion.story, t_s, white_to_move=white_to_move)
            if t_s - self._changed_s + CLOSE_S >= self._confirm_after_s and (out := self._completed(opinion)):
                return out
        if before is None or before == white_to_move or opinion is None or not opinion.story.plies:
            return NOTHING
        last = opinion.story.plies[-1]
        if opinion.story.board.turn != white_to_move or last.status == "confirmed":
            return NOTHING
        if not opinion.last_ply_stands(t_s):
            return NOTHING
        last.pressed = True
        if not opinion.story.debts and self._shown is None:
            self.due_s = NEVER_S  # a tick would find nothing left to confirm
        return opinion.confirm()

    def clock_stands(self, *, stands: bool) -> None:
        """Whether the clock has run in this game and both sides of it stand still now."""
        if self.opinion is not None:
            self.opinion.illegal.pause(self.opinion.story, stands=stands)

    def clock_started(self) -> Sequence[Change]:
        """A stopped clock runs: a result that was shown is withdrawn, the game goes on (stream format)."""
        return self._withdraw_result() if self._shown is not None else NOTHING

    def tick(self, t_s: float) -> Sequence[Change]:
        """Do what is due at this time."""
        rest_s = t_s - self._changed_s + CLOSE_S
        opinion = self.opinion
        if opinion is not None and not opinion.story.debts and self._shown is None:
            self.due_s = NEVER_S
            return opinion.confirm() if rest_s >= self._confirm_after_s else NOTHING
        out: list[Change] = []
        if opinion is not None and rest_s >= self._timing.confirm_after_s:
            out += self._shown_now(t_s, opinion)
            if self._shown is None and opinion.story.debts:
                out += opinion.explain_at_rest(t_s, under_way=strange.on_its_way(opinion.story))
                out += opinion.answer(t_s, at_rest=True) if opinion.story.debts else []
                out += self._irregular(t_s, opinion)
            if self._shown is None and opinion.last_ply_stands(t_s):
                out += opinion.confirm()
            if self._shown is None:
                out += self._completed(opinion)
        out += self._judge(t_s, rest_s)
        self._plan(t_s)
        return out

    # --- bookkeeping ----------------------------------------------------------------------------------------

    def _note(self, t_s: float, square: int, piece: str, *, dated: bool = True) -> None:
        """Take in a square; one that a dump corrects has changed at a time that nobody knows."""
        self.seen[square] = piece
        if self.opinion is not None:
            self.opinion.note(t_s, square, piece, dated=dated)
        self._rest_from(t_s)

    def _rest_from(self, t_s: float) -> None:
        self._changed_s = t_s
        self.due_s = t_s + self._timing.confirm_after_s

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
        start = beginning.start_standing(self.seen, self._setup, first=True)
        if start is None and self._rested:
            start = beginning.joined_at(self._rested, self.seen)
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

    def _found_again(self, t_s: float) -> list[Change]:
        """Nothing explains what stands after an outage: watch on from there, if it is known who is to move."""
        untold = self.untold
        waits = t_s < untold.memory_until_s - CLOSE_S
        if waits or not self._is_lost or not untold.is_over or not beginning.could_be_a_game(self.seen):
            return []
        self._rested = self.seen.copy()
        start = None if self._lever is None else beginning.standing(self.seen, white_first=self._lever)
        return [] if start is None else self._join(t_s, start)

    @property
    def _is_lost(self) -> bool:
        """Whether what stands otherwise than the game has it came about unseen, and nothing has explained it since.

        Or in a game joined after that: whether no move has shown yet that the right side was taken to be to move.
        """
        story, untold = self.story, self.untold
        if not untold.lost or story is None:
            return False
        unseen = min(story.debts.values(), default=NEVER_S) <= untold.told_again_s
        return unseen or (bool(self._rested) and not story.plies)

    def _begin(self, t_s: float, start: Start) -> list[Change]:
        if start.turned:
            self.seen.reverse()
            self.rotated = not self.rotated
        out: list[Change] = []
        if self.opinion is not None and not start.joined and (plies := illegal.swept(self.opinion.story, t_s)):
            out += self.opinion.withdraw(t_s, plies, "revised")
            out += self.opinion.illegal.settled(self.opinion.story)
        if self.opinion is None and not start.joined:
            out = self._end_strange(all_of_them=True)  # a faulty set-up was mended
        self._strange = []  # what was wrong in the game before, or before it was joined, nobody has explained
        self.untold.game_begins(joined=start.joined, first=self.opinion is None)
        self.opinion = Opinion(start.board.copy(stack=False), self.seen)
        self._lever = None
        self._shown = None
        self._rested = self.seen.copy() if self.untold.lost else []
        self.trail.trim()
        self.trail.begin(self.raw)
        return [*out, Began(start.board, self.rotated, start.joined)]

    # --- explaining -----------------------------------------------------------------------------------------

    def _meaning(self, t_s: float, opinion: Opinion, found: Sequence[Change] | None) -> Sequence[Change]:
        """What the game's opinion found, or where it found nothing: the next game, or plies put back in any order."""
        if found is None:
            back = opinion.plies_back(t_s)
            few = 0 < back <= FEW_PLY
            start = None if few else beginning.start_standing(self.seen, self._setup, first=False)
            if start is not None:
                return self._begin(t_s, start)
            found = opinion.take_back(t_s, back) if back else NOTHING
        if not found:
            if self._rested and self._is_lost and opinion.landed():
                start = beginning.joined_at(self._rested, self.seen, turned=False)
                if start is not None:
                    return self._join(t_s, start)
            self._watch_hands(t_s, opinion.story.debts)
        if opinion.illegal.apart or opinion.illegal.step is not None:
            found = [*found, *self._irregular(t_s, opinion)]
        return [*found, *self._end_strange()] if self._strange else found

    def _irregular(self, t_s: float, opinion: Opinion) -> list[Change]:
        """What follows where a move that is not legal was answered, or a position before it stands again."""
        back = opinion.illegal.restored(opinion.story)
        out: list[Change] = opinion.withdraw(t_s, back, "taken_back") if back else []
        told = opinion.illegal.made(opinion.story, self._strange)
        return [*out, *told, *opinion.illegal.settled(opinion.story)]

    def _completed(self, opinion: Opinion) -> list[Change]:
        """An illegal move that was completed by pressing the clock is told, in place of one that was pending."""
        alarm = opinion.illegal.completed(opinion.story)
        if alarm is None:
            return []
        self._strange = [other for other in self._strange if other.squares != alarm.squares] + [alarm]
        return [*opinion.confirm(), alarm]

    def _watch_hands(self, t_s: float, debts: dict[int, float]) -> None:
        """Look again when the oldest debt has stood for as long as a piece may be held."""
        if debts:
            watch_s = min(debts.values()) + self._in_hand_after_s
            if t_s + CLOSE_S < watch_s < self.due_s:
                self.due_s = watch_s

    def _end_strange(self, *, all_of_them: bool = False, of_kings: bool = False) -> list[Change]:
        """End the alarms none of whose squares is wrong any more; or wrong only by kings that show a result."""
        story = self.story
        wrong = set(story.debts) if story is not None and not all_of_them else set()
        if story is not None and of_kings:
            wrong -= {square for square in wrong if {story.seen[square], story.expected[square]} & {"K", "k"}}
        ended = [alarm for alarm in self._strange if not wrong.intersection(alarm.squares)]
        self._strange = [alarm for alarm in self._strange if alarm not in ended]
        return [Explained(alarm.squares) for alarm in ended]

    # --- results --------------------------------------------------------------------------------------------

    def _shown_now(self, t_s: float, opinion: Opinion) -> list[Change]:
        """A result that stands on the board at rest, if it is new or, within seconds, another one."""
        shown = gesture.shown_result(self.seen) if opinion.story.debts else None
        if shown is None or shown == self._shown:
            return []
        if self._shown is None:
            out = [*opinion.before_gesture(t_s), *self._end_strange(of_kings=True)]
        elif self._changed_s - self._shown_s <= gesture.SECOND_THOUGHTS_S:
            out = []
        else:
            return []
        self._shown, self._shown_s = shown, t_s
        return [*out, Signalled(*shown)]

    def _after_result(self, t_s: float) -> Sequence[Change]:
        """Pieces move after a result: the game going on at once, the next game, or nothing."""
        story = self.story
        in_time = t_s - self._shown_s <= gesture.SECOND_THOUGHTS_S
        if in_time and story is not None and not story.debts:
            return self._withdraw_result()
        start = beginning.start_standing(self.seen, self._setup, first=False)
        return self._begin(t_s, start) if start is not None else NOTHING

    def _withdraw_result(self) -> list[Change]:
        by = self._shown[1] if self._shown is not None else "kings"
        self._shown = None
        return [Signalled(None, by)]

    # --- what stands strangely ------------------------------------------------------------------------------

    def _judge(self, t_s: float, rest_s: float) -> list[Change]:
        if self._shown is not None:
            return []
        if self.opinion is None:
            return self._judge_setup() if rest_s >= self._timing.strange_after_s else []
        known = frozenset(square for alarm in self._strange for square in alarm.squares)
        if self.opinion.is_over(t_s):
            return []
        at_rest = rest_s >= self._timing.strange_after_s
        timing = self._timing
        again = self._found_again(t_s) if at_rest and self.opinion.story.debts else []
        if again:
            return again
        patience = strange.Patience(timing.in_hand_after_s, timing.missing_after_s, timing.strange_after_s)
        found = strange.strangeness(self.opinion, t_s, patience, at_rest=at_rest)
        if found is None or known & frozenset(found.squares):
            return []  # what is strange stays so until it is explained: neither a reply nor more of it ends the alarm
        self._strange.append(found)
        return [found]

    def _judge_setup(self) -> list[Change]:
        """Pieces at rest before a game: nearly set up, or perhaps in the middle of a game."""
        found = strange.faulty_setup(self.seen, beginning.wanted_array(self._setup))
        joins = found is None and beginning.could_be_a_game(self.seen)
        self._rested = self.seen.copy() if joins else []
        if found is not None and found in self._strange:
            return []
        if self._strange and not strange.is_mended(self._strange[0], self.seen, beginning.wanted_array(self._setup)):
            return []  # pieces moved on from a faulty set-up have not mended it
        out = self._end_strange(all_of_them=True)
        if found is not None:
            self._strange = [found]
            out.append(found)
        return out


def plies_of(story: Story | None) -> list[Ply]:
    """The plies of a story that may not exist yet."""
    return [] if story is None else story.plies
