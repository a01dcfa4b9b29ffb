"""All legal lines that a board's reports allow: a slow search by python-chess alone, to hold the weighing against.

A line is *consistent* with the reports if times can be found for everything its plies do to the squares, such that

- each square's reports are what a scan of it saw: a report at `t` shows what came there at most one scan before and was
  still there at `t`; what no report shows was covered by what came next within a scan, or is what was shown already;
- at the end every square shows what the line has there, and at most `UNSEEN_LANDINGS` landings have no report;
- a piece lands after it was lifted; plies land in their order (of castling the king); a side does nothing for a ply
  before its own last one has landed, and a ply is whole before that side lands again. A captured piece may be taken off
  first or be covered.

That is a set of upper bounds on differences of times; it can be met if no circle of bounds has a negative sum.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import chess

EMPTY = "."
SCAN_S = 0.25
"""All squares are read once in so many seconds (protocol: 200 to 250 ms)."""
UNSEEN_LANDINGS = 1
"""Landings of one line that no scan saw, at most: a stop-over, or a piece that was captured at once (issue)."""
CLOSE_S = 1e-6
"""What sums of times may be wrong by."""

Report = tuple[float, int, str]
"""The time in seconds, the square and the letter that it shows from then on."""
Line = tuple[str, ...]
"""The plies in UCI."""


@dataclass(frozen=True)
class Deed:
    """A ply does something to a square: from some moment on `letter` stands there."""

    ply: int
    square: int
    letter: str
    covered: bool = False
    """It may be left out: what comes next was put on top of what stood there."""


@dataclass
class Deeds:
    """What one ply does: the landing that counts, and all it does, each square's in order."""

    landing: Deed
    every: list[Deed] = field(default_factory=list)
    pieces: list[tuple[Deed, Deed]] = field(default_factory=list)
    """A piece is lifted, then it lands."""


def placed(board: chess.Board) -> list[str]:
    """The letters on all squares, a1 first."""
    pieces = board.piece_map()
    return [pieces[square].symbol() if square in pieces else EMPTY for square in chess.SQUARES]


def deeds(board: chess.Board, move: chess.Move, ply: int) -> Deeds:
    """What a legal move does to the squares, found by making it."""
    before, after = placed(board), placed(pushed(board, move))
    lifted: dict[str, Deed] = {}
    landed: dict[str, Deed] = {}
    every: list[Deed] = []
    for square in chess.SQUARES:
        if before[square] == after[square]:
            continue
        came = after[square] != EMPTY
        if before[square] != EMPTY:
            off = Deed(ply, square, EMPTY, covered=came)
            every.append(off)
            if before[square].isupper() == board.turn:
                lifted[before[square]] = off
        if came:
            landed[after[square]] = Deed(ply, square, after[square])
            every.append(landed[after[square]])
    king = "K" if board.turn else "k"
    landing = landed.get(king) or next(iter(landed.values()))
    origin = "P" if board.turn else "p"
    pieces = [(lifted.get(letter) or lifted[origin], deed) for letter, deed in landed.items()]
    return Deeds(landing, every, pieces)


def pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move."""
    after = board.copy(stack=False)
    after.push(move)
    return after


class Search:
    """All lines from one position that are consistent with these reports, up to so many plies."""

    def __init__(self, board: chess.Board, reports: Sequence[Report], plies: int) -> None:
        self._root, self._plies = board, plies
        self._first = placed(board)
        self._told: dict[int, list[tuple[float, str]]] = {}
        for t_s, square, letter in reports:
            self._told.setdefault(square, []).append((t_s, letter))
        self._last = self._first.copy()
        for square, told in self._told.items():
            self._last[square] = told[-1][1]

    def lines(self) -> list[Line]:
        """Every consistent line."""
        landings = Counter((s, letter) for s, told in self._told.items() for _, letter in told if letter != EMPTY)
        return [tuple(move.uci() for move in line) for line in self._grow(self._root, [], [], landings, 0)]

    def allows(self, moves: Sequence[chess.Move]) -> bool:
        """Whether this line is consistent."""
        board, done = self._root, []
        for ply, move in enumerate(moves):
            done.append(deeds(board, move, ply))
            board = pushed(board, move)
        return placed(board) == self._last and self._fits(done)

    def _grow(
        self,
        board: chess.Board,
        line: list[chess.Move],
        done: list[Deeds],
        landings: Counter[tuple[int, str]],
        unseen: int,
    ) -> Iterator[list[chess.Move]]:
        """The lines that begin with this one; `landings`: reported, and not yet explained by it."""
        if placed(board) == self._last and self._fits(done):
            yield line
        if len(line) == self._plies:
            return
        for move in board.legal_moves:
            origin = move.from_square
            stays = origin not in self._told and self._first[origin] != EMPTY and not board.is_castling(move)
            if stays and unseen == UNSEEN_LANDINGS:
                continue  # no change was seen of it, so another piece of its kind must have come unseen
            found = deeds(board, move, len(line))
            left, missed = landings.copy(), unseen
            for _, landing in found.pieces:
                place = landing.square, landing.letter
                missed += left[place] == 0
                left[place] -= left[place] > 0
            if missed <= UNSEEN_LANDINGS and self._may_end(after := pushed(board, move), len(line) + 1):
                yield from self._grow(after, [*line, move], [*done, found], left, missed)

    def _may_end(self, board: chess.Board, plies: int) -> bool:
        """Whether the plies that are left can bring what is shown at last; a ply changes four squares at most."""
        return sum(a != b for a, b in zip(placed(board), self._last, strict=True)) <= 4 * (self._plies - plies)

    # --- times ------------------------------------------------------------------------------------------------

    def _fits(self, done: Sequence[Deeds]) -> bool:
        squares: dict[int, list[Deed]] = {square: [] for square in self._told}
        for ply in done:
            for deed in ply.every:
                squares.setdefault(deed.square, []).append(deed)
        rules = list(_order(done))
        ways = [list(self._readings(square, came)) for square, came in squares.items()]
        return any(
            sum(way.unseen for way in chosen) <= UNSEEN_LANDINGS
            and can_be_met(rules + [bound for way in chosen for bound in way.bounds])
            for chosen in product(*ways)
        )

    def _readings(self, square: int, came: list[Deed]) -> Iterator["Reading"]:
        """Every way in which a square's reports show what came there."""
        told = self._told.get(square, [])
        for left_out in product((False, True), repeat=sum(deed.covered for deed in came)):
            out = iter(left_out)
            yield from _match([deed for deed in came if not (deed.covered and next(out))], told, self._first[square])


Bound = tuple[Deed | None, Deed | None, float]
"""The first happens at most so many seconds after the second; None is the beginning of time."""


@dataclass(frozen=True)
class Reading:
    """One way in which a square's reports show what came there: what it asks of the times."""

    bounds: list[Bound]
    unseen: int
    """Landings without a report."""


def _match(came: list[Deed], told: list[tuple[float, str]], first: str) -> Iterator[Reading]:
    for shown in product((True, False), repeat=len(came)):
        if sum(shown) == len(told) and (reading := _reading(came, told, shown, first)) is not None:
            yield reading


def _reading(
    came: list[Deed], told: list[tuple[float, str]], shown: Sequence[bool], letter: str
) -> Reading | None:  # fmt: skip
    bounds: list[Bound] = [(one, other, 0.0) for one, other in pairwise(came)]
    reports, unseen = iter(told), 0
    for n, (deed, seen) in enumerate(zip(came, shown, strict=True)):
        after = came[n + 1] if n + 1 < len(came) else None
        if seen:
            t_s, letter = next(reports)
            if letter != deed.letter:
                return None
            bounds += [(deed, None, t_s), (None, deed, SCAN_S - t_s)]
            bounds += [] if after is None else [(None, after, -t_s)]
            continue
        unseen += deed.letter != EMPTY
        if letter != deed.letter:
            if after is None:
                return None
            bounds.append((after, deed, SCAN_S))
    return Reading(bounds, unseen)


def _order(done: Sequence[Deeds]) -> Iterator[Bound]:
    """What hands can do."""
    for ply in done:
        for lifted, landed in ply.pieces:
            yield lifted, landed, 0.0
    for one, other in pairwise(done):
        yield one.landing, other.landing, 0.0
    for one, other in zip(done, done[2:], strict=False):
        for deed in other.every:
            yield one.landing, deed, 0.0
        for deed in one.every:
            yield from ((deed, landed, 0.0) for _, landed in other.pieces)


def can_be_met(bounds: Sequence[Bound]) -> bool:
    """Whether there are times that keep all these bounds: shortest ways exist (Bellman and Ford)."""
    latest_s = dict.fromkeys((deed for bound in bounds for deed in bound[:2]), 0.0)
    for _ in range(len(latest_s) + 1):
        changed = False
        for one, other, most_s in bounds:
            if latest_s[other] + most_s < latest_s[one] - CLOSE_S:
                latest_s[one] = latest_s[other] + most_s
                changed = True
        if not changed:
            return True
    return False
