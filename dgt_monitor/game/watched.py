"""One board as it is watched: what stands, since when, what it was told of, and what went untold.

What it means is the business of `game.tracker`.
"""

from collections.abc import Sequence

from dgt_monitor.game import beginning
from dgt_monitor.game.changes import Change, Turned, Uncertain
from dgt_monitor.game.clocked import Pause
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import EMPTY, turned
from dgt_monitor.game.showing import Showing
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import CLOSE_S, NEVER_S, WEIGH_AGAIN_S, WEIGH_AGAIN_UNTIL_S, Timing
from dgt_monitor.game.trail import Trail
from dgt_monitor.game.untold import AWAY, EXCHANGED, Base, Untold

FEWEST_TURNED = 4
"""Squares that differ at least when a board with two kings on it is turned round, but for rare places of theirs."""


class Watched:
    """The state of one board through time."""

    __slots__ = (
        "_changed_s",
        "_pause",
        "_showing",
        "_timing",
        "due_s",
        "opinion",
        "rotated",
        "seen",
        "trail",
        "untold",
    )

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self.seen: list[str] = []
        """The physical placement, White's side nearest once a game has begun; empty before the first dump."""
        self.opinion: Opinion | None = None
        """The game; None until one has begun."""
        self.rotated = False
        self.due_s = NEVER_S
        """When `tick` wants to be called next; `NEVER_S` if nothing is to come."""
        self._changed_s = 0.0
        self._showing = Showing()
        self._pause: Pause | None = None
        """The clock has run in this game and stands now."""
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

    @property
    def lost_from_sight(self) -> bool:
        """Whether something landed that nothing explains since more may have been played than was seen."""
        story = self.story
        if not self.untold.lost or story is None or self._showing.result is not None:
            return False
        last_s = story.plies[-1].t_s if story.plies else -NEVER_S
        return any(story.seen[square] != EMPTY and since_s > last_s for square, since_s in story.debts.items())

    def forget_memory(self) -> None:
        """The board's memory does not fit: nothing is waited for any more."""
        self.untold.no_memory = True

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

    def stands_corrected(self, t_s: float) -> None:
        """A person has said what was played: what stands is looked at anew, and no memory is asked for it."""
        untold = self.untold
        if untold.base is not None:
            untold.base = None if untold.is_over else self._snapshot(untold.base.since_s, untold.base.why)
        self._rest_from(t_s)

    @property
    def is_turned(self) -> bool:
        """Whether the game's position stands as seen from the other side: the board was turned round."""
        story = self.story
        return story is not None and len(story.debts) >= FEWEST_TURNED and self.seen[::-1] == story.expected

    def _turn(self, t_s: float, opinion: Opinion) -> list[Change]:
        self.seen.reverse()
        self.rotated = not self.rotated
        opinion.story.look_again(t_s)
        opinion.explain(t_s, observed=True)  # nothing is left to explain, and what changed is settled
        if self._pause is not None:
            self._pause = Pause(t_s)
        return [Turned(self.rotated)]

    def snapshot(self, t_s: float) -> Base | None:
        """How things stand, should another board be found in the place of this one; None before the first dump."""
        return self._snapshot(t_s, EXCHANGED)

    def go_back(self, t_s: float, base: Base) -> tuple[int, list[Change]]:
        """Be again as at `base`: the number of the first ply that may be another now, and what changes by it."""
        self.trail.cut(base.told)
        was_rotated, self.rotated = self.rotated, base.rotated
        placement = turned(base.placement) if base.rotated else base.placement
        self.seen[:] = placement
        self._rest_from(t_s)
        self.opinion = base.opinion
        if not base.ruled:
            self._showing.reopen()  # until the log is read: what it holds was played before the ruling
        out = self._showing.back_to(base.shown)
        if base.opinion is None:
            return 1, out
        if was_rotated != self.rotated:
            out.append(Turned(self.rotated))
        number, changes = base.opinion.go_back(t_s, base.plies)
        if not base.confirmed:
            base.opinion.story.plies[-1].status = "provisional"  # its piece may have gone on since
        return number, [*out, *changes]

    def _differing(self, now: Sequence[str]) -> list[int]:
        """The squares that a dump corrects: as of every move, pieces are lifted before any is put down."""
        differing = [square for square in range(64) if self.seen[square] != now[square]]
        return sorted(differing, key=lambda square: now[square] != EMPTY)

    # --- bookkeeping ----------------------------------------------------------------------------------------

    def _note(self, t_s: float, square: int, piece: str, *, dated: bool = True, apart: bool = False) -> None:
        """Take in a square; one that a dump corrects has changed at a time that nobody knows.

        `apart`: it changed in a pause, and is none of the game.
        """
        opinion, pause = self.opinion, self._pause if apart else None
        if opinion is not None and pause is not None:
            pause.begin(opinion.story)
        self.seen[square] = piece
        if opinion is not None and pause is not None:
            opinion.story.told(square, t_s)
            pause.note(t_s, square, piece, dated=dated)
        elif opinion is not None:
            opinion.note(t_s, square, piece, dated=dated)
        self._rest_from(t_s)

    def _rest_from(self, t_s: float) -> None:
        self._changed_s = t_s
        self.due_s = t_s + self._timing.confirm_after_s

    def _plan(self, t_s: float) -> None:
        """Set the next due time after the present one."""
        timing, story = self._timing, self.story
        dues = [self._changed_s + timing.strange_after_s]
        if self.opinion is not None and self.opinion.is_weighing and t_s - self._changed_s < WEIGH_AGAIN_UNTIL_S:
            dues.append(t_s + WEIGH_AGAIN_S)
        if story is not None:
            if not story.debts:
                self.due_s = dues[1] if len(dues) > 1 else NEVER_S
                return
            oldest_s = min(story.debts.values())
            dues += [self._changed_s + timing.disturbed_after_s, oldest_s + timing.disturbed_after_s]
            dues += [oldest_s + timing.in_hand_after_s, oldest_s + timing.missing_after_s]
            if self.untold.lost:
                dues.append(self.untold.memory_until_s)
        self.due_s = min((due for due in dues if due > t_s + CLOSE_S), default=NEVER_S)

    def _watch_hands(self, t_s: float, debts: dict[int, float]) -> None:
        """Look again when the oldest debt has stood for as long as a piece may be held."""
        if debts:
            watch_s = min(debts.values()) + self._timing.in_hand_after_s
            if t_s + CLOSE_S < watch_s < self.due_s:
                self.due_s = watch_s

    def _snapshot(self, since_s: float, why: str) -> Base | None:
        if not self.seen:
            return None
        return Base(
            since_s,
            self.opinion,
            self.raw,
            len(self.trail),
            rotated=self.rotated,
            shown=self._showing.players,
            why=why,
            ruled=self._showing.ruled,
            hole=self.untold.hole,
        )

    def _back_after(self, t_s: float, *, settled: bool = False) -> list[Change]:
        """What stands is known again, or is told again at least."""
        story = self.story
        number = None if story is None or self._showing.result is not None else len(story.plies) + 1
        return self.untold.end(t_s, self._timing.outage_s, number, settled=settled)
