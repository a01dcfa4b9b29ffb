"""Doubtful moves of rough simulated games are settled to what was played: that loses nothing, and is undone."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

import chess
import pytest

from dgt_monitor.hall.views import BoardView
from drivers.simulator.hall import port_name
from drivers.source import Stamped
from tests.drawn import drawn
from tests.hall.test_correcting_at_random import Ruled
from tests.recorder.journalling import Watch

SEEDS = [5, drawn()]
UNTIL_S = 120.0
AT_MOST = 3
"""So many plies of a board are settled, each by itself."""


class Played(NamedTuple):
    """What boards said, and what was played, by ports, in SAN."""

    said: tuple[Stamped, ...]
    truth: dict[str, tuple[str, ...]]


@cache
def played(seed: int) -> Played:
    """Rough hands, and lines that are cut."""
    said: list[Stamped] = []
    url = f"sim://?boards=3&speed=max&think=0.3&hands=rough&takebacks=0.05&cuts=12&seed={seed}"
    watch = Watch(url, seen=said.append).until(UNTIL_S)
    tables = enumerate(watch.source.tables)
    return Played(tuple(said), {port_name(number): sans(table.game.moves) for number, table in tables})


def sans(moves: Sequence[chess.Move]) -> tuple[str, ...]:
    """The same moves in SAN."""
    board, out = chess.Board(), []
    for move in moves:
        out.append(board.san(move))
        board.push(move)
    return tuple(out)


def judged(view: BoardView, truth: tuple[str, ...]) -> tuple[int, int]:
    """How many plies are those that were played, and how many are not."""
    right = sum(move.san == san for move, san in zip(view.moves, truth, strict=False))
    return right, len(view.moves) - right


def at(ruled: Ruled, port: str) -> BoardView:
    """The board there."""
    return next(view for view in ruled.hall.view().boards if view.port == port)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_played_is_said_and_nothing_is_lost(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled, done = random.Random(seed), Ruled(), 0
    said, truths = played(seed)
    for stamp in said:
        ruled.read(stamp)
    before = ruled.held()
    for port, truth in truths.items():
        view = at(ruled, port)
        right, wrong = judged(view, truth)
        doubtful = [ply for ply, move in enumerate(view.moves, 1) if not move.sure and ply <= len(truth)]
        for ply in sorted(rng.sample(doubtful, min(AT_MOST, len(doubtful)))):
            san = truth[ply - 1]
            kind: Literal["settle", "replace"] = "settle" if view.moves[ply - 1].san == san else "replace"
            if not ruled.rule(kind, board=view.board, ply=ply, moves=(san,)):
                continue  # what was read before it is no position in which it can be made
            now = judged(at(ruled, port), truth)
            print(port, kind, ply, (right, wrong), now)
            assert now[0] >= right, f"{kind} {view.board} {ply} {san}"
            assert now[1] <= wrong, f"{kind} {view.board} {ply} {san}"
            assert ruled.rule("undo", undoes=ruled.last)
            assert ruled.held() == before
            done += 1
    print(f"{done} settled")
    assert done
