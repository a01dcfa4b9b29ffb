"""How much of a game may be seen: no fresh doubt, nothing before its delay, no king that shows a result. Pure."""

from bisect import bisect_right
from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple, TypeVar

from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.broadcast.line import Line, further, good_s_of, kept, missing_s
from dgt_monitor.broadcast.live import SAMPLE_EVERY_S, Begun, Decided, LiveGame, Proposed
from dgt_monitor.broadcast.pgn import Part, Score
from dgt_monitor.events import Move, Times
from dgt_monitor.tournament.outs import Out

CENTRE: Final = frozenset({"d4", "d5", "e4", "e5"})
"""Where kings are put to show a result."""
_Known = TypeVar("_Known", Begun, Decided, Proposed)


class Seen(NamedTuple):
    """What may be seen of a game."""

    score: Score
    part: Part
    line: Line
    """What of its moves is out."""
    proposed_s: float
    """Since when a result stands, confirmed or not."""
    due_s: float
    """When it may be more, if nothing else happens; inf: never."""


def doubtful_from(live: LiveGame, plies: int) -> int | None:
    """The first of so many plies that is not sure, or not confirmed."""
    return next((number for number, at_s in enumerate(live.good_s[:plies], 1) if at_s == inf), None)


def seen_at(now_s: float, live: LiveGame, delays: Delays, out: Line, way: Out) -> Seen:
    """What may be seen now. `out`: the moves that were seen before."""
    decided, result_s = _latest(now_s, live.decided, delays)
    proposed, proposed_s = _latest(now_s, live.proposed, delays)
    begun, begun_s = _latest(now_s, live.begun, delays)
    begun = begun or live.begun[0]
    over_s = _over_s(live, delays, decided)
    line, is_held, due_s = kept(now_s, live, delays, out, over_s)
    if not is_held:
        plies, due_s = further(now_s, live, delays, way, len(line.moves), over_s)
        go_on_s = missing_s(live, delays, plies, over_s) + SAMPLE_EVERY_S
        was = out.clocks_go_on and plies == len(out.moves)
        line = line.as_far_as(live, plies)._replace(clocks_go_on=was or go_on_s <= now_s)
        due_s = min(due_s, go_on_s if live.samples and go_on_s > now_s else inf)
    result = None if decided is None else decided.result
    if result is None and line.moves and _may_show_result(line.moves[-1]):
        line = line.back_to(len(line.moves) - 1)  # until the next move is out that shows that it was one
    clock, clock_s = _clock(now_s, live, delays, line, over_s)
    score = Score(begun.start, begun.reseated, line.moves, line.first_told_s)
    stands_s = proposed.since_s if proposed is not None else inf
    part = Part(len(line.moves), result, clock)
    return Seen(score, part, line, stands_s, min(due_s, result_s, proposed_s, begun_s, clock_s))


def begins_s(live: LiveGame, delays: Delays, way: Out) -> float:
    """When it may be seen that a game began where there was one before: its beginning waits as a move does."""
    good_s = good_s_of(live, way)
    later_s = [at_s for at_s in good_s[: delays.most_plies] if at_s < inf]
    over_s = _over_s(live, delays, None)
    return max(delays.out_s(each_s, later_s, over_s) for each_s in (live.game.began_s, live.begun[0].t_s))


def _latest(now_s: float, told: Sequence[_Known], delays: Delays) -> tuple[_Known | None, float]:
    """Which of what was told one after the other is out, and when it may be another; by time alone, whatever is played.

    What was replaced before it was out never is.
    """
    found = None
    for number, each in enumerate(told):
        at_s = delays.out_s(each.t_s, (), each.t_s)
        if at_s > now_s:
            if number + 1 == len(told):
                return found, at_s
        elif number + 1 == len(told) or at_s <= told[number + 1].t_s:
            found = each
    return found, inf


def _over_s(live: LiveGame, delays: Delays, decided: Decided | None) -> float:
    """When the game was or will be over for those outside."""
    if decided is None or decided.result is None:
        decided = live.decided[-1] if live.decided else None
    if decided is None or decided.result is None:
        return inf
    return delays.out_s(decided.t_s, (), decided.t_s)


def _may_show_result(move: Move) -> bool:
    """Whether a last move may be no move: a king put into the centre, where that happens to be legal."""
    return move.san is not None and move.san.startswith("K") and move.uci is not None and move.uci[2:4] in CENTRE


def _clock(now_s: float, live: LiveGame, delays: Delays, line: Line, over_s: float) -> tuple[Times | None, float]:
    """What the clocks show after the last ply that is out, and when that may be more.

    Where moves are kept back for other reasons than a delay, the clocks go on.
    """
    clock, since_s = (line.moves[-1].clock, line.first_told_s[-1]) if line.moves else (None, -inf)
    if clock is not None and not line.clocks_go_on and all(move.legal for move in line.moves):
        return clock, inf

    def out_s(number: int) -> float:
        return delays.out_s(live.samples[number].t_s, (), over_s)

    known = bisect_right(range(len(live.samples)), now_s, key=out_s)
    next_s = out_s(known) if known < len(live.samples) else inf
    if known and (clock is None or live.samples[known - 1].t_s >= since_s):
        clock = live.samples[known - 1].clock
    return clock, next_s
