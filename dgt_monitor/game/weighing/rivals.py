"""Two stories that came to one position: the cheaper one goes on and remembers the other."""

from operator import attrgetter

from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import Link, Rival, gone_on, number_of, same_line

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


def give_way(branch: Branch, rival: Rival) -> None:
    """The other line stands in this branch instead of its own, which becomes the rival; what differs is not sure."""
    own, theirs = rival.parted
    longer = len(theirs) - len(own)
    first, last = (own or theirs)[0].number, own[-1].number if own else (own or theirs)[0].number - 1

    def numbers(plies: frozenset[int]) -> frozenset[int]:
        return frozenset(n if n < first else n + longer for n in plies if not first <= n <= last)

    was = branch.line
    branch.line = _by_way_of(was, rival)
    branch.unsure = numbers(branch.unsure) | {link.number for link in theirs}
    branch.to_and_fro = numbers(branch.to_and_fro)
    others = [
        Rival(one.dearer, _by_way_of(one.other, rival), _by_way_of(one.link, rival))
        for one in branch.rivals
        if one is not rival and not first <= number_of(one.link) <= last
    ]
    branch.rivals = (Rival(0.0, was, branch.line), *others)


def _by_way_of(line: Link | None, rival: Rival) -> Link | None:
    """A line that came by where a rival stood, with what that one has there instead."""
    link = line
    while link is not None and link.number > number_of(rival.link):
        link = link.before
    return gone_on(rival.other, line, rival.link) if link is rival.link else line
