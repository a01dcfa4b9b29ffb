"""What is said of the games."""

from typing import Literal, NamedTuple

from dgt_monitor.events.words import (
    Claimable,
    Colour,
    Fen,
    How,
    MemoryState,
    Provenance,
    RetractReason,
    Rule,
    Status,
    Times,
)


class GameStart(NamedTuple):
    """A game begins on a board."""

    t: float
    board: str
    game: int
    start_fen: str
    rotated: bool
    chess960: bool
    white: str | None = None
    """Who plays, where a tournament file names him. Text from outside."""
    black: str | None = None
    kind: Literal["game_start"] = "game_start"


class Move(NamedTuple):
    """The monitor's present opinion of one ply."""

    t: float
    board: str
    game: int
    ply: int
    uci: str | None
    san: str | None
    fen: Fen
    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    count_max: int | None
    status: Status
    sure: bool
    provenance: Provenance
    clock: Times | None
    legal: bool = True
    claimable: Claimable | None = None
    inferred_from: int | None = None
    """Of an inferred move: how many of its squares were seen to change as it says."""
    kind: Literal["move"] = "move"


class Retract(NamedTuple):
    """Every move of a game from this ply on is withdrawn."""

    t: float
    board: str
    game: int
    ply: int
    reason: RetractReason
    kind: Literal["retract"] = "retract"


class Clock(NamedTuple):
    """Both clocks; at most one a second per board."""

    t: float
    board: str
    white: int | None
    black: int | None
    running: Colour | None
    kind: Literal["clock"] = "clock"


class Memory(NamedTuple):
    """The board's own log is read, to know what was played while nobody saw it."""

    t: float
    board: str
    state: MemoryState
    """`laid_over`: every change it holds is in the moves now."""
    game: int
    kind: Literal["memory"] = "memory"


class Result(NamedTuple):
    """A game's result, or `*` which withdraws the one before. Also of a game that is not the board's last any more."""

    t: float
    board: str
    game: int
    result: str
    by: str
    confirmed: bool
    how: How | None = None
    kind: Literal["result"] = "result"

    @property
    def stands(self) -> bool:
        """Whether there is a result from now on."""
        return self.result != "*" or self.how is not None


class Gone(NamedTuple):
    """A game is not on its board any more: it goes on on another one, or later. A reader has no game there then."""

    t: float
    board: str
    game: int
    aside: bool
    """It is set aside; else it is told anew, as another game of this board or of another one."""
    kind: Literal["gone"] = "gone"


class Seated(NamedTuple):
    """Other players sit at a board than before, or with the other colours."""

    t: float
    board: str
    game: int
    white: str | None
    """Text from outside, as the next."""
    black: str | None
    kind: Literal["players"] = "players"


class Summary(NamedTuple):
    """One game as it stood when the next began or the input ended."""

    t: float
    board: str
    game: int
    moves: tuple[str | None, ...]
    uci: tuple[str | None, ...]
    result: str
    max_count: int
    rotated: bool
    sure: bool
    alerts: tuple[Rule, ...]
    kind: Literal["summary"] = "summary"
