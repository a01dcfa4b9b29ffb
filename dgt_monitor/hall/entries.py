"""What goes into a hall: readings with their place and time, rulings, and what is known beforehand."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from dgt_monitor.events import Outcome
from dgt_monitor.game.timing import Timing
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile
from drivers.readings import Reading, Request

WhiteClock = Literal["left", "right"]


class Entry(NamedTuple):
    """A reading with its stamp. `address` is the board's address on a bus line, else None."""

    t_s: float
    port: str
    address: int | None
    reading: Reading


class Ruling(NamedTuple):
    """What the arbiter decided. Which fields mean something depends on its kind; the others are empty."""

    t_s: float
    author: str
    kind: Literal["acknowledge", "claim", "intervene", "close", "stands", "penalise"]
    """`claim`, `intervene`: from now on what is moved on the board is no play, until `close`. `stands`: an illegal move
    does (A.5.2). `penalise`: for one that changes nothing on the board (7.5.3, 7.5.4)."""
    alert_id: str = ""
    """Of `acknowledge` and `stands`."""
    board: str = ""
    """Its name; of all kinds but `acknowledge`."""
    claimant: Literal["", "white", "black"] = ""
    """Of `claim`; empty: the player to move. Of `penalise`: who is."""
    route: str = ""
    """Of `claim`: a value of `laws.claim.Route`."""
    move: str = ""
    """Of `claim` by a route that needs one: the move as it was written."""
    outcome: Literal["", "drawn", "rejected", "over", "reinstated", "as_it_stands"] = ""
    """Of `close`."""

    @property
    def end(self) -> Outcome:
        """How something is closed; where nothing is said it is over and play goes on."""
        return self.outcome or "over"


class Asking(NamedTuple):
    """A request to a board."""

    port: str
    address: int | None
    request: Request


class Known(NamedTuple):
    """What is known of a hall before its first reading, and, where that is learnt later, from then on."""

    positions: Mapping[str, str] = {}
    """Port, or `port/address` on a bus line, to the FEN at which its game stands."""
    white_clock: WhiteClock | None = None
    """On which side of the clock White's time is; None: by the way the board lies and who runs first."""
    chess960: bool = False
    timing: Timing = Timing()
    profile: Profile = FIDE_OVER_THE_BOARD
    """The rules that are applied."""
    day_s: float | None = None
    """Seconds from midnight to second 0 of the record, by the hall's own time; None if that is not known."""
    tournament: TournamentFile = NO_TOURNAMENT
    """Labels of the boards and who plays there."""
    moves_required: tuple[int, ...] | None = None
    """By the end of each period but the last, counted from the first move: (40, 60); None: not known."""
