"""Games by hands in which something was once sure and wrong, each of another kind: it must be right or not sure."""

import pytest

from tests.bench.accuracy.games import Task
from tests.bench.hands import Wish, run

WRONG = (
    "crashed",
    "sure_wrong",
    "count_sure_wrong",
    "max_sure_wrong",
    "games_sure_wrong",
    "act_wrong",
    "invented",
    "broken",
)
"""What no game may have."""


@pytest.mark.parametrize(
    ("profile", "seed", "number"),
    [
        pytest.param("rough", 6, 12, id="a mind changed while a king is knocked over"),
        pytest.param("rough", 7, 28, id="a stop-over that was not seen"),
        pytest.param("rough", 20, 36, id="a press while the piece is put down"),
        pytest.param("rough", 20, 12, id="a piece that rests where it makes a third time"),
        pytest.param("rough", 9, 34, id="a rook on the square beside makes stalemate"),
        pytest.param("blitz", 7, 0, id="a promoted piece exchanged and taken at once"),
        pytest.param("blitz", 7, 32, id="both sides went and came back, one turn not seen"),
        pytest.param("blitz", 7, 39, id="two plies more than a slide has, by the presses"),
        pytest.param("blitz", 32, 12, id="a rook there and back, no clock"),
        pytest.param("bullet", 6, 4, id="a king that rests between two squares"),
        pytest.param("bullet", 6, 22, id="four plies that were not told, by the presses"),
        pytest.param("bullet", 7, 27, id="a piece goes on from where it may not have been"),
        pytest.param("bullet", 7, 57, id="captures on one square, no clock"),
    ],
)
def test_nothing_is_sure_and_wrong(profile: str, seed: int, number: int) -> None:
    figures = run(Wish(Task(seed, profile, number), peers=False)).figures.n
    assert {name: figures[name] for name in WRONG if figures[name]} == {}
