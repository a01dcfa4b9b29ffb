"""The line of one game while stories are weighed: what they are told, and how the cheapest comes to be shown."""

from collections.abc import Sequence

import chess

from dgt_monitor.game import gap, gone_on
from dgt_monitor.game.changes import Certain, Change, Restated, Uncertain, Weighed
from dgt_monitor.game.held_line import NOTHING, UNDECIDED_S, HeldLine
from dgt_monitor.game.illegal import Illegal
from dgt_monitor.game.pace import Pace
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.pressed import Pressed
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.following import ClockCosts, Weighing
from dgt_monitor.game.weighing.tape import LEVER

MOST_WEIGHED = 8
"""Squares that may differ where a weighing begins: three plies change six, and each side may hold a piece; more is no
play but pieces being set up (chosen)."""
MOST_OF_PLAY = 6
"""Squares that may differ while stories are weighed: more may be pieces that are set up (chosen: three plies)."""
LENGTH = "moves to and fro were played once more or less often than they were told"
"""Why numbers are not sure; it follows "because"."""


class WeighedLine(HeldLine):
    """One game as its stories have it; moves that are not legal stand beside them."""

    __slots__ = ("_pace", "_presses", "illegal")

    def __init__(self, board: chess.Board, seen: list[str]) -> None:
        super().__init__(board, seen)
        self._presses = Pressed()
        """Of the clock's lever, and how far they are believed."""
        self._pace = Pace()
        self.illegal = Illegal()
        """The moves that are not legal."""

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

    def _weighed_or_answered(self, t_s: float) -> Sequence[Change] | None:
        """The cheapest story; where no story tells what stands, a move that is not legal and its answer may."""
        illegal, story = self.illegal, self.story
        if story.debts and not self.is_over(t_s):
            illegal.look(story, t_s, self.aside(t_s), self._touched())
            if illegal.rests(story, t_s, weighed=True) and (answered := self.answer(t_s, weighed=True)):
                return answered
        out = self._weighed(t_s)
        return out or self.answer(t_s, weighed=True) or out
