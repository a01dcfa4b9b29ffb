"""What another program claims of a game, a `Score`, as a line of moves: text becomes chess here, and nowhere before.

Four things are known of such programs (of DGT LiveChess above all). They guess a move where pieces were slid or moved
fast: it has no clock time, though those before it have. They take kings that show a result for moves. They go on
behind a move that is not legal, and what they say from there on is none of the game. They lose the clock for a while.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import chess

from dgt_monitor.events import Times
from drivers.readings import Score

RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2"})
MOST_GUESSED: Final = 3
"""More moves in a row without a time were not guessed: the clock is not heard (chosen)."""
MOST_GESTURE: Final = 3
"""So many last moves may be kings that show a result (chosen: each steps once, one of them is corrected)."""
LONGEST_S: Final = 360_000
"""A time that is longer is none (chosen: 100 hours)."""
MOST_MOVES: Final = 2_000
"""Of one game; what is longer is none (chosen: the longest that is possible without the 75 moves is far off)."""
_ARRAYS: Final = 960
_TO_CENTRE: Final = re.compile(r"K[a-h]?[1-8]?x?[de][45][+#]?")
_GLYPHS: Final = "!?"

NAMES: Final = ("Event", "Site", "Date", "Round", "Board", "White", "Black", "GameId")
"""The tags that tell which game it is."""


class Line(NamedTuple):
    """What a score claims, as far as it is chess."""

    start: chess.Board
    moves: tuple[chess.Move, ...]
    clocks: tuple[Times | None, ...]
    """What both clocks showed after each move."""
    doubtful: frozenset[int]
    """Numbers of the plies that the other program may have guessed."""
    stopped: str | None
    """The first move that is not legal, as it was written: with it the record ends."""
    result: str | None
    names: tuple[str, ...]
    """Which game it says it is (`NAMES`)."""

    @property
    def is_named(self) -> bool:
        """Whether it says anything of that."""
        return any(self.names)

    def is_by_name(self, other: "Line") -> bool:
        """Whether it is the same game by its round and by one of its players at least."""
        mine, theirs = (dict(zip(NAMES, line.names, strict=True)) for line in (self, other))
        alike = {name for name in NAMES if mine[name] == theirs[name]}
        return "Round" in alike and not alike.isdisjoint({"White", "Black"})


_UNKNOWN: Final = frozenset({"", "?", "-", "????.??.??"})


def line_of(score: Score) -> Line | None:
    """What is claimed; None where it begins with no position of chess."""
    start = _start(score.tags)
    if start is None:
        return None
    sans = [san.rstrip(_GLYPHS) for san in score.sans[:MOST_MOVES]]
    moves, stopped = _moves(start, sans)
    if stopped is not None and (kept := _before_gesture(sans, len(moves))) is not None:
        moves, stopped = moves[:kept], None
    clocks = [*score.clocks[: len(moves)], *[""] * (len(moves) - len(score.clocks))]
    return Line(
        start,
        tuple(moves),
        tuple(_times(clocks, white_first=start.turn)),
        _guessed(clocks) | (_may_be_gesture(sans, score.result) if stopped is None else frozenset()),
        stopped,
        score.result if score.result in RESULTS else None,
        tuple(_name(score.tags, name) for name in NAMES),
    )


def continued(before: Line, line: Line) -> Line:
    """A line that begins with a position in the middle of the game before goes on from there; else as it is.

    A program that was started again, or lost its way, reconstructs from what stands; only placement and turn are its.
    """
    if line.start.board_fen() == before.start.board_fen():
        return line
    board, wanted = before.start.copy(stack=False), (line.start.board_fen(), line.start.turn)
    found: tuple[int, chess.Board] | None = None
    for number, move in enumerate(before.moves, 1):
        board.push(move)
        if (board.board_fen(), board.turn) == wanted:
            found = number, board.copy(stack=False)
    if found is None:
        return line
    number, reached = found
    moves = list[chess.Move]()
    for move in line.moves:
        if not reached.is_legal(move):
            return line
        moves.append(move)
        reached.push(move)
    return line._replace(
        start=before.start,
        moves=(*before.moves[:number], *moves),
        clocks=(*before.clocks[:number], *line.clocks),
        doubtful=frozenset([*(n for n in before.doubtful if n <= number), *(n + number for n in line.doubtful)]),
        names=line.names if any(line.names) else before.names,
    )


def _name(tags: Mapping[str, str], name: str) -> str:
    told = tags.get(name, "").strip()
    return "" if told in _UNKNOWN else told


def _start(tags: Mapping[str, str]) -> chess.Board | None:
    chess960 = "960" in tags.get("Variant", "") or "fischer" in tags.get("Variant", "").lower()
    number = tags.get("Chess960", "")
    if len(number) <= 3 and number.isascii() and number.isdecimal() and int(number) < _ARRAYS:
        return chess.Board.from_chess960_pos(int(number))
    try:
        board = chess.Board(tags.get("FEN") or chess.STARTING_FEN, chess960=chess960)
    except ValueError:
        return None
    return board if board.is_valid() else None


def _moves(start: chess.Board, sans: Sequence[str]) -> tuple[list[chess.Move], str | None]:
    """The moves up to the first that is not legal, and that one as it was written."""
    board, moves = start.copy(stack=False), list[chess.Move]()
    for san in sans:
        try:
            move = board.parse_san(san)
        except ValueError:
            return moves, san
        if not move:  # a null move is none of a game
            return moves, san
        moves.append(move)
        board.push(move)
    return moves, None


def _before_gesture(sans: Sequence[str], legal: int) -> int | None:
    """How many moves there are before kings that show a result; None if what is not legal is something else."""
    first = len(sans)
    while first and _TO_CENTRE.fullmatch(sans[first - 1]):
        first -= 1
    return first if first <= legal and len(sans) - first <= MOST_GESTURE else None


def _may_be_gesture(sans: Sequence[str], result: str | None) -> frozenset[int]:
    """The last ply, where a king steps to the centre as the game is said to be over: legal, and perhaps no move."""
    over = result in RESULTS and bool(sans) and _TO_CENTRE.fullmatch(sans[-1]) is not None
    return frozenset({len(sans)}) if over else frozenset()


def _guessed(clocks: Sequence[str]) -> frozenset[int]:
    """The numbers of plies that were told without a time, while those before them had one."""
    found, run, timed = set[int](), list[int](), False
    for number, text in enumerate([*clocks, "end"], 1):
        if not text:
            run.append(number)
            continue
        if timed and len(run) <= MOST_GUESSED:
            found.update(run)
        timed, run = True, []
    return frozenset(found)


def _times(clocks: Sequence[str], *, white_first: bool) -> list[Times | None]:
    """What both clocks showed after each move: the mover's as told, the other's as told before."""
    out: list[Times | None] = []
    shown: dict[bool, int] = {}
    by_white = white_first
    for text in clocks:
        told_s = seconds(text.partition("+")[0])
        if told_s is not None:
            shown[by_white] = told_s
        both = told_s is not None and len(shown) == 2
        out.append(Times(shown[True], shown[False]) if both else None)
        by_white = not by_white
    return out


def seconds(text: str) -> int | None:
    """`h:mm:ss`, `mm:ss` or seconds, fractions cut off; None where it is none of these."""
    parts = text.strip().split(":")
    whole = [*parts[:-1], parts[-1].partition(".")[0]]
    if not 1 <= len(whole) <= 3 or not all(part.isascii() and part.isdecimal() and len(part) <= 6 for part in whole):
        return None
    total_s = 0
    for part in whole:
        total_s = total_s * 60 + int(part)
    return total_s if total_s <= LONGEST_S else None
