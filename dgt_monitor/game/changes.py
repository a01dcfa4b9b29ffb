"""What the reconstruction says: changes of the monitor's opinion about one board."""

import sys
from typing import Literal, NamedTuple

import chess

from dgt_monitor.events import Provenance, RetractReason, Status, Times
from dgt_monitor.game.placement import Change as Placed
from dgt_monitor.game.putting import Kept

Fault = Literal["way", "check", "castling", "nothing_taken", "own_piece", "unpromoted", "colour", "turn"]
"""What is wrong with a move: the piece does not go there, its king is left in check, castling is not allowed, a pawn
takes where nothing stands, a piece of the mover's own is taken, a pawn stays one on the last rank, it becomes a piece
of the other side, it is not the turn of the piece's side."""


class Misstep(NamedTuple):
    """One piece moved as the Laws do not allow (castling: the king, with its rook)."""

    origin: int
    target: int
    changed: tuple[Placed, ...]
    """The squares it changes, with the letters they hold afterwards."""
    promotion: str
    """The kind a pawn became, as `Q`; empty for other moves."""
    name: str
    """As `Ng1-e3`."""
    fault: Fault
    of_mover: bool
    """The piece belongs to the side to move."""
    sure: bool
    """Nothing else was wrong on the board when it was seen."""
    keeps_turn: bool = False
    """The side whose turn it was has not moved by it: the other one moved twice."""

    @property
    def move(self) -> chess.Move:
        """Whence and where to; not legal."""
        kind = chess.PIECE_SYMBOLS.index(self.promotion.lower()) if self.promotion else None
        return chess.Move(self.origin, self.target, kind)

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares it changes, in order."""
        return tuple(sorted(square for square, _ in self.changed))


class Ply:
    """One half-move that stands in a story."""

    __slots__ = (
        "castling_rights",
        "clock",
        "ep_square",
        "halfmove_clock",
        "inferred_from",
        "misstep",
        "move",
        "pressed",
        "provenance",
        "replaced",
        "san",
        "status",
        "sure",
        "t_s",
        "timed",
        "uci",
        "undo",
        "unlike",
    )

    def __init__(
        self, move: chess.Move, uci: str, san: str, undo: tuple[tuple[int, str], ...], kept: Kept, t_s: float
    ) -> None:
        self.move = move
        # The same few words come in every game of a hall: one object each.
        self.uci = uci
        self.san = sys.intern(san)
        self.undo = undo
        """Squares this ply changed, with the letters they held before."""
        self.castling_rights, self.ep_square, self.halfmove_clock = kept
        self.t_s = t_s
        """When the placement was reached, in seconds of the recording."""
        self.status: Status = "provisional"
        self.sure = True
        self.provenance: Provenance = "seen"
        self.inferred_from: int | None = None
        """Of an inferred ply: how many of its squares the sensors had shown to change as it says."""
        self.clock: Times | None = None
        """Both clocks when it was made or pressed; the hall, which has the clock, puts them here."""
        self.pressed = False
        """The lever of the clock was seen to close this ply."""
        self.timed = False
        """`clock` is what the clock itself showed at that press; later readings of it say nothing of this ply."""
        self.replaced: chess.Move | None = None
        """The confirmed move that this one took the place of, because its piece moved on."""
        self.unlike: tuple[chess.Board, ...] = ()
        """Positions that other explanations of the same evidence had here."""
        self.misstep: Misstep | None = None
        """What was done, where the move is not legal and stands because it was answered."""

    @property
    def legal(self) -> bool:
        """Whether the Laws allow it."""
        return self.misstep is None

    @property
    def kept(self) -> Kept:
        """What is needed to put it back, beside `undo`."""
        return self.castling_rights, self.ep_square, self.halfmove_clock


class Began(NamedTuple):
    """A game begins; `board` is its first position."""

    board: chess.Board
    rotated: bool
    joined: bool = False
    """Nobody saw what was played before it."""


class Made(NamedTuple):
    """A ply was made. `board` is the position after it, to be read at once and never kept."""

    number: int
    """1 is the first move after the start of the game."""
    ply: Ply
    board: chess.Board


class Restated(NamedTuple):
    """A ply that stands is told again: its status has changed."""

    number: int
    ply: Ply


class Withdrawn(NamedTuple):
    """All plies from this number on are withdrawn."""

    number: int
    reason: RetractReason
    seen: bool = True
    """False: concluded from a dump after an outage, in which more may have happened."""


StrangeKind = Literal["illegal_move", "position_unexplained", "setup"]


class Strange(NamedTuple):
    """The board has been standing in a way that no legal move explains."""

    kind: StrangeKind
    squares: tuple[int, ...]
    number: int
    """The last ply that stands."""
    move: str | None = None
    """For one piece moved against the rules, as `Ng1-e3`."""
    fault: Fault | None = None
    """What is wrong with that move, where it is known."""
    state: Literal["pending", "complete", "answered"] = "pending"
    """Of an illegal move: not completed as far as anybody saw; the clock was pressed; the opponent has replied."""
    corrected: bool = False
    """The position that does not stand is one that a person has said."""


class Explained(NamedTuple):
    """What was strange on these squares is so no more."""

    squares: tuple[int, ...]


class Uncertain(NamedTuple):
    """From this ply on the history is not sure."""

    number: int
    why: str
    lasting: bool
    """All later plies are not sure either: more may have been played than anybody saw."""


class Certain(NamedTuple):
    """What was not sure from this ply on is known now, from the board's own memory or because nothing was missed."""

    number: int


class Weighed(NamedTuple):
    """From this ply on other stories stand near the one shown, or do not any more: the plies say so."""

    number: int
    told: tuple[int, ...]
    """Those to be told again for it; the others are told anyway, or are provisional still."""


class Started(NamedTuple):
    """The clock runs for the first time: from now on what is played counts for sure."""


class Turned(NamedTuple):
    """The board was turned round in the middle of the game; the game goes on."""

    rotated: bool


class Signalled(NamedTuple):
    """The players show a result on the board, or show none any more."""

    result: str | None
    by: str


Change = (
    Began
    | Made
    | Restated
    | Withdrawn
    | Strange
    | Explained
    | Uncertain
    | Certain
    | Weighed
    | Started
    | Turned
    | Signalled
)
