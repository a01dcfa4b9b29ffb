"""How well the squares of one board sense: what flickers, is misread, shows what is not there, or never changes.

A hand can do each of it once; a square that does it again and again is told of once, and again when it is over. Squares
are in the board's own numbering here, since a bad sensor does not turn with the game. Pure, and cheap: only what was
brief is looked at.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess

from dgt_monitor.events import Level, Square, SquareFault
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.square_texts import square_text, square_well_text
from drivers.readings import EMPTY

BLINK_S = 1.0
"""A piece that is away for so long at most was not moved (chosen: four scans; a hand that adjusts takes 0.2 to 2.5 s,
but does not do it ten times)."""
SCANS_S = 0.6
"""So long one wrong scan is seen at most (chosen: two scans of 0.25 s, and what the line adds)."""
SOURCE_S = 10.0
"""A piece that left a square so shortly before may be the one that shows up elsewhere (chosen: longer than a piece is
held in a hand but by thinkers)."""
LATE_S = 2.0
"""A change told so shortly before a ply belongs to it: a pawn's square taken early, a slide (chosen)."""
MOST_OWED = 4
"""With more squares wrong the pieces are being put away, or the moves are not understood (chosen: two moves' worth)."""
UNTOLD_PLY = 2
"""Plies that changed a square which told of none of them, and play went on: one may be a piece put down beside its
square, which comes right when it moves on (chosen)."""
UNTOLD_BESIDE_PLY = 3
"""The same where nothing is wrong now, for a single stop that was worked out, wrongly perhaps, is two plies; and where
another square tells nothing already, for then the moves themselves are in doubt (chosen)."""
PLAYED_ON_PLY = 12
"""A single ply that a square did not tell of counts when so many were played on (chosen: a displaced piece is put right
by then, or somebody should look)."""
LOOKED_AT_PLY = 8
"""The last plies among which those that were worked out are looked at (chosen: each ply is looked at once at least)."""


class Bound(NamedTuple):
    """How often within what time a fault is bad enough to be told; when it was not seen for that time it is over."""

    times: int
    within_s: float


BOUNDS: dict[SquareFault, Bound] = {
    # A spell of flicker that passes is four to eight blinks; nobody has to walk for it. Ten cost the monitor certainty.
    "flickers": Bound(10, 120.0),
    # A sound board misreads one landing in hundreds; four on one square within an hour's quarter are no chance.
    "misreads": Bound(4, 900.0),
    # As misreads, but a slide that two scans tell in the wrong order looks the same now and then.
    "ghosts": Bound(6, 900.0),
}


class Bad(NamedTuple):
    """A square that is bad enough to be told of."""

    square: str
    """As the game names it: White's side nearest."""
    fault: SquareFault
    times: int
    for_s: float
    """Within so many seconds."""


class News(NamedTuple):
    """A square has become bad, or is well again."""

    bad: Bad
    over: bool = False


NOTHING: tuple[News, ...] = ()


Shown = tuple[float, str, str]
"""Since when a square shows what it does, in seconds of the recording; what it shows; and what it did before. A plain
tuple, for one is made for every update."""
UNKNOWN: Shown = (NEVER_S, "", "")
"""Before the first dump."""


class Squares:
    """What the sensors of one board have shown of themselves."""

    __slots__ = ("_seldom", "_tracker", "bad", "due_s", "shown")

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self.shown: list[Shown] = [UNKNOWN] * 64
        """By square."""
        self._seldom: dict[tuple[int, SquareFault], deque[float]] = {}
        """When a fault was seen."""
        self.bad: dict[tuple[int, SquareFault], Bad] = {}
        """What was told and is not over."""
        self.due_s = NEVER_S
        """When `tick` may find that something is over."""

    def belong_to(self, tracker: Tracker) -> None:
        """What stands on the board is understood anew, by this one."""
        self._tracker = tracker

    def field(self, t_s: float, square: int, piece: str) -> Sequence[News]:
        """One square has changed before our eyes.

        Where the change before was no blink and no square is bad, the board notes it in `shown` itself.
        """
        last = self.shown[square]
        _, before, _ = last
        if before == piece or last is UNKNOWN:
            return NOTHING
        self.shown[square] = (t_s, piece, before)
        fault = self._fault(t_s, square, piece, last)
        out = self._changes(square) if self.bad else NOTHING
        return out if fault is None else [*out, *self._note(t_s, square, fault)]

    def dump(self, t_s: float, squares: str) -> Sequence[News]:
        """All squares at once: what is otherwise changed at a time that nobody knows."""
        changed = [square for square, (_, piece, _) in enumerate(self.shown) if piece != squares[square]]
        # What follows is not brief, for all that is known.
        notes = {piece: (t_s - BLINK_S - CLOSE_S, piece, EMPTY) for piece in set(squares)}
        for square in changed:
            self.shown[square] = notes[squares[square]]
        return [news for square in changed for news in self._changes(square)] if self.bad else NOTHING

    def tick(self, t_s: float) -> list[News]:
        """What is over at this time."""
        out: list[News] = []
        self.due_s = NEVER_S
        for square, fault in [key for key in self.bad if key in self._seldom]:
            over_s = self._seldom[square, fault][-1] + BOUNDS[fault].within_s
            if over_s <= t_s + CLOSE_S:
                del self._seldom[square, fault]
                out.append(News(self.bad.pop((square, fault)), over=True))
            else:
                self.due_s = min(self.due_s, over_s)
        return out

    def owed(self, t_s: float) -> list[News]:
        """At rest: squares that told nothing of several plies that changed them."""
        tracker, story = self._tracker, self._tracker.story
        if story is None or not 0 < len(story.debts) <= MOST_OWED or tracker.is_lost:
            return []
        out: list[News] = []
        for shown in {*story.debts, *_worked_out(story)}:
            square = self._own(shown)
            if (square, "never_changes") in self.bad:
                continue
            untold = untold_plies(story, shown, self.shown[square][0])
            beside = any(fault == "never_changes" for _, fault in self.bad)
            needed = UNTOLD_BESIDE_PLY if beside or shown not in story.debts else UNTOLD_PLY
            if untold and (len(untold) >= needed or untold[-1].ago_ply >= PLAYED_ON_PLY):
                out.append(self._tell(square, "never_changes", len(untold), t_s - untold[-1].t_s))
        return out

    # --- what a brief change is -----------------------------------------------------------------------------

    def _fault(self, t_s: float, square: int, piece: str, last: Shown) -> SquareFault | None:
        """What it means that a square changes again so soon; None where a hand may have done it."""
        since_s, shown, before = last
        if shown == EMPTY:
            if piece != before or t_s - since_s > BLINK_S or self._landed_elsewhere(piece, square, since_s):
                return None
            return "flickers"
        if t_s - since_s > SCANS_S:
            return None
        if piece != EMPTY:
            return None if self._has_source(shown, square, since_s) else "misreads"
        if before != EMPTY or self._has_flickered(square, since_s):
            return None
        sourceless = not self._has_source(shown, square, since_s)
        return "ghosts" if sourceless or self._is_smear(shown, square, since_s) else None

    def _landed_elsewhere(self, piece: str, square: int, from_s: float) -> bool:
        """Whether such a piece was put down on another square since, and may be gone from there again."""
        for other, (since_s, now, before) in enumerate(self.shown):
            if since_s >= from_s and piece in (now, before) and other != square:
                return True
        return False

    def _has_source(self, piece: str, square: int, since_s: float) -> bool:
        """Whether such a piece has left another square and may be the one that is shown here."""
        for other, (left_s, _, before) in enumerate(self.shown):
            if before == piece and left_s >= since_s - SOURCE_S and other != square:
                return True
        return False

    def _has_flickered(self, square: int, since_s: float) -> bool:
        """Whether what is shown is a piece that comes and goes here."""
        times_s = self._seldom.get((square, "flickers"))
        return times_s is not None and times_s[-1] >= since_s - SOURCE_S

    def _is_smear(self, piece: str, square: int, since_s: float) -> bool:
        """Whether the piece had been put down on a neighbour of this square, and stands there still."""
        near = (self.shown[each] for each in chess.SquareSet(chess.BB_KING_ATTACKS[square]))
        return any(now == piece and 0.0 <= since_s - put_s <= SCANS_S for put_s, now, _ in near)

    # --- telling --------------------------------------------------------------------------------------------

    def _note(self, t_s: float, square: int, fault: SquareFault) -> list[News]:
        bound = BOUNDS[fault]
        times_s = self._seldom.setdefault((square, fault), deque())
        times_s.append(t_s)
        while times_s[0] < t_s - bound.within_s:
            times_s.popleft()
        if len(times_s) < bound.times or (square, fault) in self.bad:
            return []
        self.due_s = min(self.due_s, t_s + bound.within_s)
        return [self._tell(square, fault, len(times_s), t_s - times_s[0])]

    def _tell(self, square: int, fault: SquareFault, times: int, for_s: float) -> News:
        bad = self.bad[square, fault] = Bad(chess.square_name(self._own(square)), fault, times, for_s)
        return News(bad)

    def _changes(self, square: int) -> list[News]:
        """A square that had told nothing tells something."""
        bad = self.bad.pop((square, "never_changes"), None)
        return [] if bad is None else [News(bad, over=True)]

    def _own(self, square: int) -> int:
        """From the board's numbering to the game's, or back."""
        return 63 - square if self._tracker.rotated else square


class Untold(NamedTuple):
    """A ply that changed a square which did not tell of it."""

    t_s: float
    ago_ply: int


def untold_plies(story: Story, square: int, told_s: float) -> list[Untold]:
    """Those since the square told anything, newest first; the last ply of the game may still be told."""
    found: list[Untold] = []
    for ago_ply, ply in enumerate(story.plies[-2::-1], 1):
        if ply.t_s <= told_s + LATE_S:
            break
        if ply.provenance == "corrected":
            continue  # a person has said so, no square has
        if any(changed == square for changed, _ in ply.undo):
            found.append(Untold(ply.t_s, ago_ply))
    return found


def _worked_out(story: Story) -> set[int]:
    """Squares of the last plies that nobody saw."""
    recent = story.plies[-LOOKED_AT_PLY:]
    return {square for ply in recent if ply.inferred_from is not None for square, _ in ply.undo}


def events_of(t_s: float, board: str, told: Sequence[News]) -> Iterator[Square]:
    """What the stream says of it."""
    for bad, over in told:
        level, text = (Level.INFO, square_well_text(bad.square, bad.fault)) if over else square_text(*bad)
        yield Square(t_s, board, bad.square, bad.fault, over, bad.times, level, f"Bd {board}. {text}")
