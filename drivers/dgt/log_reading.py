"""The board's own log as a reading: what its tags say of the whole board, told as such (protocol 3.2)."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from drivers.dgt.memory import RawRecord, Tag, parse_log
from drivers.readings import EMPTY, HaltedClock, LogChange, LogGap, LogRecord, LogRestart, LogStanding, Memory

ARRAY = "RNBQKBNR" + "P" * 8 + EMPTY * 32 + "p" * 8 + "rnbqkbnr"
"""The normal array, a1 first."""

STANDING = {
    Tag.BEGIN_POSITION: ARRAY,
    Tag.BEGIN_POSITION_ROTATED: ARRAY[::-1],
    Tag.EMPTY_BOARD: EMPTY * 64,
}
"""Tags by which the board says what stands on all its squares at that moment."""

PIECES_OF_A_SET = 32
"""A list of all pieces is no longer: what is placed next is a piece that is seen where it goes before where it left."""
RESTARTS = frozenset({Tag.POWER_UP, Tag.WATCHDOG})


def memory_of(log: bytes, *, begins_whole: bool = False) -> Memory:
    """A log as it was dumped, or the packet a bus board answers with (`begins_whole`), as a reading."""
    return Memory(tuple(_records(parse_log(log, begins_whole=begins_whole))))


def _records(raw: Sequence[RawRecord]) -> Iterator[LogRecord]:
    at = 0
    while at < len(raw):
        record = raw[at]
        at += 1
        if isinstance(record, LogChange | HaltedClock | LogGap):
            yield record
        elif record in STANDING:
            yield LogStanding(STANDING[record])
        elif record is Tag.START_GAME or record in RESTARTS:
            pieces = listed_pieces(raw[at:])
            at += len(pieces)
            squares = "".join(pieces.get(square, EMPTY) for square in range(64))
            yield LogRestart(squares) if record in RESTARTS else LogStanding(squares)


def listed_pieces(records: Sequence[RawRecord]) -> dict[int, str]:
    """The pieces listed after a tag, by square: up to the first record that cannot belong to the list."""
    pieces: dict[int, str] = {}
    for record in takewhile(lambda record: isinstance(record, LogChange), records):
        assert isinstance(record, LogChange)  # noqa: S101 - taken while it is one
        if record.piece == EMPTY or record.square in pieces or len(pieces) == PIECES_OF_A_SET:
            break
        pieces[record.square] = record.piece
    return pieces
