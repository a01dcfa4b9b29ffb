"""Rulings on games that another program tells of: undone they leave what would be without them."""

import random
from collections.abc import Iterator

import chess
import pytest

from drivers.readings import LineUp, Reading, Score
from drivers.source import Stamped
from tests.drawn import drawn
from tests.hall.scoring import PLAYERS, placement
from tests.hall.test_correcting_at_random import Ruled, typed

SEEDS = [*range(8), drawn()]


def told(seed: int) -> Iterator[Stamped]:
    """What is claimed of two boards, one of them with what stands on it: moves, takebacks, another past."""
    rng, t_s = random.Random(seed), 0.0
    games: dict[str, list[str]] = {"1": [], "2": []}
    for port in games:
        yield Stamped(0.0, port, None, LineUp())
    for _ in range(60):
        port = rng.choice("12")
        sans = games[port]
        del sans[len(sans) - rng.choice([0, 0, 0, 0, 0, 1, 2]) :]
        board = chess.Board()
        for san in sans:
            board.push_san(san)
        for _ in range(rng.choice([1, 1, 1, 2])):
            legal = sorted(board.legal_moves, key=chess.Move.uci)
            if legal:
                sans.append(board.san(move := rng.choice(legal)))
                board.push(move)
        result = rng.choice([None] * 9 + ["1-0"])
        readings: list[Reading] = [Score(tuple(sans), result, {**PLAYERS, "Board": port})]
        readings += [placement(" ".join(sans))] if port == "2" else []
        for reading in readings:
            t_s += rng.choice([0.2, 0.8, 2.0, 5.0])
            yield Stamped(t_s, port, None, reading)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_ruling_and_its_undoing_leave_what_was(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled, carried_out = random.Random(seed), Ruled(), 0
    for number, stamp in enumerate(told(seed)):
        ruled.read(stamp)
        if number > 10 and rng.random() < 0.2:
            view = rng.choice(ruled.hall.view().boards)
            before = ruled.held()
            if ruled.rule(rng.choice(["replace", "settle"]), board=view.board, **typed(rng, view)):
                carried_out += 1
                assert ruled.rule("undo", undoes=ruled.last)
                assert ruled.held() == before
    assert carried_out


@pytest.mark.parametrize("seed", SEEDS)
def test_rulings_that_are_all_undone_in_the_end_leave_what_would_be_without(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled, plain_hall, done = random.Random(seed), Ruled(), Ruled(), list[int]()
    for number, stamp in enumerate(told(seed)):
        ruled.read(stamp)
        plain_hall.read(stamp)
        if number > 10 and (rng.random() < 0.1 or (number > 40 and not done)):
            view = rng.choice(ruled.hall.view().boards)
            if ruled.rule(rng.choice(["replace", "settle"]), board=view.board, **typed(rng, view)):
                done.append(ruled.last)
    assert done
    for number in reversed(done):
        assert ruled.rule("undo", undoes=number)
    assert ruled.held(alerts=False) == plain_hall.held(alerts=False)
