"""What a screen sees of a hall: immutable, serialisable, made anew for the boards that changed."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from dgt_monitor.events import Colour, Held, How, Level, Provenance, Rule, SquareFault, Status, Times
from dgt_monitor.tournament.event import NOBODY, Players

if TYPE_CHECKING:  # it is made of the views of moves
    from dgt_monitor.hall.evidence import Evidence

Link = Literal["up", "silent", "noisy", "lost", "recalling", "unused"]
"""`recalling`: the board reads its own log out, which takes a line for itself eight seconds; changes wait till then.
`unused`: a spare stands in its place."""
Phase = Literal["waiting", "playing", "over"]
Ended = Literal["", "taken_back", "withdrawn", "lapsed", "resolved", "arbiter"]
ClaimState = Literal["open", "restoring", "over", "closed"]


class MoveView(NamedTuple):
    """One ply that stands."""

    ply: int
    """Half-moves since the game's first position; 1 is the first move after it."""
    number: int
    """Move number as printed on a scoresheet."""
    colour: Colour
    san: str
    uci: str
    status: Status
    sure: bool
    provenance: Provenance
    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    count_max: int | None
    t_s: float
    clock: Times | None
    legal: bool = True
    """False: it stands although the Laws do not allow it, because it was answered."""
    inferred_from: int | None = None
    """Of an inferred ply: how many of its squares were seen to change as it says."""


class OccurrenceView(NamedTuple):
    """A position of this game that has stood more than once, or stands now."""

    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    count_max: int | None
    plies: tuple[int, ...]
    """After which plies it stood; 0 is the start of the game."""
    labels: tuple[str, ...]
    """The same as a scoresheet says it: `start`, `12.Kg1`, `12...Kg8`."""
    now: bool
    """This position stands on the board at this moment."""


class AlertView(NamedTuple):
    """An alert with its life."""

    id: str
    board: str
    game: int | None
    ply: int | None
    rule: Rule
    article: str | None
    level: Level
    sure: bool
    text: str
    plies: tuple[int, ...]
    squares: tuple[str, ...]
    raised_t_s: float
    cleared_t_s: float | None
    acknowledged_t_s: float | None
    profile: str = ""
    """The set of rules by which it was raised."""
    first_t_s: float = 0.0
    """When the entry began of which this is the last: it may have been told several times."""
    times: int = 1
    """How often it was told."""
    ended: Ended = ""
    """Why it has ended. `taken_back`: its moves were taken back; a draw by itself is one all the same, and stands."""
    acknowledged_by: str = ""
    """Who has seen it last; also where play went on since. Text from outside."""
    played_on: int = 0
    """A draw by itself that was seen, and wants somebody again: so many half-moves were played since."""
    shelved_until_s: float | None = None
    """It is put aside until then."""
    shelved_by: str = ""
    """By whom. Text from outside."""
    shelved_number: int = 0
    """The ruling that put it aside."""

    @property
    def open(self) -> bool:
        """Whether it still wants somebody: standing, or ended but never acknowledged."""
        return self.cleared_t_s is None or self.acknowledged_t_s is None


class SquareView(NamedTuple):
    """A square that senses badly."""

    square: str
    fault: SquareFault
    level: Level
    text: str


class ClaimView(NamedTuple):
    """A claim or an intervention on a board: open, closed and not put back yet, or the last one of the game."""

    what: Held
    state: ClaimState
    """`restoring`: closed, play is followed again when the position of the game stands. `over`: the game is over."""
    since_t_s: float
    text: str
    """What the record says of a claim."""
    evidence: "Evidence | None"
    """What its sheet tells."""


class ResultView(NamedTuple):
    """How a game has ended, or what is proposed; `*` where nothing is."""

    game: int
    result: str
    by: str
    confirmed: bool
    """By a person, or by the time that the event gives."""
    how: How | None


class BoardView(NamedTuple):
    """One board as it is now."""

    board: str
    """The name under which the event stream speaks of it."""
    port: str
    address: int | None
    serial: str | None
    version: str | None
    link: Link
    phase: Phase
    game: int
    """0 before the first game."""
    start_fen: str
    rotated: bool
    chess960: bool
    physical: str
    """64 letters, a1 first, White's side nearest whatever way the board lies; empty before a dump."""
    understood: str
    """The same for the position after the moves; empty before the first game."""
    differing: tuple[int, ...]
    """Squares (0 = a1) on which the two differ."""
    moves: tuple[MoveView, ...]
    white_to_move: bool
    fullmove: int
    halfmove_clock: int
    """Half-moves since the last capture or pawn move."""
    count: int  # type: ignore[assignment]  # the word is worth more here than tuple.count, which it hides
    """How often the present position has stood; 0 before the first game."""
    count_max: int | None
    occurrences: tuple[OccurrenceView, ...]
    white_s: int | None
    black_s: int | None
    running: Colour | None
    result: str | None
    alerts: tuple[AlertView, ...]
    """Those that are open, worst first."""
    heard_t_s: float | None
    """When the board last said anything."""
    link_reason: str | None = None
    """Why there is no link, where that is known. Text from outside may stand in it."""
    players: Players = NOBODY
    """As a tournament file names them. Text from outside."""
    bad_squares: tuple[SquareView, ...] = ()
    """Those that sense badly, in the order in which it was told."""
    claim: ClaimView | None = None
    illegal_moves: tuple[int, int] = (0, 0)
    """Completed illegal moves of White and of Black by this record: proposed, for the arbiter to judge."""
    claim_ply: int | None = 100
    """From so many half-moves without progress a draw can be claimed; None: the event's rules know no such claim."""
    draw_ply: int | None = 150
    """From so many the game is drawn."""
    claim_count: int | None = 3
    """From so many occurrences of a position a draw can be claimed; None: the event's rules know no such claim."""
    draw_count: int | None = 5
    """From so many the game is drawn."""
    sector: str = ""
    """Where in the hall it stands, as a tournament file says it. Text from outside."""
    outcome: ResultView | None = None
    """The result with all that is known of it."""
    before: ResultView | None = None
    """That of the game before on this board, where there was one."""
    spoken: int = 0
    """How many words were heard of it since the hall met it."""

    def counts(self, times: int) -> bool:
        """Whether the rules of the event know of a position that has stood so often."""
        return any(limit is not None and times >= limit for limit in (self.claim_count, self.draw_count))

    @property
    def passed_ply(self) -> int | None:
        """The greatest of both that has been reached."""
        passed = [limit for limit in (self.claim_ply, self.draw_ply) if limit and self.halfmove_clock >= limit]
        return max(passed, default=None)

    @property
    def next_ply(self) -> int | None:
        """The next of both to be reached; the greater one where both have been."""
        limits = [limit for limit in (self.claim_ply, self.draw_ply) if limit]
        return min((limit for limit in limits if self.halfmove_clock < limit), default=max(limits, default=None))


class RulingView(NamedTuple):
    """One ruling."""

    number: int
    t_s: float
    author: str
    """Who ruled. Text from outside, as the reason and the board are."""
    kind: str
    board: str
    text: str
    """What was ruled."""
    reason: str
    why_not: str
    """Why it was not carried out; empty: it was."""
    undone: bool
    undoes: int
    """The ruling that it undoes; 0: none."""


class AsideView(NamedTuple):
    """A game that is set aside: on no board until it is fetched."""

    board: str
    """On which it was played."""
    game: int
    players: Players
    """Text from outside."""
    plies: int


class HallView(NamedTuple):
    """The whole hall at one moment."""

    t_s: float
    boards: tuple[BoardView, ...]
    """In the order of their names as people count: 2 before 10."""
    alerts: tuple[AlertView, ...]
    """All that are open in the hall, worst first, then oldest first."""
    title: str = ""
    """Event and round, where a tournament file names them. Text from outside."""
    rulings: tuple[RulingView, ...] = ()
    """The last ones, in their order."""
    aside: tuple[AsideView, ...] = ()
    """Games that can be fetched, in the order in which they were set aside."""
    labels: tuple[str, ...] = ()
    """Those that the tournament file gives to boards: boards that are to be there. Text from outside."""
    starts_s: tuple[int, ...] = ()
    """What clocks may show before move 1 by the time control, in seconds; empty: it is not known."""
