"""What the reconstruction says: changes of the monitor's opinion about one board."""

import sys
from typing import Literal, NamedTuple

import chess

from dgt_monitor.events import Provenance, RetractReason, Status, Times
from dgt_monitor.game.putting import Kept


class Ply:
    """One half-move that stands in a story."""

    __slots__ = (
        "castling_rights",
        "clock",
        "ep_square",
        "halfmove_clock",
        "inferred_from",
        "move",
        "pressed",
        "provenance",
        "replaced",
        "san",
        "status",
        "sure",
        "t_s",
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
        self.replaced: chess.Move | None = None
        """The confirmed move that this one took the place of, because its piece moved on."""
        self.unlike: tuple[chess.Board, ...] = ()
        """Positions that other explanations of the same evidence had here."""

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
