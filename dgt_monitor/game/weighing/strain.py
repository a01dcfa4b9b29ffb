"""How far the cost of the best line is to be trusted: the more it has to explain, the less."""

from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import (
    NEVER_S,
    Link,
    Rival,
    number_of,
)

STRAINED = 0.1
"""Another line must be farther off by so much of what the line costs there beyond plain moves: the more it has to
explain, the less its cost is to be trusted (chosen)."""
MOST_STRAIN = 4.5
"""By so much at most: rivals that are farther off are not remembered (`rivals.NEAR`)."""


def strain_beside(best: Branch, rival: Rival) -> float:
    """`strain` of what the best line has where a rival that came to the same position has something else."""
    own, theirs = rival.parted
    if own or theirs:
        first = (own or theirs)[0].number
        return strain(best, first, own[-1].number if own else first)
    return 0.0


def strain_apart(best: Branch, own: list[Link], theirs: list[Link]) -> float:
    """`strain` of what the best line has from where another one parted: plies that both have in the end are none."""
    if not own or own[0].landed_s == NEVER_S:
        return strain(best, number_of(best.line) + 1, number_of(best.line)) if not own else 0.0
    later = len(theirs) - len(own)
    costs_after = [*[link.cost for link in own[1:]], best.cost]
    apart = [
        after - link.cost - costs.MOVE
        for n, (link, after) in enumerate(zip(own, costs_after, strict=True))
        if n + later < 0 or theirs[n + later].move != link.move
    ]
    return min(MOST_STRAIN, max(0.0, STRAINED * sum(apart)))


def strain(best: Branch, first: int, last: int) -> float:
    """How much farther off another line must be, for what the best one costs from one ply to another."""
    until, link = best.cost, best.line
    while link is not None and link.number > last:
        until, link = link.cost, link.before
    plies = 1
    while link is not None and link.number > first:
        plies, link = plies + 1, link.before
    if link is None or link.landed_s == NEVER_S:
        return 0.0
    return min(MOST_STRAIN, max(0.0, STRAINED * (until - link.cost - plies * costs.MOVE)))
