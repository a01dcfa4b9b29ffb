"""What was read after moves that are ruled on is laid over them again, and nothing of it is lost.

Where the moves had been made they take the place of what was read, and all that follows is read again. With less known
than when hands were seen, that may come to less than before. Then the ruling is put in at the end instead: the later
plies stay as they were read, as far as they fit. What fits in neither way is told to be in doubt.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

import chess

from dgt_monitor.game.changes import Ply
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.differing import told_moves
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.placing import Stretch
from dgt_monitor.hall.refeeding import FedBoard
from dgt_monitor.hall.refusing import RefusedError
from dgt_monitor.hall.slices import Placed, Slice

_OF_MOVES: Final = frozenset({"replace", "settle"})


class _Loss(NamedTuple):
    """What of the later plies a ruling costs: the less the better, in this order."""

    plies: int = 0
    more: int = 0
    """Plies that were never read and are now made up, so that what was read fits."""
    sure: int = 0
    """Plies that were sure and are not."""
    stands: bool = False
    """What stands was explained and is not."""


def laid_over(
    there: Slice,
    one: Placed,
    end: Stretch,
    end_s: float,
    was: HallBoard,
    feed: Callable[[], FedBoard],
    *,
    over: bool = False,
) -> tuple[Slice, FedBoard]:
    """The board with this ruling, and the slice in which it is the last placed. It is placed so that least is lost.

    RefusedError where it cannot be carried out.

    `there`: the slice it belongs in; `end`: the stretch that the game ended in, or is in now, at `end_s`. `was`: the
    board without it. `feed`: the board as it follows from the slices. `over`: another game is set up at the end.
    """
    last = one._replace(at=end.last, since_s=end_s, late=True)
    places = ((there, one), (end.kept, last)) if one.ruling.kind in _OF_MOVES else ((there, one),)
    explained = over or was.play.is_over or not _in_debt(was)
    found: list[tuple[_Loss, int, FedBoard]] = []
    refused: list[RefusedError] = []
    for number, (kept, placed) in enumerate(places):
        try:
            fed = _with(kept, placed, feed)
        except RefusedError as error:
            refused.append(error)
            continue
        found.append((_loss(was, fed, one.ruling, explained=explained), number, fed))
        if found[-1][0] == _Loss():
            break
    if not found:
        raise refused[0]
    loss, number, fed = min(found, key=lambda each: each[:2])
    kept, placed = places[number]
    if loss.plies:
        placed = placed._replace(doubt_ply=_first_lost(was, fed, one.ruling))
        fed = _with(kept, placed, feed)
    kept.placed.append(placed)
    return kept, fed


def _with(kept: Slice, placed: Placed, feed: Callable[[], FedBoard]) -> FedBoard:
    with tried(kept.placed, placed):
        fed = feed()
    kept.placed.pop()
    return fed


@contextmanager
def tried(rulings: list[Placed], one: Placed) -> Iterator[None]:
    """A ruling is in effect, unless that cannot be."""
    rulings.append(one)
    try:
        yield
    except Exception:
        rulings.remove(one)
        raise


def _loss(was: HallBoard, fed: FedBoard, ruling: Ruling, *, explained: bool) -> _Loss:
    """`explained`: what stood while it was played is what its moves led to."""
    if ruling.kind not in _OF_MOVES:
        return _Loss()
    before, now = _later(was, ruling), _later(fed, ruling)
    stands = _in_debt(fed) and not _in_debt(was)
    if ruling.kind == "settle":  # the position is the same after it, so all that followed may have
        lost = len(before) - sum(one.move == other.move for one, other in zip(before, now, strict=False))
        more = max(0, len(now) - len(before)) if explained else 0
        return _Loss(lost, more, max(0, _in_doubt(fed) - _in_doubt(was)), stands)
    # Where nothing was in doubt, that a move is ruled is no reason to have read more moves, or fewer.
    clean = explained and all(move.sure for move in told_moves(was)[ruling.ply - 1 :])
    lost = max(0, len(before) - len(now)) if clean or _in_debt(fed) else 0
    return _Loss(lost, _made_up(was, now, ruling, len(before)) if clean else 0, stands=stands)


def _made_up(was: HallBoard, now: Sequence[Ply], ruling: Ruling, before: int) -> int:
    """How many of the later plies were not read before, neither after the moves that are ruled on nor as these."""
    if len(now) <= before:
        return 0
    read = [ply.move for ply in plies_of(was.tracker.story)[ruling.ply - 1 :]]
    return len(now) - _alike(read, [ply.move for ply in now])


def _alike(one: Sequence[chess.Move], other: Sequence[chess.Move]) -> int:
    """How many moves both have in the same order."""
    best = [0] * (len(other) + 1)
    for move in one:
        last = best.copy()
        for at, each in enumerate(other, 1):
            best[at] = last[at - 1] + 1 if each == move else max(last[at], best[at - 1])
    return best[-1]


def _first_lost(was: HallBoard, fed: FedBoard, ruling: Ruling) -> int:
    """The first later ply that is not as it was read."""
    pairs = zip(_later(was, ruling), _later(fed, ruling), strict=False)
    same = 0
    for one, other in pairs:
        if one.move != other.move:
            break
        same += 1
    return ruling.ply + len(ruling.moves) + same


def _later(board: HallBoard, ruling: Ruling) -> Sequence[Ply]:
    return plies_of(board.tracker.story)[ruling.ply + len(ruling.moves) - 1 :]


def _in_debt(board: HallBoard) -> bool:
    """Whether its moves leave something that stands unexplained."""
    story = board.tracker.story
    return story is not None and bool(story.debts)


def _in_doubt(board: HallBoard) -> int:
    return sum(not move.sure for move in told_moves(board))
