"""Where in a board's own log the changes begin that were not told: the log held against what was (protocol 3.4).

Log and trail say nearly the same: the log may leave out squares that a sliding piece crossed (protocol 3.3), and the
line may have damaged or lost something. So they are aligned from the start of the game on, with few differences.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dgt_monitor.game.trail import Trail, as_told
from drivers.readings import LogChange, LogGap, LogRecord, LogRestart, LogStanding

LEAST_DIFFERENCES = 4
"""Changes that may differ in any game (chosen: a slide and a misread square)."""
SOUND_CHANGES = 20
"""Changes for which one more may differ (chosen)."""
ALIKE = 4
"""Changes that must be alike before a placement in mid-game for it to be the same moment (chosen)."""
TWO_MOVED = 4
"""Squares that stand otherwise when two pieces have moved."""
MOST_APART = 4
"""Squares on which log and sensors may differ where the untold begins: one move (castling)."""


class Fork(NamedTuple):
    """Where the untold begins."""

    at: int
    """Record from which on the log is news."""
    placement: str
    """What stood on the board there, in its own numbering."""


class _Anchor(NamedTuple):
    """A moment at which log and trail both say what stood on the board."""

    known: int
    """Changes of the log before it."""
    record: int
    placement: str
    told: int
    """Changes of the game told before it."""


class _Fit(NamedTuple):
    cost: int
    known: int
    """Changes of the log that are known."""
    alike: int
    """Changes that were told and stand in the log."""
    anchor: _Anchor


class _Log:
    """A log as changes, and what stood on the board where that is known."""

    def __init__(self, records: Sequence[LogRecord]) -> None:
        self.records = records
        self.changes = bytearray()
        self.where: list[int] = []
        """The record of each change."""
        self.tagged: list[tuple[str, int, int]] = []
        """Whole placements that the board noted, how many changes came before each, and its record."""
        for n, record in enumerate(records):
            if isinstance(record, LogChange):
                self.changes += as_told(record.square, record.piece)
                self.where.append(n)
            elif isinstance(record, LogStanding | LogRestart):
                self.tagged.append((record.squares, len(self.where), n))

    def tags(self, start: str, told: bytes) -> Iterator[_Anchor]:
        """Where the board noted a placement at which it was seen in the game."""
        for placement, known, record in self.tagged:
            before = bytes(self.changes[: 2 * known])
            for at in _when(start, told, placement):
                enough = 2 * min(at, known, ALIKE)
                if isinstance(self.records[record], LogRestart) or _alike_before(told[: 2 * at], before) >= enough:
                    yield _Anchor(known, record, placement, at)

    def fork(self, fit: _Fit, *, restarts: bool) -> "Fork":
        """Behind what is known; a tag that stands there is news, and where `restarts`, so is having had no power."""
        anchor = fit.anchor
        at = anchor.record + 1
        if fit.known > anchor.known:
            at = self.where[fit.known - 1] + 1
        elif restarts and isinstance(self.records[anchor.record], LogRestart):
            at = anchor.record
        squares = list(anchor.placement)
        for record in self.records[anchor.record + 1 : at]:
            if isinstance(record, LogStanding | LogRestart):
                squares = list(record.squares)
            elif isinstance(record, LogChange):
                squares[record.square] = record.piece
        return Fork(at, "".join(squares))

    def returns_to(self, placement: str) -> Iterator[_Anchor]:
        """Where the game's first placement stood on the board, tagged or not."""
        squares: list[str] | None = None
        wanted = list(placement)
        known = 0
        for n, record in enumerate(self.records):
            if isinstance(record, LogStanding | LogRestart):
                squares = list(record.squares)
            elif isinstance(record, LogChange):
                known += 1
                if squares is not None:
                    squares[record.square] = record.piece
            if squares == wanted:
                yield _Anchor(known, n, placement, 0)


def locate(trail: Trail, until: int, seen: str, records: Sequence[LogRecord], *, restarts: bool = True) -> Fork | None:
    """Where in the log that begins which was not told any more from `until` on; None if that cannot be known.

    `seen`: what was known to stand on the board then, in its own numbering. `restarts`: it was not known by then that
    the board had been without power.
    """
    told = trail.of_game(until)
    if told is None:
        return None
    log = _Log(records)
    fit = _best(trail, told, log, log.tags(trail.start, told)) or _best(trail, told, log, log.returns_to(trail.start))
    if fit is None:
        return None
    fork = log.fork(fit, restarts=restarts)
    apart = sum(a != b for a, b in zip(fork.placement, seen, strict=True))
    return fork if apart == 0 or (apart <= MOST_APART and fit.alike > fit.cost) else None


def last_start(start: str, records: Sequence[LogRecord]) -> Fork | None:
    """The last game in the log that began with this placement and is there whole; None if there is none."""
    begins = [n for n, record in enumerate(records) if isinstance(record, LogStanding) and record.squares == start]
    for at in reversed(begins):
        rest = records[at + 1 :]
        if any(isinstance(record, LogChange) for record in rest):
            whole = not any(isinstance(record, LogRestart | LogGap) for record in rest)
            return Fork(at + 1, start) if whole else None
    return None


def _when(start: str, told: bytes, placement: str) -> list[int]:
    """After how many of the changes that were told this placement stood."""
    return [n for n, wrong in enumerate(_wrong(start, told, placement)) if not wrong]


def _wrong(start: str, told: bytes, placement: str) -> Iterator[int]:
    """How many squares stood otherwise than in this placement, before the first change and after each."""
    wrong = {square for square in range(64) if start[square] != placement[square]}
    yield len(wrong)
    for square, piece in zip(told[::2], told[1::2], strict=True):
        if chr(piece) == placement[square]:
            wrong.discard(square)
        else:
            wrong.add(square)
        yield len(wrong)


def _comes_round(start: str, told: bytes) -> bool:
    """Whether two pieces or more were moved and all of them went home."""
    most = 0
    for wrong in _wrong(start, told, start):
        most = max(most, wrong)
        if not wrong and most >= TWO_MOVED:
            return True
    return False


def _best(trail: Trail, told: bytes, log: _Log, anchors: Iterable[_Anchor]) -> _Fit | None:
    """The place where the game as it was told fits best; None if it fits nowhere, or in several places alike."""
    found: dict[int, _Fit] = {}
    for anchor in anchors:
        fit = _fit(told[2 * anchor.told :], log, anchor)
        if fit is not None:
            found.setdefault(anchor.known, fit)  # the first, which has most of what was told
    fits = list(found.values())
    if not fits:
        return None
    least = min(fit.cost for fit in fits)
    fits = [fit for fit in fits if fit.cost == least]
    if len(fits) > 1:
        before = trail.before_game()
        alike = [_alike_before(before, log.changes[: 2 * fit.anchor.known]) for fit in fits]
        fits = [fit for fit, length in zip(fits, alike, strict=True) if length == max(alike)]
    if len(fits) > 1 and _comes_round(trail.start, told):
        return None  # the same moves twice from the same position on: which of them were told is not known
    return fits[-1]


def _fit(told: bytes, log: _Log, anchor: _Anchor) -> _Fit | None:
    """How few changes must be passed over on both sides until all that was told is found in the log, if they are few.

    By the furthest that can be reached with so many passed over, on each diagonal of the table of both (Myers 1986).
    """
    there = bytes(log.changes[2 * anchor.known :])
    reached: dict[int, int] = {1: 0}
    for cost in range(LEAST_DIFFERENCES + len(told) // (2 * SOUND_CHANGES) + 1):
        furthest: dict[int, int] = {}
        for ahead in range(-cost, cost + 1, 2):
            at = max(reached.get(ahead - 1, -1), reached.get(ahead + 1, -1) + (1 if cost else 0))
            if at < 0 or at + ahead < 0 or 2 * at > len(told) or 2 * (at + ahead) > len(there):
                continue
            at += _run(told, 2 * at, there, 2 * (at + ahead)) // 2
            if 2 * at >= len(told):
                return _Fit(cost, anchor.known + at + ahead, at - (cost - ahead) // 2, anchor)
            furthest[ahead] = at
        reached = furthest
    return None


def _run(told: bytes, at: int, there: bytes, of_log: int) -> int:
    """How many bytes are alike from here on: whole changes."""
    if told[at:] == there[of_log : of_log + len(told) - at]:
        return len(told) - at
    length = 0
    while (word := told[at + length : at + length + 2]) and word == there[of_log + length : of_log + length + 2]:
        length += 2
    return length


def _alike_before(one: bytes, other: bytes | bytearray) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[-1 - length] == other[-1 - length]:
        length += 1
    return length
