"""What was told of a board may have been told by another one, which took its place while the line stayed open.

Nobody knows when: only that it was the same board when it last told its number.
"""

from dgt_monitor.game.changes import Change, Uncertain
from dgt_monitor.game.tracker import Tracker, plies_of
from dgt_monitor.game.untold import EXCHANGED, Base

ASKED_WITHIN_S = 40.0
"""Who asks a board for its number at all does so more often (every 30 s on the line of one board), so what was told
since is little, and is taken back. If the number is older, nobody asked, and most of it will be true (chosen)."""


def disown(tracker: Tracker, t_s: float, own: Base | None) -> list[Change]:
    """Another board is in its place; `own`: how things stood when it was itself for sure, None if that is not known.

    The last that was told is taken back, as if it had not been told; its memory will tell what it was. Where it is
    long ago that the number was told, everything since stands, and is not sure for good.
    """
    same_game = own is not None and own.opinion is tracker.opinion
    if own is None or not same_game or t_s > own.since_s + ASKED_WITHIN_S:
        return _doubt(tracker, own if same_game else None)
    if own.told == len(tracker.trail):
        return []
    _, changes = tracker.go_back(t_s, own)
    untold = tracker.untold
    untold.keep(own.since_s, EXCHANGED, lambda *_: own)
    own.spans = 2  # nothing that the other board said may settle what this one did
    away_s = untold.away_since_s
    untold.away_since_s = own.since_s if away_s is None else min(away_s, own.since_s)
    return [*changes, *tracker.end_alarms()]


def _doubt(tracker: Tracker, own: Base | None) -> list[Change]:
    if tracker.opinion is None or (own is not None and own.told == len(tracker.trail)):
        return []
    number = 1 if own is None else min(len(own.plies), len(plies_of(tracker.story))) + 1
    tracker.untold.doubt(number, for_good=True)
    return [Uncertain(number, EXCHANGED, lasting=True)]
