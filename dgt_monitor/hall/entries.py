"""What goes into a hall: readings with their place and time, rulings, and what is known beforehand."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from dgt_monitor.events import Ending, Outcome
from dgt_monitor.game.timing import Timing
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile
from drivers.readings import Reading, Request

WhiteClock = Literal["left", "right"]
RuledOutcome = Literal[""] | Outcome | Ending


class Entry(NamedTuple):
    """A reading with its stamp. `address` is the board's address on a bus line, else None."""

    t_s: float
    port: str
    address: int | None
    reading: Reading


RulingKind = Literal[
    "acknowledge", "unacknowledge", "shelve", "claim", "intervene", "drill", "close", "stands", "penalise", "undo",
    "round_started", "round_closed", "result", "resume",
    "replace", "settle", "position", "illegal", "carry", "set_aside", "fetch", "exchange", "spare",
]  # fmt: skip
"""`claim`, `intervene`, `drill`: from now on what is moved on the board is no play, until `close`; in a drill it
raises an alarm. `stands`: an illegal move does (A.5.2). `penalise`: for one that changes nothing on the board
(7.5.3, 7.5.4). `undo`: another ruling is as if it had not been made. `round_started`, `round_closed`: of one board,
or of the whole hall where no board is named. `resume`: play goes on after a result. `replace`, `settle`: the moves
from a ply on, corrected or chosen among what the evidence left open. `position`: whose move it is and which rights
exist where the record begins, or which rights do after a ply. `illegal`: what an illegal move ended as, and the ply
whose position was restored. `carry`: the game goes on on another board. `set_aside`, `fetch`: a game is off its
board, and on one again. `exchange`: the colours, or the players of two boards. `spare`: another board stands in the
place of this one from now on, with its label and all that goes by that; the one that stood there is out of use.
`shelve`: an alert to look at asks for nobody for a while."""


class Ruling(NamedTuple):
    """What the arbiter decided. Which fields mean something depends on its kind; the others are empty."""

    t_s: float
    author: str
    kind: RulingKind
    alert_id: str = ""
    """Of `acknowledge`, `unacknowledge`, `shelve` and `stands`."""
    board: str = ""
    """Its name; of all kinds but those on alerts and `undo`."""
    claimant: Literal["", "white", "black"] = ""
    """Of `claim`; empty: the player to move. Of `penalise`: who is."""
    route: str = ""
    """Of `claim`: a value of `laws.claim.Route`."""
    move: str = ""
    """Of `claim` by a route that needs one: the move as it was written."""
    outcome: RuledOutcome = ""
    """Of `close`; of `illegal`: what it ended as."""
    number: int = 0
    """1, 2, .. in the event, given by the recorder as it takes the ruling in; 0: not yet."""
    reason: str = ""
    """In the arbiter's words; of any kind."""
    undoes: int = 0
    """Of `undo`: the number of the ruling."""
    round: int = 0
    """Of `round_started` and `round_closed`; 0: no number was said."""
    result: str = ""
    """Of `result`: one of `hall.results.RULED`; empty: no result any more."""
    ply: int = 0
    """Of `replace` and `settle`: the first that changes. Of `illegal`: after which the restored position stood. Of
    `position`: after which; 0: where the record begins."""
    moves: tuple[str, ...] = ()
    """Of `replace` and `settle`: SAN."""
    turn: Literal["", "white", "black"] = ""
    """Of `position`, as the next two."""
    castling: str = ""
    """As in a FEN."""
    en_passant: str = ""
    """The square's name."""
    to_board: str = ""
    """Of `carry` and of an `exchange` of players."""
    game: int = 0
    """Of `fetch`, and of rulings on a result or the past: which of the board's games; 0: the present one."""
    for_s: int = 0
    """Of `shelve`: for how long."""

    @property
    def end(self) -> Outcome:
        """How something is closed; where nothing is said it is over and play goes on."""
        outcome = self.outcome
        return outcome if outcome in ("drawn", "rejected", "over", "reinstated", "as_it_stands") else "over"


class Question(NamedTuple):
    """What would a ruling change? Nothing is ruled by it."""

    ruling: Ruling


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
