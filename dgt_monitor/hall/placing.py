"""Where in the record a ruling on the past belongs: the moment at which the moves it speaks of had been made."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from math import inf, isfinite
from typing import NamedTuple

import chess

from dgt_monitor.events import Alert, Rule
from dgt_monitor.game.changes import Ply
from dgt_monitor.game.correcting import CorrectionError, moves_of
from dgt_monitor.game.placement import letters, turned
from dgt_monitor.game.story import Story
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.refusing import (
    NO_GAME,
    NO_ILLEGAL_MOVE,
    NO_MOVES,
    RefusedError,
    another_position,
    not_carried_out,
)
from dgt_monitor.hall.repositioning import said_after, said_position
from dgt_monitor.hall.slices import Placed, Slice
from dgt_monitor.laws.identity import position_key
from drivers.readings import BoardDump, FieldUpdate, Memory


class Stretch(NamedTuple):
    """What of a slice tells of a game: all of it, or what a board said while the game was there."""

    kept: Slice
    begun: str
    """What stood when the slice began, in the board's own numbering."""
    rotated: bool
    first: int
    """The first entry that tells of the game."""
    last: int
    """How many entries there are up to its end."""
    since_s: float


def placed(stretches: Sequence[Stretch], board: HallBoard, ruling: Ruling) -> tuple[Slice, Placed]:
    """The ruling with its place, and in which slice that is; RefusedError where it cannot be carried out.

    `stretches`: one for each board on which the game was, in order.
    """
    story = board.tracker.story
    if story is None:
        raise RefusedError(NO_GAME())
    if ruling.kind == "position" and ruling.ply:
        return _stated(stretches, story, ruling)
    if ruling.kind == "position":
        said_position(board.tracker.first_position, ruling)
        return stretches[0].kept, Placed(stretches[0].first, ruling)
    if not ruling.moves:
        raise RefusedError(NO_MOVES())
    try:
        _, end = moves_of(story, ruling.ply, ruling.moves)
    except CorrectionError as error:
        raise RefusedError(not_carried_out(ruling, error.san)) from None
    last = ruling.ply + len(ruling.moves) - 1
    if ruling.kind == "settle" and not _ends_alike(story, last, end):
        raise RefusedError(another_position())
    there = _stretch(stretches, story.plies, last)
    wanted = "".join(letters(end))
    far = _distances(there, turned(wanted) if there.rotated else wanted)
    at = _at(there, story.plies, ruling.ply, last, far)
    earlier = [other.at for other in there.kept.in_effect if _overlaps(other.ruling, ruling)]
    return there.kept, Placed(max([at, *earlier]), ruling)


def placed_where_told(kept: Slice, ruling: Ruling, told: Sequence[Alert]) -> Placed:
    """A ruling on an illegal move, at the moment the alert told of it: that which it names, or the last one.

    RefusedError where none did.
    """
    known = [alert for alert in told if alert.rule is Rule.ILLEGAL_MOVE and ruling.alert_id in ("", alert.id)]
    if not known:
        raise RefusedError(NO_ILLEGAL_MOVE())
    alert = known[-1]
    return Placed(bisect_right(kept.times, alert.t), ruling._replace(alert_id=alert.id), alert.t)


def _stated(stretches: Sequence[Stretch], story: Story, ruling: Ruling) -> tuple[Slice, Placed]:
    """Rights that are said after a ply, where it had landed and what was ruled of it before is applied."""
    said_after(story, ruling)
    there = _stretch(stretches, story.plies, ruling.ply)
    _, placed = story.before(len(story.plies) - ruling.ply)
    wanted = "".join(placed)
    far = _distances(there, turned(wanted) if there.rotated else wanted)
    at = _at(there, story.plies, ruling.ply, ruling.ply, far)
    earlier = [other.at for other in there.kept.in_effect if other.ruling.moves and other.ruling.ply <= ruling.ply]
    return there.kept, Placed(max([at, *earlier]), ruling)


def _stretch(stretches: Sequence[Stretch], plies: Sequence[Ply], last: int) -> Stretch:
    """Where the last of the plies was made."""
    made_s = plies[last - 1].t_s if last <= len(plies) else inf
    return next((each for each in reversed(stretches) if each.since_s <= made_s), stretches[0])


def _ends_alike(story: Story, last: int, end: chess.Board) -> bool:
    """Whether the ply of this number led to this position."""
    back = len(story.plies) - last
    return back >= 0 and position_key(story.before(back)[0]) == position_key(end)


def _overlaps(one: Ruling, other: Ruling) -> bool:
    """Whether both speak of the same ply."""
    if "position" in (one.kind, other.kind):
        return False
    return one.ply < other.ply + len(other.moves) and other.ply < one.ply + len(one.moves)


def _distances(there: Stretch, wanted: str) -> list[int]:
    """On how many squares the board differed from a placement: at the beginning, and after each entry."""
    now = there.begun
    differing = {square for square in range(64) if now[square] != wanted[square]}
    out = [len(differing)]
    for _, what in islice(there.kept, there.last):
        if isinstance(what, FieldUpdate):
            (differing.discard if what.piece == wanted[what.square] else differing.add)(what.square)
        elif isinstance(what, BoardDump):
            differing = {square for square in range(64) if what.squares[square] != wanted[square]}
        out.append(len(differing))
    return out


def _at(there: Stretch, plies: Sequence[Ply], first: int, last: int, far: list[int]) -> int:
    """Where the moves up to the last ply had been made: as the last landed, or what they lead to stood next."""
    lowest = max(there.first, _after(there, plies[first - 2]) if first > 1 else 0)
    if any(ply.provenance == "memory" for ply in plies[max(0, first - 2) : last]):
        read = [number for number, (_, what) in enumerate(there.kept, 1) if isinstance(what, Memory)]
        lowest = max([lowest, *read])  # before it was read that game was another one
    stood = [at for at in range(lowest, len(far)) if not far[at]]
    if last > len(plies):
        nearest = min(far[lowest:])
        return stood[0] if stood else max(at for at in range(lowest, len(far)) if far[at] == nearest)
    landed = max(lowest, _after(there, plies[last - 1]))
    if not stood or not far[landed]:
        return landed
    times_s = [there.kept.began_s, *there.kept.times]
    return min(stood, key=lambda at: (abs(times_s[at] - times_s[landed]), abs(at - landed)))


def _after(there: Stretch, ply: Ply) -> int:
    """How many entries there were when this ply had landed."""
    return min(there.last, bisect_right(there.kept.times, ply.t_s)) if isfinite(ply.t_s) else 0
