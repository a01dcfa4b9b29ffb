"""How much of a game may be seen: no fresh doubt, nothing before its delay, no king that shows a result. Pure."""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.broadcast.live import SAMPLE_EVERY_S, LiveGame
from dgt_monitor.broadcast.pgn import Part
from dgt_monitor.events import Move, Times
from dgt_monitor.tournament.outs import Out

CENTRE: Final = frozenset({"d4", "d5", "e4", "e5"})
"""Where kings are put to show a result."""


class Seen(NamedTuple):
    """What may be seen of a game."""

    part: Part
    due_s: float
    """When it may be more, if nothing else happens; inf: never."""


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


def doubtful_from(live: LiveGame, plies: int) -> int | None:
    """The first of so many plies that is not sure, or not confirmed."""
    return next((number for number, at_s in enumerate(live.good_s[:plies], 1) if at_s == inf), None)


def seen_at(now_s: float, live: LiveGame, delays: Delays, out: Sequence[str | None], way: Out) -> Seen:
    """What may be seen now. `out`: the moves that were seen before; what of them still stands has kept its delay."""
    moves, told_s = live.game.moves, live.game.first_told_s
    good_s = good_s_of(live, way)
    good = next((number for number, at_s in enumerate(good_s) if at_s == inf), len(moves))
    result_s = delays.out_s(live.result_s, (), live.result_s) if live.result_s < inf else inf
    plies, due_s = _common(moves[:good], out), result_s if result_s > now_s else inf
    most, at_s, since_s = delays.most_plies, -inf, max(good_s[:plies], default=-inf)
    for ply in range(plies, good):
        since_s = max(since_s, good_s[ply])
        later_s = good_s[ply + 1 : min(good, ply + 1 + most)]
        at_s = max(at_s, delays.out_s(told_s[ply], later_s, live.result_s, since_s))
        if at_s > now_s:
            due_s = min(due_s, at_s)
            break
        plies = ply + 1
    is_over = result_s <= now_s
    ready = next((number for number, at_s in enumerate(good_s) if at_s > now_s), len(moves))
    if plies >= ready and not is_over and plies > 0 and _may_show_result(moves[plies - 1]):
        plies -= 1
    doubtful = ready < len(moves) and now_s - told_s[ready] >= SAMPLE_EVERY_S
    cut = doubtful or not all(move.legal for move in moves[:plies])
    clock, next_s = _clock(now_s, live, delays, plies, cut=cut)
    return Seen(Part(plies, live.game.result if is_over else None, clock), min(due_s, next_s))


def begins_s(live: LiveGame, delays: Delays, way: Out) -> float:
    """When it may be seen that a game began where there was one before: its beginning waits as a move does."""
    good_s = good_s_of(live, way)
    later_s = good_s[: delays.most_plies]
    return delays.out_s(live.game.began_s, [at_s for at_s in later_s if at_s < inf], live.result_s)


def _common(moves: Sequence[Move], out: Sequence[str | None]) -> int:
    """So many plies that were out stand as they were."""
    pairs = enumerate(zip(moves, out, strict=False))
    return next((n for n, (move, uci) in pairs if move.uci != uci), min(len(moves), len(out)))


def _may_show_result(move: Move) -> bool:
    """Whether a last move may be no move: a king put into the centre, where that happens to be legal."""
    return move.san is not None and move.san.startswith("K") and move.uci is not None and move.uci[2:4] in CENTRE


def _clock(now_s: float, live: LiveGame, delays: Delays, plies: int, *, cut: bool) -> tuple[Times | None, float]:
    """What the clocks show after the last ply that is out, and when that may be more.

    Where moves are kept back for other reasons than a delay, the clocks go on.
    """
    game = live.game
    clock, since_s = (game.moves[plies - 1].clock, game.first_told_s[plies - 1]) if plies else (None, -inf)
    if clock is not None and not cut:
        return clock, inf
    for sample in reversed(live.samples):
        if delays.out_s(sample.t_s, (), live.result_s) <= now_s:
            return sample.clock if clock is None or sample.t_s >= since_s else clock, inf
    oldest_s = delays.out_s(live.samples[0].t_s, (), live.result_s) if live.samples else inf
    return clock, oldest_s
