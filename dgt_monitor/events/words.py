"""The words events are made of."""

from enum import StrEnum
from typing import Literal, NamedTuple, Protocol

Status = Literal["provisional", "confirmed"]
Provenance = Literal["seen", "inferred", "memory", "claimed", "corrected"]
Colour = Literal["white", "black"]
LinkState = Literal["connected", "identified", "silent", "lost", "noisy"]
RetractReason = Literal["taken_back", "revised", "arbiter"]
ClearReason = Literal["withdrawn", "lapsed", "resolved", "arbiter"]
Ending = Literal["restored", "restored_further_back", "queened", "explained", "penalised", "stands"]
"""What an illegal move ended as: the position before it stands again, or an earlier one; the pawn became a queen
(7.5.2); a legal move explains it; a ruling that changes nothing on the board (7.5.3, 7.5.4); it stands (A.5.2)."""
SquareFault = Literal["flickers", "misreads", "ghosts", "never_changes"]
"""`ghosts`: it shows pieces that are not there. `never_changes`: moves went over it, and it told nothing."""
MemoryState = Literal["reading", "laid_over", "does_not_fit", "not_read"]
How = Literal["forfeit", "unplayed"]
"""A result that was not played for: a player was not there or was expelled; the game was not played, and its result is
`*`."""
Held = Literal["claim", "intervention", "drill"]
"""Why a board is held: a player claims a draw, the arbiter has stepped in, or he tries whether alarms reach him."""
Outcome = Literal["drawn", "rejected", "over", "reinstated", "as_it_stands"]
"""How that ends: the game is drawn; the claim failed; the intervention is over; an earlier position of the game is set
up (7.5, 7.6); what stands now is the game."""


class Rule(StrEnum):
    """Why an alert is raised."""

    THREEFOLD = "threefold"
    FIVEFOLD = "fivefold"
    FIFTY = "fifty"
    SEVENTYFIVE = "seventyfive"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead_position"
    ILLEGAL_MOVE = "illegal_move"
    POSITION_UNEXPLAINED = "position_unexplained"
    HISTORY_UNCERTAIN = "history_uncertain"
    FLAG = "flag"
    SETUP = "setup"
    BOARD_LOST = "board_lost"
    BOARD_SILENT = "board_silent"
    LINE_NOISY = "line_noisy"
    CLOCK_MISSING = "clock_missing"
    CLOCK_BATTERY = "clock_battery"
    RESULT_SIGNALLED = "result_signalled"
    ANNOUNCED_MOVE = "announced_move"
    EARLY_DRAW = "early_draw"
    """A move that was written for a claim that failed was not played."""
    DRILL = "drill"
    """The arbiter tries whether an alarm reaches him: pieces were moved on a board that is in a drill."""


class Level(StrEnum):
    """What an alert asks of the arbiter."""

    ACT = "act"
    """The Laws require the arbiter to act."""
    CHECK = "check"
    """Go and look, or a player may claim: never to be shown to players."""
    INFO = "info"
    """For the record."""


class Fen(Protocol):
    """A position that can be written as FEN when somebody asks."""

    def fen(self) -> str:
        """The position in FEN; en-passant square only where a capture is legal."""


class Times(NamedTuple):
    """Both clocks, in seconds."""

    white: int
    black: int


class Claimable(NamedTuple):
    """SAN of the moves the player to move could write down to claim (9.2.1, 9.3.1)."""

    threefold: tuple[str, ...]
    fifty: tuple[str, ...]


class Since(NamedTuple):
    """The moment from which a game was over by itself."""

    ply: int
    t: float | None
    """None for the start position, and where only the order of the plies is known."""
    clock: Times | None
