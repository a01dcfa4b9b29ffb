"""What a driver can say about a board, and the few things that can be asked of one.

The language between drivers and monitor. Squares are numbered as python-chess does (0 = a1, 1 = b1, .. 63 = h8)
*as the board itself is lettered*: a board that was turned round is still told in its own numbering. Pieces are FEN
letters, `.` is an empty square. Everything here is immutable and without time: the recorder stamps a reading when
it comes in.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

EMPTY = "."
PIECES = ".PRNBKQprnbkq"
"""Letters a square can hold; their order is that of the DGT piece codes 0 to 12 (protocol 2.4)."""
MAGIC = {"=": "1/2-1/2", ">": "1-0", "<": "0-1"}
"""The result pieces of some boards (protocol 2.4: codes d, e, f) and what they declare."""

Side = Literal["left", "right"]


class BoardDump(NamedTuple):
    """All 64 squares as the board sees them now."""

    squares: str
    """64 letters of `PIECES` or `MAGIC`, a1 first, h8 last."""


class FieldUpdate(NamedTuple):
    """One square has changed."""

    square: int
    piece: str


class Clock(NamedTuple):
    """What the clock connected to the board shows. Sides are the clock's own and do not turn with the board."""

    left_s: int | None
    """Seconds; None when the times are not valid (no clock connected)."""
    right_s: int | None
    running: bool
    """False: both clocks are stopped."""
    to_move: Side | None
    """The side whose lever end is up: it is that player's turn."""
    connected: bool = True
    battery_low: bool = False
    left_flag: bool = False
    """A flag is shown: the last period has ended, or one before it and the clock may run on."""
    right_flag: bool = False
    left_blocked: bool = False
    """The flag has fallen and the clock stands at 0: by the clock no period follows."""
    right_blocked: bool = False


class Identity(NamedTuple):
    """Something the board told about itself; fields it did not tell are None."""

    serial: str | None = None
    """As sent: five digits, leading zeros kept."""
    long_serial: str | None = None
    version: str | None = None
    hardware: str | None = None
    address: int | None = None
    trademark: str | None = None
    """Text from outside: never markup, never terminal control."""
    battery_percent: int | None = None


class LogChange(NamedTuple):
    """In a board's log: a square changed."""

    square: int
    piece: str
    soon: bool = False
    """Right after the record before: within about 250 ms."""


class HaltedClock(NamedTuple):
    """In a board's log: the lever was pressed; the time of the side that was halted by it."""

    side: Side
    time_s: int


class LogStanding(NamedTuple):
    """In a board's log: the board noted what stands on all its squares, as when a game can begin."""

    squares: str


class LogRestart(NamedTuple):
    """In a board's log: the board had no power before; what stands on it since, as far as it was noted."""

    squares: str


class LogGap(NamedTuple):
    """In a board's log: bytes that are no record; what came between the records around it is not known."""

    skipped: int


LogRecord = LogChange | HaltedClock | LogStanding | LogRestart | LogGap


class Memory(NamedTuple):
    """The board's own log of changes, oldest first. It ends with what had changed when it was asked for."""

    records: tuple[LogRecord, ...]


class LineUp(NamedTuple):
    """The line to the board was opened."""


class LineDown(NamedTuple):
    """The line to the board was lost or closed."""

    reason: str = ""


class Asked(NamedTuple):
    """Somebody sent the board a request that it must answer; whatever the board says next is the answer."""

    what: str


MEMORY_ASKED = "memory"
"""What is asked (`Asked`) where a board is to read its log out."""
NOT_CHESS = "not_chess"
"""Kind of a complaint about sound bytes that do not concern chess."""
RESTARTED = "restarted"
"""Kind of a complaint that drops nothing: the board had no power for a while."""


class Complaint(NamedTuple):
    """Bytes that could not be understood were dropped; nothing else was disturbed."""

    kind: str
    """One of the counter names of the driver, as `bad_length` or `interrupted`."""
    dropped: int
    """Bytes dropped since the last complaint of this kind on this line."""
    text: str


BOARD_RESTARTED = Complaint(RESTARTED, 0, "the board restarted: what changed while it had no power is not known")


class Score(NamedTuple):
    """All moves of a game and its clocks as another program claims them now: text, unchecked.

    A place whose boards are followed by scores says one before it says anything else of a game.
    """

    sans: tuple[str, ...]
    result: str | None = None
    """`1-0`, `0-1` or `1/2-1/2`; None while there is none."""
    tags: Mapping[str, str] = {}
    """As in a PGN file; `FEN` and `Variant` tell where the game began."""
    clocks: tuple[str, ...] = ()
    """For each move as far as any is told: `CLOCK+SPENT`, either of them h:mm:ss or seconds, or nothing."""


Reading = BoardDump | FieldUpdate | Clock | Identity | Memory | LineUp | LineDown | Asked | Complaint | Score


class Request(StrEnum):
    """What the monitor may ask of a board."""

    DUMP = "dump"
    MEMORY = "memory"
    MARK_START = "mark start"
