"""What is made of the sensors in one game: the story that is shown, and how that changes.

While the placement fits one move there is nothing to weigh. What does not fit, or came so soon that it may be part of
the last ply, is told to several stories (`game.weighing`), and the cheapest is shown. `explain` is the only place that
chooses.
"""

from collections.abc import Sequence

import chess

from dgt_monitor.events import Provenance
from dgt_monitor.game import explain, gesture, gone_on, taken_back
from dgt_monitor.game.changes import Change, Weighed
from dgt_monitor.game.exchanged import exchanged_ply
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.placement import EMPTY, changes
from dgt_monitor.game.plain import PROMOTIONS
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighed_line import WeighedLine
from dgt_monitor.game.weighing.tape import LEVER

MOST_CHANGED = 4
"""Squares that one move can change (castling)."""
HASTY_S = 0.25
"""A reply that lands sooner may be part of the last ply: a slide, a correction, a scan that was late (chosen: the
fastest play makes a ply in 0.2 to 0.3 s: hands, 4)."""
AGAIN_S = 0.35
"""A piece that leaves so soon the square it was put on may not have been released there (chosen)."""
GOES_ON_S = 0.7
"""A piece that goes on along its line so soon may have been on its way (chosen: a slow slide rests up to 0.5 s)."""


class Opinion(WeighedLine):
    """One game as it is understood now, and how that changes."""

    __slots__ = ()

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

    @property
    def has_just_landed(self) -> bool:
        """Whether the last change put a piece on a square."""
        return next((piece for _, square, piece in reversed(self._tape.now) if square != LEVER), EMPTY) != EMPTY

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
