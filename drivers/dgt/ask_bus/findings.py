"""What a conversation on a bus line finds out about its boards, beside what the boards say."""

from typing import Literal, NamedTuple

from drivers.readings import Request


class Found(NamedTuple):
    """A board answers that was not known before."""

    address: int


class Discovered(NamedTuple):
    """Nobody new answers any more: these boards are on the line. Told at every opening."""

    addresses: tuple[int, ...]


class Nobody(NamedTuple):
    """The search of this opening is over, and no board is known on the line."""

    heard: Literal["nothing", "noise", "answers"]
    """What came instead: in the end not a byte; bytes without end, nothing of them whole; answers to pings to all, but
    none to a question of its own."""


class Silent(NamedTuple):
    """A board does not answer any more; it is only pinged from now on."""

    address: int
    since_s: float
    """When it was last heard."""


class Back(NamedTuple):
    """A board that was silent answers again."""

    address: int


class Marked(NamedTuple):
    """A game starts on this board, and its log knows."""

    address: int


class Restarted(NamedTuple):
    """The board had no power for a while."""

    address: int


class Corrected(NamedTuple):
    """A second dump bears out one that contradicted the changes: these squares stand otherwise than they said."""

    address: int
    squares: tuple[int, ...]


class ChangesLost(NamedTuple):
    """A packet of changes could not be had; the board's log since the start of the game is read."""

    address: int


class Garbled(NamedTuple):
    """All that comes from this address is damaged, while other boards are heard well: two boards may have it."""

    address: int


class TooMany(NamedTuple):
    """A board that is not followed, since there are too many on the line."""

    address: int


class MemoryEnded(NamedTuple):
    """A request for the board's log is over."""

    address: int
    got: bool


class NotForThis(NamedTuple):
    """A request to a board that is not on this line; nothing is sent."""

    address: int | None
    request: Request


Finding = (
    Found
    | Discovered
    | Nobody
    | Silent
    | Back
    | Marked
    | Restarted
    | Corrected
    | ChangesLost
    | Garbled
    | TooMany
    | MemoryEnded
    | NotForThis
)
