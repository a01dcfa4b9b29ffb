"""What a conversation with a board finds out about the board and its line, beside what the board says."""

from typing import NamedTuple

from drivers.readings import Identity, Request


class Identified(NamedTuple):
    """The board has told who it is, its number twice alike; told at every opening and when another board answers."""

    identity: Identity


class Followed(NamedTuple):
    """From now on the board tells every change, and the last dump that was passed on is what stands on it."""

    blind_since_s: float | None
    """What changed between this time and now was not told, or not all of it; None: never followed before."""
    changed: tuple[int, ...]
    """Squares that stand otherwise than at `blind_since_s`. Others may have changed and changed back."""


class Doubted(NamedTuple):
    """A dump contradicts what the updates said; it was held back, and another one is asked for."""

    squares: tuple[int, ...]


class Corrected(NamedTuple):
    """A second dump bears out the one that was doubted: updates of these squares were damaged or lost."""

    squares: tuple[int, ...]


class PowerCycled(NamedTuple):
    """The board had stopped telling changes, as after a loss of power; it is told to follow again.

    Only said where no other reason is known: no damage on the line, no update since the last dump that agreed.
    """

    since_s: float
    """Since when it may have been so."""


class Silent(NamedTuple):
    """The line is open, and two requests that every board must answer found no answer."""

    since_s: float
    """When the board was last heard, or the line opened."""


class Noisy(NamedTuple):
    """More bytes come damaged than a line may damage."""

    dropped: int
    """Bytes, in the last `health.NOISY_WITHIN_S`."""


class Quiet(NamedTuple):
    """A line that was noisy has been good for a while."""


class Lost(NamedTuple):
    """The line is away."""


class MemoryProgress(NamedTuple):
    """So much of the board's log has come; meanwhile nothing else is told."""

    got_bytes: int
    of_bytes: int


class MemoryEnded(NamedTuple):
    """The request for the board's log is over."""

    got: bool
    """False: the board did not send it, or the line went away; the log may be asked for again."""


class NotForThis(NamedTuple):
    """A request that a single board cannot fulfil; nothing is sent."""

    request: Request


Finding = (
    Identified
    | Followed
    | Doubted
    | Corrected
    | PowerCycled
    | Silent
    | Noisy
    | Quiet
    | Lost
    | MemoryProgress
    | MemoryEnded
    | NotForThis
)
