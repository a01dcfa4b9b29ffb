"""Two stories that came to one position: the cheaper one goes on and remembers the other."""

from operator import attrgetter

from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import Rival, gone_on, same_line

NEAR = 8.0
"""A line that is dearer by more is no rival worth remembering (chosen)."""
MAX_RIVALS = 12
"""Rivals that one story remembers (chosen)."""


def merge(dearer: float, lost: Branch, kept: Branch) -> None:
    """The cheaper one remembers the other and its rivals, if they are others."""
    if dearer > NEAR or same_line(lost.line, kept.line):
        return
    near = [*kept.rivals, Rival(dearer, lost.line, kept.line)]
    for rival in lost.rivals:
        if dearer + rival.dearer <= NEAR and not _is_known(rival, kept):
            other = gone_on(rival.other, lost.line, rival.link)
            if not same_line(other, kept.line):
                near.append(Rival(dearer + rival.dearer, other, kept.line))
    near.sort(key=attrgetter("dearer"))
    kept.rivals = tuple(near[:MAX_RIVALS])


def _is_known(rival: Rival, kept: Branch) -> bool:
    """Whether a rival is older than where two lines parted: what it has otherwise is told of both."""
    return any(one.other is rival.other and one.link is rival.link for one in kept.rivals)
