"""Which moves of a game are out: what has kept its delay comes, what was withdrawn goes when that has kept it. Pure.

What is seen at a time is what was known when the delay began, but for what is known to be wrong by now and is not out:
that never goes out. Nobody can tell that from a player who thinks, so it shows nothing early.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.broadcast.live import LiveGame, is_same
from dgt_monitor.events import Move
from dgt_monitor.tournament.outs import Out


class Line(NamedTuple):
    """The moves of a game that are out."""

    moves: tuple[Move, ...] = ()
    first_told_s: tuple[float, ...] = ()
    live: LiveGame | None = None
    """Of which they are."""
    cuts: int = 0
    """So many of its withdrawals are out, or came to nothing."""
    clocks_go_on: bool = False
    """Its clocks are told though its moves do not go on."""

    def back_to(self, plies: int) -> "Line":
        """As far as this."""
        return self._replace(moves=self.moves[:plies], first_told_s=self.first_told_s[:plies])

    def as_far_as(self, live: LiveGame, plies: int) -> "Line":
        """So many plies of the game as it is told now."""
        return self._replace(moves=tuple(live.game.moves[:plies]), first_told_s=tuple(live.game.first_told_s[:plies]))


class Kept(NamedTuple):
    """What of a line still is out."""

    line: Line
    is_held: bool
    """It stays as it is until its withdrawal has kept its delay."""
    due_s: float


def good_s_of(live: LiveGame, way: Out) -> Sequence[float]:
    """From when on nothing but the delay of this way out keeps each ply back; inf: something does.

    A ply that is confirmed and not sure is good when it has stood so for as long as is wanted there.
    """
    if way.unsure:
        return live.seen_s
    if max(live.good_s, default=0.0) < inf or way.doubt_s == inf:
        return live.good_s
    plies = zip(live.good_s, live.confirmed_s, live.seen_s, strict=True)
    return [min(good_s, max(confirmed_s, seen_s + way.doubt_s)) for good_s, confirmed_s, seen_s in plies]


def kept(now_s: float, live: LiveGame, delays: Delays, out: Line, over_s: float) -> Kept:
    """What was out, less the withdrawals that have kept their delay."""
    every = len(live.cuts)
    if out.live is live:
        for number in range(out.cuts, every):
            if _stands(out, live):
                break
            cut = live.cuts[number]
            later_s = sorted(at_s for at_s in live.good_s if cut.t_s <= at_s < inf) if delays.most_plies else ()
            at_s = delays.out_s(cut.t_s, later_s, over_s)
            if at_s > now_s:
                return Kept(out._replace(cuts=number), True, at_s)
            out = out.back_to(cut.ply - 1)
    line = out.back_to(_common(out.moves, live.game.moves))
    return Kept(line._replace(live=live, cuts=every), False, inf)


def further(now_s: float, live: LiveGame, delays: Delays, way: Out, plies: int, over_s: float) -> tuple[int, float]:
    """How many plies have kept their delay, beyond those that are out; and when there may be more."""
    good_s = good_s_of(live, way)
    good = next((number for number, at_s in enumerate(good_s) if at_s == inf), len(good_s))
    most, at_s = delays.most_plies, -inf
    doubtful = [ply for ply in range(min(plies, good)) if live.good_s[ply] != live.confirmed_s[ply]]
    for ply in (*doubtful, *range(plies, good)):
        later_s = good_s[ply + 1 : min(good, ply + 1 + most)]
        at_s = max(at_s, _out_s(live, ply, way, delays, later_s, over_s))
        if ply < plies:
            continue  # it is out, and what comes after it waits until it is good again
        if at_s > now_s:
            return ply, at_s
    return max(plies, good), inf


def missing_s(live: LiveGame, delays: Delays, plies: int, over_s: float) -> float:
    """Since when everybody could see the ply after these, were it not in doubt; inf: there is none, or it waits."""
    if plies >= len(live.seen_s):
        return inf
    later_s = live.seen_s[plies + 1 : plies + 1 + delays.most_plies]
    return delays.out_s(live.seen_s[plies], later_s, over_s)


def _out_s(live: LiveGame, ply: int, way: Out, delays: Delays, later_s: Sequence[float], over_s: float) -> float:
    """When a ply may go out: what made it good is something that happened, and waits as it did."""
    told_s, seen_s, good_s = live.game.first_told_s[ply], live.seen_s[ply], live.good_s[ply]

    def waited(known_s: float, good_s: float) -> float:
        return max(delays.out_s(each_s, later_s, over_s, good_s) for each_s in {told_s, known_s})

    if way.unsure:
        return waited(seen_s, seen_s)
    sure_s = waited(good_s, good_s) if good_s < inf else inf
    confirmed_s = live.confirmed_s[ply]
    if way.doubt_s == inf or confirmed_s in (inf, good_s):
        return sure_s
    return min(sure_s, waited(confirmed_s, max(confirmed_s, seen_s + way.doubt_s)))


def _stands(out: Line, live: LiveGame) -> bool:
    """Whether all that is out is told so now."""
    return _common(out.moves, live.game.moves) == len(out.moves)


def _common(one: Sequence[Move], other: Sequence[Move]) -> int:
    """So many plies of both are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (mine, its) in pairs if not is_same(mine, its)), min(len(one), len(other)))
