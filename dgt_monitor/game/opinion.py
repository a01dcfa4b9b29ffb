"""The monitor's opinion about one game: which legal line explains what the sensors have said.

One story at a time. Where a placement fits one move there is nothing to weigh; what does not fit waits, as debts of
the story, until a later update explains it. The weighing of several stories will join here: `explain` is the only
place that chooses.
"""

from collections.abc import Sequence

import chess

from dgt_monitor.events import Provenance, RetractReason
from dgt_monitor.game import explain, gap, gesture, gone_on, taken_back
from dgt_monitor.game.changes import Change, Made, Misstep, Ply, Restated, Uncertain, Withdrawn
from dgt_monitor.game.explain import Point, Sight
from dgt_monitor.game.illegal import Illegal
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.story import Story

MOST_CHANGED = 4
"""Squares that one move can change (castling)."""
ASIDE_AFTER_S = 1.0
"""A debt that old is not part of a move in full swing (four scans; chosen)."""
MOST_ASIDE = 2
"""More old debts than one displaced piece makes: the story itself is doubtful (chosen)."""
MAX_OTHERS = 16
"""Other lines whose positions are kept for the interval of counts (chosen; three plies have six orders at most)."""
MOST_REMEMBERED = 128
"""Changes kept for the search of a gap, which is three plies at most (chosen)."""
NOTHING: tuple[Change, ...] = ()


class Opinion:
    """One game as it is understood now, and how that changes."""

    __slots__ = ("_failed", "_recent", "illegal", "story")

    def __init__(self, board: chess.Board, seen: list[str]) -> None:
        self.story = Story(board, seen)
        self._recent: list[gap.Seen] = []
        """What has changed and is not settled by the story yet; the latest of it, where that is much."""
        self._failed = 0
        """Searches for a gap that found nothing since story and sensors last agreed."""
        self.illegal = Illegal()
        """The moves that are not legal."""

    def note(self, t_s: float, square: int, piece: str, *, dated: bool) -> None:
        """A square has changed; the shared placement holds its new letter already. Not `dated`: nobody knows when."""
        self.story.told(square, t_s)
        self._recent.append((t_s if dated else gap.LONG_AGO_S, square, piece))

    def field(self, t_s: float, square: int, piece: str) -> Sequence[Change] | None:
        """`note` and `explain` for one square before our eyes: the plain way of nearly every ply."""
        story = self.story
        debts = story.debts
        self._recent.append((t_s, square, piece))
        if piece == story.expected[square]:
            debts.pop(square, None)
        elif square not in debts:
            debts[square] = t_s
        if piece == EMPTY and ((len(debts) == 1 and square in debts) or not self.landed()):
            return NOTHING  # pieces are in hands: nothing to explain yet
        return (len(debts) == 2 and self._make_plain(t_s)) or self.explain(t_s, observed=True)

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
        return plies[-1].san.endswith("#") or not any(self.story.board.generate_legal_moves())

    def aside(self, t_s: float) -> frozenset[int]:
        """Debts that play goes on without: a piece somebody holds or has displaced, a square that is not read."""
        still = frozenset(square for square, since_s in self.story.debts.items() if t_s - since_s >= ASIDE_AFTER_S)
        return still if len(still) <= MOST_ASIDE else frozenset()

    # --- explaining --------------------------------------------------------------------------------------------

    def explain(self, t_s: float, *, observed: bool) -> Sequence[Change] | None:
        """What the present placement means: changes, nothing while it is on its way, None where nothing explains it.

        `observed`: the squares changed before our eyes; False after an outage. Old debts are first taken as part of
        what is to be explained, then as something that stands aside.
        """
        story = self.story
        if len(self._recent) > MOST_REMEMBERED:  # a flickering square, pieces analysed with: no gap is that long
            del self._recent[: MOST_REMEMBERED // 2]
        if not story.debts:
            self._agreed()
            return NOTHING
        if self.is_over(t_s):
            return None
        if observed:
            self.illegal.look(story, t_s, self.aside(t_s), self._recent)
            if self.illegal.rests(story, t_s) and (answered := self.answer(t_s)):
                return answered
        # Where a move that is not legal stands as well, a legal line is not the only one that explains it.
        sure = observed and not (self.illegal.step is not None and self.illegal.step.of_mover)
        found = self._explain_debts(t_s, story, observed=observed, sure=sure)
        if not found and observed and (answered := self.answer(t_s)):
            return answered
        aside = self.aside(t_s) if not found and observed else ()
        if not aside or len(aside) == len(story.debts):
            return found
        rest = {square: since_s for square, since_s in story.debts.items() if square not in aside}
        view = Point(story.board, story.expected, story.seen, rest)
        held = all(story.seen[square] == EMPTY for square in aside)
        return self._explain_debts(t_s, view, observed=observed, sure=held) or found

    def explain_at_rest(self, t_s: float, *, under_way: bool) -> Sequence[Change]:
        """A move that was made beside one square that is wrong: a piece in somebody's hand, a sensor that errs.

        Asked when nothing has changed for a while. While a move of the side to move may be under way, its squares
        are that move's own, and only a missing piece of the other side can stand aside.
        """
        story = self.story
        if not 3 <= len(story.debts) <= MOST_CHANGED + 1 or self.is_over(t_s):
            return NOTHING
        fits = []
        for aside in story.debts:
            if under_way and not explain.is_lift(story, aside, not story.board.turn):
                continue
            rest = {square: since_s for square, since_s in story.debts.items() if square != aside}
            move = explain.next_move(Point(story.board, story.expected, story.seen, rest))
            if move is not None:
                fits.append((move, story.seen[aside] == EMPTY))
        if len(fits) != 1:
            return NOTHING
        move, held = fits[0]
        return self._make(t_s, [move], "seen", sure=held)

    def _explain_debts(self, t_s: float, view: Sight, *, observed: bool, sure: bool) -> Sequence[Change] | None:
        story = self.story
        seen: Provenance = "seen" if observed else "inferred"
        move = explain.next_move(view)
        if move is not None:
            return self._make(t_s, [move], seen, sure=sure)
        back = 0
        other = explain.traces_of_waiting_side(view)
        if other.landed:
            move = gone_on.continued_move(story, view.debts)
            if move is not None:
                return self._go_on(t_s, move, seen, sure=sure, observed=observed)
            # While something stands aside, that may be a move nobody saw, and the piece that goes home a reply to it.
            back = taken_back.plies_back(story, view.debts) if view is story else 0
        if back == 1 or (back and observed and taken_back.came_back_in_reverse(story, back, self._landings())):
            return self._take_back(t_s, back, observed=observed)
        if not other.landed and len(view.debts) <= MOST_CHANGED and (not other.missing or explain.is_unfinished(view)):
            return NOTHING
        both = explain.castling_and_reply(view) if other.landed else None
        if both is not None:
            return self._make(t_s, list(both), seen, sure=sure)
        return self._explain_gap(t_s, view, observed=observed, sure=sure)

    def answer(self, t_s: float, *, at_rest: bool = False) -> list[Change]:
        """The changes by which an illegal move stands because it was answered, or is understood better; or none."""
        answer = self.illegal.answer(self.story, t_s, self._recent, at_rest=at_rest)
        if answer is None:
            return []
        out = self.withdraw(t_s, answer.back, "revised") if answer.back else []
        if answer.step is not None:
            out += self._make_misstep(t_s, answer.step, sure=answer.sure)
        return [*out, *self._make(t_s, list(answer.moves), "seen", sure=answer.sure)]

    def _make_misstep(self, t_s: float, step: Misstep, *, sure: bool) -> list[Change]:
        out = self.confirm()
        ply = self.story.make_misstep(step, t_s)
        ply.sure = sure
        return [*out, Made(len(self.story.plies), ply, self.story.board.copy(stack=False))]

    def _take_back(self, t_s: float, back: int, *, observed: bool) -> list[Change]:
        """Plies went back as they came. If another piece was touched meanwhile, they may have been answered instead."""
        own = {square for ply in self.story.plies[-back:] for square, _ in ply.undo}
        others = {square for _, square, _ in self._recent} - own
        out = self.withdraw(t_s, back, "taken_back", seen=observed)
        if others and observed:
            names = ", ".join(chess.square_name(square) for square in sorted(others))
            why = f"while a move was taken back a piece on {names} was touched"
            out.append(Uncertain(len(self.story.plies) + 1, why, lasting=True))
        return out

    def _go_on(self, t_s: float, move: chess.Move, seen: Provenance, *, sure: bool, observed: bool) -> list[Change]:
        """The piece that moved last stands elsewhere now: another move in place of the last one."""
        last = self.story.plies[-1]
        replaced = last.move if last.status == "confirmed" else last.replaced
        out = [*self.withdraw(t_s, 1, "revised", seen=observed), *self._make(t_s, [move], seen, sure=sure)]
        self.story.plies[-1].replaced = replaced
        return out

    def before_gesture(self, t_s: float) -> list[Change]:
        """Undo the kings' steps of a result gesture that looked like moves (hands, 5.6)."""
        steps = gesture.steps_of_gesture(self.story, t_s)
        if not steps:
            return []
        replaced = self.story.plies[-steps].replaced
        out = self.withdraw(t_s, steps, "revised")
        if replaced is not None:
            out += [*self._make(t_s, [replaced], "seen", sure=True), *self.confirm()]
        return out

    def plies_back(self, t_s: float) -> int:
        """How many plies ago the present placement stood, in whatever order they went back; 0 if none of the last."""
        return 0 if self.is_over(t_s) else taken_back.plies_back(self.story, self.story.debts)

    def take_back(self, t_s: float, plies: int) -> list[Change]:
        """So many plies were put back, where no forward play explains the placement."""
        return self.withdraw(t_s, plies, "taken_back")

    def _explain_gap(self, t_s: float, view: Sight, *, observed: bool, sure: bool) -> Sequence[Change] | None:
        between = gap.gap_lines(view, self._recent if observed else None, patience=1 + self._failed)
        if not between.lines:
            self._failed += 1
            return None
        number = len(self.story.plies) + 1
        out = self._make(t_s, list(between.lines[0]), "inferred", sure=sure and between.one_best)
        if between.one_best:
            return out
        self._remember_others(number, between.lines[1:MAX_OTHERS])
        if not observed:
            return out
        why = f"{len(between.lines)} orders of moves explain what was seen"
        return [*out, Uncertain(number, why, lasting=False)]

    # --- changing ----------------------------------------------------------------------------------------------

    def _remember_others(self, number: int, lines: Sequence[Sequence[chess.Move]]) -> None:
        """Keep on the plies from `number` on the positions that other lines of the same length had there."""
        plies = self.story.plies[number - 1 :]
        start, _ = self.story.before(len(plies))
        for line in lines:
            board = start.copy(stack=False)
            for ply, move in zip(plies, line, strict=True):
                board.push(move)
                ply.unlike = (*ply.unlike, board.copy(stack=False))

    # --- changing ----------------------------------------------------------------------------------------------

    def confirm(self) -> list[Change]:
        """The last ply counts as made."""
        plies = self.story.plies
        if not plies or plies[-1].status == "confirmed":
            return []
        plies[-1].status = "confirmed"
        return [tuple.__new__(Restated, (len(plies), plies[-1]))]

    def withdraw(self, t_s: float, plies: int, reason: RetractReason, *, seen: bool = True) -> list[Change]:
        """The last so many plies do not stand any more."""
        for _ in range(plies):
            self.story.unmake(t_s)
        self._agreed()
        return [Withdrawn(len(self.story.plies) + 1, reason, seen)]

    def go_back(self, t_s: float, plies: Sequence[Ply]) -> tuple[int, list[Change]]:
        """Hold these plies again, whatever was made of what followed; the number of the first that stood otherwise."""
        out: list[Change] = []
        stand = self.story.plies
        same = next(
            (n for n, (one, other) in enumerate(zip(stand, plies, strict=False)) if one.move != other.move),
            min(len(stand), len(plies)),
        )
        if len(stand) > same:
            out += self.withdraw(t_s, len(stand) - same, "revised")
        for ply in plies[same:]:
            if ply.misstep is not None:
                out += self._make_misstep(ply.t_s, ply.misstep, sure=ply.sure)
            else:
                out += self._make(ply.t_s, [ply.move], ply.provenance, sure=ply.sure)
        self.story.look_again(t_s)
        self._agreed()
        return same + 1, out

    def _make_plain(self, t_s: float) -> list[Change] | None:
        """Make the one legal move that two debts are; None if they are none."""
        story = self.story
        squares = explain.plain_squares(story)
        plies = story.plies
        last = plies[-1] if plies else None
        ply = None if squares is None else story.make_plain(squares[0], squares[1], t_s)
        if ply is None:
            return None
        self._recent.clear()
        self._failed = 0
        number = len(plies)
        # tuple.__new__ leaves out the Python frame of the generated constructors.
        made = tuple.__new__(Made, (number, ply, story.board))
        if last is None or last.status == "confirmed":
            return [made]
        last.status = "confirmed"
        return [tuple.__new__(Restated, (number - 1, last)), made]

    def _make(self, t_s: float, moves: list[chess.Move], provenance: Provenance, *, sure: bool) -> list[Change]:
        story = self.story
        out: list[Change] = []
        for n, move in enumerate(moves, 1):
            out += self.confirm()
            ply = story.make(move, t_s, provenance)
            ply.sure = sure
            board = story.board if n == len(moves) else story.board.copy(stack=False)
            out.append(Made(len(story.plies), ply, board))
        self._agreed()
        return out

    def _agreed(self) -> None:
        """Forget what is settled; an early lift that is still a debt belongs to the next move."""
        debts = self.story.debts
        self._failed = 0
        self._recent = [seen for seen in self._recent if seen[1] in debts] if debts else []

    def _landings(self) -> list[tuple[int, str]]:
        return [(square, piece) for _, square, piece in self._recent if piece != EMPTY]
