"""What the monitor says: the objects of the event stream, and their JSON.

An event is made on the hot path and only written where somebody reads; so what costs (FEN, JSON) is done by
`to_json`, never before. The stream's contract is fixed for other programs: keys are added, never changed.
"""

import json
from enum import StrEnum
from json.encoder import encode_basestring as _text
from typing import Any, Literal, NamedTuple, Protocol

STREAM_VERSION = 1

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


class Board(NamedTuple):
    """A board's link changed its state."""

    t: float
    board: str
    state: LinkState
    port: str
    address: int | None
    serial: str | None
    version: str | None
    reason: str | None = None
    """Of `lost`: why, and what to do about it, where that is known. Text from outside may stand in it."""
    kind: Literal["board"] = "board"


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


class Since(NamedTuple):
    """The moment from which a game was over by itself."""

    ply: int
    t: float | None
    """None for the start position, and where only the order of the plies is known."""
    clock: Times | None


class Alert(NamedTuple):
    """Something the arbiter should know, with its article."""

    t: float
    board: str
    id: str
    game: int | None
    ply: int | None
    rule: Rule
    article: str | None
    level: Level
    sure: bool
    plies: tuple[int, ...]
    text: str
    squares: tuple[str, ...] | None = None
    side: Colour | None = None
    until: str | None = None
    profile: str | None = None
    """The set of rules by which it was raised (`laws.profile`), with `+event` where the event's own rules change it."""
    since: Since | None = None
    """Of an end by itself, if it is certain: the first moment, also where it is found late or play went on."""
    kind: Literal["alert"] = "alert"


class AlertCleared(NamedTuple):
    """An alert has ended."""

    t: float
    board: str
    id: str
    game: int | None
    rule: Rule
    ply: int | None
    reason: ClearReason
    ending: Ending | None = None
    """Of an illegal move."""
    kind: Literal["alert_cleared"] = "alert_cleared"


class Clock(NamedTuple):
    """Both clocks; at most one a second per board."""

    t: float
    board: str
    white: int | None
    black: int | None
    running: Colour | None
    kind: Literal["clock"] = "clock"


MemoryState = Literal["reading", "laid_over", "does_not_fit", "not_read"]


class Memory(NamedTuple):
    """The board's own log is read, to know what was played while nobody saw it."""

    t: float
    board: str
    state: MemoryState
    """`laid_over`: every change it holds is in the moves now."""
    game: int
    kind: Literal["memory"] = "memory"


class Square(NamedTuple):
    """A square of a board senses badly, or well again."""

    t: float
    board: str
    square: str
    fault: SquareFault
    over: bool
    times: int
    """How often it was seen before it was told."""
    level: Level
    text: str
    kind: Literal["square"] = "square"


How = Literal["forfeit", "unplayed"]
"""A result that was not played for: a player was not there or was expelled; the game was not played, and its result is
`*`."""


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


class Ruled(NamedTuple):
    """A ruling that no other event tells of, carried out or not. For the arbiter only."""

    t: float
    board: str
    """Empty: of the whole hall."""
    number: int
    ruling: str
    """Its kind."""
    author: str
    state: Literal["done", "refused"]
    undoes: int | None
    reason: str
    """In the arbiter's words."""
    text: str
    """What was ruled; or why nothing was done."""
    kind: Literal["ruling"] = "ruling"


Held = Literal["claim", "intervention", "drill"]
"""Why a board is held: a player claims a draw, the arbiter has stepped in, or he tries whether alarms reach him."""
Outcome = Literal["drawn", "rejected", "over", "reinstated", "as_it_stands"]
"""How that ends: the game is drawn; the claim failed; the intervention is over; an earlier position of the game is set
up (7.5, 7.6); what stands now is the game."""


class Claim(NamedTuple):
    """A claim or an intervention is opened on a board, or closed. For the arbiter only, as all of 9.2 and 9.3."""

    t: float
    board: str
    game: int
    ply: int
    """Plies that stood when it was opened."""
    what: Held
    state: Literal["opened", "closed"]
    author: str
    claimant: Colour | None
    route: str | None
    move: str | None
    """What the claimant has written."""
    clock: Times | None
    possible: bool | None
    """Whether the claim can be made as it was; None of an intervention, as the next three."""
    supported: bool | None
    rule: Rule | None
    plies: tuple[int, ...]
    text: str
    outcome: Outcome | Literal["undone"] | None = None
    """`undone`: it counts as if it had not been opened."""
    squares: tuple[str, ...] | None = None
    """Of one that is closed: where the board differs from the position of the game."""
    kind: Literal["claim"] = "claim"


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


class Notice(NamedTuple):
    """Something about the monitor itself that somebody has to see to, or that this is over. It has no board: ``."""

    t: float
    board: str
    about: Literal["journal", "machine", "event", "label"]
    """`event`: the tournament file; `label`: what a board is called by it."""
    state: Literal["failing", "low", "slept", "good", "changed", "waits"]
    level: Level
    text: str
    kind: Literal["notice"] = "notice"


Event = (
    Board
    | GameStart
    | Move
    | Retract
    | Alert
    | AlertCleared
    | Clock
    | Memory
    | Square
    | Result
    | Claim
    | Ruled
    | Seated
    | Gone
    | Summary
    | Notice
)

# Keys that stand in the stream only where they apply; every other key is always there, null or not.
_OPTIONAL = ("white", "black", "squares", "side", "until", "profile", "since", "reason", "outcome", "how", "undoes")

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_dict(event: Event) -> dict[str, Any]:
    """The event as the JSON object of the stream, keys in a fixed order."""
    out: dict[str, Any] = {"v": STREAM_VERSION, "t": round(event.t, 6), "board": event.board, "kind": event.kind}
    out.update(zip(event._fields[2:-1], event[2:-1], strict=True))
    if isinstance(event, Move):
        _finish_move(event, out)
    elif isinstance(event, AlertCleared) and event.ending is None:
        del out["ending"]
    elif isinstance(event, Alert | Board | GameStart | Claim | Result | Ruled):
        if isinstance(event, Claim):
            out["clock"] = None if event.clock is None else event.clock._asdict()
        for key in _OPTIONAL:
            if key in out and out[key] is None:
                del out[key]
    if isinstance(event, Alert) and event.since is not None:
        ply, t, clock = event.since
        out["since"] = {"ply": ply, "t": None if t is None else round(t, 6), "clock": clock and clock._asdict()}
    return out


def _finish_move(event: Move, out: dict[str, Any]) -> None:
    out["fen"] = event.fen.fen()
    clock = event.clock
    out["clock"] = None if clock is None else {"white": clock.white, "black": clock.black}
    if event.legal:
        del out["legal"]
    if event.claimable is None:
        del out["claimable"]
    else:
        out["claimable"] = event.claimable._asdict()
    if event.inferred_from is None:
        del out["inferred_from"]


def to_json(event: Event) -> str:
    """One line of the event stream, without its newline."""
    if isinstance(event, Move) and event.legal and event.claimable is None and event.inferred_from is None:
        return _move_line(event)
    if isinstance(event, Clock):
        return _clock_line(event)
    return _ENCODER.encode(to_dict(event))


# Nearly all lines are moves and clocks: written out, they take a third of the time. A test holds them to `to_dict`.


def _move_line(event: Move) -> str:
    t, board, game, ply, uci, san, fen, count, count_max, status, sure, provenance, clock = event[:13]
    times = "null" if clock is None else f'{{"white":{clock.white},"black":{clock.black}}}'
    return (
        f'{{"v":{STREAM_VERSION},"t":{round(t, 6)!r},"board":{_text(board)},"kind":"move","game":{game},"ply":{ply},'
        f'"uci":{_or_null(uci)},"san":{_or_null(san)},"fen":"{fen.fen()}","count":{count},'
        f'"count_max":{"null" if count_max is None else count_max},"status":"{status}",'
        f'"sure":{"true" if sure else "false"},"provenance":"{provenance}","clock":{times}}}'
    )


def _clock_line(event: Clock) -> str:
    t, board, white, black, running, _ = event
    return (
        f'{{"v":{STREAM_VERSION},"t":{round(t, 6)!r},"board":{_text(board)},"kind":"clock",'
        f'"white":{"null" if white is None else white},"black":{"null" if black is None else black},'
        f'"running":{_or_null(running)}}}'
    )


def _or_null(text: str | None) -> str:
    return "null" if text is None else _text(text)
