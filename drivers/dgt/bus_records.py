"""Log records of a bus packet (protocol 3.2) as readings, in their order. One board of a bus line.

What no reading can say is counted in `noted`, by name.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from drivers.dgt.log_reading import RESTARTS, STANDING, listed_pieces
from drivers.dgt.memory import END_OF_LOG, RawRecord, Tag, parse_log
from drivers.readings import (
    BOARD_RESTARTED,
    EMPTY,
    BoardDump,
    Clock,
    FieldUpdate,
    HaltedClock,
    LogChange,
    LogGap,
    Reading,
    Side,
)

LOG_GAP = "log_gap"


class RecordReader:
    """Readings of one board's packets. `drop` is told of bytes that are no record."""

    def __init__(self, noted: Counter[str], drop: Callable[[str, int], None]) -> None:
        self.clock: Clock | None = None
        """What the clock is known to have shown last."""
        self._noted = noted
        self._drop = drop
        self._dumped: str | None = None
        """A dump that came before the first packet since the line was opened: what that holds may be older."""
        self._first = True
        self._packets = 0

    def line_up(self) -> None:
        """The line was opened again: changes have waited on the board for as long as it was away."""
        self._first, self._dumped = True, None

    def dumped(self, squares: str) -> None:
        """A dump was read."""
        if self._first:
            self._dumped = squares

    def read(self, packet: bytes) -> list[Reading]:
        """All that a packet says, in order."""
        records = parse_log(packet + bytes((END_OF_LOG,)), begins_whole=True)
        if self._first and self._dumped is not None:
            older = known_before(records, self._dumped)
            self._noted["before_dump"] += older
            del records[:older]
        self._first = False
        self._packets += 1
        readings: list[Reading] = []
        at = 0
        while at < len(records):
            at += self._record(records, at, readings)
        return readings

    def _record(self, records: Sequence[RawRecord], at: int, readings: list[Reading]) -> int:
        """Read what begins at `at`; answers how many records that were."""
        match records[at]:
            case LogChange(square, piece):
                readings.append(FieldUpdate(square, piece))
            case HaltedClock(side, time_s):
                readings += self._halted(side, time_s)
            case LogGap(skipped):
                self._drop(LOG_GAP, skipped)
            case Tag.START_GAME:
                pieces = listed_pieces(records[at + 1 :])
                if pieces:
                    readings.append(BoardDump("".join(pieces.get(square, EMPTY) for square in range(64))))
                self._noted["start_game"] += 1
                return 1 + len(pieces)
            case Tag() as tag if tag in STANDING:
                readings.append(BoardDump(STANDING[tag]))
            case Tag() as tag if tag in RESTARTS:
                # The pieces that follow are read as changes: the list may go on in the next packet.
                self.clock = None
                readings += self._restarted()
            case Tag() as tag:
                self._noted[tag.name.lower()] += 1
        return 1

    def _restarted(self) -> list[Reading]:
        """The board had no power for a while: of interest if it was watched before that."""
        if self._packets == 1:
            self._noted["restarted"] += 1
            return []
        return [BOARD_RESTARTED]

    def _halted(self, side: Side, time_s: int) -> list[Reading]:
        """The clock at a press of the lever: nothing unless the other side's time is known as well.

        It is if the side now halted was the one to move before: the other has stood still since. Where it was not,
        the clock was read after the press, or a press in between left no record (protocol 3.3).
        """
        before = self.clock
        if before is None or not before.connected or before.left_s is None or before.right_s is None:
            self._noted["halted_clock"] += 1
            return []
        if before.to_move != side:
            self._noted["halted_clock"] += 1
            return []
        left = side == "left"
        running = before.running or time_s != (before.left_s if left else before.right_s)
        now = before._replace(left_s=time_s) if left else before._replace(right_s=time_s)
        self.clock = now._replace(running=running, to_move="right" if left else "left")
        return [self.clock]


def known_before(records: Sequence[RawRecord], squares: str) -> int:
    """How many of the first records a dump already shows.

    The most after which every square they touched stands as in the dump; what of these came after the dump
    nevertheless, undid itself.
    """
    wrong: set[int] = set()
    known = 0
    for number, record in enumerate(records, 1):
        if isinstance(record, LogChange):
            if record.piece == squares[record.square]:
                wrong.discard(record.square)
            else:
                wrong.add(record.square)
        if not wrong and isinstance(record, LogChange):
            known = number
    return known
