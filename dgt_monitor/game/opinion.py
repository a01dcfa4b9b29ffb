"""What is made of the sensors in one game: the story that is shown, and how that changes.

While the placement fits one move there is nothing to weigh. What does not fit, or came so soon that it may be part of
the last ply, is told to several stories (`game.weighing`), and the cheapest is shown. `explain` is the only place that
chooses.
"""

from collections.abc import Sequence

import chess

from dgt_monitor.events import Provenance, RetractReason
from dgt_monitor.game import explain, gap, gesture, gone_on, taken_back
from dgt_monitor.game.changes import Certain, Change, Made, Misstep, Ply, Restated, Uncertain, Weighed, Withdrawn
from dgt_monitor.game.exchanged import exchanged_ply
from dgt_monitor.game.illegal import SWEPT_S, Illegal
from dgt_monitor.game.pace import Pace
from dgt_monitor.game.placement import EMPTY, changes
from dgt_monitor.game.plain import PROMOTIONS, can_step
from dgt_monitor.game.pressed import Pressed
from dgt_monitor.game.putting import twin
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.story import Story, is_another
from dgt_monitor.game.unsettled import confirm_before
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.following import ClockCosts, Weighing
from dgt_monitor.game.weighing.tape import LEVER, Tape

MOST_CHANGED = 4
"""Squares that one move can change (castling)."""
ASIDE_AFTER_S = 1.0
"""A debt that old is not part of a move in full swing (four scans; chosen)."""
MOST_ASIDE = 2
"""More old debts than one displaced piece makes: the story itself is doubtful (chosen)."""
MAX_OTHERS = 16
"""Other lines whose positions are kept for the interval of counts (chosen; three plies have six orders at most)."""
MOST_WEIGHED = 8
"""Squares that may differ where a weighing begins: three plies change six, and each side may hold a piece; more is no
play but pieces being set up (chosen)."""
MOST_OF_PLAY = 6
"""Squares that may differ while stories are weighed: more may be pieces that are set up (chosen: three plies)."""
HASTY_S = 0.25
"""A reply that lands sooner may be part of the last ply: a slide, a correction, a scan that was late (chosen: the
fastest play makes a ply in 0.2 to 0.3 s: hands, 4)."""
AGAIN_S = 0.35
"""A piece that leaves so soon the square it was put on may not have been released there (chosen)."""
GOES_ON_S = 0.7
"""A piece that goes on along its line so soon may have been on its way (chosen: a slow slide rests up to 0.5 s)."""
UNDECIDED_S = 3.0
"""A ply that other stories have otherwise is confirmed, not sure, after so many seconds at the latest (issue)."""
LENGTH = "moves to and fro were played once more or less often than they were told"
"""Why numbers are not sure; it follows "because"."""
NOTHING: tuple[Change, ...] = ()


class Opinion:
    """One game as it is understood now, and how that changes."""

    __slots__ = (
        "_dormant",
        "_failed",
        "_highest",
        "_highest_s",
        "_pace",
        "_presses",
        "_tape",
        "_weighing",
        "illegal",
        "story",
    )

    def __init__(self, board: chess.Board, seen: list[str]) -> None:
        self.story = Story(board, seen)
        self._tape = Tape()
        self._tape.begin(self.story)
        self._dormant: tuple[int, Weighing] | None = None
        """The last weighing, and the plies of the story when it was over: what comes next may wake it."""
        self._highest: tuple[Ply, ...] = ()
        """The line as it was before plies were taken off it, since the clock was last pressed or it grew beyond."""
        self._highest_s = 0.0
        """When that was last so."""
        self._weighing: Weighing | None = None
        """Several stories, where one alone does not fit."""
        self._presses = Pressed()
        """Of the clock's lever, and how far they are believed."""
        self._pace = Pace()
        self.illegal = Illegal()
        """The moves that are not legal."""
        self._failed = 0
        """How often in a row nothing was found that explains what came about unseen."""

    @property
    def is_weighing(self) -> bool:
        """Whether there is more than one story at present; `tick` then wants to be called."""
        return self._weighing is not None

    @property
    def undone(self) -> int:
        """How many plies fewer there are than before some were taken off."""
        return max(0, len(self._highest) - len(self.story.plies))

    def note(self, t_s: float, square: int, piece: str, *, dated: bool) -> None:
        """A square has changed; the shared placement holds its new letter already. Not `dated`: nobody knows when."""
        self.story.told(square, t_s)
        self._tape.now.append((t_s if dated else gap.LONG_AGO_S, square, piece))
        if dated:
            self._pace.changed.append(t_s)
        if self._weighing is not None:
            self._tell(t_s, self._weighing, square, piece, dated=dated)

    def lever(self, t_s: float, white_to_move: bool) -> Sequence[Change]:
        """The clock's lever has moved."""
        self._tape.now.append((t_s, LEVER, "w" if white_to_move else "b"))
        self._presses.pressed(t_s, white_to_move, self.story)
        self._highest = ()  # nobody presses a clock while pieces are set up
        if self._weighing is None:
            return NOTHING
        self._weighing.believe_lever(costs.LEVER * self._presses.trust)
        self._weighing.lever(t_s, white_to_move=white_to_move)
        return self._weighed(t_s) or NOTHING

    def _tell(self, t_s: float, weighing: Weighing, square: int, piece: str, *, dated: bool = True) -> None:
        """Tell a change to the stories; what the clock counts is asked only where something lands."""
        if piece != EMPTY:
            weighing.believe(self._clock_costs)
        weighing.field(t_s, square, piece, dated=dated)

    @property
    def _clock_costs(self) -> ClockCosts:
        """What the lever counts: nothing if it is wrong as often as not, or pressed as players like."""
        trust, habit = self._presses.trust, self._presses.habit(self.story.plies)
        return ClockCosts(costs.LEVER * trust, costs.UNPRESSED * trust * habit, self._pace.ply_s)

    def field(self, t_s: float, square: int, piece: str) -> Sequence[Change] | None:
        """`note` and `explain` for one square before our eyes: the plain way of nearly every ply."""
        story = self.story
        debts = story.debts
        self._tape.now.append((t_s, square, piece))
        self._pace.changed.append(t_s)
        if piece == story.expected[square]:
            debts.pop(square, None)
        elif square not in debts:
            debts[square] = t_s
        if self._weighing is not None:
            self._tell(t_s, self._weighing, square, piece)
            return self._weighed_or_answered(t_s)
        if piece == EMPTY and ((len(debts) == 1 and square in debts) or not self.landed()):
            return NOTHING  # pieces are in hands: nothing to explain yet
        hasty = self._is_hasty(t_s)
        return (len(debts) == 2 and not hasty and self._make_plain(t_s)) or self.explain(t_s, observed=True)

    def _is_hasty(self, t_s: float) -> bool:
        """Whether the last ply landed so shortly ago that what lands now may be part of it as well as a reply."""
        plies = self.story.plies
        if not plies or t_s - (landed_s := plies[-1].t_s) >= GOES_ON_S:
            return False
        if t_s - landed_s < HASTY_S and any(since_s <= landed_s for since_s in self.story.debts.values()):
            return True  # it was begun before the last ply had landed
        if len(plies) < 2:
            return False
        own = plies[-2]
        since_s = t_s - own.t_s
        if since_s >= GOES_ON_S or self.story.seen[own.move.to_square] != EMPTY:
            return False
        return since_s < AGAIN_S or self._goes_on(own.move)

    def _goes_on(self, move: chess.Move) -> bool:
        """Whether the piece that made this move stands further on along its line: one long slide shows like that."""
        seen, origin, stop = self.story.seen, move.from_square, move.to_square
        letter = self.story.expected[stop]
        if letter in "Pp" and (abs(stop - origin) != 8 or origin >> 3 not in (1, 6)):
            return False  # a pawn goes on only from the first of its two steps
        return any(seen[square] == letter and BETWEEN[origin][square] & BITS[stop] for square in self.story.debts)

    def landed(self) -> bool:
        """Whether something stands where the story does not expect it; every move and takeback ends like that."""
        seen = self.story.seen
        for square in self.story.debts:
            if seen[square] != EMPTY:
                return True
        return not self.story.debts

    @property
    def has_just_landed(self) -> bool:
        """Whether the last change put a piece on a square."""
        return next((piece for _, square, piece in reversed(self._tape.now) if square != LEVER), EMPTY) != EMPTY

    def last_ply_stands(self, t_s: float) -> bool:
        """Whether the board shows the last ply, but for pieces the side to move holds and old debts elsewhere."""
        story = self.story
        if not story.debts:
            return True
        aside = self.aside(t_s) - {square for square, _ in story.plies[-1].undo} if story.plies else ()
        return all(s in aside or explain.is_lift(story, s, story.board.turn) for s in story.debts)

    def is_over(self, t_s: float) -> bool:
        """Whether mate or stalemate has stood for so long that nobody takes the move back: the pieces are put away."""
        plies = self.story.plies
        if not plies or plies[-1].status != "confirmed" or t_s - plies[-1].t_s <= gesture.SECOND_THOUGHTS_S:
            return False
        check = plies[-1].san[-1]
        if check in "+#":
            return check == "#"
        return not (can_step(self.story.board) or any(self.story.board.generate_legal_moves()))

    def aside(self, t_s: float) -> frozenset[int]:
        """Debts that play goes on without: a piece somebody holds or has displaced, a square that is not read."""
        still = frozenset(square for square, since_s in self.story.debts.items() if t_s - since_s >= ASIDE_AFTER_S)
        return still if len(still) <= MOST_ASIDE else frozenset()

    # --- explaining --------------------------------------------------------------------------------------------

    def explain(self, t_s: float, *, observed: bool) -> Sequence[Change] | None:
        """What the present placement means: changes, nothing while it is on its way, None where nothing explains it.

        `observed`: the squares changed before our eyes; False after an outage.
        """
        story = self.story
        self._tape.trim(story)
        if not observed:
            self._weighing = self._dormant = None
        elif self._weighing is not None:
            return self._weighed_or_answered(t_s)
        if not story.debts:
            self._agreed()
            return NOTHING
        if self.is_over(t_s):
            return None
        if not observed:
            return self._explain_debts(t_s, observed=False, sure=False)
        self.illegal.look(story, t_s, self.aside(t_s), self._touched())
        if self.illegal.rests(story, t_s, weighed=False) and (answered := self.answer(t_s, weighed=False)):
            return answered
        waits = self.illegal.waits_for_reply(story, t_s) or (self.illegal.is_all(story) and not self._is_hasty(t_s))
        # Where a move that is not legal stands as well, a legal line is not the only one that explains it.
        # But in Chess960 castling may show as nothing else than a king's long step.
        sure = self.illegal.step is None or not self.illegal.step.of_mover or self.illegal.is_all(story)
        found = self._explain_debts(t_s, observed=True, sure=sure, waits=waits)
        return found if found or waits else self.answer(t_s, weighed=False) or found

    def _explain_debts(self, t_s: float, *, observed: bool, sure: bool, waits: bool = False) -> Sequence[Change] | None:
        story = self.story
        seen: Provenance = "seen" if observed else "inferred"
        exchanged = exchanged_ply(story) if observed else 0
        if exchanged:
            return self._exchange(t_s, exchanged)
        plain = not (observed and self._is_hasty(t_s))
        move = explain.next_move(story) if plain else None
        if move is not None:
            return self._make(t_s, [move], seen, sure=sure or (observed and self._is_whole(move)))
        back = 0
        other = explain.traces_of_waiting_side(story)
        if other.landed and story.plies:
            standing = observed and story.plies[-1].status == "confirmed"
            move = None if standing else gone_on.continued_move(story, story.debts)
            if move is not None:
                return self._go_on(t_s, move, seen, sure=sure, observed=observed)
            back = taken_back.plies_back(story, story.debts)
        if back == 1 and not (observed and self._others_touched()):
            wavers = observed and gone_on.wavers(story)
            return self._weigh(t_s) if wavers else self._take_back(t_s, back, observed=observed)
        if observed and len(story.debts) == 1:
            return NOTHING  # a piece on two squares, a ghost: no move is made of one square
        own_only = plain and not other.landed and len(story.debts) <= MOST_CHANGED
        if own_only and (not other.missing or explain.is_unfinished(story)):
            return NOTHING
        if waits:
            return NOTHING  # an illegal move stands; its answer is to come
        if observed and other.landed and (gone_on.is_going_on(story) or gone_on.hesitates(story)):
            return NOTHING
        return self._weigh(t_s) if observed else self._explain_gap(t_s)

    def _exchange(self, t_s: float, number: int) -> list[Change]:
        """A pawn has become something else than was told: the last ply is another then, one answered is in doubt."""
        ply, (square,) = self.story.plies[number - 1], self.story.debts
        if number < len(self.story.plies):
            was_sure, ply.sure = ply.sure, False
            return [Weighed(number, (number,))] if was_sure else []
        pressed = self._presses.last is not None and self._presses.last[0] > ply.t_s
        move = chess.Move(ply.move.from_square, square, PROMOTIONS[self.story.seen[square].upper()])
        return self._go_on(t_s, move, "seen", sure=not pressed, observed=True)

    def _is_whole(self, move: chess.Move) -> bool:
        """Whether a legal move explains all that stands wrong, and what looked like an illegal one was a part of it."""
        story, step = self.story, self.illegal.step
        if step is None or step.origin != move.from_square:
            return False
        return story.debts.keys() <= {square for square, _ in changes(story.board, move, story.expected)}

    def _others_touched(self) -> bool:
        """Whether another piece than that of the last ply was touched since."""
        own = {square for square, _ in self.story.plies[-1].undo}
        return any(square not in own and square != LEVER for _, square, _ in self._tape.now)

    # --- moves that are not legal ------------------------------------------------------------------------------

    def _touched(self) -> list[gap.Seen]:
        """What has changed and is not settled by the story yet, without the presses of the clock."""
        return [seen for seen in self._tape.now if seen[1] != LEVER]

    def answer(self, t_s: float, *, weighed: bool, at_rest: bool = False) -> list[Change]:
        """The changes by which an illegal move stands because it was answered, or is understood better; or none."""
        answer = self.illegal.answer(self.story, t_s, self._touched(), at_rest=at_rest, weighed=weighed)
        if answer is None or self.is_over(t_s):
            return []
        self._weighing = self._dormant = None
        out = self.withdraw(t_s, answer.back, "revised") if answer.back else []
        if answer.step is not None:
            out += self._make_misstep(t_s, answer.step, sure=answer.sure)
        out += self._make(t_s, list(answer.moves), "seen", sure=answer.sure)
        self._tape.begin(self.story)  # no story that is weighed begins before it: there all moves are legal
        return out

    def _make_misstep(self, t_s: float, step: Misstep, *, sure: bool) -> list[Change]:
        out = self.confirm(t_s)
        ply = self.story.make_misstep(step, t_s)
        ply.sure = sure
        return [*out, Made(len(self.story.plies), ply, twin(self.story.board))]

    def _weighed_or_answered(self, t_s: float) -> Sequence[Change] | None:
        """The cheapest story; where no story tells what stands, a move that is not legal and its answer may."""
        illegal, story = self.illegal, self.story
        if story.debts and not self.is_over(t_s):
            illegal.look(story, t_s, self.aside(t_s), self._touched())
            if illegal.rests(story, t_s, weighed=True) and (answered := self.answer(t_s, weighed=True)):
                return answered
        out = self._weighed(t_s)
        return out or self.answer(t_s, weighed=True) or out

    # --- weighing ----------------------------------------------------------------------------------------------

    def _weigh(self, t_s: float) -> Sequence[Change] | None:
        """Begin to weigh several stories, from some plies back."""
        story = self.story
        if len(story.debts) > MOST_WEIGHED:
            return None
        dormant, self._dormant = self._dormant, None
        since = None if dormant is None else self._tape.since(dormant[0])
        if dormant is not None and since is not None:
            self._weighing = dormant[1]
            self._weighing.believe(self._clock_costs)
            self._weighing.wake(story, since)
        else:
            if self._tape.stretches(len(story.plies))[0].plies > len(story.plies):
                self._tape.begin(story)  # plies were taken off that it still counts
            stretches = self._tape.stretches(len(story.plies))
            self._weighing = Weighing(story, stretches, t_s, self._clock_costs, self._presses.told)
        return self._weighed(t_s)

    def _weighed(self, t_s: float, *, at_rest: bool = False) -> Sequence[Change] | None:
        """Show the cheapest story; None where it leaves unexplained what stands."""
        weighing = self._weighing
        if weighing is None:
            return NOTHING
        out: list[Change] = []
        news, before = weighing.news(t_s), len(self.story.plies)
        if news.gone or news.come:
            self.illegal.step = None  # it was one of the story that was shown before
        if news.gone:
            out += self._unmake(t_s, news.gone, "revised" if news.come else "taken_back")
        out += [self._made(link.landed_s, link.move, "inferred" if link.hidden else "seen") for link in news.come]
        doubts = weighing.doubts(t_s)
        for number, ply in enumerate(self.story.plies[before - news.gone :], before - news.gone + 1):
            ply.sure, ply.unlike = number not in doubts, tuple(doubts.get(number, ()))
        out += self._settle(weighing.root_ply, doubts, doubtful=bool(news.come) or at_rest)
        out += self._doubt_length(t_s, weighing)
        if not self.story.debts and not at_rest and all(ply.status == "confirmed" for ply in self.story.plies[-3:-1]):
            self._end_weighing(t_s)
        most = 1 if at_rest and weighing.rests_s(t_s) >= UNDECIDED_S else MOST_OF_PLAY
        strange = len(self.story.debts) > most and self.landed()
        return out or (None if strange else NOTHING)

    @staticmethod
    def _doubt_length(t_s: float, weighing: Weighing) -> list[Change]:
        """Say from which ply on more or fewer plies may have been played, and take it back."""
        before, weighing.doubted_ply = weighing.doubted_ply, weighing.length_in_doubt(t_s)
        if before == weighing.doubted_ply:
            return []
        out: list[Change] = [] if before is None else [Certain(before)]
        if weighing.doubted_ply is not None:
            out.append(Uncertain(weighing.doubted_ply, LENGTH, lasting=True))
        return out

    def _settle(self, root_ply: int, doubts: dict[int, list[chess.Board]], *, doubtful: bool) -> list[Change]:
        """Confirm what is sure, or two plies back; say what has become sure, or, if `doubtful`, is so no more."""
        plies = self.story.plies
        changed, told = 0, []
        out: list[Change] = []
        for n in range(root_ply + 1, len(plies) + 1):
            ply = plies[n - 1]
            done = ply.status == "confirmed"
            if not done and n < len(plies) and (n not in doubts or n <= len(plies) - 2):
                ply.status = "confirmed"
                out.append(Restated(n, ply))
            sure = n not in doubts
            if sure != ply.sure and (sure or not done or doubtful):
                ply.sure, ply.unlike = sure, tuple(doubts.get(n, ()))
                changed = changed or n
                told += [n] if done else []
        return [Weighed(changed, tuple(told)), *out] if changed else out

    def look_again(self, t_s: float) -> Sequence[Change] | None:
        """At rest: what the stories have become, and where none fits, a move that is not legal and its answer.

        None where nothing explains what stands.
        """
        weighed = self._weighing is not None
        out = self._weigh_again(t_s)
        answered = self.answer(t_s, weighed=weighed, at_rest=True) if self.story.debts else []
        return [*(out or NOTHING), *answered] if answered else out

    def _weigh_again(self, t_s: float) -> Sequence[Change] | None:
        """What has become dearer by standing so long; begin to weigh where a story of its own does not fit."""
        if self._weighing is None:
            few = len(self.story.debts) < 3 and not gone_on.hesitates(self.story)
            if few or self.is_over(t_s) or self.illegal.is_all(self.story):
                return NOTHING
            return self._weigh(t_s)
        out = self._weighed(t_s, at_rest=True)
        self._end_weighing(t_s)
        return out

    def _end_weighing(self, t_s: float) -> None:
        """Go on with one story, where it is ahead of all others and owes nothing."""
        if self._weighing is not None and self._weighing.is_over(t_s):
            self._dormant, self._weighing = (len(self.story.plies), self._weighing), None
            self._tape.begin(self.story)

    def _take_back(self, t_s: float, back: int, *, observed: bool) -> list[Change]:
        """Plies went back as they came."""
        return self.withdraw(t_s, back, "taken_back", seen=observed)

    def _go_on(self, t_s: float, move: chess.Move, seen: Provenance, *, sure: bool, observed: bool) -> list[Change]:
        """The piece that moved last stands elsewhere now: another move in place of the last one."""
        last = self.story.plies[-1]
        replaced = last.move if last.status == "confirmed" and last.legal else last.replaced
        out = [*self.withdraw(t_s, 1, "revised", seen=observed), *self._make(t_s, [move], seen, sure=sure)]
        self.story.plies[-1].replaced = replaced
        return out

    def before_gesture(self, t_s: float) -> list[Change]:
        """Undo the kings' steps of a result gesture that looked like moves (hands, 5.6)."""
        self._weighing = self._dormant = None
        steps = gesture.steps_of_gesture(self.story, t_s)
        if not steps:
            return []
        replaced = self.story.plies[-steps].replaced
        out = self.withdraw(t_s, steps, "revised")
        if replaced is not None:
            out += [*self._make(t_s, [replaced], "seen", sure=True), *self.confirm(t_s)]
        return out

    def before_next_game(self, t_s: float) -> list[Change]:
        """What looked like a takeback was the pieces being set up anew: those plies were played."""
        if not self.undone or t_s - self._highest_s > SWEPT_S:
            return []
        _, out = self.go_back(t_s, self._highest)
        return [*out, *self.confirm(t_s)]

    def plies_back(self, t_s: float) -> int:
        """How many plies ago the present placement stood, in whatever order they went back; 0 if none of the last."""
        return 0 if self.is_over(t_s) else taken_back.plies_back(self.story, self.story.debts)

    def take_back(self, t_s: float, plies: int) -> list[Change]:
        """So many plies were put back, where no forward play explains the placement."""
        return self.withdraw(t_s, plies, "taken_back")

    def _explain_gap(self, t_s: float) -> Sequence[Change] | None:
        between = gap.gap_lines(self.story, None, patience=1 + self._failed)
        if not between.lines:
            self._failed += 1
            return None
        number = len(self.story.plies) + 1
        out = self._make(t_s, list(between.lines[0]), "inferred", sure=False)
        if not between.one_best:
            self._remember_others(number, between.lines[1:MAX_OTHERS])
        return out

    def _remember_others(self, number: int, lines: Sequence[Sequence[chess.Move]]) -> None:
        """Keep on the plies from `number` on the positions that other lines of the same length had there."""
        plies = self.story.plies[number - 1 :]
        start, _ = self.story.before(len(plies))
        for line in lines:
            board = twin(start)
            for ply, move in zip(plies, line, strict=True):
                board.push(move)
                ply.unlike = (*ply.unlike, twin(board))

    # --- changing ----------------------------------------------------------------------------------------------

    def confirm(self, t_s: float) -> list[Change]:
        """The last ply counts as made, unless other stories have it otherwise and the wait may settle that."""
        plies = self.story.plies
        if not plies or plies[-1].status == "confirmed":
            return []
        last = plies[-1]
        if self._weighing is not None and not last.sure and t_s - last.t_s < UNDECIDED_S:
            return []
        out = confirm_before(plies, len(plies))
        last.status = "confirmed"
        return [*out, tuple.__new__(Restated, (len(plies), last))]

    def withdraw(self, t_s: float, plies: int, reason: RetractReason, *, seen: bool = True) -> list[Change]:
        """The last so many plies do not stand any more, whatever stories were weighed."""
        self._weighing = self._dormant = None
        out = self._unmake(t_s, plies, reason, seen=seen)
        self._agreed()
        return out

    def _unmake(self, t_s: float, plies: int, reason: RetractReason, *, seen: bool = True) -> list[Change]:
        if len(self.story.plies) > len(self._highest):
            self._highest = tuple(self.story.plies)
        self._highest_s = t_s
        for _ in range(plies):
            self.story.unmake(t_s)
        self._failed = 0
        return [Withdrawn(len(self.story.plies) + 1, reason, seen)]

    def go_back(self, t_s: float, plies: Sequence[Ply]) -> tuple[int, list[Change]]:
        """Hold these plies again, whatever was made of what followed; the number of the first that stood otherwise."""
        out: list[Change] = []
        stand = self.story.plies
        same = next(
            (n for n, (one, other) in enumerate(zip(stand, plies, strict=False)) if is_another(one, other)),
            min(len(stand), len(plies)),
        )
        if len(stand) > same:
            out += self.withdraw(t_s, len(stand) - same, "revised")
        for ply in plies[same:]:
            if ply.misstep is not None:
                out += self._make_misstep(ply.t_s, ply.misstep, sure=ply.sure)
            else:
                out += self._make(ply.t_s, [ply.move], ply.provenance, sure=ply.sure)
                self.story.plies[-1].inferred_from = ply.inferred_from
        self.story.look_again(t_s)
        self._weighing = self._dormant = None
        self._tape.begin(self.story)
        return same + 1, out

    def correct(self, t_s: float, number: int, plies: Sequence[Ply]) -> list[Change]:
        """Hold these plies from this number on, whatever the board shows; nothing is weighed behind them any more."""
        out = self.withdraw(t_s, len(self.story.plies) - number + 1, "arbiter")
        _, made = self.go_back(t_s, [*self.story.plies, *plies])
        self._highest, self._failed = (), 0
        return [*out, *made, *self.confirm(t_s)]

    def _make_plain(self, t_s: float) -> list[Change] | None:
        """Make the one legal move that two debts are; None if they are none."""
        story = self.story
        squares = explain.plain_squares(story)
        plies = story.plies
        last = plies[-1] if plies else None
        ply = None if squares is None else story.make_plain(squares[0], squares[1], t_s)
        if ply is None:
            return None
        number = len(plies)
        self._tape.agreed(number)
        self._failed = 0
        if number > len(self._highest):
            self._highest = ()
        # tuple.__new__ leaves out the Python frame of the generated constructors.
        made = tuple.__new__(Made, (number, ply, story.board))
        if last is None or last.status == "confirmed":
            return [made]
        unsettled = number > 2 and plies[-3].status != "confirmed"
        out = confirm_before(plies, number - 1) if unsettled else []
        last.status = "confirmed"
        return [*out, tuple.__new__(Restated, (number - 1, last)), made]

    def _make(self, t_s: float, moves: list[chess.Move], provenance: Provenance, *, sure: bool) -> list[Change]:
        out: list[Change] = []
        for move in moves:
            out += self.confirm(t_s)
            made = self._made(t_s, move, provenance)
            made.ply.sure = sure
            out.append(made)
        self._agreed()
        return out

    def _made(self, t_s: float, move: chess.Move, provenance: Provenance) -> Made:
        """More may be made before the change is read: so it has the position to itself."""
        story = self.story
        ply = story.make(move, t_s, provenance)
        self._failed = 0
        if len(story.plies) > len(self._highest):
            self._highest = ()
        return Made(len(story.plies), ply, twin(story.board))

    def _agreed(self) -> None:
        """Where nothing is owed a later weighing may begin."""
        if not self.story.debts:
            self._tape.agreed(len(self.story.plies))
