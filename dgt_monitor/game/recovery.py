"""A board's own memory laid over what was seen of it: every change that was not told, in its order (protocol 3.4).

The tracker goes back to where changes began to go untold, and reads on in the log as if it saw them. The log has no
times, only the order of changes, which of them followed each other at once, and the clock at each press of the lever;
times between are made up, so that what followed at once is close together and the rest is not.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dgt_monitor.game import recall
from dgt_monitor.game.changes import Change, Made, Ply
from dgt_monitor.game.placement import START
from dgt_monitor.game.untold import Base
from drivers.readings import HaltedClock, LogChange, LogGap, LogRecord, LogRestart, LogStanding

if TYPE_CHECKING:
    from dgt_monitor.game.tracker import Tracker

SOON_S = 0.12
"""Between changes that followed each other within 250 ms (protocol 3.2)."""
LATER_S = 0.6
"""Between others: more than the slowest scan, less than a move at rest (chosen)."""
PRESS_S = 0.2
"""From the last change to the lever (chosen)."""

GAP = "a part of the board's memory cannot be read"
RESTART = "the board had no power for a while"


class Step(NamedTuple):
    """What follows from one record of the memory."""

    t_s: float
    """Made up: when it may have been."""
    changes: Sequence[Change]
    halted: HaltedClock | None = None
    """The lever was pressed: the hall, which knows whose clock that is, tells the tracker."""


def find_fork(tracker: "Tracker", base: Base, records: Sequence[LogRecord]) -> recall.Fork | None:
    """Where the untold begins in these records; None if they do not fit what was seen."""
    if base.opinion is not None:
        same_game = base.opinion is tracker.opinion
        if not same_game:
            return None
        return recall.locate(tracker.trail, base.told, base.placement, records, restarts=base.hole is None)
    start = "".join(START)
    return recall.last_start(start, records) or recall.last_start(start[::-1], records)


def read_on(
    tracker: "Tracker", t_s: float, base: Base, fork: recall.Fork, records: Sequence[LogRecord]
) -> Iterator[Step]:
    """Lead the tracker from the fork through the log; what follows from each record, to be told as it comes."""
    news = records[fork.at :]
    now_s = min(base.since_s, t_s - sum(_wait_s(record) for record in news))
    told = _told_as_confirmed(tracker, base)
    number, changes = tracker.go_back(now_s, base)
    yield Step(now_s, [*changes, *tracker.untold.certain(base, number)])
    yield Step(now_s, _remembered(tracker.dump(now_s, fork.placement)))
    for record in news:
        now_s += _wait_s(record)
        yield from _steps(tracker, now_s, record)
    if told is not None and tracker.story is not None and any(ply is told for ply in tracker.story.plies):
        told.status = "confirmed"  # it has not gone on, and a status that was told never goes back


def _told_as_confirmed(tracker: "Tracker", base: Base) -> Ply | None:
    """The last ply of the base, if it has been confirmed since and is looked at again."""
    plies = [] if tracker.story is None else tracker.story.plies
    number = len(base.plies)
    last = plies[number - 1] if 0 < number <= len(plies) else None
    return last if last is not None and last.status == "confirmed" else None


def _wait_s(record: LogRecord) -> float:
    if isinstance(record, LogChange):
        return SOON_S if record.soon else LATER_S
    return PRESS_S if isinstance(record, HaltedClock) else 0.0


def _steps(tracker: "Tracker", now_s: float, record: LogRecord) -> Iterator[Step]:
    if isinstance(record, LogChange):
        yield Step(now_s, _remembered(tracker.field(now_s, record.square, record.piece)))
    elif isinstance(record, HaltedClock):
        yield Step(now_s, (), record)
    elif isinstance(record, LogStanding):
        yield Step(now_s, _remembered(tracker.dump(now_s, record.squares)))
    elif isinstance(record, LogRestart):
        yield Step(now_s, tracker.missed(RESTART, for_good=True))
        yield Step(now_s, _remembered(tracker.dump(now_s, record.squares)))
    elif isinstance(record, LogGap):
        yield Step(now_s, tracker.missed(GAP, for_good=True))


def _remembered(changes: Sequence[Change]) -> Sequence[Change]:
    for change in changes:
        if isinstance(change, Made):
            change.ply.provenance, change.ply.inferred_from = "memory", None
    return changes
