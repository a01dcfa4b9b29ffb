"""What is said to those who look after the hall: boards, alerts, claims, rulings, the monitor itself."""

from typing import Literal, NamedTuple

from dgt_monitor.events.words import (
    ClearReason,
    Colour,
    Ending,
    Held,
    Level,
    LinkState,
    Outcome,
    Rule,
    Since,
    SquareFault,
    Times,
)


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
