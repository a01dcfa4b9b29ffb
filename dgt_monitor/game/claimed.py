"""A board whose moves another program claims: its scores make the story, and what stands on it is held against that.

All else of a board is as ever: what counts, ends, is ruled and is corrected knows no difference. A board that is only
heard of by scores stands, for all that is known, as the story has it.
"""

from collections.abc import Sequence
from typing import Final

import chess

from dgt_monitor.game.beginning import Start
from dgt_monitor.game.changes import Certain, Change, Restated, Strange, Turned, Uncertain, Weighed, Withdrawn
from dgt_monitor.game.claimed_plies import claimed_ply, in_common, is_legal, is_over, timed
from dgt_monitor.game.claims import Line, continued, line_of
from dgt_monitor.game.deaf import Deaf
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import EMPTY, letters, turned
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.game.tracker import Tracker
from drivers.readings import Score

STOPPED: Final = "the other program's record holds a move that is not legal"
OTHERWISE: Final = "the other program's record cannot follow what the arbiter has corrected"
"""Why the history is not sure; it follows "because"."""
BY: Final = "claimed"
"""By what a result is shown that another program claims."""
FEW_PLY: Final = 2
"""So many plies that are gone were taken back, even to the start; more are the next game (chosen)."""
MOST_ALIKE_PLY: Final = 6
"""Two games of other players may begin alike for fewer plies than that (chosen)."""


class ClaimedTracker(Deaf):
    """The reconstruction of one board that is followed by scores."""

    __slots__ = ("_borne_out", "_laid", "_line", "_stood", "_stopped_at", "is_unfollowed", "score")

    def __init__(self, before: Tracker) -> None:
        """In the place of a tracker under which no game has begun yet."""
        super().__init__(timing=before._timing)
        self._joining, self._alarms = before._joining, before._alarms
        self.score: Score | None = None
        """What was claimed last."""
        self.is_unfollowed = False
        """It is no game of chess."""
        self._line: Line | None = None
        """The same, as far as it is chess."""
        self._laid: tuple[chess.Move, ...] = ()
        """The claimed moves that were laid on the story last."""
        self._stood: str | None = before.raw or None
        """What stands on the board, in its own numbering; None: nobody tells."""
        self._borne_out: dict[int, chess.Move] = {}
        """By number: plies after which the board stood as it should."""
        self._stopped_at: int | None = None
        """The number of the ply from which on the record is not followed."""

    # --- what is claimed ------------------------------------------------------------------------------------

    def claim(self, t_s: float, score: Score) -> Sequence[Change]:
        """Another program says that this is the game."""
        if score == self.score:
            return NOTHING
        self.score, line = score, line_of(score)
        self.is_unfollowed = line is None
        if line is None:
            return NOTHING
        before = self._line
        if before is not None and self.opinion is not None:
            line = continued(before, line)
        self._line = line
        if before is None or self._is_next(before, line):
            return self._next_game(t_s, line)
        if self.opinion is None or self._ended is not None:
            return NOTHING  # the game has left the board, or is over by a ruling
        return self._lay(t_s, self.opinion, line)

    def _is_next(self, before: Line, line: Line) -> bool:
        """Whether this is another game; names that are put right while its moves stand make none of it."""
        if line.start.fen() != before.start.fen():
            return True
        if line.names == before.names or not before.is_named:
            return not line.is_named and not line.moves and len(before.moves) > FEW_PLY
        stand = in_common(before.moves, line.moves) == len(before.moves) > 0
        return not stand or not (line.is_by_name(before) or len(before.moves) >= MOST_ALIKE_PLY)

    def _next_game(self, t_s: float, line: Line) -> list[Change]:
        self.seen[:] = letters(line.start) if self._stood is None else self._oriented(self._stood)
        begun = self._begin(t_s, Start(line.start.copy(stack=False), turned=False))
        self._laid, self._borne_out, self._stopped_at = (), {}, None
        assert self.opinion is not None  # noqa: S101 - it was made by what stands above
        return [*begun, *self._lay(t_s, self.opinion, line)]

    @staticmethod
    def _swept_home(t_s: float, opinion: Opinion) -> list[Change]:  # noqa: ARG004 - nobody sets up scores
        return []

    def _lay(self, t_s: float, opinion: Opinion, line: Line) -> list[Change]:
        """The story becomes what is claimed; what a person has corrected of it stands."""
        story = opinion.story
        held = tuple(ply.move for ply in story.plies)
        wanted, fits = self._wanted(held, line)
        same = in_common(held, wanted)
        new = [
            claimed_ply(move, t_s, sure=number not in line.doubtful)
            for number, move in enumerate(wanted[same:], same + 1)
        ]
        out = opinion.go_back(t_s, [*story.plies[:same], *new])[1] if len(held) > same or new else []
        if len(held) > same == len(wanted):
            out = [c._replace(reason="taken_back") if isinstance(c, Withdrawn) else c for c in out]
        if fits:
            self._laid = line.moves  # else what could not be laid is tried again with what is claimed next
        out += [*self._placed(t_s, story), *self._restated(story, line, same)]
        why = OTHERWISE if not fits else STOPPED if line.stopped is not None else None
        return [*out, *self._stop(why, len(story.plies) + 1), *self._result(t_s, line)]

    def _wanted(self, held: tuple[chess.Move, ...], line: Line) -> tuple[tuple[chess.Move, ...], bool]:
        """The moves that the story shall have, and whether what is claimed fits what was corrected."""
        if held == self._laid:
            return line.moves, True
        same = in_common(self._laid, line.moves)
        base = held[: max(0, len(held) - (len(self._laid) - same))]
        wanted = (*base, *line.moves[same:])
        if is_legal(self._untouched, wanted):
            return wanted, True
        return held, same == len(line.moves)

    def _restated(self, story: Story, line: Line, same: int) -> list[Change]:
        """The clock of each ply, and which are sure; plies that stood before are told again where that is news."""
        corrected = tuple(ply.move for ply in story.plies) != line.moves
        out, unsure, told = list[Change](), list[int](), list[int]()
        for number, ply in enumerate(story.plies, 1):
            if corrected and ply.provenance != "claimed":
                continue
            clock = line.clocks[number - 1] if number <= len(line.clocks) else None
            news = timed(ply, clock, last=number == len(story.plies))
            sure = number not in line.doubtful or self._borne_out.get(number) == ply.move
            if sure != ply.sure:
                ply.sure = sure
                unsure.append(number)
                told += [number] if ply.status == "confirmed" else []
            elif news and number <= same:
                out.append(Restated(number, ply))
        return [*out, *([Weighed(unsure[0], tuple(told))] if unsure else [])]

    def _stop(self, why: str | None, number: int) -> list[Change]:
        """From which ply on the record is followed no more, and that it is again."""
        before, self._stopped_at = self._stopped_at, None if why is None else number
        if before == self._stopped_at:
            return []
        out: list[Change] = [] if before is None else [Certain(before)]
        return out if why is None else [*out, Uncertain(number, why, lasting=True)]

    def _result(self, t_s: float, line: Line) -> list[Change]:
        """The result that is claimed: proposed, corrected or withdrawn."""
        players = self._showing.players
        if line.result == (None if players is None else players[0]):
            return []
        return self._showing.withdraw() if line.result is None else [self._showing.show(t_s, (line.result, BY))]

    # --- what stands ----------------------------------------------------------------------------------------

    def dump(self, t_s: float, squares: str, *, idle: bool = False, stood: bool = False) -> Sequence[Change]:  # noqa: ARG002
        """What stands on the board."""
        self._stood, self.untold.away_since_s = squares, None
        if self.opinion is None:
            self.seen[:] = squares
            return NOTHING
        return self._stands(t_s, self.opinion)

    def is_no_news(self, squares: str) -> bool:
        """Whether that is known to stand."""
        return squares == self._stood and self.untold.is_over

    def _oriented(self, squares: str) -> str:
        return turned(squares) if self.rotated else squares

    def field(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """One square has changed."""
        if self._stood is None:
            return NOTHING
        return self.dump(t_s, self._stood[:square] + piece + self._stood[square + 1 :])

    def _stands(self, t_s: float, opinion: Opinion) -> list[Change]:
        """What stands was told: alarms that are over, and what is borne out now."""
        story = opinion.story
        out = self._placed(t_s, story)
        out += self._alarms.end(story) if self._alarms.standing else []
        return out if self._line is None else [*out, *self._restated(story, self._line, len(story.plies))]

    def _placed(self, t_s: float, story: Story) -> list[Change]:
        """Hold the story against what stands, whichever way the board lies."""
        out: list[Change] = []
        stood = self._stood
        if stood is not None and "".join(story.expected) == self._oriented(stood)[::-1]:
            self.rotated = not self.rotated
            out.append(Turned(self.rotated))
        self.seen[:] = story.expected if stood is None else self._oriented(stood)
        story.look_again(t_s)
        if stood is not None and not story.debts and story.plies:
            self._borne_out[len(story.plies)] = story.plies[-1].move
        self._rest_from(t_s)
        return out

    def _look(self, t_s: float, *, observed: bool) -> Sequence[Change]:  # noqa: ARG002 - it was never seen
        """Nothing is made of what stands: only scores are."""
        return NOTHING if self.opinion is None else self._stands(t_s, self.opinion)

    def tick(self, t_s: float) -> Sequence[Change]:
        """Do what is due at this time: confirm the last ply, and tell what stands otherwise than is claimed."""
        opinion, rest_s = self.opinion, t_s - self._changed_s + CLOSE_S
        self.due_s = NEVER_S
        if opinion is None:
            return NOTHING
        out = [*self._alarms.end(opinion.story), *opinion.confirm(t_s)] if rest_s >= self._confirm_after_s else []
        wait_s = self._patience_s(opinion.story)
        if wait_s is None:
            return out
        if rest_s < wait_s:
            self.due_s = self._changed_s + wait_s
            return out
        number = len(opinion.story.plies)
        found = Strange("position_unexplained", tuple(sorted(opinion.story.debts)), number)
        if any(alarm.kind == found.kind for alarm in self._alarms.standing):
            return out
        self._alarms.standing.append(found)
        return [*out, found]

    def _patience_s(self, story: Story) -> float | None:
        """How long what stands may be otherwise; None: nobody need be told."""
        debts = story.debts
        if not debts or not story.plies or self._showing.result is not None or is_over(story):
            return None
        in_hand = len(debts) == 1 and all(story.seen[square] == EMPTY for square in debts)
        return self._timing.in_hand_after_s if in_hand else self._timing.strange_after_s

    @property
    def is_plain(self) -> bool:
        """Whether the board shows the game as it is claimed."""
        return self.story is not None and not self.story.debts

    @property
    def is_lost(self) -> bool:
        """Whether the board shows another position than is claimed, in the middle of the game."""
        return bool(self._alarms.standing)

    # --- rulings ----------------------------------------------------------------------------------------------

    def reopen_game(self, t_s: float) -> Sequence[Change]:
        """The game is not over by a ruling any more: what was claimed meanwhile follows."""
        ended, self._ended, self._left = self._ended, None, None
        if ended is None or self.opinion is None:
            return NOTHING
        self._showing.reopen()
        return NOTHING if self._line is None else self._lay(t_s, self.opinion, self._line)

    def stands_corrected(self, t_s: float) -> None:
        """A person has said what was played."""
        if self.story is not None:
            self._placed(t_s, self.story)

    def let_be(self, t_s: float) -> Sequence[Change]:
        """What is claimed is no result: the game goes on."""
        self._showing.let_be(t_s)
        return NOTHING
