"""The line of one game that is held: plies made, confirmed and taken back, and what stands of them on the board."""

from collections.abc import Sequence

import chess

from dgt_monitor.events import Provenance, RetractReason
from dgt_monitor.game import explain, gap, gesture, taken_back
from dgt_monitor.game.changes import Change, Made, Misstep, Ply, Restated, Withdrawn
from dgt_monitor.game.illegal import SWEPT_S
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.plain import can_step
from dgt_monitor.game.putting import twin
from dgt_monitor.game.story import Story, is_another
from dgt_monitor.game.unsettled import confirm_before
from dgt_monitor.game.weighing.following import Weighing
from dgt_monitor.game.weighing.tape import Tape

ASIDE_AFTER_S = 1.0
"""A debt that old is not part of a move in full swing (four scans; chosen)."""
MOST_ASIDE = 2
"""More old debts than one displaced piece makes: the story itself is doubtful (chosen)."""
MAX_OTHERS = 16
"""Other lines whose positions are kept for the interval of counts (chosen; three plies have six orders at most)."""
UNDECIDED_S = 3.0
"""A ply that other stories have otherwise is confirmed, not sure, after so many seconds at the latest (issue)."""
NOTHING: tuple[Change, ...] = ()


class HeldLine:
    """One game by the plies that are shown; floors above choose them."""

    __slots__ = ("_dormant", "_failed", "_highest", "_highest_s", "_tape", "_weighing", "story")

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

    def landed(self) -> bool:
        """Whether something stands where the story does not expect it; every move and takeback ends like that."""
        seen = self.story.seen
        for square in self.story.debts:
            if seen[square] != EMPTY:
                return True
        return not self.story.debts

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

    def plies_back(self, t_s: float) -> int:
        """How many plies ago the present placement stood, in whatever order they went back; 0 if none of the last."""
        return 0 if self.is_over(t_s) else taken_back.plies_back(self.story, self.story.debts)

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

    def take_back(self, t_s: float, plies: int) -> list[Change]:
        """So many plies were put back, where no forward play explains the placement."""
        return self.withdraw(t_s, plies, "taken_back")

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

    def before_next_game(self, t_s: float) -> list[Change]:
        """What looked like a takeback was the pieces being set up anew: those plies were played."""
        if not self.undone or t_s - self._highest_s > SWEPT_S:
            return []
        _, out = self.go_back(t_s, self._highest)
        return [*out, *self.confirm(t_s)]

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

    def _make_misstep(self, t_s: float, step: Misstep, *, sure: bool) -> list[Change]:
        out = self.confirm(t_s)
        ply = self.story.make_misstep(step, t_s)
        ply.sure = sure
        return [*out, Made(len(self.story.plies), ply, twin(self.story.board))]

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
