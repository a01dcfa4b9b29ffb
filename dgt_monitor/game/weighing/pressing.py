"""How often the clock was pressed while two lines went different ways: they count plies, whenever each press came."""

from typing import Final

from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import NEVER_S, Link, Rival, number_of
from dgt_monitor.game.weighing.noted import Press, Trip

CYCLE_PRESSES: Final = 2
"""So often at least the clock is pressed while both sides move and move back, of four plies (chosen: the first and the
last press may come before and after)."""

LASTING_PLY: Final = 4
"""For so many plies in a row (chosen: landings that are seen late catch up by then)."""
TALLY_PLY: Final = 24
"""The last plies that are held against the presses (chosen: a scramble's worth)."""
MORE_PRESSED: Final = 3
"""So many presses more than plies mean plies that were not told: a press may have come late before the first ply, and
one early after the last."""


def fits_longer(rival: Rival, presses: list[Press]) -> bool:
    """Whether the clock was pressed nearer to as often as the longer other line has plies than as this one has.

    Counted from the landing before they part to the last before they meet: the press after the one, and not that after
    the other. What a lever costs a line hangs on which landing was seen when; in a scramble it is seen late, and the
    lever is little believed.
    """
    if rival.is_pressed is None:
        rival.is_pressed = _fits_longer(rival, presses)
    return rival.is_pressed


def _fits_longer(rival: Rival, presses: list[Press]) -> bool:
    own, theirs = rival.parted
    before = (own or theirs)[0].before
    if before is None or before.landed_s == NEVER_S:
        return False
    until_s = max(link.landed_s for link in (*own[-1:], *theirs[-1:]))
    pressed = sum(1 for press in presses if before.landed_s < press.t_s <= until_s)
    return abs(pressed - len(theirs)) < abs(pressed - len(own))


def may_be_cycle(branch: Branch, presses: list[Press], *, believed: bool) -> bool:
    """Whether what a line takes for pieces lifted and put back may be four plies that lead to the same position.

    The side to move went and came back, the other side a little after it, and one of them was seen elsewhere. The
    clock, if it is pressed at all, was so meanwhile; else pieces that left at once were knocked over and restored.
    """
    clock = believed or bool(presses)
    return any(
        first.white == branch.board.turn != second.white
        and (first.seen or second.seen)
        and _is_answer(first, second, -costs.SCAN_S if clock else costs.SCAN_S)
        and (not clock or _pressed(presses, first.since_s, second.until_s) >= CYCLE_PRESSES)
        for first in branch.trips
        for second in branch.trips
    )


def _is_answer(first: Trip, second: Trip, after_s: float) -> bool:
    """Whether one piece left while the other was away, so long after and before at least, and came home after it."""
    left = first.since_s + after_s <= second.since_s <= first.until_s - after_s
    return left and first.until_s - costs.SCAN_S <= second.until_s


def _pressed(presses: list[Press], since_s: float, until_s: float) -> int:
    return sum(1 for press in presses if since_s <= press.t_s <= until_s + costs.PRESSED_AFTER_S)


def untold_from(line: Link | None, presses: list[Press]) -> Link | None:
    """The ply of a line after which the clock was pressed for plies that it does not have; None if it was not.

    Where as many plies are told in the end as were pressed for, some were only seen late.
    """
    links: list[Link] = []
    while line is not None and line.landed_s != NEVER_S and len(links) < TALLY_PLY:
        links.append(line)
        line = line.before
    while links and links[-1].hidden:  # nobody knows how long after the one before it landed
        links.pop()
    if not links:
        return None
    counted = _counted(links[::-1], presses)
    more, since = 0, links[-1]
    untold: Link | None = None
    for link, ahead in zip(reversed(links), counted, strict=True):
        more = more + 1 if ahead >= MORE_PRESSED else 0
        if ahead <= 0:
            since, untold = link, None
        elif more == LASTING_PLY and untold is None:
            untold = since
    return untold


def _counted(links: list[Link], presses: list[Press]) -> list[int]:
    """How many presses more than plies there were by each of these plies, since the first."""
    until_s, earlier = links[0].landed_s, links[0].before
    if earlier is not None:
        until_s = max(until_s, earlier.landed_s)  # it was seen before what it answers
    times_s = _times_after(until_s, presses)
    pressed = 0
    found: list[int] = []
    for n, link in enumerate(links):
        until_s = max(until_s, link.landed_s)
        while pressed < len(times_s) and times_s[pressed] <= until_s:
            pressed += 1
        found.append(pressed - n)
    return found


def is_counted(line: Link | None, ply: Link) -> bool:
    """Whether this ply of a line is well among those that are held against the presses."""
    return number_of(line) - ply.number < TALLY_PLY - LASTING_PLY


def has_ply(line: Link | None, ply: Link | None) -> bool:
    """Whether a line has this ply, or may have it so far back that it is not held against the presses any more."""
    if ply is None:
        return False
    for _ in range(TALLY_PLY):
        if line is None or line.number <= ply.number:
            break
        line = line.before
    return line is ply or (line is not None and line.number > ply.number)


def _times_after(since_s: float, presses: list[Press]) -> list[float]:
    found: list[float] = []
    for press in reversed(presses):
        if press.t_s <= since_s:
            break
        found.append(press.t_s)
    found.reverse()
    return found
