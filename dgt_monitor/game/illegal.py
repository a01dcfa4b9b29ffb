"""A move that is not legal, from the moment it stands on the board until it is restored, for good or not.

*Pending*: it stands, and nothing legal explains it. *Complete*: the mover has pressed the clock (7.5.1). *Answered*:
the opponent has made a legal move after it, and the line goes on from there. It ends when the position before it, or
an earlier one, stands again.
"""

from collections.abc import Sequence

import chess

from dgt_monitor.game import gap, gone_on, misstep
from dgt_monitor.game.changes import Explained, Misstep, Ply, Strange
from dgt_monitor.game.explain import Point, Sight, next_move, own
from dgt_monitor.game.gesture import CENTRE
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.righted import Answer, understood_better
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import AFTER_PRESS_S, CLOSE_S

RESTS_AFTER_S = gap.SCAN_S
"""One that has stood for so long was no hand on its way: what follows is its answer rather than anything else (two
scans; chosen)."""
STANDS_AFTER_S = 0.6
"""A misstep that has stood for so long, or was closed by the clock, can be answered; what is shorter may be a hand on
its way (one scan: hands, 4; chosen)."""
WEIGHED_AFTER_S = 1.5
"""The same while several stories are weighed: one of them may still come right (chosen: a sweep over hands)."""
OUT_OF_TURN_AFTER_S = 2.0
"""The same for a piece of the other side: in a scramble replies come before the move that they answer (chosen)."""
SOON_PLY = 3
"""The reply, and both of them going home: longer play that comes back is a repetition (chosen)."""
SWEPT_PLY = 8
"""At most so many plies before the next game's array are pieces on their way home (chosen)."""
SWEPT_S = 60.0
"""Setting up the pieces takes no longer (chosen, no source)."""


class Illegal:
    """What is known of illegal moves in one game."""

    __slots__ = (
        "_back",
        "_from",
        "_press",
        "_runs",
        "_since_s",
        "_told",
        "alarms",
        "paused_at",
        "pressed",
        "step",
        "waits",
    )

    def __init__(self) -> None:
        self.step: Misstep | None = None
        """What stands on the board now and is no legal move; it is no ply yet."""
        self._back = 0
        """1: it is the last ply's piece that went on, and takes that ply's place."""
        self._since_s = 0.0
        self.pressed = False
        """The mover has pressed the clock: the step is complete."""
        self._told = False
        self._press: tuple[float, bool] | None = None
        """When the lever was moved last, and whether White was to move then."""
        self.paused_at: int | None = None
        """How many plies there were when both clocks were stopped; None while one runs or nobody knows."""
        self._runs = False
        """A clock is there, and runs."""
        self._from: int | None = None
        """The ply that an illegal move would be, which stood when the clocks were stopped."""
        self.waits = False
        """The clock is known to stand, and has not run yet."""
        self.alarms: list[tuple[Ply, Strange]] = []
        """The illegal moves that were answered, with what was told of them."""

    @property
    def apart(self) -> bool:
        """Whether each change has to be looked at for a restored position."""
        return bool(self.alarms) or self.paused_at is not None

    @property
    def is_paused(self) -> bool:
        """Whether the clock has run and stands: pieces are put back rather than set up."""
        return self.paused_at is not None

    # --- pending ----------------------------------------------------------------------------------------------

    def look(self, story: Story, t_s: float, aside: frozenset[int], recent: Sequence[gap.Seen]) -> None:
        """Take in what stands now."""
        if self.step is None and len(story.debts) == 1 and all(story.seen[square] != EMPTY for square in story.debts):
            return  # nothing is missing: what stands there comes from nowhere yet
        step, back = _found(story, aside)
        if step is None and len(story.debts) == 1:
            step = misstep.find_twin(story, recent)
        if self.step is not None and misstep.may_be_legal(story, self.step):
            self.step = None
        if self.step is not None and self._holds(story) and (step is None or not _adds_to(step, self.step)):
            return  # what came after it, its piece taken too, is no other step
        if step is None:
            self.step = None
            return
        if self.step is None or step.changed != self.step.changed or back != self._back:
            self.step, self._back, self._since_s, self._told = step, back, t_s, False
            self.pressed = self._press is not None and t_s - self._press[0] <= gap.SCAN_S and self._closes(story)

    def _stands(self, story: Story) -> bool:
        step = self.step
        if step is None or (step.target not in story.debts and step.origin not in story.debts):
            return False
        return all(story.seen[square] == letter for square, letter in step.changed)

    def _holds(self, story: Story) -> bool:
        """Whether it stands, but for what the opponent may have put on its squares since, or taken there."""
        step = self.step
        if step is None or story.debts.keys().isdisjoint((step.origin, step.target)):
            return False
        by_white = story.expected[step.origin].isupper()
        for square, letter in step.changed:
            now = story.seen[square]
            replied = own(now, not by_white) or (now == EMPTY and square == step.target)
            if now != letter and not replied:
                return False
        return not self._went_on(story)

    def _went_on(self, story: Story) -> bool:
        """Whether its target is empty because the piece stands elsewhere now, not because it is being taken."""
        step = self.step
        assert step is not None  # noqa: S101 - asked of a step
        if story.seen[step.target] != EMPTY:
            return False
        letter = dict(step.changed)[step.target]
        return any(story.seen[square] == letter for square in story.debts)

    def _closes(self, story: Story) -> bool:
        """Whether the last press of the lever was the mover's."""
        if self._press is None or self.step is None:
            return False
        mover = story.board.turn ^ bool(self._back)
        return self.step.of_mover and self._press[1] != mover

    def lever(self, story: Story, t_s: float, *, white_to_move: bool) -> None:
        """The lever was moved."""
        self._press = t_s, white_to_move
        if self._stands(story) and self._closes(story):
            self.pressed = True

    def pending(self, story: Story) -> Strange | None:
        """What to tell of a move of the side to move that stands and is not legal; None if there is none."""
        step = self.step
        if step is None or not step.of_mover or not self._stands(story):
            return None
        return Strange("illegal_move", step.squares, len(story.plies) - self._back, step.name, step.fault)

    def is_all(self, story: Story) -> bool:
        """Whether a move of the side to move that is not legal, and of no piece gone on, is all that stands wrong."""
        step = self.step
        if step is None or not step.sure or self._back or self.pending(story) is None:
            return False
        return story.debts.keys() <= frozenset(step.squares)

    def completed(self, story: Story, t_s: float) -> Strange | None:
        """What to tell of a step that was pressed and has rested; once. A king in the centre may show a result.

        Not before the board has told what stood at the press: a piece in the hand may have been put down by then.
        """
        told = self._press is None or t_s - self._press[0] + CLOSE_S >= AFTER_PRESS_S
        step, alarm = self.step, self.pending(story) if told and self.pressed and not self._told else None
        if step is None or alarm is None or (story.seen[step.target] in "Kk" and step.target in CENTRE):
            return None
        self._told = True
        return alarm._replace(state="complete")

    # --- answered ---------------------------------------------------------------------------------------------

    def answer(
        self, story: Story, t_s: float, recent: Sequence[gap.Seen], *, at_rest: bool = False, weighed: bool = False
    ) -> Answer | None:
        """The line with the step that stands and the opponent's reply to it; or with an earlier one understood better.

        `weighed`: several legal stories are alive. While the clocks are stopped nothing is played: pieces are put
        back; so may they be before a clock first runs.
        """
        if self.paused_at is not None or (self.waits and len(story.plies) < SWEPT_PLY):
            return None
        better = understood_better(story)
        if better is not None:
            return better
        if (
            self.step is None
            or not self._holds(story)
            or not self._can_be_answered(t_s, at_rest=at_rest, weighed=weighed)
        ):
            return None
        if story.seen[self.step.target] == EMPTY:
            return None  # it is being taken
        view: Sight = gone_on.before_last(story, story.debts) if self._back else story
        for keeps_turn in (False,) if self.step.of_mover else (True, False):
            step = self.step._replace(keeps_turn=keeps_turn)
            only_one = weighed and t_s - self._since_s < WEIGHED_AFTER_S
            replies = self._replies(misstep.after(view, step), recent, only_one=only_one)
            if replies:
                return Answer(self._back, step, replies, sure=step.sure and step.of_mover)
        return None

    def rests(self, story: Story, t_s: float, *, weighed: bool) -> bool:
        """Whether a step of the side to move has stood for long, or was closed by the clock; as `answer`."""
        step = self.step
        if step is None or not step.of_mover or step.fault == "unpromoted" or not self._holds(story):
            return False
        if weighed:
            return t_s - self._since_s >= WEIGHED_AFTER_S
        return self.pressed or t_s - self._since_s >= RESTS_AFTER_S

    def waits_for_reply(self, story: Story, t_s: float) -> bool:
        """Whether one has stood for so long that what is lifted beside it is its answer on the way."""
        step = self.step
        if step is None or not step.of_mover or not step.sure or not self._holds(story):
            return False
        others = [square for square in story.debts if all(square != changed for changed, _ in step.changed)]
        lifts = all(
            story.seen[square] == EMPTY and own(story.expected[square], not story.board.turn) for square in others
        )
        return bool(others) and lifts and t_s - self._since_s >= STANDS_AFTER_S

    def _can_be_answered(self, t_s: float, *, at_rest: bool, weighed: bool) -> bool:
        assert self.step is not None  # noqa: S101 - asked of a step that stands
        if weighed and t_s - self._since_s < WEIGHED_AFTER_S and (at_rest or self._back or not self.step.sure):
            return False
        if at_rest or self.pressed:
            return True
        if self.step.fault == "unpromoted":
            return False
        return t_s - self._since_s >= (STANDS_AFTER_S if self.step.of_mover else OUT_OF_TURN_AFTER_S)

    def _replies(self, view: Point, recent: Sequence[gap.Seen], *, only_one: bool) -> tuple[chess.Move, ...]:
        move = next_move(view)
        if move is not None:
            return (move,)
        if only_one or len(view.debts) < 4:  # two plies change no less
            return ()
        since = [seen for seen in recent if seen[0] > self._since_s]
        lines = gap.gap_lines(view, since)
        return lines.lines[0] if lines.one_best else ()

    def made(self, story: Story, told: list[Strange]) -> list[Strange]:
        """Keep the alarms of illegal moves that were answered; what is to be told of those that nobody was told of.

        `told`: the alarms that stand; those of such a move are taken out, and end with it.
        """
        if not self._holds(story):
            self.step = None
        known = {id(ply) for ply, _ in self.alarms}
        out = []
        for number, ply in enumerate(story.plies[-SWEPT_PLY:], max(1, len(story.plies) - SWEPT_PLY + 1)):
            if ply.misstep is None or id(ply) in known:
                continue
            squares = frozenset(ply.misstep.squares)
            mine = [alarm for alarm in told if squares <= frozenset(alarm.squares)]
            told[:] = [alarm for alarm in told if alarm not in mine]
            if not any(alarm.kind == "illegal_move" for alarm in mine):
                step = ply.misstep
                mine.append(Strange("illegal_move", step.squares, number - 1, step.name, step.fault, "answered"))
                out.append(mine[-1])
            self.alarms += [(ply, alarm) for alarm in mine]
        return out

    # --- restored ---------------------------------------------------------------------------------------------

    def clock(self, story: Story, *, runs: bool, stands: bool) -> None:
        """Whether a clock runs; whether it has run in this game and stands now."""
        self._runs = runs
        if not stands:
            self.paused_at = None
            return
        if self.paused_at is None:
            self.paused_at = len(story.plies)
            self._from = len(story.plies) + 1 - self._back if self._stands(story) else None

    def restored(self, story: Story) -> int:
        """How many plies were undone while the clocks stand, in whatever order the pieces came back; 0 if none.

        To the position before an illegal move that stands, or to an earlier one (7.5.1). Where nobody knows whether a
        clock runs, only to that position, and only soon: the piece and what answered it went home.
        """
        numbers = [n for n, ply in enumerate(story.plies, 1) if ply.misstep is not None]
        if self.paused_at is None:
            return 0 if self._runs else _undone_soon(story, numbers)
        first = numbers[-1] if numbers else self._from
        if first is None or (not story.debts and len(story.plies) <= self.paused_at):
            return 0
        fits = [k for k in _standing_again(story) if k < first]
        wanted = [k for k in fits if k + 1 in numbers or k + 1 == first]
        return len(story.plies) - max(wanted or fits) if fits else 0

    def settled(self, story: Story) -> list[Explained]:
        """The alarms of illegal moves that stand no more."""
        standing = {id(ply) for ply in story.plies if ply.misstep is not None} if self.alarms else set()
        ended = [alarm for ply, alarm in self.alarms if id(ply) not in standing]
        self.alarms = [(ply, alarm) for ply, alarm in self.alarms if id(ply) in standing]
        return [Explained(squares) for squares in dict.fromkeys(alarm.squares for alarm in ended)]


def swept(story: Story, t_s: float) -> int:
    """How many of the last plies were no moves but pieces on their way home, where the next game's array stands now."""
    tail = story.plies[-SWEPT_PLY:]
    for n, ply in enumerate(tail):
        since = tail[n:]
        if ply.misstep is not None and t_s - ply.t_s <= SWEPT_S and not any(later.pressed for later in since):
            return len(since)
    return 0


def _found(story: Story, aside: frozenset[int]) -> tuple[Misstep | None, int]:
    """The step that stands; and 1 if it is the last ply's piece that went on instead of a legal move's."""
    last = story.plies[-1] if story.plies else None
    if last is not None and last.legal and not last.pressed and story.seen[last.move.to_square] == EMPTY:
        instead = misstep.find(gone_on.before_last(story, story.debts))
        if instead is not None and instead.of_mover and instead.origin == last.move.from_square and instead.sure:
            return instead, 1
    step = misstep.find(story)
    return (step, 0) if step is not None or not aside else (misstep.find(story, aside), 0)


def _adds_to(step: Misstep, other: Misstep) -> bool:
    """Whether a step is the other one gone on: the rook follows the king, the pawn taken in passing is removed."""
    return frozenset(step.changed) > frozenset(other.changed)


def _undone_soon(story: Story, numbers: list[int]) -> int:
    """How many plies were undone by putting an illegal move and what answered it back at once; 0 if none."""
    recent = [number for number in numbers if len(story.plies) - number <= SOON_PLY]
    fits = _standing_again(story) if recent else []
    return max((len(story.plies) + 1 - number for number in recent if number - 1 in fits), default=0)


def _standing_again(story: Story) -> list[int]:
    """After how many plies the placement was the one on the board now; the present end of the line is left out."""
    seen, placed = story.seen, list(story.expected)
    differing = set(story.debts)
    fits = []
    for number in range(len(story.plies), 0, -1):
        for square, letter in story.plies[number - 1].undo:
            placed[square] = letter
            (differing.discard if seen[square] == letter else differing.add)(square)
        if not differing:
            fits.append(number - 1)
    return fits
