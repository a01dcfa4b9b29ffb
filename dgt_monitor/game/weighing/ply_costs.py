"""What a ply costs by its way and its time, and noise by how long it lasted."""

from math import log

import chess

from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.lines import NEVER_S, Link


def out_of_order(back_s: float) -> float:
    """What it costs that a ply landed so long before the one that it follows."""
    if back_s > costs.SCAN_S:
        return min(costs.ORDER_IN_SCAN + costs.ORDER_PER_S * (back_s - costs.SCAN_S), costs.ORDER_MOST)
    return costs.ORDER_IN_SCAN * back_s / costs.SCAN_S if back_s > 0 else 0.0


def hurried(link: Link, pace_s: float) -> float:
    """What it costs that a ply came sooner after the one before than plies do in this game."""
    before = link.before
    if before is None or before.landed_s == NEVER_S or link.hidden or before.hidden:
        return 0.0
    took_s = abs(link.landed_s - before.landed_s) + costs.SCAN_S
    if took_s * costs.HURRIED >= pace_s:
        return 0.0
    own, move = before.before, link.move
    if (
        own is not None
        and own.move.from_square == move.to_square
        and own.move.to_square == move.from_square
        and not own.move.promotion
    ):
        return 0.0  # home again: it may be taken back as well, and that is as hurried
    return min(log(pace_s / took_s) ** 2 / 2, costs.HURRIED_MOST)


def lingers(for_s: float) -> float:
    """What noise costs more for lasting so long."""
    return min(costs.LINGERS_PER_S * max(0.0, for_s - costs.LINGERS_AFTER_S), costs.LINGERS_MOST)


def went_over(link: Link, square: int, piece: str) -> bool:
    """Whether a ply's piece passed a square on its way, as this piece."""
    if link.expected[link.move.from_square] != piece:
        return False
    return bool(BETWEEN[link.move.from_square][link.move.to_square] & BITS[square])


def stopped(for_s: float) -> float:
    """What it costs that a piece was seen so long on a square that it went over."""
    if for_s <= costs.SLIDE_S:
        return costs.SLID_OVER
    return min(costs.STOPPED_OVER + costs.STOPPED_PER_S * (for_s - costs.SLIDE_S), costs.IN_HAND)


def on_the_way(link: Link, square: int, piece: str, for_s: float) -> float | None:
    """What it costs that a ply's piece was seen on a square on or just beyond its way; None if it is not there."""
    if went_over(link, square, piece):
        return stopped(for_s)
    origin, target = link.move.from_square, link.move.to_square
    beyond = BETWEEN[origin][square] & BITS[target] and link.expected[origin] == piece
    near = beyond and for_s <= costs.OVERSHOT_S and chess.square_distance(square, target) <= costs.OVERSHOT_SQUARES
    return costs.OVERSHOT if near else None
