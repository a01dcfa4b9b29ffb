"""One board followed through time: readings in, changes of opinion out.

The tracker keeps the physical placement and one story. Where an update fits one move there is nothing to weigh;
what does not fit waits, as debts of the story, until a later update explains it or it has stood too long. (The
weighing of several stories will join here: `_explain` is the only place that chooses.)
"""

from typing import NamedTuple

import chess

from dgt_monitor.events import Provenance, RetractReason, Times
from dgt_monitor.game import explain, gap, strange
from dgt_monitor.game.changes import Began, Change, Explained, Made, Ply, Restated, Strange, Uncertain, Withdrawn
from dgt_monitor.game.placement import EMPTY, START, letters, turned
from dgt_monitor.game.story import Story


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


_NOTHING: tuple[Change, ...] = ()


class Tracker:
    """The reconstruction of one board. Squares come in the board's own numbering; time only as an argument."""

    __slots__ = (
        "_away_since_s", "_changed_s", "_fresh", "_landings", "_lever", "_setup", "_strange", "_timing", "_touched",
        "clock", "due_s", "rotated", "seen", "story",
    )  # fmt: skip

    def __init__(self, setup: Setup | None = None, timing: Timing | None = None) -> None:
        self._setup = setup or Setup()
        self._timing = timing or Timing()
        self.seen: list[str] = []
        """The physical placement, White's side nearest once a game has begun; empty before the first dump."""
        self.story: Story | None = None
        self.rotated = False
        self.due_s: float | None = None
        """When `tick` wants to be called next."""
        self.clock: Times | None = None
        """Both clocks as last read; put on the plies made."""
        self._lever: bool | None = None
        self._touched: set[int] = set()
        self._landings: list[tuple[int, str]] = []
        self._strange: Strange | None = None
        self._changed_s = 0.0
        self._away_since_s: float | None = None
        self._fresh = False
        """A second start: the next dump is compared with no history of changes."""

    # --- readings -------------------------------------------------------------------------------------------

    def field(self, t_s: float, square: int, piece: str) -> list[Change] | tuple[Change, ...]:
        """One square has changed."""
        if not self.seen:
            return _NOTHING  # before the first dump nobody knows the rest of the board
        if self.rotated:
            square = 63 - square
        if self.seen[square] == piece:
            return _NOTHING
        self._note(t_s, square, piece)
        if self.story is None:
            return self._look_for_start(t_s) if piece != EMPTY else _NOTHING
        if piece == EMPTY and len(self.story.debts) == 1:
            return _NOTHING  # a piece was lifted: nothing to explain yet
        return self._explain(t_s, observed=True)

    def dump(self, t_s: float, squares: str) -> list[Change] | tuple[Change, ...]:
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
        return [*out, *self._explain(t_s, observed=not after_outage)]

    def line_down(self, t_s: float) -> None:
        """The line to the board is away: what happens now is not seen."""
        if self._away_since_s is None:
            self._away_since_s = t_s

    def line_up(self) -> None:
        """The line is back; the next dump tells what stands there now."""
        self._fresh = bool(self.seen)

    def lever(self, white_to_move: bool) -> list[Change] | tuple[Change, ...]:
        """The clock's lever says whose turn it is. It confirms a move, it never makes one."""
        before, self._lever = self._lever, white_to_move
        story = self.story
        if before is None or before == white_to_move or story is None or not story.plies:
            return _NOTHING
        last = story.plies[-1]
        if story.board.turn != white_to_move or last.status == "confirmed" or not self._last_ply_stands(story):
            return _NOTHING
        last.clock = self.clock
        return self._confirm(story)

    def tick(self, t_s: float) -> list[Change] | tuple[Change, ...]:
        """Do what is due at this time."""
        self.due_s = None
        out: list[Change] = []
        rest_s = t_s - self._changed_s
        story = self.story
        at_rest = self._is_due(rest_s, self._timing.confirm_after_s)
        if story is not None and story.plies and at_rest and self._last_ply_stands(story):
            out += self._confirm(story)
        self._plan(t_s)
        if self._is_due(rest_s, self._timing.strange_after_s):
            out += self._judge_rest(rest_s)
        return out

    # --- bookkeeping ----------------------------------------------------------------------------------------

    def _note(self, t_s: float, square: int, piece: str) -> None:
        self.seen[square] = piece
        if self.story is not None:
            self.story.told(square, t_s)
            self._touched.add(square)
            if piece != EMPTY:
                self._landings.append((square, piece))
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

    def _agreed(self) -> None:
        self._touched.clear()
        self._landings.clear()

    def _last_ply_stands(self, story: Story) -> bool:
        """Whether the board shows the last ply, but for pieces the side to move has taken up."""
        view = explain.sight(story)
        return all(explain.is_lift(view, square, story.board.turn) for square in story.debts)

    # --- the start of a game --------------------------------------------------------------------------------

    def _look_for_start(self, t_s: float) -> list[Change] | tuple[Change, ...]:
        board, wanted = self._array()
        if self.seen == wanted:
            return self._begin(board, rotated=self.rotated)
        if self.seen[::-1] == wanted:
            self.seen.reverse()
            return self._begin(board, rotated=not self.rotated)
        if self.due_s is None:
            self._plan(t_s)
        return _NOTHING

    def _array(self) -> tuple[chess.Board, list[str]]:
        """How the game is to begin: the position and its placement."""
        board = chess.Board(self._setup.start_fen, chess960=self._setup.chess960)
        return board, letters(board)

    def _begin(self, board: chess.Board, *, rotated: bool) -> list[Change]:
        self.rotated = rotated
        self.story = Story(board, self.seen)
        self._lever = None
        self._agreed()
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

    # --- explaining -----------------------------------------------------------------------------------------

    def _explain(self, t_s: float, *, observed: bool) -> list[Change] | tuple[Change, ...]:
        """What the present placement means; nothing while it is on its way."""
        story = self.story
        assert story is not None  # noqa: S101 - the callers looked
        if not story.debts:
            self._agreed()
            return self._explained()
        seen: Provenance = "seen" if observed else "inferred"
        move = explain.next_move(explain.sight(story))
        if move is not None:
            return self._make(t_s, [move], seen, sure=observed)
        move = explain.continued_move(story)
        if move is not None:
            return [*self._withdraw(t_s, 1, "revised"), *self._make(t_s, [move], seen, sure=observed)]
        return self._explain_more(t_s, story, observed=observed)

    def _explain_more(self, t_s: float, story: Story, *, observed: bool) -> list[Change] | tuple[Change, ...]:
        back = explain.plies_back(story)
        if back == 1 or (back and observed and explain.came_back_in_reverse(story, back, self._landings)):
            return [*self._withdraw(t_s, back, "taken_back"), *self._explained()]
        if not back and len(story.debts) <= 4 and explain.is_unfinished(explain.sight(story)):
            return _NOTHING
        found = self._explain_gap(t_s, story, observed=observed)
        if found:
            return found
        if self._stands_anew():
            return self._begin_next()
        if back:
            return [*self._withdraw(t_s, back, "taken_back"), *self._explained()]
        return _NOTHING

    def _explain_gap(self, t_s: float, story: Story, *, observed: bool) -> list[Change]:
        touched = frozenset(self._touched) if observed else None
        between = gap.gap_lines(explain.sight(story), touched, self._landings if observed else [])
        if not between.lines:
            return []
        sure = between.one_best and observed
        number = len(story.plies) + 1
        out = self._make(t_s, list(between.lines[0]), "inferred", sure=sure)
        if not sure:
            self._remember_others(story, number, between.lines[1:])
            if observed:
                out.append(
                    Uncertain(number, f"{len(between.lines)} orders of moves explain what was seen", lasting=False)
                )
        return out

    def _remember_others(self, story: Story, number: int, lines: tuple[tuple[chess.Move, ...], ...]) -> None:
        boards: list[list[chess.Board]] = [[] for _ in story.plies[number - 1 :]]
        for line in lines:
            board = story.board.copy(stack=len(boards))
            for _ in boards:
                board.pop()
            for n, move in enumerate(line):
                board.push(move)
                boards[n].append(board.copy(stack=False))
        for ply, others in zip(story.plies[number - 1 :], boards, strict=True):
            ply.unlike = tuple(others)

    # --- opinions -------------------------------------------------------------------------------------------

    def _make(self, t_s: float, moves: list[chess.Move], provenance: Provenance, *, sure: bool) -> list[Change]:
        story = self.story
        assert story is not None  # noqa: S101 - the callers looked
        out: list[Change] = self._explained()
        for n, move in enumerate(moves, 1):
            if story.plies and story.plies[-1].status != "confirmed":
                out += self._confirm(story)
            ply = story.make(move, t_s, provenance)
            ply.sure = sure
            ply.clock = self.clock
            board = story.board if n == len(moves) else story.board.copy(stack=False)
            out.append(Made(len(story.plies), ply, board))
        self._agreed()
        return out

    def _confirm(self, story: Story) -> list[Change]:
        last = story.plies[-1]
        if last.status == "confirmed":
            return []
        last.status = "confirmed"
        return [Restated(len(story.plies), last)]

    def _withdraw(self, t_s: float, plies: int, reason: RetractReason) -> list[Change]:
        story = self.story
        assert story is not None  # noqa: S101 - the callers looked
        for _ in range(plies):
            story.unmake(t_s)
        self._agreed()
        return [Withdrawn(len(story.plies) + 1, reason)]

    def _explained(self) -> list[Change]:
        if self._strange is None:
            return []
        self._strange = None
        return [Explained()]

    def _back_after(self, t_s: float) -> list[Change]:
        """The line was away during a game: what was played meanwhile is not known."""
        since_s, self._away_since_s = self._away_since_s, None
        story = self.story
        if story is None or since_s is None or t_s - since_s < self._timing.outage_s:
            return []
        away_s = t_s - since_s
        return [Uncertain(len(story.plies) + 1, f"the line was away for {away_s:.0f} s", lasting=True)]

    # --- what stands strangely ---------------------------------------------------------------------------------

    def _judge_rest(self, rest_s: float) -> list[Change]:
        if self.story is None:
            found = strange.faulty_setup(self.seen, self._array()[1])
        else:
            patient = not self._is_due(rest_s, self._timing.in_hand_after_s)
            found = strange.strangeness(self.story, patient=patient)
        if found == self._strange or (found is None and self.story is not None):
            return []
        out = self._explained()
        if found is not None:
            self._strange = found
            out.append(found)
        return out


def plies_of(story: Story | None) -> list[Ply]:
    """The plies of a story that may not exist yet."""
    return [] if story is None else story.plies
