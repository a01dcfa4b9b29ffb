"""Messages of any kind, from a LiveChess or from nobody knows whom."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.livechess import messages
from drivers.livechess.hall import ROOT, LiveChessHall
from drivers.readings import Clock, Score
from tests.drawn import drawn
from tests.drivers.livechess.stand_in import TOURNAMENT, StandIn

DRAWN = drawn()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
PATHS = ("eboards", "tournaments", f"tournament/{TOURNAMENT}", f"round/{TOURNAMENT}/0", "game/game-0-1")


@pytest.mark.parametrize(
    ("move", "san", "clock"),
    [("dxe4 63", "dxe4", "63"), ("fxe4 +31", "fxe4", "+31"), ("Nc2 34+2", "Nc2", "34+2"), ("O-O", "O-O", "")],
)
def test_moves(move: str, san: str, clock: str) -> None:
    game = messages.game({"moves": [move, "e4 1+1"]})
    assert game is not None
    assert (game.sans[0], game.clocks[0]) == (san, clock)


@pytest.mark.parametrize(
    ("fen", "squares"),
    [
        ("8/8/8/8/8/8/8/R6k", "R......k" + "." * 56),
        ("8/8/8/8/8/8/8/R6k w - - 0 1", "R......k" + "." * 56),
        *[(bad, None) for bad in ("", "8/8", "9/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8", None, 5, ["8"])],
    ],
)
def test_placements(fen: Any, squares: str | None) -> None:
    assert messages.placement(fen) == squares


@pytest.mark.parametrize(
    ("run", "clock"),
    [
        (True, Clock(5, 7, running=True, to_move="left")),
        (False, Clock(5, 7, running=True, to_move="right")),
        (None, Clock(5, 7, running=False, to_move="left")),
    ],
)
def test_clocks(run: bool | None, clock: Clock) -> None:
    told = messages.event({"serialnr": "1", "clock": {"white": 5, "black": 7, "run": run, "time": 1}})
    assert told is not None
    assert told.clock == clock


@pytest.mark.parametrize(
    ("number", "told"), [(0.5, None), (518, None), (0, 0), (True, None), (None, None), (960, None), (-1, None)]
)
def test_the_number_of_an_array(number: Any, told: int | None) -> None:
    game = messages.game({"moves": [], "chess960": number})
    assert game is not None
    assert game.chess960 == told


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"', "\ud800", "NaN", "1e999", '{"serialnr": {}}'])
def test_what_is_no_json(text: str) -> None:
    hall = LiveChessHall("lc")
    hall.connected()
    assert hall.heard(text) == []


@given(JSON)
@settings(max_examples=200, deadline=None)
def test_any_json(value: Any) -> None:
    hall = LiveChessHall("lc")
    hall.connected()
    hall.heard(json.dumps(value))
    for path in PATHS:
        hall.answered(f"{ROOT}/{path}", json.dumps(value).encode())
    hall.asks(1.0)


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_messages_in_which_something_is_something_else(seed: int) -> None:
    """Every shape there is, with one value in it exchanged for another kind: nothing breaks, and sound boards go on."""
    print(f"seed {seed}")
    rng, program = Random(seed), StandIn(["30001", "30002"])
    program.play("30001", "e4")
    shapes = [(path, program.get(f"/{path}")) for path in PATHS]
    shapes.append(("", {"response": "feed", "id": 2, "param": program.boards["30001"].event(), "time": 1}))
    for _ in range(400):
        hall = LiveChessHall("lc")
        hall.connected()
        for path, shape in shapes:
            text = json.dumps(_broken(json.loads(json.dumps(shape)), rng))
            _ = hall.answered(f"{ROOT}/{path}", text.encode()) if path else hall.heard(text)
            hall.asks(0.0)
        told = [
            each
            for path, shape in shapes
            for each in (
                hall.answered(f"{ROOT}/{path}", json.dumps(shape).encode()) if path else hall.heard(json.dumps(shape))
            )
        ]
        assert told or hall.dump("lc/30001")
        assert all(isinstance(reading.sans, tuple) for _, reading in told if isinstance(reading, Score))


def _broken(value: Any, rng: Random) -> Any:
    """The same with one value in it something else."""
    if isinstance(value, dict | list) and value and rng.random() < 0.85:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if isinstance(value, dict) and rng.random() < 0.2:
            del value[key]
        else:
            value[key] = _broken(value[key], rng)
        return value
    return rng.choice(
        [None, True, -1, 10**30, 0.5, "", "x" * 999, "\x1b[2J", [], {}, [None], {"uuid": "../..", "nr": 1}]
    )
