"""One board followed through time: readings in, changes of opinion out.

The tracker keeps the physical placement, and knows when a game begins and when something has stood too long. What
the placement means for the game is the opinion's business (`game.opinion`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import chess

from dgt_monitor.game import gesture, strange
from dgt_monitor.game.changes import Began, Change, Explained, Ply, Signalled, Strange, Uncertain
from dgt_monitor.game.opinion import NOTHING, Opinion
from dgt_monitor.game.placement import EMPTY, START, letters, turned
from dgt_monitor.game.story import Story
from drivers.readings import MAGIC


class Timing(NamedTuple):
    """How long things must stand, in seconds."""

    confirm_after_s: float = 1.0
    """A move at rest counts as made (stream format: 1.0 s, a setting)."""
    strange_after_s: float = 3.0
    """A placement that nothing explains is told (hands, 5.5)."""
    in_hand_after_s: float = 15.0
    """Pieces taken off and not put back are told; players hold and adjust them for seconds (hands, 4; chosen)."""
    outage_s: float = 1.0
    """A line away for longer may have hidden plies (two plies take 0.4 s in a scramble: hands, 1.2; chosen)."""


class Setup(NamedTuple):
    """How a board's game begins."""

    start_fen: str = chess.STARTING_FEN
    chess960: bool = False


NEVER_S = float("inf")
"""A due time that does not come."""
SIGNALS = frozenset({"K", "k", *MAGIC})
"""Pieces whose landing can complete a result gesture."""


class Tracker:
    """The reconstruction of one board. Squares come in the board's own numbering; time only as an argument."""

    __slots__ = (
        "_away_since_s", "_changed_s", "_fresh", "_lever", "_setup", "_shown", "_shown_s", "_strange",
        "_timing", "due_s", "opinion", "rotated", "seen",
    )  # fmt: skip

    def __init__(self, setup: Setup | None = None, timing: Timing | None = None) -> None:
        self._setup = setup or Setup()
        self._timing = timing or Timing()
        self.seen: list[str] = []
        """The physical placement, White's side nearest once a game has begun; empty before the first dump."""
        self.opinion: Opinion | None = None
        """The game; None until one has begun."""
        self.rotated = False
        self.due_s = NEVER_S
        """When `tick` wants to be called next; `NEVER_S` if nothing is to come."""
        self._lever: bool | None = None
        self._strange: Strange | None = None
        self._shown: str | None = None
        """The result that the players have shown; what is moved after it belongs to no game."""
        self._shown_s = 0.0
        self._changed_s = 0.0
        self._away_since_s: float | None = None
        self._fresh = False
        """A second start: the next dump is compared with no history of changes."""

    @property
    def story(self) -> Story | None:
        """The line of play that is shown; None until a game has begun."""
        return None if self.opinion is None else self.opinion.story

    # --- readings -------------------------------------------------------------------------------------------

    def field(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """One square has changed."""
        if not self.seen:
            return NOTHING  # before the first dump nobody knows the rest of the board
        if self.rotated:
            square = 63 - square
        if self.seen[square] == piece:
            return NOTHING
        opinion = self.opinion
        if opinion is None or self._shown is not None or (piece in SIGNALS and gesture.may_signal(square, piece)):
            return self._field_apart(t_s, square, piece)
        self.seen[square] = piece
        self._changed_s = t_s
        self.due_s = t_s + self._timing.confirm_after_s
        found = opinion.field(t_s, square, piece)
        return self._meaning(t_s, opinion, found) if found is None or self._strange is not None else found

    def _field_apart(self, t_s: float, square: int, piece: str) -> Sequence[Change]:
        """A square that changed before a game, after a result, or that may complete a result."""
        self._note(t_s, square, piece)
        if piece == EMPTY:
            return NOTHING
        if self.opinion is None:
            return self._look_for_start(t_s)
        if self._shown is not None:
            return self._after_result(t_s)
        return self._explain(t_s, observed=True)

    def dump(self, t_s: float, squares: str) -> Sequence[Change]:
        """All squares at once."""
        first, after_outage = not self.seen, self._fresh
        self._fresh = False
        if first:
            self.seen.extend(squares)
            self._rest_from(t_s)
            return self._look_for_start(t_s)
        now = turned(squares) if self.rotated else squares
        differing = [square for square in range(64) if self.seen[square] != now[square]]
        out: list[Change] = []
        if after_outage and self.story is not None:
            out += self._back_after(t_s)
        for square in differing:
            self._note(t_s, square, now[square])
        if not differing:
            return out
        if self.story is None:
            return [*out, *self._look_for_start(t_s)]
        if self._shown is not None:
            return [*out, *self._after_result(t_s)]
        return [*out, *self._explain(t_s, observed=not after_outage)]

    def line_down(self, t_s: float) -> None:
        """The line to the board is away: what happens now is not seen."""
        if self._away_since_s is None:
            self._away_since_s = t_s

    def line_up(self) -> None:
        """The line is back; the next dump tells what stands there now."""
        self._fresh = bool(self.seen)

    def lever(self, white_to_move: bool) -> Sequence[Change]:
        """The clock's lever says whose turn it is. It confirms a move, it never makes one."""
        before, self._lever = self._lever, white_to_move
        opinion = self.opinion
        if before is None or before == white_to_move or opinion is None or not opinion.story.plies:
            return NOTHING
        last = opinion.story.plies[-1]
        if opinion.story.board.turn != white_to_move or last.status == "confirmed" or not opinion.last_ply_stands():
            return NOTHING
        last.pressed = True
        return opinion.confirm()

    def tick(self, t_s: float) -> Sequence[Change]:
        """Do what is due at this time."""
        self.due_s = NEVER_S
        out: list[Change] = []
        rest_s = t_s - self._changed_s
        opinion = self.opinion
        if opinion is not None and self._is_due(rest_s, self._timing.confirm_after_s) and opinion.last_ply_stands():
            out += opinion.confirm()
        self._plan(t_s)
        if self._is_due(rest_s, self._timing.strange_after_s):
            out += self._judge_rest(rest_s)
        return out

    # --- bookkeeping ----------------------------------------------------------------------------------------

    def _note(self, t_s: float, square: int, piece: str) -> None:
        self.seen[square] = piece
        if self.opinion is not None:
            self.opinion.note(t_s, square, piece)
        self._rest_from(t_s)

    def _rest_from(self, t_s: float) -> None:
        self._changed_s = t_s
        self.due_s = t_s + self._timing.confirm_after_s

    def _plan(self, t_s: float) -> None:
        """Set the next due time after the present one."""
        story, timing = self.story, self._timing
        if story is not None and not story.debts and self._strange is None:
            return
        for after_s in (timing.strange_after_s, timing.in_hand_after_s):
            due_s = self._changed_s + after_s
            if due_s > t_s + 1e-9:
                self.due_s = due_s
                return

    @staticmethod
    def _is_due(rest_s: float, after_s: float) -> bool:
        return rest_s >= after_s - 1e-9

    # --- the start of a game --------------------------------------------------------------------------------

    def _look_for_start(self, t_s: float) -> Sequence[Change]:
        board, wanted = self._array()
        if self.seen == wanted:
            return self._begin(board, rotated=self.rotated)
        if self.seen[::-1] == wanted:
            self.seen.reverse()
            return self._begin(board, rotated=not self.rotated)
        if self.due_s == NEVER_S:
            self._plan(t_s)
        return NOTHING

    def _array(self) -> tuple[chess.Board, list[str]]:
        """How the game is to begin: the position and its placement."""
        board = chess.Board(self._setup.start_fen, chess960=self._setup.chess960)
        return board, letters(board)

    def _begin(self, board: chess.Board, *, rotated: bool) -> list[Change]:
        self.rotated = rotated
        self.opinion = Opinion(board, self.seen)
        self._lever = None
        self._shown = None
        return [*self._explained(), Began(board, rotated)]

    def _stands_anew(self) -> bool:
        """Whether the pieces stand in the start array, in either direction."""
        if self._setup.chess960:
            return False  # the next array is not known
        placement = "".join(self.seen)
        return placement == START or placement == turned(START)

    def _begin_next(self) -> list[Change]:
        self._setup = Setup()
        if "".join(self.seen) != START:
            self.seen.reverse()
            self.rotated = not self.rotated
        return self._begin(chess.Board(), rotated=self.rotated)

    # --- explaining ---------------------------------------------------------------------------------------------

    def _explain(self, t_s: float, *, observed: bool) -> Sequence[Change]:
        """What stands now, as a result signalled or as play."""
        opinion = self.opinion
        assert opinion is not None  # noqa: S101 - the callers looked
        shown = gesture.shown_result(self.seen) if opinion.story.debts else None
        if shown is not None:
            self._shown, self._shown_s = shown[0], t_s
            return [*self._explained(), *opinion.before_gesture(t_s), Signalled(*shown)]
        return self._meaning(t_s, opinion, opinion.explain(t_s, observed=observed))

    def _meaning(self, t_s: float, opinion: Opinion, found: Sequence[Change] | None) -> Sequence[Change]:
        """What the game's opinion found, or where it found nothing: the next game, or plies put back in any order."""
        if found is None:
            if self._stands_anew():
                return self._begin_next()
            found = opinion.take_back_in_any_order(t_s)
        if self._strange is not None and (found or not opinion.story.debts):
            return [*self._explained(), *found]
        return found

    def _after_result(self, t_s: float) -> Sequence[Change]:
        """Pieces move after a result: a correction, the game going on, the next game, or nothing."""
        in_time = t_s - self._shown_s <= gesture.SECOND_THOUGHTS_S
        if self._stands_anew() and not (in_time and self.story and not self.story.debts):
            return self._begin_next()
        if self.story is None or not in_time:
            return NOTHING
        shown = gesture.shown_result(self.seen)
        if shown is not None and shown[0] != self._shown:
            self._shown, self._shown_s = shown[0], t_s
            return [Signalled(*shown)]
        if shown is None and not self.story.debts:
            self._shown = None
            return [Signalled(None, "kings")]
        return NOTHING

    def _explained(self) -> list[Change]:
        if self._strange is None:
            return []
        self._strange = None
        return [Explained()]

    def _back_after(self, t_s: float) -> list[Change]:
        """The line was away during a game: what was played meanwhile is not known."""
        since_s, self._away_since_s = self._away_since_s, None
        if self.story is None or since_s is None or t_s - since_s < self._timing.outage_s:
            return []
        away_s = t_s - since_s
        return [Uncertain(len(self.story.plies) + 1, f"the line was away for {away_s:.0f} s", lasting=True)]

    # --- what stands strangely ---------------------------------------------------------------------------------

    def _judge_rest(self, rest_s: float) -> list[Change]:
        if self.story is None:
            found = strange.faulty_setup(self.seen, self._array()[1])
        elif self._shown is not None:
            return []
        else:
            patient = not self._is_due(rest_s, self._timing.in_hand_after_s)
            found = strange.strangeness(self.story, patient=patient)
        if self.story is not None and (found is None or self._strange is not None):
            return []  # what is strange stays so until it is explained: neither a reply nor more of it ends the alarm
        if found == self._strange:
            return []
        out = self._explained()
        if found is not None:
            self._strange = found
            out.append(found)
        return out


def plies_of(story: Story | None) -> list[Ply]:
    """The plies of a story that may not exist yet."""
    return [] if story is None else story.plies
